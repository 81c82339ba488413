import Screens
import Testing

/// Random screens at random sizes, the same in every run.
struct PainterPropertyTests {
    @Test("any screen fits any size: rows as wide as the terminal at most, whole characters, a border intact")
    func anything() {
        var random = Random(seed: 7)
        for _ in 0..<400 {
            let size = random.size()
            let screen = random.screen()
            let isUTF8 = Int.random(in: 0..<4, using: &random) > 0
            let painter = Paint.painter(
                size, isUTF8: isUTF8, qr: Bool.random(using: &random) ? Paint.qr(side: 33) : nil)
            let frame = painter.paint(screen)
            #expect(frame.rows.map(\.index) == Array(0..<size.rows))
            for row in frame.rows { check(row, size, isUTF8, screen) }
            if let cursor = frame.cursor {
                #expect((0..<size.rows).contains(cursor.row) && (0..<size.columns).contains(cursor.column))
            }
            guard size.columns >= 40, size.rows >= 12, !screen.qrView else { continue }
            let vertical: Character = isUTF8 ? "│" : "|"
            let left = (size.columns - min(60, size.columns)) / 2
            let right = left + min(60, size.columns) - 1
            guard screen.qrText == nil else { continue }
            for row in frame.rows {
                let cells = cells(row)
                guard cells.count > right, cells[left] == vertical else { continue }
                #expect(cells[right] == vertical, "\(frame.text)")
            }
        }
    }

    private func check(_ row: Row, _ size: Size, _ isUTF8: Bool, _ screen: Screen) {
        let text = row.runs.map(\.text).joined()
        let apart = row.runs.reduce(0) { $0 + CharacterWidth.of($1.text) }
        #expect(apart <= size.columns)
        #expect(apart == CharacterWidth.of(text), "no character is joined over the edge of a run")
        #expect(apart == text.unicodeScalars.reduce(0) { $0 + CharacterWidth.of(Character($1)) }, "\(text)")
        #expect(
            text.unicodeScalars.allSatisfy {
                ![.control, .format].contains($0.properties.generalCategory)
                    || [0x200C, 0x200D].contains($0.value)
            })
        if !isUTF8 { #expect(text.utf8.allSatisfy { $0 < 0x7F }) }
    }

    /// What stands in each column; a wide character stands in its first, nil in its second.
    private func cells(_ row: Row) -> [Character?] {
        row.runs.map(\.text).joined().reduce(into: []) { cells, character in
            guard CharacterWidth.of(character) > 0 else { return }
            cells.append(character)
            if CharacterWidth.of(character) == 2 { cells.append(nil) }
        }
    }
}

/// SplitMix64, so that a failure can be seen again.
private struct Random: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func size() -> Size {
        switch Int.random(in: 0..<10, using: &self) {
        case 0: Size(columns: .random(in: 1...500, using: &self), rows: .random(in: 1...200, using: &self))
        case 1: Size(columns: .random(in: 1...45, using: &self), rows: .random(in: 1...15, using: &self))
        default: Size(columns: .random(in: 40...140, using: &self), rows: .random(in: 12...60, using: &self))
        }
    }

    mutating func text(_ longest: Int) -> String {
        let parts = [
            "a", "word", " ", "  ", "한", "中文", "e\u{301}", "\u{301}", "👩‍👧", "👍🏽", "❤️", "🇩🇪", "\u{1B}[31m",
            "\u{202E}",
            "/", "\n", "\u{200D}", "ก็", "क्षि", "\u{FE0F}", "•", "https://", "…", "\u{1F3FD}", "1", "\u{1100}",
            "\u{1161}",
            "\u{9B}", "\u{1F1E9}", "averyveryverylongwordthatdoesnotfitanywhere", "\t",
        ]
        return (0..<Int.random(in: 0...longest, using: &self)).reduce(into: "") { text, _ in
            text += parts[Int.random(in: 0..<parts.count, using: &self)]
        }
    }

    mutating func actions() -> [Screen.ActionView] {
        (0..<Int.random(in: 1...5, using: &self)).map { index in
            Screen.ActionView(
                id: .help, label: text(5), isDefault: index == 0,
                isFocused: Bool.random(using: &self) && index == 1)
        }
    }

    mutating func element() -> Screen.Element {
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return .text(text(30), Style(.dim))
        case 1: return .notice(.init(Bool.random(using: &self) ? .error : .explanation, text(30)))
        case 2, 3:
            let value = text(40)
            return .field(
                .init(
                    id: .email, label: text(6), value: value,
                    cursor: Bool.random(using: &self) ? .random(in: 0...value.count, using: &self) : nil,
                    isSecret: Bool.random(using: &self), problem: Bool.random(using: &self) ? text(10) : nil,
                    hint: Bool.random(using: &self) ? text(6) : nil))
        case 4: return .menu(actions())
        case 5: return .actions(actions())
        case 6: return .code(text(12))
        case 7: return .address(text(40))
        case 8: return .fact(label: text(8), value: text(20))
        case 9: return .ends(text(10), text(10))
        case 10:
            return .progress(
                .init(
                    phase: Bool.random(using: &self) ? 3 : nil, verb: text(5), stop: text(3), detail: text(9))
            )
        default: return .gap
        }
    }

    mutating func screen() -> Screen {
        Screen(
            title: text(9), header: .init(left: text(12), right: text(12)),
            elements: (0..<Int.random(in: 0...14, using: &self)).map { _ in element() },
            keys: (0..<4).map { _ in Screen.KeyHint(text(2), text(4)) }, isBusy: Bool.random(using: &self),
            qrText: Bool.random(using: &self) ? "x" : nil, qrView: Bool.random(using: &self))
    }
}
