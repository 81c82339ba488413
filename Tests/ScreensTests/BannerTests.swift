import AuthFlow
import Screens
import Testing
import Wire

/// What an administrator puts over the form, and what this machine knows of its network.
@Suite struct BannerTests {
    /// As an `/etc/issue` may be: colours, getty's codes, a bell, and far too long.
    static let issue =
        [
            "", "\u{1B}[1;32mDebian\u{1B}[0m \\n \\l \\S{PRETTY_NAME} \\e{red}\u{7}Staff only\u{202E}",
            "C:\\\\",
        ]
        + (3..<40).map { "Line \($0) " + String(repeating: "long ", count: 40) }

    @Test(
        "VB-04 a long, coloured banner is clipped to its space, and the form stays whole",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 132, rows: 50), .minimum])
    func clipped(_ size: Size) {
        let bare = Person(size: size)
        let person = Person(size: size) { $0.banner = Self.issue }
        let (with, without) = (rows(person, size), rows(bare, size))
        // Every row that held something holds the same: only rows that were empty are used.
        for (new, old) in zip(with, without) where !old.allSatisfy(\.isWhitespace) { #expect(new == old) }
        let added = zip(with, without).filter { $0 != $1 }.map(\.0)
        #expect(
            with.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\u{7}") && !$0.contains("\u{202E}") })
        if size == .minimum {
            #expect(with == without)
        } else {
            #expect(added.first == " Debian    Staff only")
            #expect(added.dropFirst().first == " C:\\")
            #expect(added.count >= 3 && added.allSatisfy { $0.count <= size.columns })
        }
    }

    @Test(
        "VB-69 offline: a calm line on the first screens until something answers, and nothing is asked for it"
    )
    func offline() throws {
        for mode in [AppOptions.Mode.browse, .login] {
            var person = Person(mode) { $0.isOffline = true }
            #expect(notices(person) == [.explanation])
            #expect(person.sent.isEmpty)
            if mode == .browse { person.press(.enter) }
            #expect(notices(person) == [.explanation])
            person.submit()
            try person.fail(.unreachable(.unreachable(host: "contoso.ciamlogin.com")))
            #expect(notices(person) == [.error])
            person.press(.enter)
            try person.reachPassword()
            try person.refuse(Person.wrongPassword)
            person.type("x")
            #expect(!notices(person).contains(.explanation))
        }
        #expect(notices(Person()).isEmpty)
    }

    private func notices(_ person: Person) -> [Screen.Notice.Kind] {
        Screen(person.state, Person.english).elements.compactMap {
            if case .notice(let notice) = $0 { notice.kind } else { nil }
        }
    }

    private func rows(_ person: Person, _ size: Size) -> [String] {
        let painter = Painter(
            theme: Theme([], colors: 0), strings: Person.english, size: size, isUTF8: true)
        let text = painter.paint(Screen(person.state, Person.english)).text
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
