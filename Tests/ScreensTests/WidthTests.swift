import Screens
import Testing

struct WidthTests {
    @Test(
        "a character takes the columns that terminals give it",
        arguments: [
            ("a", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("中", 2), ("Ａ", 2), ("ｱ", 1), ("、", 2), ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2),
            ("❤", 1), ("⌚", 2), ("1️⃣", 2), ("▌", 1), ("█", 1), ("•", 1), ("ℹ", 1), ("✗", 1), ("⠋", 1),
            ("\u{1B}", 0), ("\u{9B}", 0), ("\u{200B}", 0), ("\u{2066}", 0), ("\u{FEFF}", 0), ("\r\n", 0),
            ("ก็", 1), ("שׁ", 1), ("\u{20000}", 2), ("\u{E000}", 1), ("\u{10FFFF}", 1),
        ])
    func characters(text: String, columns: Int) throws {
        let character = try #require(text.first)
        #expect(text.count == 1)
        #expect(CharacterWidth.of(character) == columns, "\(text.unicodeScalars.map(\.value))")
    }

    @Test("the table's search finds what lies in its ranges, and nothing else")
    func table() {
        for value in Array(UInt32(0)...0x1FFFF) + Array(0xE0000...0xE0FFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let width = CharacterWidth.of(Character(scalar))
            let category = scalar.properties.generalCategory
            if category == .control || category == .format {
                #expect(width == 0, "U+\(String(value, radix: 16))")
            }
            if scalar.isASCII, category != .control { #expect(width == 1) }
            if (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { #expect(width == 2) }
        }
    }

    @Test("what is counted scalar by scalar is what the rules of Unicode say")
    func simple() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Between letters, where it could join one of them.
            let text = "a" + String(Character(scalar)) + "b"
            guard let scalars = CharacterWidth.simpleScalars(text) else { continue }
            #expect(scalars == text.unicodeScalars.map(\.value))
            #expect(text.count == 3)
            #expect(CharacterWidth.of(Character(scalar)) == 1, "U+\(String(value, radix: 16))")
        }
        #expect(CharacterWidth.simpleScalars("─ Sign in…▌") != nil)
        #expect(CharacterWidth.simpleScalars("▶\u{FE0F}") == nil)
        #expect(CharacterWidth.simpleScalars("é") == nil)
        #expect(CharacterWidth.simpleScalars("◽") == nil)
    }

    @Test("text is cut between characters, by columns")
    func cuts() {
        #expect(CleanText.prefix(of: "한글ab", columns: 3) == "한")
        #expect(CleanText.prefix(of: "한글ab", columns: 5) == "한글a")
        #expect(CleanText.prefix(of: "e\u{301}x", columns: 1) == "e\u{301}")
        #expect(CleanText.prefix(of: "abc", columns: 0).isEmpty)
        #expect(CleanText.truncated("abcdef", toColumns: 6) == "abcdef")
        #expect(CleanText.truncated("abcdef", toColumns: 5) == "abcd…")
        #expect(CleanText.truncated("한글한글", toColumns: 6) == "한글…")
        #expect(CleanText.truncated("abcdef", toColumns: 5, ellipsis: "...") == "ab...")
        #expect(CleanText.truncated("abcdef", toColumns: 2, ellipsis: "...") == "ab")
        #expect(CleanText.truncated("first cat ever", toColumns: 12) == "first cat…")
        #expect(CleanText.truncated("first cat ever", toColumns: 10) == "first cat…")
        #expect(CleanText.truncated("a bcdefghijkl", toColumns: 8) == "a bcdef…")
    }
}
