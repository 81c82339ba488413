import Screens
import Testing

struct PainterTests {
    @Test(
        "VB-03 label, field and error never share a row", arguments: [Size(columns: 80, rows: 24), .minimum])
    func rows(size: Size) throws {
        let lines = Paint.painter(size).paint(Drawn.smallRefusal).text.split(
            separator: "\n", omittingEmptySubsequences: false)
        func row(_ text: String) throws -> Int { try #require(lines.firstIndex { $0.contains(text) }) }
        let label = try row("Password")
        let field = try row("▌")
        let error = try row("✗ That email")
        #expect(field == label + 1)
        #expect(error > field)
        #expect(try row("[ Sign in ]") > error)
    }

    @Test("the cursor stands behind what is typed, by columns")
    func cursor() {
        let painter = Paint.painter(Size(columns: 80, rows: 24))
        func column(_ value: String, _ cursor: Int) -> Int? {
            var screen = Drawn.signIn()
            screen.elements[0] = .field(.init(id: .email, label: "Email", value: value, cursor: cursor))
            return painter.paint(screen).cursor?.column
        }
        // Border, blank and focus bar come first.
        let start = 10 + 3
        #expect(column("", 0) == start)
        #expect(column("ada", 3) == start + 3)
        // VB-09
        #expect(column("한글中文ABC", 7) == start + 11)
        #expect(column("한글中文ABC", 2) == start + 4)
        #expect(column("e\u{301}x", 1) == start + 1)
        #expect(column("👩‍👧x", 1) == start + 4, "joined emoji are drawn side by side")
        #expect(column(String(repeating: "x", count: 300), 300) == start + 54)
    }

    @Test("a long value scrolls by whole characters and keeps the cursor in view", arguments: 0...60)
    func scrolling(cursor: Int) throws {
        let value = String(repeating: "한a", count: 30)
        var screen = Drawn.signIn()
        screen.elements[0] = .field(.init(id: .email, label: "Email", value: value, cursor: cursor))
        let frame = Paint.painter(.minimum).paint(screen)
        let position = try #require(frame.cursor)
        let row = frame.rows[position.row]
        var column = 0
        var under: Character?
        for character in row.runs.map(\.text).joined() {
            if column == position.column { under = character }
            column += CharacterWidth.of(character)
        }
        #expect(column == 40)
        #expect(under == (cursor == 60 ? " " : cursor.isMultiple(of: 2) ? "한" : "a"))
    }

    @Test("a masked value shows at most the field's width, and its own length nowhere")
    func masked() {
        func frame(_ count: Int) -> Frame {
            var screen = Drawn.signIn(cursor: false)
            screen.elements[2] = .field(
                .init(
                    id: .password, label: "Password", value: String(repeating: "•", count: count),
                    cursor: count,
                    isSecret: true))
            return Paint.painter(.minimum).paint(screen)
        }
        #expect(frame(35) != frame(34))
        #expect(frame(36) == frame(256))
    }

    @Test("nothing moves when work begins, and nothing shows before its spinner")
    func busy() {
        let painter = Paint.painter(Size(columns: 80, rows: 24))
        let idle = painter.paint(Drawn.signIn(cursor: false))
        var early = Drawn.busy(phase: nil)
        early.keys = Drawn.signIn().keys
        #expect(painter.paint(early) == idle)
        let working = painter.paint(Drawn.busy(phase: 0))
        #expect(working.rowsChanged(since: idle).map(\.index) == [14, 16, 17, 23])
        let ticked = painter.paint(Drawn.busy(phase: 1))
        #expect(ticked.rowsChanged(since: working).map(\.index) == [14])
        let long = painter.paint(Drawn.busy(phase: 1, detail: "Still waiting for contoso.ciamlogin.com…"))
        #expect(long.rowsChanged(since: ticked).map(\.index) == [16])
    }

    @Test("the focused action is reversed, and the cursor stands on it")
    func focus() {
        var screen = Drawn.signIn(cursor: false)
        screen.elements[4] = .actions([
            .init(id: .submit, label: "Sign in", isDefault: true),
            .init(id: .emailCode, label: "Use an email code", isFocused: true),
        ])
        let frame = Paint.painter(Size(columns: 80, rows: 24)).paint(screen)
        #expect(frame.rows[14].runs.filter(\.style.isReversed).map(\.text) == ["Use an email code"])
        #expect(frame.cursor == Frame.Position(row: 14, column: 28))
    }

    @Test("the focused field of a tall form is in view with its label and message", arguments: 0..<9)
    func tall(focus: Int) throws {
        for size in [Size.minimum, Size(columns: 80, rows: 14), Size(columns: 80, rows: 24)] {
            let frame = Paint.painter(size).paint(Drawn.details(focus: focus, count: 9))
            let position = try #require(frame.cursor)
            let labels = [
                "Display name", "City", "Postal code", "Loyalty", "Street", "Job", "Country", "Given",
                "Surname",
            ]
            let lines = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[position.row - 1].contains(labels[focus]))
            #expect(lines[position.row].contains("▌"))
            #expect(lines[position.row + 1].contains("✗") == (1...2).contains(focus))
            #expect(position.row + 1 < size.rows - 2)
        }
    }

    @Test("VB-58 address and code stay in view though the focus is far below them", arguments: 12...24)
    func codeInView(rows: Int) {
        var screen = Drawn.device
        screen.elements[13] = .actions([
            .init(id: .showQR, label: "Show QR", isDefault: true),
            .init(id: .printPlainly, label: "Print plainly", isFocused: true),
        ])
        for columns in [40, 60, 80] {
            let text = Paint.painter(Size(columns: columns, rows: rows)).paint(screen).text
            #expect(text.contains("WDJB-MJHT"), "\(columns)×\(rows)")
            #expect(text.contains("oauth2/deviceauth"))
            #expect(text.contains("Print plainly"))
        }
    }

    @Test("hidden lines are counted at the edges")
    func counts() {
        let texts = (1...20).map { Screen.Element.text("line \($0)") }
        let screen = Screen(title: "Help", header: Drawn.header, elements: texts, keys: [])
        let text = Paint.painter(.minimum).paint(screen).text
        #expect(text.contains("line 8 ") && !text.contains("line 9 "))
        #expect(text.contains("▼ 12 more") && !text.contains("▲"))
    }

    @Test(
        "a page is scrolled by elements, and no further than its end",
        arguments: [(0, 1), (3, 4), (12, 13), (99, 13)])
    func scroll(elements: Int, first: Int) throws {
        let texts = (1...20).map { Screen.Element.text("line \($0)") }
        let back = Screen.Element.actions([.init(id: .back, label: "Back", isDefault: true, isFocused: true)])
        let screen = Screen(
            title: "Help", header: Drawn.header, elements: texts + [back], keys: [], scroll: elements)
        let lines = Paint.painter(.minimum).paint(screen).text.split(separator: "\n")
        #expect(lines[2].contains("line \(elements > 12 ? 14 : first) "))
    }

    @Test("a role becomes a look, and without colours only its attributes stay")
    func theme() {
        let colored = Paint.theme(colors: 8)
        #expect(colored[Style(.error, bold: true)] == Theme.Look(foreground: .red, isBold: true))
        #expect(colored[Style(.dim)] == Theme.Look())
        #expect(Paint.theme(colors: 256)[Style(.dim)].isDim)
        #expect(colored[Style(.qrDark)] == Theme.Look(foreground: .white, background: .black))
        let plain = Paint.theme(colors: 0)
        #expect(!plain.hasColors)
        #expect(plain[Style(.error, underlined: true)] == Theme.Look(isUnderlined: true))
    }
}
