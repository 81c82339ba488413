import Screens
import Testing
import Wire

@Suite struct DraftTests {
    struct Editing: Sendable, CustomTestStringConvertible {
        var name: String
        var start: String
        var edits: [Edit]
        var text: String
        var cursor: Int
        var testDescription: String { name }

        static let all = [
            Self(
                name: "left, backspace", start: "abc", edits: [.left, .deleteBackward], text: "ac", cursor: 1),
            Self(name: "delete at the end", start: "abc", edits: [.deleteForward], text: "abc", cursor: 3),
            Self(
                name: "backspace at the start", start: "abc", edits: [.home, .deleteBackward], text: "abc",
                cursor: 0),
            Self(name: "home, delete", start: "abc", edits: [.home, .deleteForward], text: "bc", cursor: 0),
            Self(name: "to the start", start: "abc", edits: [.left, .deleteToStart], text: "c", cursor: 0),
            Self(
                name: "to the end", start: "abc", edits: [.home, .right, .deleteToEnd], text: "a", cursor: 1),
            Self(name: "a word", start: "ab cd  ", edits: [.deleteWord], text: "ab ", cursor: 3),
            Self(
                name: "words back", start: "ab cd", edits: [.wordLeft, .wordLeft], text: "ab cd", cursor: 0),
            Self(name: "a word on", start: "ab cd", edits: [.home, .wordRight], text: "ab cd", cursor: 2),
            Self(
                name: "past both ends", start: "a", edits: [.left, .left, .right, .right], text: "a",
                cursor: 1),
            Self(
                name: "VB-09 wide characters", start: "한글中文ABC", edits: [.left, .deleteBackward],
                text: "한글中文AC", cursor: 5),
            Self(name: "a family is one", start: "a👨‍👩‍👧", edits: [.deleteBackward], text: "a", cursor: 1),
            Self(name: "a flag is one", start: "🇸🇪🇫🇮", edits: [.deleteBackward], text: "🇸🇪", cursor: 1),
        ]
    }

    @Test(arguments: Editing.all) func edits(_ row: Editing) {
        var draft = Draft(.text, row.start)
        for edit in row.edits { draft.edit(edit) }
        #expect(String(draft.exposed) == row.text)
        #expect(draft.cursor == row.cursor)
    }

    @Test("A word of a secret is all of it: where its spaces are does not show")
    func secretWords() {
        var draft = Draft(.secret, "two words")
        draft.edit(.wordLeft)
        #expect(draft.cursor == 0)
        draft.edit(.end)
        draft.edit(.deleteWord)
        #expect(draft.isEmpty)
    }

    @Test(
        "VB-10 composed and decomposed text stay as typed", arguments: ["\u{E9}", "e\u{301}", "ä", "ö", "ü"])
    func unchanged(_ text: String) {
        for kind in [Draft.Kind.text, .secret] {
            var typed = Draft(kind)
            for scalar in text.unicodeScalars { _ = typed.insert(Secret(String(scalar))) }
            #expect(typed.count == 1)
            #expect(typed.value.withExposed { $0 } == Array(text.utf8))
            typed.edit(.deleteBackward)
            #expect(typed.isEmpty)
        }
    }

    struct Paste: Sendable, CustomTestStringConvertible {
        var kind: Draft.Kind
        var pasted: String
        var text: String
        var insertion: Draft.Insertion
        var testDescription: String { pasted.debugDescription }

        static let all = [
            Self(kind: .secret, pasted: "secret\n", text: "secret", insertion: .whole),
            Self(kind: .secret, pasted: "secret\r\n\n", text: "secret", insertion: .whole),
            Self(kind: .text, pasted: "a@b.c\nsecret\n", text: "a@b.c", insertion: .firstLine),
            Self(kind: .text, pasted: "\n a@b.c", text: " a@b.c", insertion: .whole),
            Self(kind: .text, pasted: "a\u{1B}[31mb", text: "a[31mb", insertion: .filtered),
            Self(kind: .secret, pasted: "a\u{200B}b", text: "a\u{200B}b", insertion: .whole),
            Self(kind: .text, pasted: "\u{FEFF}a@b.c\u{200B}", text: "a@b.c", insertion: .unseenLeftOut),
            Self(kind: .text, pasted: "\u{202E}a\u{E0041}", text: "a", insertion: .unseenLeftOut),
            Self(kind: .text, pasted: "\u{FEFF}a\u{1}\u{200B}", text: "a", insertion: .filtered),
            Self(kind: .text, pasted: "می\u{200C}خواهم", text: "می\u{200C}خواهم", insertion: .whole),
            Self(kind: .digits, pasted: " 123 456", text: "123456", insertion: .whole),
            Self(kind: .digits, pasted: "123-456\n", text: "123456", insertion: .whole),
            Self(kind: .digits, pasted: "123\u{2013}456\u{A0}", text: "123456", insertion: .whole),
            Self(kind: .digits, pasted: "１２３４５６", text: "123456", insertion: .whole),
            Self(kind: .digits, pasted: "٠١٢٣٤٥", text: "012345", insertion: .whole),
            Self(kind: .digits, pasted: "012345", text: "012345", insertion: .whole),
            Self(kind: .digits, pasted: "12a4", text: "124", insertion: .filtered),
        ]
    }

    @Test("VB-13, VB-41, VB-42 pastes", arguments: Paste.all)
    func pastes(_ row: Paste) {
        var draft = Draft(row.kind)
        #expect(draft.insert(Secret(row.pasted)) == row.insertion)
        #expect(draft.value.exposedAsString() == row.text)
    }

    @Test("A paste into the middle keeps what stands around it")
    func middle() {
        var draft = Draft(.text, "ad")
        draft.edit(.left)
        #expect(draft.insert(Secret("bc\n")) == .whole)
        #expect(String(draft.exposed) == "abcd")
        #expect(draft.cursor == 3)
        var start = Draft(.text, "x")
        #expect(start.insert(Secret("\ny")) == .whole)
        #expect(String(start.exposed) == "xy")
    }

    @Test("VB-30 up to the limit everything is taken, beyond it nothing")
    func limits() {
        for count in [256, 1000, Draft.limit] {
            var draft = Draft(.secret)
            #expect(draft.insert(Secret(String(repeating: "x", count: count))) == .whole)
            #expect(draft.count == count)
        }
        var draft = Draft(.secret, "abc")
        #expect(draft.insert(Secret(String(repeating: "x", count: Draft.limit))) == .tooLong)
        #expect(draft.value == Secret("abc"))
        #expect(draft.insert(Secret("e" + String(repeating: "\u{301}", count: 5000))) == .tooLong)
    }

    @Test("A draft does not print what it holds")
    func description() {
        let draft = Draft(.secret, "canary")
        var dumped = ""
        dump(draft, to: &dumped)
        #expect(!dumped.contains("canary"))
        for character in "canry" { #expect(!"\(draft)".contains("\"\(character)\"")) }
    }

    @Test("Bytes that are no UTF-8 do not get in")
    func invalid() {
        var draft = Draft(.text)
        _ = draft.insert(Secret([0x61, 0xFF, 0xC3, 0x62]))
        #expect(String(draft.exposed) == "ab")
    }
}
