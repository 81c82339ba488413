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
