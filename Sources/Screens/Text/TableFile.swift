/// The lines `key = text` of a resource, in the order of their keys' bytes: a text is found by halving, in place, and
/// nothing becomes a `String` before it is asked for. An index of all keys was a twentieth of a start's work.
///
/// Not a parser of anything a person or a service sends; the tables are part of the program, and tests see to their
/// order. A line that is empty or begins with `#` is none of them.
struct TableFile: Equatable, Sendable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// All keys as they stand there; a key that stands twice in the file is here twice.
    var keys: [String] {
        bytes.split(separator: Self.lineEnd).filter { $0.first != Self.comment }.map { line in
            String(decoding: line.prefix { $0 != Self.blank && $0 != Self.equals }, as: UTF8.self)
        }
    }

    /// The text of `key` as it stands in the file.
    func bytes(of key: String) -> ArraySlice<UInt8>? {
        var key = key
        let range = key.withUTF8 { key in
            bytes.withUnsafeBufferPointer { Self.text(of: key, in: $0) }
        }
        return range.map { bytes[$0] }
    }

    private static var lineEnd: UInt8 { UInt8(ascii: "\n") }
    private static var equals: UInt8 { UInt8(ascii: "=") }
    private static var comment: UInt8 { UInt8(ascii: "#") }
    private static var blank: UInt8 { UInt8(ascii: " ") }

    private static func text(
        of key: UnsafeBufferPointer<UInt8>, in table: UnsafeBufferPointer<UInt8>
    ) -> Range<Int>? {
        // Both are the starts of lines, or the end.
        var (low, high) = (0, table.count)
        while low < high {
            var middle = (low + high) / 2
            while middle > low, table[middle - 1] != lineEnd { middle -= 1 }
            var start = middle
            while start < high, table[start] == comment || table[start] == lineEnd {
                start = endOfLine(start, in: table) + 1
            }
            if start >= high {
                high = middle
                continue
            }
            var count = 0
            while count < key.count, start + count < high, table[start + count] == key[count] { count += 1 }
            let next = start + count < table.count ? table[start + count] : lineEnd
            let isWhole = next == blank || next == equals
            if isWhole, count == key.count { return text(after: start + count, in: table) }
            if isWhole || (count < key.count && next < key[count]) {
                low = min(endOfLine(start, in: table) + 1, high)
            } else {
                high = middle
            }
        }
        return nil
    }

    private static func text(after key: Int, in table: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let end = endOfLine(key, in: table)
        var start = key
        while start < end, table[start] != equals { start += 1 }
        return trimmed(min(start + 1, end)..<end, in: table)
    }

    private static func endOfLine(_ place: Int, in table: UnsafeBufferPointer<UInt8>) -> Int {
        var place = place
        while place < table.count, table[place] != lineEnd { place += 1 }
        return place
    }

    private static func trimmed(_ range: Range<Int>, in table: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, table[start] == blank { start += 1 }
        while start < end, table[end - 1] == blank { end -= 1 }
        return start..<end
    }
}
