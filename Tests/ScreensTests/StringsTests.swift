import Resources
import Screens
import Testing

struct StringsTests {
    @Test("a table's lines are found by key, whatever stands between them")
    func lookup() {
        let strings = Strings(
            Array(
                """
                # comment = none

                a.one=One
                # b.zero = none
                b.two = Two = 2
                c.three   =   {n} of {m}
                d.lines = a\\nb\\\\c\\s
                e.empty =

                # z.last = none
                """.utf8))
        #expect(strings.keys == ["a.one", "b.two", "c.three", "d.lines", "e.empty"])
        #expect(strings["a.one"] == "One")
        #expect(strings["b.two"] == "Two = 2")
        #expect(strings("c.three", ["n": "1", "m": "2"]) == "1 of 2")
        #expect(strings("c.three", ["n": "{m}", "m": "2"]) == "{m} of 2", "values are not filled themselves")
        #expect(strings("c.three", ["n": "1"]) == "1 of {m}")
        #expect(strings["d.lines"] == "a\nb\\c ")
        #expect(strings["e.empty"].isEmpty)
        #expect(strings["f.none"] == "f.none")
        #expect(strings["a"] == "a" && strings[""].isEmpty)
    }

    @Test("VB-02 VB-63 an inserted value brings no control and no format character")
    func values() {
        let strings = Strings(Array("x = Hello {name}.".utf8))
        #expect(strings("x", ["name": "\u{1B}[2J\u{2068}A\u{202E}\u{2069}\nb"]) == "Hello A b.")
    }

    @Test(
        "the locale is what POSIX makes of the environment",
        arguments: [
            ([:], "en", false), (["LANG": "en_GB.UTF-8"], "en", true), (["LANG": "C"], "en", false),
            (["LANG": "C.UTF-8"], "en", true), (["LANG": "POSIX"], "en", false),
            (["LANG": "de_DE.utf8"], "de", true), (["LANG": "de_DE@euro"], "de", false),
            (["LANG": "de_DE.UTF-8@euro"], "de", true), (["LANG": "fr_FR.ISO-8859-1"], "fr", false),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], "fr", true),
            (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], "en", false),
            (["LANG": "de_DE.UTF-8", "LC_ALL": ""], "de", true),
            (["LANG": "de_DE", "LC_CTYPE": "en_US.UTF-8"], "de", true),
            (["LANG": "/etc.UTF-8"], "en", true),
        ] as [([String: String], String, Bool)])
    func locale(environment: [String: String], language: String, isUTF8: Bool) {
        let name = LocaleName { environment[$0] }
        #expect(name.language == language)
        #expect(name.isUTF8 == isUTF8)
    }

    @Test("resources are found by name only")
    func resources() {
        #expect(!Paint.bytes(resources_locale, "en").isEmpty)
        #expect(Paint.bytes(resources_locale, "xx").isEmpty)
        #expect(!Paint.bytes(resources_theme, "default").isEmpty)
        #expect(Paint.bytes(resources_theme, "").isEmpty)
    }

    @Test("the table has no key twice and no text that needs cleaning")
    func table() {
        let keys = Paint.strings.keys
        #expect(Set(keys).count == keys.count, "\(zip(keys, keys.dropFirst()).filter { $0 == $1 }.map(\.0))")
        for key in keys {
            let text = Paint.strings[key]
            for line in text.split(separator: "\n") {
                #expect(CleanText.line(String(line)) == line, "\(key)")
            }
            #expect(ASCIIText.line(text).contains("?") == text.contains("?"), "\(key) needs a form in ASCII")
        }
    }
}
