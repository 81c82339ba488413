import Screens
import Testing

struct CleanTextTests {
    @Test(
        "VB-63 controls and sequences go, with all that belongs to them",
        arguments: [
            ("plain", "plain"), ("a\u{1B}[31mred\u{1B}[0m", "ared"), ("\u{1B}]0;title\u{7}x", "x"),
            ("\u{1B}]8;;https://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\!", "link!"), ("\u{9B}2Jx", "x"),
            ("\u{9D}0;t\u{9C}x", "x"), ("\u{1B}P1$r0m\u{1B}\\x", "x"), ("\u{1B}(0lqk", "lqk"),
            ("\u{1B}cx", "x"),
            ("\u{1B}7x\u{1B}8", "x"), ("a\u{7}b\u{8}c\u{7F}", "abc"), ("\u{1B}", ""), ("\u{1B}[", ""),
            ("\u{1B}[12;", ""), ("a\u{1B}]never ends", "anever ends"), ("\u{9D}never ends", "never ends"),
            ("\u{85}x", " x"), ("a\tb\nc\r\nd", "a b c  d"),
            ("a\u{2028}b\u{2029}c", "a b c"), ("\u{1B}äx", "äx"),
        ])
    func controls(raw: String, clean: String) {
        #expect(CleanText.line(raw) == clean)
    }

    @Test(
        "VB-02 format characters go, joiners inside words stay",
        arguments: [
            ("a\u{200E}b\u{200F}c", "abc"), ("\u{202E}abc\u{202C}", "abc"), ("\u{2066}a\u{2069}", "a"),
            ("\u{FEFF}x\u{AD}y", "xy"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("क्\u{200D}ष", "क्\u{200D}ष"), ("pass\u{200D}word", "password"), ("\u{200D}ab\u{200C}", "ab"),
            ("\u{E0041}x", "x"), ("\u{600}1", "1"),
        ])
    func format(raw: String, clean: String) {
        #expect(CleanText.line(raw) == clean)
    }

    @Test(
        "Somebody else's text within a sentence takes none of the words behind it, and has an end",
        arguments: ["x\u{1B}", "x\u{1B}(", "x\u{9B}", "x\u{1B}]0;", "x\u{9D}", "x\u{202E}"])
    func inSentence(raw: String) {
        let sentence = CleanText.line("The issuer \(CleanText.inSentence(raw)) does not belong.")
        #expect(sentence.hasPrefix("The issuer x") && sentence.hasSuffix(" does not belong."))
        #expect(
            CleanText.inSentence(String(repeating: "n", count: 5000)) == String(repeating: "n", count: 59)
                + "…")
    }

    @Test("no code point of class Cc or Cf passes, whatever stands around it")
    func allCodePoints() {
        for value in Array(UInt32(0)...0x1FFFF) + Array(0xE0000...0xE0FFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: break
            default: continue
            }
            let clean = CleanText.line("a\(scalar)b")
            #expect(!clean.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
        }
    }

    @Test("marks need a base and stay few; emoji take their simple forms")
    func marks() {
        #expect(CleanText.line("\u{301}a") == "a")
        #expect(
            CleanText.line("a" + String(repeating: "\u{301}", count: 50)) == "a\u{301}\u{301}\u{301}\u{301}")
        #expect(CleanText.line("👩‍👧") == "👩👧")
        #expect(CleanText.line("👍🏽 ❤️") == "👍 ❤")
    }

    @Test(
        "text that is clean stays as it is",
        arguments: ["Ä ö ß é", "한글中文ABC", "שלום", "🇩🇪", "a  b", "\u{E000}"])
    func unchanged(text: String) {
        #expect(CleanText.line(text) == text)
        #expect(CleanText.line(CleanText.line(text)) == CleanText.line(text))
    }
}
