import Screens

/// The keys behind the sequences of ECMA-48 and xterm ("XTerm Control Sequences", PC-Style Function Keys).
///
/// It has no say in where a sequence ends; ``KeyDecoder`` cuts them out.
enum KeySequences {
    /// `ESC [ parameters final`.
    static func control(_ parameters: [UInt8], final: UInt8) -> Key? {
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        let modifier = numbers.count > 1 ? numbers[1] : 1
        if final == UInt8(ascii: "~") { return numbers.first.flatMap(numbered) }
        // Any other number makes it a report: the cursor's place ends in R, as F3 does.
        guard (numbers.first ?? 1) <= 1, let key = lettered(final) else { return nil }
        // Alt is 3, Ctrl 5: by words, as in readline.
        if modifier == 3 || modifier == 5 {
            if key == .left { return .alt("b") }
            if key == .right { return .alt("f") }
        }
        return key
    }

    /// `ESC O final`: cursor keys and the number block in their application modes.
    static func application(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 0x40)))
        default: lettered(final)
        }
    }

    private static func lettered(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }

    private static func numbered(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }
}
