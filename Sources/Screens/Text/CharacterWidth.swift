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
        text.reduce(0) { $0 + of($1) }
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
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return zip(scalars.dropFirst(), scalars.dropFirst(2).map(Optional.some) + [nil]).contains {
            scalar, next in
            switch scalar.value {
            case 0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
            case 0x200D: next?.properties.isEmojiPresentation == true
            default: false
            }
        }
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
