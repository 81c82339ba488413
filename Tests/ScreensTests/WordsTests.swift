import FoundationEssentials
import Screens
import Testing

/// Holds the table of words against the sources that use it.
@Suite struct WordsTests {
    /// Parts of keys that the sources put together.
    static let composed = ["help.", "paint."]
    static let endings = [".wait"]

    private func sources() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return try files.filter { $0.hasSuffix(".swift") }.map {
            String(decoding: try Data(contentsOf: root.appending(path: $0)), as: UTF8.self)
        }
    }

    /// What stands between quotation marks, as far as it may be a key.
    private func literals() throws -> Set<String> {
        let families = Set(Person.english.keys.compactMap { $0.split(separator: ".").first })
        var found: Set<String> = []
        for source in try sources() {
            for piece in source.split(separator: "\"", omittingEmptySubsequences: false) {
                let parts = piece.split(separator: ".", omittingEmptySubsequences: false)
                guard parts.count > 1, families.contains(parts[0]), !parts.contains(""),
                    piece.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "." || $0.isNumber) })
                else { continue }
                found.insert(String(piece))
            }
        }
        return found
    }

    @Test("Every word that a source asks for is in the table")
    func missing() throws {
        let missing = try literals().subtracting(Person.english.keys)
        #expect(missing.sorted() == [])
    }

    @Test("Every word of the table is asked for")
    func unused() throws {
        let used = try literals()
        let unused = Person.english.keys.filter { key in
            !used.contains(key) && !Self.composed.contains { key.hasPrefix($0) }
                && !Self.endings.contains { key.hasSuffix($0) }
        }
        #expect(unused == [])
    }
}
