import AuthFlow
import Screens
import Testing
import Wire

@Suite struct SignInScreenTests {
    @Test("It looks as drawn: address, password, and the other ways")
    func picture() {
        let person = Person()
        #expect(person.screen.title == "Sign in")
        #expect(person.focus == "Email")
        #expect(
            person.actions == [
                .submit, .emailCode, .createAccount, .forgotPassword, .deviceCode, .more,
            ])
        #expect(person.screen.keys.map(\.key) == ["Tab", "Enter", "Ctrl-T", "Esc", "F1"])
        #expect(person.screen.header == Screen.Header(left: "Contoso", right: "vestibule"))
    }

    @Test("At 40×12 the rest waits behind More…")
    func small() {
        var person = Person(size: Person.small)
        #expect(person.actions == [.submit, .emailCode, .more])
        person.press(.tab, .tab, .tab, .tab, .enter)
        #expect(person.actions.prefix(4) == [.createAccount, .forgotPassword, .deviceCode, .showSecret])
        person.press(.escape)
        #expect(person.focus == "More…")
    }

    @Test("VB-34, VB-40 nothing is asked of the service before a submission, and once for one")
    func silence() {
        var person = Person(username: "ada@example.com")
        #expect(person.focus == "Password")
        person.press(.backTab)
        person.type("abc")
        person.press(.backspace, .up, .down, .function(1), .escape, .tab)
        #expect(person.focus == "Password")
        person.press(.enter)
        #expect(person.sent.isEmpty)
        person.press(.backTab, .backspace, .backspace, .tab)
        person.paste("x")
        #expect(person.sent.isEmpty)
        person.press(.enter)
        #expect(person.sent == [.initiate(username: "ada@example.com")])
    }

    @Test(
        "VB-38 one @ with text around it; the service decides the rest",
        arguments: [
            ("a+b@x.energy", true), ("a@b", true), ("ü@bücher.example", true), (" a@b.c ", true),
            (String(repeating: "a", count: 242) + "@example.com", true), ("a@@b", false), ("@b", false),
            ("a@", false), ("ab", false), ("a b@c", false), ("a@b@c", false),
        ])
    func addresses(_ address: String, _ isSent: Bool) {
        var person = Person()
        person.submit(address, "x")
        #expect(person.sent.count == (isSent ? 1 : 0))
        #expect((person.field(.email)?.problem == nil) == isSent)
        #expect(person.focus == (isSent ? nil : "Email"))
    }

    @Test("VB-35 Enter on an empty password sends nothing and says so")
    func emptyPassword() {
        var person = Person()
        person.type("ada@example.com")
        person.press(.tab)
        for _ in 1...5 { person.press(.enter) }
        #expect(person.sent.isEmpty)
        #expect(person.field(.password)?.problem == "Enter your password.")
        person.type("x")
        #expect(person.field(.password)?.problem == nil)
    }

    @Test("VB-35 in plain mode an empty password is the wish for a code")
    func plainEmptyPassword() {
        var person = Person { $0.isPlain = true }
        person.tell(.filled(.email, Secret("grace@example.com")))
        person.tell(.filled(.password, .empty))
        person.tell(.activated(.submit))
        #expect(person.sent == [.initiate(username: "grace@example.com")])
    }

    @Test("VB-30 in plain mode what is too long is refused aloud, and not taken for no password")
    func plainTooLong() {
        var person = Person { $0.isPlain = true }
        for password in [String(repeating: "x", count: 1025), String(repeating: "é", count: 5000)] {
            person.tell(.filled(.email, Secret("ada@example.com")))
            person.tell(.filled(.password, Secret(password)))
            person.tell(.activated(.submit))
            #expect(person.sent.isEmpty)
            #expect(person.field(.password)?.problem?.contains("too long") == true)
            #expect(person.field(.email)?.value == "ada@example.com")
        }
        person.tell(.filled(.email, Secret("ada@example.com")))
        person.tell(.filled(.password, .empty))
        person.tell(.activated(.submit))
        #expect(person.sent == [.initiate(username: "ada@example.com")])
    }

    @Test(
        "VB-10 in plain mode an address is sent as it was given, or refused aloud",
        arguments: [
            Array("ada\u{1B}[D@example.com".utf8), [0x61, 0x64, 0xE4] + Array("@example.com".utf8),
            Array("ada@example.com\u{B}".utf8), Array("ada@example.com\u{2028}x".utf8),
        ] as [[UInt8]])
    func plainAddress(_ address: [UInt8]) {
        var person = Person { $0.isPlain = true }
        person.tell(.filled(.email, Secret(address)))
        person.tell(.filled(.password, Secret("x")))
        person.tell(.activated(.submit))
        #expect(person.sent.isEmpty)
        #expect(person.field(.email)?.problem?.contains("cannot be sent") == true)
        #expect(person.field(.email)?.value == "")
        person.tell(.filled(.email, Secret("\u{FEFF}ada@example.com")))
        person.tell(.filled(.password, Secret("x")))
        person.tell(.activated(.submit))
        #expect(
            person.sent == [.initiate(username: "ada@example.com")], "what nobody sees is not asked for again"
        )
    }

    @Test(
        "VB-10 in plain mode a password is sent byte for byte, or not at all",
        arguments: [[0x61, 0x09, 0x62], [0x61, 0xE4, 0x62], [0x1B, 0x5B, 0x41]] as [[UInt8]])
    func plainCharacters(_ password: [UInt8]) {
        var person = Person { $0.isPlain = true }
        person.tell(.filled(.email, Secret("ada@example.com")))
        person.tell(.filled(.password, Secret(password)))
        person.tell(.activated(.submit))
        #expect(person.sent.isEmpty)
        #expect(person.field(.password)?.problem?.contains("cannot be sent") == true)
        #expect(person.field(.password)?.value == "")
    }

    @Test("VB-26, VB-27, VB-39 refusals: one sentence, password emptied and focused, address kept")
    func refusals() throws {
        var pictures: [Screen] = []
        for code in [50126, 50053, 50057] {
            var person = Person()
            person.submit()
            try person.reachPassword()
            person.type("typed while waiting")
            try person.refuse(WireError(status: 400, error: "invalid_grant", codes: [code]))
            #expect(person.focus == "Password")
            #expect(person.field(.password)?.value == "")
            #expect(person.field(.email)?.value == "ada@example.com")
            #expect(
                person.notice
                    == Screen.Notice(
                        .error,
                        "That email or password is not right. Repeated refusals can lock an account for a while."
                    ))
            pictures.append(person.screen)
        }
        var unknown = Person()
        unknown.submit()
        try unknown.refuse(Person.unknownUser)
        pictures.append(unknown.screen)
        #expect(pictures.allSatisfy { $0 == pictures[0] })
    }

    @Test("VB-33 after an unknown address another can be tried")
    func secondTry() throws {
        var person = Person()
        person.submit("nobody@example.com")
        try person.refuse(Person.unknownUser)
        person.press(.backTab, .control("u"))
        person.submit()
        #expect(person.sent.last == .initiate(username: "ada@example.com"))
        #expect(person.notice == nil)
        try person.reachPassword()
        try person.authenticate()
        #expect(person.state.exitReason == .signedIn(Person.tokens))
        #expect(
            person.effects == [
                .flow(.abandon(RequestID(4))), .flow(.save(Person.tokens)), .exit(.signedIn(Person.tokens)),
            ])
    }

    @Test("VB-29 the address is trimmed, the password is not; a refusal mentions its spaces")
    func spaces() throws {
        var person = Person()
        person.submit(" a@b.c ", " a b ")
        #expect(person.sent == [.initiate(username: "a@b.c")])
        try person.reachPassword()
        #expect(person.sentPassword == Array(" a b ".utf8))
        try person.refuse(Person.wrongPassword)
        #expect(person.notice?.text.contains("began or ended with a space") == true)
        person.type("inner space")
        person.press(.enter)
        try person.refuse(Person.wrongPassword)
        #expect(person.notice?.text.contains("space") == false)
    }

    @Test("VB-31 where the console tells of Caps Lock, the password says so, and a refusal does not guess")
    func capsLockOnConsole() throws {
        var person = Person { $0.mentionsCapsLock = true }
        person.tell(.capsLock(true))
        #expect(person.field(.email)?.hint == nil && person.field(.password)?.hint == nil)
        person.submit()
        #expect(person.sent.count == 1)
        try person.reachPassword()
        try person.refuse(Person.wrongPassword)
        #expect(person.field(.password)?.hint == "Caps Lock is on.")
        #expect(person.notice?.text.contains("Caps Lock") == false)
        person.tell(.capsLock(false))
        #expect(person.field(.password)?.hint == nil)
        person.tell(.capsLock(nil))
        #expect(person.field(.password)?.hint == nil)
    }

    @Test("VB-31 where Caps Lock cannot be seen a refusal mentions it")
    func capsLock() throws {
        var person = Person { $0.mentionsCapsLock = true }
        person.submit()
        #expect(!person.words.contains("Caps Lock"))
        try person.reachPassword()
        try person.refuse(Person.wrongPassword)
        #expect(person.notice?.text.contains("Check Caps Lock") == true)
    }

    @Test("a refusal on a small screen leaves address, password and button in view")
    func smallRefusal() throws {
        var person = Person(size: Person.small) { $0.mentionsCapsLock = true }
        person.submit()
        try person.reachPassword()
        try person.refuse(Person.wrongPassword)
        let text = Paint.painter(Person.small).paint(person.screen).text
        for part in ["Email", "ada@example.com", "Password", "Repeated refusals", "[ Sign in ]"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!person.words.contains("Check Caps Lock"))
        person.press(.function(1))
        #expect(person.words.contains("Check Caps Lock"), "VB-31 the help page has room for it")
    }

    @Test("the line of keys says what Enter does where the focus is")
    func enterHint() {
        var person = Person()
        for meaning in ["next", "sign in", "sign in", "choose"] {
            #expect(person.screen.keys.contains(Screen.KeyHint("Enter", meaning)))
            person.press(.tab)
        }
    }

    @Test("VB-10, VB-30 the password is sent byte for byte")
    func bytes() throws {
        for password in ["e\u{301}\u{E9}ß", String(repeating: "x", count: 256), "a\u{200D}b"] {
            var person = Person()
            person.type("ada@example.com")
            person.press(.tab)
            person.paste(password + "\n")
            #expect(person.sent.isEmpty)
            person.press(.enter)
            try person.reachPassword()
            #expect(person.sentPassword == Array(password.utf8))
        }
    }

    @Test("VB-13 a pasted newline neither submits nor spills")
    func paste() {
        var person = Person()
        person.paste("a@b.c\nsecret\n")
        #expect(person.field(.email)?.value == "a@b.c")
        #expect(person.field(.email)?.hint == "Only the first line was taken.")
        #expect(person.field(.password)?.value == "")
        #expect(person.focus == "Email")
        #expect(person.sent.isEmpty)
    }

    @Test("VB-30 what is too long is refused aloud")
    func tooLong() {
        var person = Person(username: "ada@example.com")
        person.paste(String(repeating: "x", count: 2000))
        #expect(person.field(.password)?.value == "")
        #expect(person.field(.password)?.problem?.contains("too long") == true)
    }

    @Test("An outage keeps the password and the focus, and says whom to ask")
    func outage() throws {
        var person = Person()
        person.submit()
        try person.fail(.unreachable(.timedOut(host: "contoso.ciamlogin.com")))
        #expect(person.notice?.text.contains("contoso.ciamlogin.com did not answer in time") == true)
        #expect(person.field(.password)?.value.count == 13)
        #expect(person.focus == "Password")
        person.press(.enter)
        #expect(person.sent.count == 2)
    }

    @Test("A reference is shown where somebody else must help, and only there")
    func references() throws {
        var person = Person()
        person.submit()
        try person.fail(.malformed, correlationID: "abc-1")
        #expect(person.words.contains("Reference: abc-1"))
        person.type("x")
        person.press(.enter)
        try person.reachPassword()
        var error = Person.wrongPassword
        error.correlationID = "abc-2"
        try person.refuse(error)
        #expect(!person.words.contains("Reference"))
    }

    @Test("The service wants the password alone: a question of its own, and Back")
    func passwordQuestion() throws {
        var person = Person()
        person.type("ada@example.com")
        person.press(.tab, .tab, .tab, .enter)
        #expect(person.sent == [.initiate(username: "ada@example.com")])
        try person.reachPassword()
        #expect(person.screen.title == "Sign in")
        #expect(person.field(.email) == nil)
        #expect(person.words.contains("ada@example.com"))
        person.press(.enter)
        #expect(person.field(.password)?.problem == "Enter your password.")
        person.type("x")
        person.press(.enter)
        try person.refuse(Person.wrongPassword)
        #expect(person.field(.password)?.value == "")
        person.press(.escape)
        #expect(person.field(.email)?.value == "ada@example.com")
        #expect(person.focus == "Use an email code")
    }

    @Test("Ctrl-T shows the password until the next key")
    func reveal() {
        var person = Person()
        person.type("ada@example.com")
        person.press(.tab)
        person.type("pass")
        #expect(person.field(.password)?.value == "••••")
        person.press(.control("t"))
        #expect(person.field(.password)?.value == "pass")
        person.press(.left)
        #expect(person.field(.password)?.value == "••••")
        person.tell(.activated(.showSecret))
        #expect(person.field(.password)?.value == "pass")
        person.paste("w")
        #expect(person.field(.password)?.value == "•••••")
        #expect(person.field(.password)?.cursor == 4)
    }

    @Test("Stopped and going on: secrets are gone, the rest stays")
    func resumed() {
        var person = Person()
        person.type("ada@example.com")
        person.press(.tab)
        person.type("pass")
        person.press(.control("z"))
        #expect(person.effects == [.suspend])
        person.tell(.resumed)
        #expect(person.effects == [.redraw])
        #expect(person.field(.password)?.value == "")
        #expect(person.field(.email)?.value == "ada@example.com")
    }
}
