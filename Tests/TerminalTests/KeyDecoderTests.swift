import Screens
import Testing
import Wire

@testable import Terminal

/// What a terminal sends, cut into the batches in which it came, and what the person meant.
@Suite struct KeyDecoderTests {
    struct Line: CustomTestStringConvertible {
        let name: String
        let batches: [[KeyDecoder.Input]]
        let events: [AppEvent]

        /// Each text is one batch of bytes.
        init(_ name: String, _ batches: [String], _ events: [AppEvent]) {
            self.name = name
            self.batches = batches.map { $0.utf8.map { .byte($0) } }
            self.events = events
        }

        init(_ name: String, inputs: [[KeyDecoder.Input]], _ events: [AppEvent]) {
            self.name = name
            batches = inputs
            self.events = events
        }

        var testDescription: String { name }
    }

    private static func decode(_ line: Line) -> [AppEvent] {
        var decoder = KeyDecoder()
        return line.batches.flatMap { decoder.decode($0) }
    }

    static let typed: [Line] = [
        Line("letters", ["aZ "], [.key(.character("a")), .key(.character("Z")), .key(.character(" "))]),
        Line("VB-10 composed", ["ä"], [.key(.character("ä"))]),
        Line("VB-10 base and mark at once", ["e\u{301}"], [.key(.character("é"))]),
        Line(
            "VB-10 a mark that comes late", ["e", "\u{301}"],
            [.key(.character("e")), .key(.character("\u{301}"))]),
        Line("wide", ["漢🙂"], [.key(.character("漢")), .key(.character("🙂"))]),
        Line(
            "a character in two reads", inputs: [[.byte(0xC3)], [.byte(0xA9)]], [.key(.character("é"))]),
        Line(
            "bytes that are no UTF-8", inputs: [[.byte(0xFF), .byte(0xE9), .byte(0x61)]],
            [.key(.character("a"))]),
        Line("an overlong form", inputs: [[.byte(0xE0), .byte(0x80), .byte(0x80)]], []),
        Line("C1 controls", ["\u{9B}x"], [.key(.character("x"))]),
        Line("Enter as CR and as LF", ["\r\n"], [.key(.enter), .key(.enter)]),
        Line("Tab", ["\t"], [.key(.tab)]),
        Line("both backspaces", ["\u{8}\u{7F}"], [.key(.backspace), .key(.backspace)]),
        Line("Ctrl-A, Ctrl-Z", ["\u{1}\u{1A}"], [.key(.control("a")), .key(.control("z"))]),
        Line(
            "Ctrl-@, Ctrl-\\, Ctrl-_", ["\0\u{1C}\u{1F}"],
            [.key(.control("@")), .key(.control("\\")), .key(.control("_"))]),
    ]

    static let escaped: [Line] = [
        Line("Esc alone", ["\u{1B}"], [.key(.escape)]),
        Line("Esc, later a letter", ["\u{1B}", "x"], [.key(.escape), .key(.character("x"))]),
        Line("Alt-b", ["\u{1B}b"], [.key(.alt("b"))]),
        Line("Alt-é", ["\u{1B}é"], [.key(.alt("é"))]),
        Line("Alt-Backspace", ["\u{1B}\u{7F}"], [.key(.control("w"))]),
        Line("Esc twice", ["\u{1B}\u{1B}"], [.key(.escape), .key(.escape)]),
        Line("Alt-O", ["\u{1B}O"], [.key(.alt("O"))]),
        Line(
            "arrows", ["\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD"],
            [.key(.up), .key(.down), .key(.right), .key(.left)]),
        Line("an arrow in three reads", ["\u{1B}[", "1;", "2A"], [.key(.up)]),
        Line(
            "Home and End", ["\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}OF\u{1B}[4~\u{1B}[8~"],
            [.key(.home), .key(.home), .key(.home), .key(.end), .key(.end), .key(.end)]),
        Line(
            "the block", ["\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~"],
            [.key(.insert), .key(.delete), .key(.pageUp), .key(.pageDown)]),
        Line("Shift-Tab", ["\u{1B}[Z"], [.key(.backTab)]),
        Line(
            "F keys", ["\u{1B}OP\u{1B}[12~\u{1B}[[C\u{1B}[17~\u{1B}[24~\u{1B}[1;2S"],
            [1, 2, 3, 6, 12, 4].map { .key(.function($0)) }),
        Line(
            "words", ["\u{1B}[1;5D\u{1B}[1;3C\u{1B}[1;2C"], [.key(.alt("b")), .key(.alt("f")), .key(.right)]),
        Line(
            "number block", ["\u{1B}Op\u{1B}Oy\u{1B}OM"],
            [.key(.character("0")), .key(.character("9")), .key(.enter)]),
        Line(
            "reports that nobody asked for", ["\u{1B}[I\u{1B}[?1;2c\u{1B}[12;40R\u{1B}[99~x"],
            [.key(.character("x"))]),
        Line(
            "a sequence longer than any key's", ["\u{1B}[" + String(repeating: "1", count: 33) + "~x"],
            [.key(.character("x"))]),
        Line(
            "a terminal's long list of what it can do",
            ["\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28;29cx"], [.key(.character("x"))]),
        Line(
            "a sequence without end", ["\u{1B}[" + String(repeating: "1", count: 33) + "\r"],
            [.key(.enter)]),
        Line("a sequence cut by Esc", ["\u{1B}[1\u{1B}"], [.key(.escape)]),
        Line(
            "keys of the description", inputs: [[.key(.up), .key(nil), .key(.function(1))]],
            [.key(.up), .key(.function(1))]),
        Line(
            "Alt with a key of the description", inputs: [[.byte(0x1B), .key(.backspace)]],
            [.key(.control("w"))]),
    ]

    static let reported: [Line] = [
        Line("a colour, up to BEL", ["\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}x"], [.key(.character("x"))]),
        Line("a colour, up to ST", ["\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\x"], [.key(.character("x"))]),
        Line("a version", ["\u{1B}P>|tmux 3.3a\u{1B}\\x"], [.key(.character("x"))]),
        Line(
            "a title, an answer about pictures, and what is never sent",
            ["\u{1B}]lgrüße\u{1B}\\\u{1B}_Gi=1;OK\u{1B}\\\u{1B}Xa\u{1B}\\\u{1B}^b\u{1B}\\x"],
            [.key(.character("x"))]),
        Line(
            "a reply in pieces", ["\u{1B}]1", "1;rgb:1e1e/", "1e1e/1e1e\u{1B}", "\\x"],
            [.key(.character("x"))]),
        Line(
            "two replies, the first without its end", ["\u{1B}]1;a\u{1B}]2;b\u{7}x"], [.key(.character("x"))]),
        Line(
            "Ctrl-C, Enter, Backspace and an arrow free from a lost end",
            ["\u{1B}]1\u{3}", "\u{1B}]1\r", "\u{1B}]1\u{7F}", "\u{1B}]1\u{1B}[A", "\u{1B}]1\u{1B}OB"],
            [.key(.control("c")), .key(.enter), .key(.backspace), .key(.up), .key(.down)]),
        Line(
            "Esc frees from a lost end, and is the key when it is pressed again",
            ["\u{1B}]1", "\u{1B}", "x", "\u{1B}]1", "\u{1B}", "\u{1B}"],
            [.key(.character("x")), .key(.escape)]),
        Line(
            "Alt with the keys that begin strings",
            ["\u{1B}]", "\u{1B}P", "\u{1B}X", "\u{1B}^", "\u{1B}_", "x"],
            "]PX^_".map { .key(.alt($0)) } + [.key(.character("x"))]),
        Line(
            "a mouse: by numbers", ["\u{1B}[<0;10;10M\u{1B}[<0;10;10m\u{1B}[32;10;10Mx"],
            [.key(.character("x"))]),
        Line(
            "a mouse: by bytes", ["\u{1B}[M !!x", "\u{1B}[M", " !", "!y"], "xy".map { .key(.character($0)) }),
        Line("a mouse: by characters", ["\u{1B}[M é!x\u{1B}[M éüx"], "xx".map { .key(.character($0)) }),
        Line(
            "a mouse: bytes of far places, one of them a key of the description",
            inputs: [
                Array("\u{1B}[M ".utf8).map { .byte($0) } + [.byte(0xC4), .byte(0x21), .byte(0x78)],
                Array("\u{1B}[M ".utf8).map { .byte($0) } + [.byte(0), .byte(0x21), .byte(0x79)],
                Array("\u{1B}[M ".utf8).map { .byte($0) } + [.key(.backspace), .byte(0x21), .byte(0x7A)],
            ], "xyz".map { .key(.character($0)) }),
        Line(
            "a mouse: a last byte that may begin a character takes no key along",
            inputs: [
                Array("\u{1B}[M !".utf8).map { .byte($0) } + [.byte(0xC4)], [.byte(0x78)],
                Array("\u{1B}[M !".utf8).map { .byte($0) } + [
                    .byte(0xC4), .byte(0x1B), .byte(0x5B), .byte(0x41),
                ],
            ], [.key(.character("x")), .key(.up)]),
        Line("a mouse: cut by Ctrl-C", ["\u{1B}[M \u{3}"], [.key(.control("c"))]),
    ]

    static let pasted: [Line] = [
        Line("VB-14 whole", ["\u{1B}[200~pw \u{1B}[201~"], [.pasted(Secret("pw "))]),
        Line(
            "VB-14 split everywhere", "\u{1B}[200~pw\u{1B}[201~".map { String($0) }.joinedAfterEscape,
            [.pasted(Secret("pw"))]),
        Line(
            "VB-14 end split after Esc", ["\u{1B}[200~pw\u{1B}", "[201~x"],
            [.pasted(Secret("pw")), .key(.character("x"))]),
        Line(
            "VB-13 newlines stay inside", ["\u{1B}[200~a@b.c\nsecret\n\u{1B}[201~\r"],
            [.pasted(Secret("a@b.c\nsecret\n")), .key(.enter)]),
        Line(
            "controls stay inside", ["\u{1B}[200~a\u{3}b\u{1B}[Ac\u{1B}[201~"],
            [.pasted(Secret("a\u{3}b\u{1B}[Ac"))]),
        Line("Esc before the end", ["\u{1B}[200~a\u{1B}\u{1B}[201~"], [.pasted(Secret("a\u{1B}"))]),
        Line("empty", ["\u{1B}[200~\u{1B}[201~"], [.pasted(.empty)]),
        Line(
            "two", ["\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~"],
            [.pasted(Secret("a")), .pasted(Secret("b"))]),
        Line("a stray end", ["\u{1B}[201~x"], [.key(.character("x"))]),
        Line(
            "Ctrl-C frees from a lost end", ["\u{1B}[200~a", "\u{3}"],
            [.pasted(Secret("a")), .key(.control("c"))]),
        Line(
            "keys of the description inside",
            inputs: [
                Array("\u{1B}[200~a".utf8).map { .byte($0) } + [.key(.up)],
                Array("b\u{1B}[201~".utf8).map { .byte($0) },
            ], [.pasted(Secret("ab"))]),
    ]

    @Test(arguments: typed) func typing(_ line: Line) { #expect(Self.decode(line) == line.events) }
    @Test(arguments: escaped) func escapes(_ line: Line) { #expect(Self.decode(line) == line.events) }
    @Test("What answers another program types nothing", arguments: reported)
    func reports(_ line: Line) { #expect(Self.decode(line) == line.events) }
    @Test(arguments: pasted) func pastes(_ line: Line) { #expect(Self.decode(line) == line.events) }

    @Test("VB-30 a paste beyond the limit keeps what came before, by whole characters")
    func limit() throws {
        let letters = String(repeating: "x", count: PasteBuffer.limit - 1)
        var decoder = KeyDecoder()
        let sent = Array("\u{1B}[200~\(letters)éé\u{1B}[201~y".utf8)
        let events = decoder.decode(sent.map { .byte($0) })
        #expect(events == [.pasted(Secret(letters)), .key(.character("y"))])
    }
}

extension [String] {
    /// One batch a character, but for the first two: a lone Esc would be the key.
    fileprivate var joinedAfterEscape: [String] {
        guard count > 2 else { return self }
        return [self[0] + self[1]] + dropFirst(2)
    }
}
