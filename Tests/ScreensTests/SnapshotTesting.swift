import FoundationEssentials
import Screens
import Testing

/// Compares a frame's text with its file in `Snapshots/`.
///
/// With `VESTIBULE_RECORD` set it writes the file instead, and fails: a recorded snapshot was not compared, and
/// is looked at as a picture before it is accepted.
func expectSnapshot(
    _ frame: Frame, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(name).txt")
    let text = frame.text + "\n"
    if ProcessInfo.processInfo.environment["VESTIBULE_RECORD"] != nil {
        try Data(text.utf8).write(to: file)
        Issue.record(
            "recorded \(name): look at it, then run without VESTIBULE_RECORD", sourceLocation: sourceLocation)
        return
    }
    guard let data = try? Data(contentsOf: file) else {
        Issue.record(
            "no snapshot \(name): run with VESTIBULE_RECORD=1 to make it", sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: data, as: UTF8.self)
    #expect(text == expected, "snapshot \(name) differs:\n\(text)", sourceLocation: sourceLocation)
}
