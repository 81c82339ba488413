import CPattern
import Testing

@Suite("Patterns that somebody else wrote")
struct PatternTests {
    private func verdict(_ pattern: String, _ subject: String) -> Int32 {
        cpattern_matches(pattern, pattern.utf8.count, subject, subject.utf8.count)
    }

    @Test(arguments: [
        ("^.{1,64}$", "Ada", 1), ("^.{1,64}$", "", 0), ("^[0-9]{5}$", "12345", 1), ("^[0-9]{5}$", "1234", 0),
        ("b", "abc", 1), ("^b", "abc", 0), ("", "", 1), (#"^(?=.*\d)\w+$"#, "ab1", 1),
        ("(a)(b)(c)", "abc", 1),
        // A character is a code point, and classes know all of Unicode.
        ("^.{3}$", "äöü", 1), (#"^\w+$"#, "żółć", 1), ("^\\p{Lu}", "Ärger", 1), ("(?i)^ÄRGER$", "ärger", 1),
        // No verdict: no pattern, and one that would see half characters.
        ("(", "a", -1), ("[", "a", -1), (#"\C"#, "ä", -1),
    ])
    func verdicts(_ pattern: String, _ subject: String, _ expected: Int32) {
        #expect(verdict(pattern, subject) == expected)
    }

    @Test func lengthAndNestingHaveTheirLimits() {
        let long = String(repeating: "a", count: 20_000)
        for (pattern, subject, expected) in [(4096, 1, 0), (4097, 1, -1), (1, 16_384, 1), (1, 16_385, -1)] {
            #expect(verdict(String(long.prefix(pattern)), String(long.prefix(subject))) == Int32(expected))
        }
        for (depth, expected) in [(100, 1), (101, -1)] {
            let nested = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
            #expect(verdict(nested, "a") == Int32(expected))
        }
    }

    /// Each would take longer than anybody waits for, were there no limit.
    @Test(arguments: [
        "^(a+)+$", "^(a|aa)+$", "^([a-z]|[a-z0-9])+$", "^(a*)*b$", "^(?:(?:(?:a+)+)+)+$", #"(.*)*\1!{2}"#,
    ])
    func expensiveOnesEnd(_ pattern: String) {
        #expect(verdict(pattern, String(repeating: "a", count: 400) + "!") < 1)
    }

    @Test func bytesThatAreNoTextHaveNoVerdict() {
        let bytes: [CChar] = [0x61, -1]
        #expect(cpattern_matches("a", 1, bytes, 2) == -1)
        #expect(cpattern_matches(bytes, 2, "a", 1) == -1)
        // A zero byte is a character like another one.
        #expect(cpattern_matches("^a.b$", 5, [0x61, 0, 0x62], 3) == 1)
    }
}
