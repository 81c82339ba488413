/// The marks and lines of the screens, and the way text is made fit for them: Unicode, or ASCII where the locale
/// is not UTF-8.
struct Glyphs: Equatable, Sendable {
    let isUTF8: Bool
    let focus, error, explanation, ellipsis, above, below: String
    let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: String
    let spinner: [String]

    static let unicode = Glyphs(
        isUTF8: true, focus: "▌", error: "✗ ", explanation: "ℹ ", ellipsis: "…", above: "▲", below: "▼",
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
        spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

    static let ascii = Glyphs(
        isUTF8: false, focus: ">", error: "x ", explanation: "i ", ellipsis: "...", above: "^", below: "v",
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
        spinner: ["|", "/", "-", "\\"])

    /// `text` on one line, harmless, in characters that the terminal can draw.
    func line(_ text: String) -> String {
        let clean = CleanText.line(text)
        return isUTF8 ? clean : ASCIIText.line(clean)
    }

    /// The lines of `text`, each as ``line(_:)``.
    func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
    }
}

/// Text for locales that can draw nothing but ASCII: the marks of our own words become what people type for
/// them, every other character a question mark.
package enum ASCIIText {
    package static func line(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.reduce(into: "") { result, character in
            result += character.isASCII ? String(character) : replacements[character] ?? "?"
        }
    }

    private static let replacements: [Character: String] = [
        "…": "...", "•": "*", "✗": "x", "ℹ": "i", "–": "-", "—": "-", "×": "x", "·": "-", "→": "->",
        "←": "<-",
        "↑": "^", "↓": "v", "‘": "'", "’": "'", "“": "\"", "”": "\"", "\u{A0}": " ",
    ]
}
