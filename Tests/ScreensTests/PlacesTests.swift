import AuthFlow
import Screens
import Testing
import Wire

@Suite struct PlacesTests {
    @Test("a demo says where its people are listed", arguments: [Person.large, Person.small])
    func samplePeople(_ size: Size) {
        for isDemo in [true, false] {
            var person = Person(.browse, size: size) { $0.isDemo = isDemo }
            if size == Person.small { person.press(.function(1)) }
            #expect(person.words.contains("vestibule demo --help") == isDemo)
        }
    }

    private func signedIn(_ change: (inout AppOptions) -> Void = { _ in }) throws -> Person {
        var person = Person(.browse) {
            $0.epoch = 1_800_000_000
            change(&$0)
        }
        person.press(.enter)
        person.submit()
        try person.reachPassword()
        try person.authenticate()
        return person
    }

    @Test("Welcome leads to every way, and Back leads there again")
    func welcome() throws {
        let person = Person(.browse)
        #expect(
            person.actions == [
                .signIn, .createAccount, .forgotPassword, .deviceCode, .help, .leave,
            ])
        for (index, title) in ["Sign in", "Create account", "Reset password", "Continue in your browser"]
            .enumerated()
        {
            var one = person
            for _ in 0..<index { one.press(.down) }
            let focus = one.focus
            one.press(.enter)
            #expect(one.screen.title == title)
            #expect(one.screen.keys.contains { $0 == Screen.KeyHint("Esc", "back") } || one.screen.isBusy)
            one.press(.escape)
            #expect(one.screen.title == "Welcome")
            #expect(one.focus == focus)
        }
    }

    @Test("Signed in while browsing: the account screen, with times as people say them")
    func account() throws {
        let person = try signedIn {
            $0.epoch = 1000 + 86_400; $0.utcOffset = 3600
        }
        #expect(person.screen.title == "Your account")
        #expect(person.screen.header.right == "ada@example.com")
        #expect(
            person.words.contains(
                "Ada Lovelace\nada@example.com\nSigned in\nyesterday 01:16, until about 02:16"))
        #expect(person.actions == [.switchAccount, .signOut, .help, .leave])
    }

    @Test("What comes from a token is cleaned")
    func cleanedNames() {
        var summary = AccountSummary(Person.tokens)
        summary.name = "Ada\u{1B}[2J\u{202E}"
        summary.username = "ada@\u{7}example.com"
        let person = Person(.browse) { $0.account = summary }
        #expect(person.words.hasPrefix("Ada\nada@example.com\n"))
        #expect(person.screen.header.right == "ada@example.com")
    }

    @Test("Signing out leads to Welcome")
    func signOut() throws {
        var person = try signedIn()
        person.press(.down, .enter)
        #expect(person.effects == [.account(.signOut)])
        #expect(person.screen.isBusy)
        person.press(.enter, .escape)
        #expect(person.effects.isEmpty)
        person.tell(.account(.signedOut))
        #expect(person.screen.title == "Welcome")
        #expect(person.screen.header.right == "vestibule")
        person.press(.escape)
        #expect(person.effects == [.exit(.cancelled)])
    }

    @Test("A sign-out that fails says so, and everything works again")
    func signOutFails() throws {
        var person = try signedIn()
        person.press(.down, .enter)
        person.tell(.account(.notSignedOut("disk\u{7} full")))
        #expect(person.screen.isBusy == false)
        #expect(person.notice == Screen.Notice(.error, "You are still signed in on this machine: disk full"))
        #expect(person.screen.header.right == "ada@example.com")
        person.press(.enter)
        #expect(person.effects == [.account(.signOut)])
        #expect(person.notice == nil)
        person.press(.control("c"))
        #expect(person.effects == [.exit(.left)])
    }

    @Test("Redrawing is an action of the help page")
    func redrawsFromHelp() throws {
        for var person in [Person(.browse), try signedIn()] {
            person.press(.function(1), .tab, .enter)
            #expect(person.effects == [.redraw])
            #expect(person.screen.title == "Help")
        }
    }

    @Test("However long a name is, the account's actions stay in reach")
    func longName() {
        let name = "A\u{2028}\u{1B}[31m" + String(repeating: "漢", count: 500)
        let summary = AccountSummary(name: name, username: name + "@b.c", signedInAt: 0, expiresAt: 0)
        let person = Person(.browse) { $0.account = summary }
        let widths = person.screen.elements.compactMap { element in
            if case .text(let text, _) = element { CharacterWidth.of(text) } else { nil }
        }
        #expect(widths.count == 2)
        #expect(widths.allSatisfy { $0 <= 120 })
    }

    @Test("Switching signs in anew; Back leaves the account as it is")
    func switchAccount() throws {
        var person = try signedIn()
        person.press(.enter)
        #expect(person.screen.title == "Sign in")
        #expect(person.field(.email)?.value == "")
        person.press(.escape)
        #expect(person.screen.title == "Your account")
        person.press(.escape)
        #expect(person.effects == [.exit(.left)])
    }

    @Test("Tokens that could not be kept are mentioned, calmly")
    func notKept() throws {
        var person = try signedIn()
        person.tell(.account(.notKept("disk\u{1B} full")))
        #expect(person.notice?.kind == .explanation)
        #expect(person.notice?.text.contains("disk") == true)
        #expect(person.notice?.text.contains("\u{1B}") == false)
    }

    // MARK: - Help and mailbox

    @Test("Help says what the screen is for, scrolls, and leaves it as it was")
    func help() {
        var person = Person(size: Person.small)
        person.type("ada")
        let before = person.screen
        person.press(.function(1))
        #expect(person.screen.title == "Help")
        #expect(person.words.contains("Ctrl-T\nshow the password until the next key"))
        #expect(!person.words.contains("F2"))
        person.type("nottyped")
        person.press(.down, .down)
        #expect(person.screen.scroll == 2)
        person.press(.pageUp)
        #expect(person.screen.scroll == 0)
        person.press(.end, .down)
        #expect(person.screen.scroll == person.screen.elements.count - 1)
        person.press(.escape)
        #expect(person.screen == before)
    }

    @Test("F2 opens the mailbox in the demo, and only there")
    func mailbox() throws {
        var person = Person()
        person.press(.function(2))
        #expect(person.effects.isEmpty)
        #expect(person.screen.title == "Sign in")

        var demo = Person {
            $0.isDemo = true; $0.epoch = 7
        }
        demo.type("gr")
        let before = demo.screen
        demo.press(.function(2))
        #expect(demo.effects == [.readMailbox])
        #expect(demo.screen.title == "Demo mailbox")
        #expect(demo.screen.header.left == "Contoso (demo)")
        demo.tell(.mailbox(.received([])))
        #expect(demo.words.contains("No messages yet."))
        let mail = Mail(
            to: "grace@example.com", channel: "email", code: "01234567", purpose: "signIn", at: 3660)
        demo.tell(.mailbox(.received([mail])))
        #expect(demo.words.contains("01:01  Sign-in code for grace@example.com\n01234567"))
        demo.type("r")
        #expect(demo.effects == [.readMailbox])
        demo.tell(.mailbox(.unreachable))
        #expect(demo.notice?.kind == .error)
        demo.press(.escape)
        #expect(demo.screen == before)
        demo.tell(.mailbox(.received([mail])))
        #expect(demo.screen == before)
    }

    @Test("F1 in the mailbox lists the mailbox's keys, and leads back to it")
    func helpOverMailbox() throws {
        var demo = Person(.browse) { $0.isDemo = true }
        demo.press(.function(2))
        demo.tell(.mailbox(.received([])))
        demo.press(.function(1), .function(1))
        #expect(demo.screen.title == "Help")
        #expect(demo.words.contains("refresh") && !demo.words.contains("Sample people"))
        demo.press(.escape)
        #expect(demo.screen.title == "Demo mailbox")
        #expect(demo.effects == [.readMailbox])
        demo.press(.escape)
        #expect(demo.screen.title == "Welcome")
    }

    @Test("A device code goes on under the help page")
    func helpOverDevice() throws {
        var person = Person(.deviceCode)
        try person.reachDeviceCode()
        person.press(.function(1))
        person.now += .seconds(5)
        try person.fireTimer()
        #expect(person.screen.title == "Help")
        try person.refuse(WireError(status: 400, error: "authorization_pending"))
        person.press(.escape)
        #expect(person.screen.elements.contains(.code("WDJB-MJHT")))
    }
}
