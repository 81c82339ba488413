import Glibc
import Screens
import Testing
import Wire

@testable import Terminal

/// The full screen on a terminal whose other end is ours. ncurses has one of everything: one test at a time.
@MainActor @Suite(.serialized) struct CursesFrontEndTests {
    /// `reading` is what the terminal receives; `writing` is the program's side of it.
    let terminal: Ends
    private var keyboard: Int32 { terminal.reading }

    init() throws {
        var ours: Int32 = -1
        var theirs: Int32 = -1
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ours, &theirs, nil, nil, &size) == 0)
        terminal = Ends(ours, theirs)
    }

    private func open(
        _ name: String = "xterm-256color", isUTF8: Bool = true
    ) throws -> CursesFrontEnd {
        try CursesFrontEnd(
            terminal: name, input: terminal.writing, output: terminal.writing,
            options: .init(
                strings: Words.english, theme: Array("accent = cyan\nerror = red\n".utf8), usesColor: true,
                isUTF8: isUTF8, isRemote: false))
    }

    private func type(_ text: String) { FileDescriptorWriter.write(text, to: keyboard) }

    private func modes() throws -> [UInt32] {
        var modes = termios()
        try #require(tcgetattr(terminal.writing, &modes) == 0)
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    }

    private static func screen(_ value: String = "", secret: Bool = false) -> Screen {
        Screen(
            title: "Sign in", header: .init(left: "Contoso", right: "vestibule"),
            elements: [
                .field(.init(id: .email, label: "Email", value: value, cursor: value.count, isSecret: secret))
            ],
            keys: [.init("Esc", "leave")])
    }

    @Test("VB-17 the modes come back, the main screen and the cursor too")
    func opensAndCloses() throws {
        let before = try modes()
        let front = try open()
        #expect(front.events() == [.resized(Size(columns: 80, rows: 24))])
        front.show(Self.screen())
        #expect(try modes() != before)
        let opened = terminal.text()
        #expect(opened.contains("\u{1B}[?1049h") && opened.contains("\u{1B}[?2004h"))
        #expect(opened.contains("Sign in") && opened.contains("Contoso"))
        front.close()
        front.close()
        #expect(try modes() == before)
        let closed = terminal.text()
        #expect(closed.contains("\u{1B}[?1049l") && closed.contains("\u{1B}[?2004l"))
        #expect(front.descriptor == nil && front.events().isEmpty)
    }

    @Test("a typed character costs its own bytes")
    func economy() throws {
        let front = try open()
        defer { front.close() }
        _ = front.events()
        front.show(Self.screen("ad"))
        _ = terminal.text()
        front.show(Self.screen("ada"))
        #expect(terminal.text() == "a")
        front.show(Self.screen("ada漢"))
        #expect(terminal.text() == "漢")
        front.show(Self.screen("ada漢"))
        #expect(terminal.text() == "")
    }

    @Test("keys and pastes arrive as what they mean")
    func keys() throws {
        let front = try open()
        defer { front.close() }
        _ = front.events()
        type("a\u{1B}OA\u{1B}[B\u{1B}[200~p\nw\u{1B}[201~é\u{1B}OP\u{7F}\u{1}")
        #expect(
            front.events() == [
                .key(.character("a")), .key(.up), .key(.down), .pasted(Secret("p\nw")), .key(.character("é")),
                .key(.function(1)), .key(.backspace), .key(.control("a")),
            ])
        type("\u{1B}")
        #expect(front.events() == [.key(.escape)])
        #expect(front.events().isEmpty)
    }

    @Test(
        "The number block types digits, and a mouse that was left on nothing",
        arguments: ["xterm-256color", "xterm", "putty", "vt100", "vt220", "rxvt", "screen", "tmux-256color"])
    func numberBlock(_ name: String) throws {
        let front = try open(name)
        defer { front.close() }
        _ = front.events()
        for reopened in [false, true] {
            if reopened { front.printPlainly([]) }
            if reopened { type("\n") }
            _ = front.events()
            front.show(Self.screen())
            type("pqrstuvwxylmn".map { "\u{1B}O\($0)" }.joined() + "\u{1B}OM")
            #expect(front.events() == "0123456789,-.".map { .key(.character($0)) } + [.key(.enter)])
            type("\u{1B}[<0;10;10M\u{1B}[<0;10;10m\u{1B}[M !\u{7F}\u{1B}[M !!x")
            #expect(front.events() == [.key(.character("x"))])
            type("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}\u{1B}P>|tmux 3.3a\u{1B}\\y")
            #expect(front.events() == [.key(.character("y"))])
        }
    }

    @Test(
        "control characters arrive as such, whatever the terminal's description calls them",
        arguments: ["linux", "putty", "xterm-256color", "vt100", "vt220", "ansi", "screen", "tmux-256color"])
    func controls(_ name: String) throws {
        let front = try open(name)
        defer { front.close() }
        _ = front.events()
        front.show(Self.screen())
        let plain = (1...26).filter { ![8, 9, 10, 13].contains($0) }.compactMap(Unicode.Scalar.init)
        type(String(String.UnicodeScalarView(plain)))
        let letters = plain.compactMap { Unicode.Scalar($0.value | 0x60) }.map(Character.init)
        #expect(front.events() == letters.map { .key(.control($0)) })
    }

    @Test("VB-05 any size, down to one cell and back")
    func resizes() throws {
        let front = try open()
        defer { front.close() }
        _ = front.events()
        front.show(Self.screen("ada"))
        _ = terminal.text()
        for (columns, rows) in [(1, 1), (39, 12), (40, 12), (132, 50), (3, 60), (80, 24)]
            as [(UInt16, UInt16)]
        {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            #expect(ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0)
            #expect(front.events() == [.resized(Size(columns: Int(columns), rows: Int(rows)))])
            front.show(Self.screen("ada"))
            #expect(terminal.text().contains("ada") == (columns >= 40 && rows >= 12))
        }
    }

    @Test("VB-01 redrawing writes everything anew")
    func redraws() throws {
        let front = try open()
        defer { front.close() }
        _ = front.events()
        front.show(Self.screen("ada"))
        _ = terminal.text()
        front.redraw()
        front.show(Self.screen("ada"))
        let again = terminal.text()
        #expect(again.contains("Contoso") && again.contains("ada") && again.contains("leave"))
    }

    @Test("VB-18 what is written to the standard error meanwhile shows on the main screen, harmless")
    func keepsErrors() throws {
        let errors = dup(terminal.writing)
        try #require(errors >= 0)
        defer { Glibc.close(errors) }
        let front = try CursesFrontEnd(
            terminal: "xterm-256color", input: terminal.writing, output: terminal.writing, errors: errors,
            options: .init(strings: Words.english, theme: [], usesColor: false, isUTF8: true, isRemote: false)
        )
        _ = front.events()
        front.show(Self.screen("ada"))
        FileDescriptorWriter.write("Fatal error: é\u{1B}]0;x\u{7}\n", to: errors)
        #expect(!terminal.text().contains("Fatal error"))
        front.printPlainly(["plain"])
        #expect(terminal.text().contains("plain"))
        front.close()
        let closed = terminal.text()
        #expect(closed.hasSuffix("Fatal error: é?]0;x?\r\n"))
        FileDescriptorWriter.write("after", to: errors)
        #expect(terminal.text() == "after")
    }

    @Test("plain lines are ASCII where the locale is")
    func printsASCII() throws {
        let front = try open(isUTF8: false)
        defer { front.close() }
        _ = front.events()
        front.printPlainly(["one … two é"])
        #expect(terminal.text().contains("one ... two ?\r\n"))
    }

    @Test("VB-55 plain lines outside the full screen, until Enter")
    func printsPlainly() throws {
        let before = try modes()
        let front = try open()
        defer { front.close() }
        _ = front.events()
        front.show(Self.screen("ada"))
        _ = terminal.text()
        let address = "https://example.com/" + String(repeating: "x", count: 100)
        front.printPlainly([address, "ABCD-EFGH"])
        let printed = terminal.text()
        #expect(printed.contains("\u{1B}[?1049l"))
        #expect(printed.contains(address + "\r\nABCD-EFGH\r\n\r\nPress Enter to come back.\r\n"))
        #expect(try modes() == before)
        front.show(Self.screen("ada l"))
        #expect(terminal.text() == "", "nothing is painted over it")
        type("x\n")
        #expect(front.events().isEmpty)
        let back = terminal.text()
        #expect(back.contains("\u{1B}[?1049h") && back.contains("ada l"))
        #expect(try modes() != before)
    }

    /// What was turned on in `text` and not off again: by numbers of DEC's modes, of those that outlive a program.
    private static func left(on text: String) -> Set<String> {
        var modes: Set<String> = []
        for part in text.split(separator: "\u{1B}[?", omittingEmptySubsequences: false).dropFirst() {
            let number = part.prefix { $0.isNumber }
            guard ["1", "1049", "2004"].contains(number) else { continue }
            switch part.dropFirst(number.count).first {
            case "h": modes.insert(String(number))
            case "l": modes.remove(String(number))
            default: break
            }
        }
        return modes
    }

    @Test("VB-17 what was turned on is off in the end, whatever was read, printed or continued before")
    func modesEnd() throws {
        let endings: [(CursesFrontEnd) -> Void] = [
            { _ in },
            { front in
                front.printPlainly(["ABCD-EFGH"])
                self.type("x")
                _ = front.events()
            },
            { front in
                front.printPlainly(["ABCD-EFGH"])
                self.type("\n")
                _ = front.events()
            },
            { front in
                SignalsTests.unblocked { raise(SIGCONT) }
                _ = front.events()
            },
            { front in
                front.printPlainly(["ABCD-EFGH"])
                SignalsTests.unblocked { raise(SIGCONT) }
                #expect(front.events() == [.resumed])
            },
        ]
        _ = try #require(Signals())
        let before = try modes()
        for ending in endings {
            let front = try open()
            _ = front.events()
            front.show(Self.screen("ada"))
            let opened = terminal.text()
            #expect(Self.left(on: opened) == ["1", "1049", "2004"])
            ending(front)
            front.close()
            #expect(Self.left(on: opened + terminal.text()) == [])
            #expect(try modes() == before)
        }
    }

    @Test("VB-55 the plain lines stand there again after a stop")
    func printsPlainlyAgain() throws {
        _ = try #require(Signals())
        let front = try open()
        defer { front.close() }
        _ = front.events()
        front.show(Self.screen("ada"))
        front.printPlainly(["ABCD-EFGH"])
        _ = terminal.text()
        SignalsTests.unblocked { raise(SIGCONT) }
        #expect(front.events() == [.resumed])
        #expect(terminal.text() == "ABCD-EFGH\r\n\r\nPress Enter to come back.\r\n")
    }

    @Test("What was typed is cleared away where there is no second screen", arguments: ["vt100", "linux"])
    func clears(_ name: String) throws {
        for gives in [{ $0.close() }, { $0.printPlainly([]) }] as [(CursesFrontEnd) -> Void] {
            let front = try open(name)
            _ = front.events()
            front.show(Self.screen("Lovelace-1843"))
            _ = terminal.text()
            gives(front)
            #expect(terminal.text().contains("\u{1B}[H\u{1B}[J"))
            front.close()
        }
    }

    @Test("VB-19 a terminal that hangs up ends the program and is not polled again")
    func hangsUp() throws {
        let front = try open()
        _ = front.events()
        terminal.closeReading()
        #expect(front.events() == [.endRequested])
        #expect(front.descriptor == nil && front.events().isEmpty)
        front.close()
    }

    @Test("VB-07 terminals that can do no full screen", arguments: ["", "dumb", "nosuchterm"])
    func plainTerminals(_ name: String) throws {
        let before = try modes()
        let expected: CursesFrontEnd.Obstacle =
            name == "nosuchterm" ? .unknownTerminal(name) : .plainTerminal(name)
        #expect(throws: expected) { try open(name) }
        #expect(try modes() == before)
        #expect(terminal.text() == "")
    }

    @Test(
        "VB-08 a modern terminal without a description",
        arguments: ["xterm-ghostty", "xterm-kitty", "foot-extra"])
    func modernTerminals(_ name: String) throws {
        let front = try open(name)
        _ = front.events()
        front.show(Self.screen())
        #expect(terminal.text().contains("\u{1B}[?1049h"))
        front.close()
    }

    @Test(
        "other terminals", arguments: ["linux", "vt100", "vt220", "ansi", "screen", "tmux-256color", "xterm"])
    func otherTerminals(_ name: String) throws {
        let before = try modes()
        let front = try open(name)
        _ = front.events()
        front.show(Self.screen("ada"))
        #expect(terminal.text().contains("ada"))
        front.close()
        #expect(try modes() == before)
    }
}
