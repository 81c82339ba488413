/// How many terminal columns a character takes: 0, 1 or 2, from a table of our own and never from the locale.
///
/// It does not say whether a character may be drawn; ``CleanText`` does.
package enum CharacterWidth {
    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
        let scalars = character.unicodeScalars
        if isEmojiSequence(scalars) { return 2 }
        return scalars.reduce(0) { $0 + of($1) }
    }

    package static func of(_ text: some StringProtocol) -> Int {
        let simple = text.utf8.withContiguousStorageIfAvailable { simpleScalars($0) { _, _ in } }
        return simple.flatMap { $0 } ?? text.reduce(0) { $0 + of($1) }
    }

    /// Whether each of its scalars is a visible character of one column: ASCII, and the dashes, dots and lines of our
    /// own screens.
    static func isSimple(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { simpleScalars($0) { _, _ in } != nil } ?? false
    }

    /// The scalars of a text that is simple; nil for any other, which has to be taken apart by the rules of Unicode.
    package static func simpleScalars(_ text: String) -> [UInt32]? {
        let scalars = text.utf8.withContiguousStorageIfAvailable { bytes -> [UInt32]? in
            var isSimple = false
            let scalars = [UInt32](unsafeUninitializedCapacity: bytes.count) { buffer, count in
                let found = simpleScalars(bytes) { buffer.initializeElement(at: $0, to: $1) }
                (isSimple, count) = (found != nil, found ?? 0)
            }
            return isSimple ? scalars : nil
        }
        return scalars.flatMap { $0 }
    }

    /// Gives each scalar and its place to `body` and returns how many they are, nil once there is one that is not
    /// simple.
    @inline(__always)
    private static func simpleScalars(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (Int, UInt32) -> Void
    ) -> Int? {
        var count = 0
        var (value, rest): (UInt32, Int) = (0, 0)
        for byte in bytes {
            if rest == 0, (0x20..<0x7F).contains(byte) {
                value = UInt32(byte)
            } else if rest == 0, byte == 0xE2 {
                (value, rest) = (0x2, 2)
                continue
            } else if rest > 0 {
                value = value << 6 | UInt32(byte & 0x3F)
                rest -= 1
                if rest > 0 { continue }
                // Neither marks nor wide characters are among these.
                guard (0x2010...0x2026).contains(value) || (0x2500...0x25BF).contains(value) else {
                    return nil
                }
            } else {
                return nil
            }
            body(count, value)
            count += 1
        }
        return count
    }

    /// Of one scalar by itself. Terminals and `wcwidth` know no more than that.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if (0x20..<0x7F).contains(value) { return 1 }
        if contains(value, zeroRanges) { return 0 }
        return value >= 0x1100 && contains(value, wideRanges) ? 2 : 1
    }

    /// A base with a variation selector 16, a skin tone, joined emoji, or a flag of two letters (UTS 51).
    private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
        var rest = scalars[...]
        guard let first = rest.popFirst(), !rest.isEmpty, first.properties.isEmoji else { return false }
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: return true
            case 0x200D: if rest.first?.properties.isEmojiPresentation == true { return true }
            default: break
            }
        }
        return false
    }

    /// Whether `value` lies in one of `ranges`, which are pairs of a first and a last scalar, sorted.
    private static func contains(_ value: UInt32, _ ranges: [UInt32]) -> Bool {
        var low = 0
        var high = ranges.count / 2
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle * 2 + 1] < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count / 2 && ranges[low * 2] <= value
    }
}
