/// base64url without padding, as JSON web tokens use it (RFC 7515, section 2). Nothing else is let through.
package enum Base64URL {
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            guard let digit = digit(character) else { return nil }
            bits = bits << 6 | digit
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // Bits left over must be zero, or one text would have several spellings.
        return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
    }

    private static func digit(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
