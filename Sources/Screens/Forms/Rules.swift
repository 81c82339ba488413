import Wire

/// What we ask of an answer before it is sent. The service decides everything else.
enum Rules {
    /// One `@` with text on both sides and no white space.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    }

    /// Without white space at its ends.
    static func trimmed(_ text: String) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// A phone number as E.164 (ITU-T) writes it; nil for what cannot be one. Blanks, dashes and parentheses are
    /// dropped; which numbers there are is not ours to know.
    static func phoneNumber(_ text: String) -> String? {
        let number = text.filter { !$0.isWhitespace && !"-‐‑–()".contains($0) }
        guard number.first == "+", phoneLengths.contains(number.count - 1),
            number.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return number
    }

    private static let phoneLengths = 8...15

    /// A whole number in ASCII digits, without blanks; nil for what is none.
    static func wholeNumber(_ text: String) -> String? {
        let digits = trimmed(text).map {
            $0.wholeNumberValue.flatMap { (0...9).contains($0) ? Character("\($0)") : nil } ?? $0
        }
        let number = String(digits)
        let unsigned = number.first == "-" || number.first == "+" ? number.dropFirst() : number[...]
        guard !unsigned.isEmpty, unsigned.count <= 19, unsigned.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return number.first == "+" ? String(unsigned) : number
    }

    /// The words that people answer with, in the languages that they may be taught in; nil for any other.
    static func yesOrNo(_ text: String) -> Bool? {
        let word = trimmed(text).lowercased()
        if yes.contains(word) { return true }
        return no.contains(word) ? false : nil
    }

    private static let yes: Set = [
        "yes", "y", "true", "1", "ja", "j", "oui", "o", "si", "sí", "sì", "s", "sim",
    ]
    private static let no: Set = ["no", "n", "false", "0", "nein", "non", "nee", "não", "nej"]

    /// The lengths that a code may have while the service's word about it must not be heard.
    static let codeLengths = 4...12

    static func isCode(count: Int, length: Int?) -> Bool {
        if let length { count == length } else { codeLengths.contains(count) }
    }

    /// Whether a password begins or ends with a space, as a careless copy does.
    static func hasOuterSpace(_ password: Secret) -> Bool {
        password.withExposed { $0.first == UInt8(ascii: " ") || $0.last == UInt8(ascii: " ") }
    }
}
