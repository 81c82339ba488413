import Glibc
import Wire

/// Lines from a descriptor, without ever waiting for one, wiped where they are left behind.
///
/// It does not echo and does not prompt.
struct LineReader {
    /// What goes beyond in one line is dropped.
    static let limit = 64 * 1024
    /// A line without an end by then never has one: the input is over.
    static let endless = 1024 * 1024

    enum Answer: Equatable {
        /// Without its end, which may be LF or CR LF.
        case line(Secret)
        case ended
    }

    private let descriptor: Int32
    private let charset: InputCharset
    private var bytes: [UInt8] = []
    /// Of the line that has no end yet.
    private var lastLength = 0
    private(set) var hasEnded = false

    init(_ descriptor: Int32, _ charset: InputCharset = .utf8) {
        self.descriptor = descriptor
        self.charset = charset
    }

    /// The next line, or the end of input; nil while neither is there. A last line may lack its end.
    ///
    /// It reads in portions: whoever sends without end must not keep signals from being heard.
    mutating func next() -> Answer? {
        for portion in 0...16 {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return .line(take(upTo: end)) }
            if hasEnded { return bytes.isEmpty ? .ended : .line(take(upTo: bytes.endIndex)) }
            guard portion < 16, read() else { return nil }
        }
        return nil
    }

    /// Forgets what was typed before anybody asked.
    mutating func forget() {
        wipe(&bytes)
        bytes = []
        lastLength = 0
    }

    private mutating func take(upTo end: Int) -> Secret {
        var line = Array(bytes[..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        var rest = Array(bytes[min(end + 1, bytes.endIndex)...])
        swap(&bytes, &rest)
        wipe(&rest)
        return Secret(line)
    }

    /// Whether there was something to read, if only the end.
    private mutating func read() -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 0) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4096)
        defer { wipe(&chunk) }
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count > 0 {
            append(chunk[..<count])
            if lastLength > Self.endless { hasEnded = true }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            hasEnded = true
        } else {
            return false
        }
        return true
    }

    /// An array that grows by itself leaves the old bytes in freed memory.
    private mutating func append(_ chunk: ArraySlice<UInt8>) {
        var joined: [UInt8] = []
        // A byte of another charset takes three in UTF-8 at most.
        joined.reserveCapacity(bytes.count + chunk.count * (charset.isOneByte ? 3 : 1))
        joined.append(contentsOf: bytes)
        for byte in chunk {
            let isEnd = byte == UInt8(ascii: "\n")
            if isEnd || lastLength < Self.limit { charset.utf8(byte) { joined.append($0) } }
            lastLength = isEnd ? 0 : lastLength + 1
        }
        swap(&bytes, &joined)
        wipe(&joined)
    }
}
