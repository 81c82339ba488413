import Screens

/// How plain mode words its lines, in the characters that the locale has.
///
/// The sentences themselves come with the screens.
struct PlainWords {
    var strings: Strings
    var isUTF8: Bool

    /// `text` without controls, on one line.
    func line(_ text: String) -> String {
        let clean = text.split(separator: "\n").map { CleanText.line(String($0)) }.joined(separator: " ")
        return isUTF8 ? clean : ASCIIText.line(clean)
    }

    func error(_ text: String) -> String { (isUTF8 ? "✗ " : "x ") + line(text) }
    func explanation(_ text: String) -> String { (isUTF8 ? "ℹ " : "i ") + line(text) }

    func open(_ address: String) -> String { line(strings("plain.open", ["address": address])) }
    func enterCode(_ code: String) -> String { line(strings("plain.enterCode", ["code": code])) }
    func badChoice(_ count: Int) -> String { error(strings("plain.badChoice", ["count": String(count)])) }

    var choice: String { line(strings["plain.choice"]) + ": " }
    var back: String { line(strings["action.back"]) }

    var waysInstead: String { explanation(strings["plain.waysInstead"]) }

    /// The label, with the last answer in brackets: Enter alone takes it again.
    func prompt(_ field: Screen.FieldView) -> String {
        line(field.label) + (field.isOffered ? " [\(line(field.value))]: " : ": ")
    }
}
