/// The lines `key = text` of a resource, found in place: nothing becomes a `String` before it is asked for.
///
/// Not a parser of anything a person or a service sends; the tables are part of the program.
struct TableFile: Equatable, Sendable {
    private let bytes: [UInt8]
    private let entries: [Entry]
    /// Where an entry is, by its key's hash, else the next free place behind that; -1 where there is none. It takes
    /// less time to make than the entries take to be sorted.
    private let places: [Int]

    private struct Entry: Equatable, Sendable {
        var key: Range<Int>
        var text: Range<Int>
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var found: [Entry] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            defer { start = end + 1 }
            guard start < end, bytes[start] != UInt8(ascii: "#"),
                let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
            else { continue }
            found.append(
                Entry(
                    key: Self.trimmed(start..<equals, in: bytes),
                    text: Self.trimmed(equals + 1..<end, in: bytes)))
        }
        var size = 64
        while size < found.count * 2 { size *= 2 }
        var places = [Int](repeating: -1, count: size)
        for (index, entry) in found.enumerated() {
            var place = Self.hash(bytes[entry.key]) & (size - 1)
            while places[place] >= 0 { place = (place + 1) & (size - 1) }
            places[place] = index
        }
        entries = found
        self.places = places
    }

    /// All keys, sorted; a key that stands twice in the file is here twice.
    var keys: [String] { entries.map { string($0.key) }.sorted() }

    /// The text of `key` as it stands in the file.
    func bytes(of key: String) -> ArraySlice<UInt8>? {
        var place = Self.hash(key.utf8) & (places.count - 1)
        while places[place] >= 0 {
            let entry = entries[places[place]]
            if bytes[entry.key].elementsEqual(key.utf8) { return bytes[entry.text] }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// FNV-1a, 32 bits.
    private static func hash(_ key: some Sequence<UInt8>) -> Int {
        Int(key.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first] == 0x20 { range = first + 1..<range.upperBound }
        while let last = range.last, bytes[last] == 0x20 { range = range.lowerBound..<last }
        return range
    }
}
