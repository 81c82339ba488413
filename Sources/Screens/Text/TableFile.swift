/// The lines `key = text` of a resource, found in place: nothing becomes a `String` before it is asked for.
///
/// Not a parser of anything a person or a service sends; the tables are part of the program.
struct TableFile: Equatable, Sendable {
    private let bytes: [UInt8]
    /// Sorted by key.
    private let entries: [Entry]

    private struct Entry: Equatable, Sendable {
        var key: Range<Int>
        var text: Range<Int>
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var found: [Entry] = []
        for line in bytes.indices.split(whereSeparator: { bytes[$0] == UInt8(ascii: "\n") }) {
            guard let first = line.first, bytes[first] != UInt8(ascii: "#"),
                let equals = line.first(where: { bytes[$0] == UInt8(ascii: "=") })
            else { continue }
            let key = Self.trimmed(line.startIndex..<equals, in: bytes)
            let text = Self.trimmed(equals + 1..<line.endIndex, in: bytes)
            found.append(Entry(key: key, text: text))
        }
        entries = found.sorted { bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key]) }
    }

    /// All keys, sorted; a key that stands twice in the file is here twice.
    var keys: [String] { entries.map { string($0.key) } }

    /// The text of `key` as it stands in the file.
    func bytes(of key: String) -> ArraySlice<UInt8>? {
        let wanted = key.utf8
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if bytes[entries[middle].key].lexicographicallyPrecedes(wanted) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < entries.count, bytes[entries[low].key].elementsEqual(wanted) else { return nil }
        return bytes[entries[low].text]
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first] == 0x20 { range = first + 1..<range.upperBound }
        while let last = range.last, bytes[last] == 0x20 { range = range.lowerBound..<last }
        return range
    }
}
