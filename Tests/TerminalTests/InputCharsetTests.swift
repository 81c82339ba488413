import Screens
import Testing
import Wire

@testable import Terminal

/// What is typed on a terminal that does not speak UTF-8.
@Suite struct InputCharsetTests {
    private static let western = InputCharset(named: "ISO-8859-15")

    @Test(
        "A byte stands for the charset's character; no control comes of any",
        arguments: [
            ("ISO-8859-1", 0xE9, "é"), ("ISO-8859-1", 0xA4, "¤"), ("iso88591", 0xDF, "ß"),
            ("ISO-8859-15", 0xA4, "€"), ("ISO-8859-15", 0x9B, nil), ("ISO-8859-1", 0x80, nil),
        ] as [(String, UInt8, Unicode.Scalar?)])
    func scalars(_ name: String, _ byte: UInt8, _ scalar: Unicode.Scalar?) {
        #expect(InputCharset(named: name).isOneByte)
        #expect(InputCharset(named: name).scalar(byte) == scalar)
    }

    @Test(
        "Everything else is read as UTF-8: several bytes a character, ASCII, no name at all",
        arguments: [
            "UTF-8", "EUC-JP", "GB18030", "ANSI_X3.4-1968", "", "no-such-charset", "ISO-8859-1//TRANSLIT",
            "../ISO-8859-1", String(repeating: "x", count: 33),
        ])
    func others(_ name: String) {
        #expect(InputCharset(named: name) == .utf8)
    }

    @Test(
        "The locale names the charset, in the order of POSIX, be it installed or not",
        arguments: [
            (["LANG": "xx_XX.ISO-8859-15"], true), (["LANG": "xx_XX.ISO-8859-15@euro"], true),
            (["LC_CTYPE": "xx_XX.ISO-8859-15", "LANG": "C.UTF-8"], true),
            (["LC_ALL": "C.UTF-8", "LC_CTYPE": "xx_XX.ISO-8859-15"], false), (["LANG": "C"], false),
            ([:], false), (["LC_ALL": "", "LANG": "xx_XX.ISO-8859-15"], true), (["LANG": "xx_XX"], false),
        ] as [([String: String], Bool)])
    func locales(_ environment: [String: String], _ isWestern: Bool) {
        #expect(InputCharset.ofLocale { environment[$0] } == (isWestern ? Self.western : .utf8))
    }

    @Test("Keys, Alt and pastes; what ASCII has is as ever")
    func keys() {
        var decoder = KeyDecoder(Self.western)
        let bytes: [UInt8] = [0xE9, 0x61, 0x1B, 0xE4, 0x9B, 0xA4, 0x1B, 0x5B, 0x41, 0xC3, 0xA9]
        #expect(
            decoder.decode(bytes.map { .byte($0) }) == [
                .key(.character("é")), .key(.character("a")), .key(.alt("ä")), .key(.character("€")),
                .key(.up), .key(.character("Ã")), .key(.character("©")),
            ])
        let paste = Array("\u{1B}[200~a".utf8) + [0xA4, 0x9B, 0xFC] + Array("\u{1B}[201~".utf8)
        #expect(decoder.decode(paste.map { .byte($0) }) == [.pasted(Secret("a€ü"))])
    }

    @Test("Lines")
    func lines() throws {
        let ends = try Ends.pipe()
        var reader = LineReader(ends.reading, Self.western)
        ends.write([0x5A, 0x6F, 0xEB, 0xA4, 0x0A, 0x7A, 0x0A])
        #expect(reader.next() == .line(Secret("Zoë€")))
        #expect(reader.next() == .line(Secret("z")))
    }
}
