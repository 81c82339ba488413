import Glibc
import Screens
import Testing

@testable import Terminal

/// A pair of connected descriptors: a pipe, or a terminal and its other end.
final class Ends {
    private(set) var reading: Int32
    private(set) var writing: Int32

    init(_ reading: Int32, _ writing: Int32) {
        self.reading = reading
        self.writing = writing
        for descriptor in [reading, writing] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    static func pipe() throws -> Ends {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return Ends(ends[0], ends[1])
    }

    deinit { for descriptor in [reading, writing] where descriptor >= 0 { Glibc.close(descriptor) } }

    func write(_ text: String) { FileDescriptorWriter.write(text, to: writing) }

    func write(_ bytes: [UInt8]) { _ = Glibc.write(writing, bytes, bytes.count) }

    func closeWriting() {
        Glibc.close(writing)
        writing = -1
    }

    func closeReading() {
        Glibc.close(reading)
        reading = -1
    }

    /// What is there to read now.
    func text() -> String {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(reading, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += chunk[..<count]
        }
    }
}

enum Words {
    static let english = Strings(
        Array(
            """
            action.back = Back
            paint.tooSmall = Please enlarge to {columns}x{rows}.
            plain.badChoice = Enter a number from 1 to {count}.
            plain.choice = Choice
            plain.enterCode = Enter this code: {code}
            plain.open = Open: {address}
            plain.return = Press Enter to come back.
            """.utf8))
}
