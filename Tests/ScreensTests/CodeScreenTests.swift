import AuthFlow
import Screens
import Testing
import Wire

@Suite struct CodeScreenTests {
    /// At the code screen; the length is known only where accounts are not concealed.
    private func waiting(conceals: Bool = true, length: Int = 8, size: Size = Person.large) throws -> Person {
        var person = Person(size: size) { $0.signIn.concealsAccounts = conceals }
        person.type("grace@example.com")
        person.press(.tab, .tab, .tab, .enter)
        try person.reachCode(length: length)
        return person
    }

    @Test("It says where the code went, and what can be done")
    func picture() throws {
        let concealed = try waiting()
        #expect(concealed.screen.title == "Enter code")
        #expect(concealed.focus == "Code")
        #expect(concealed.words.contains("grace@example.com"))
        #expect(concealed.actions == [.submit, .resendCode, .back, .more])
        let plain = try waiting(conceals: false)
        #expect(plain.words.contains("We sent an 8-digit code to g***e@example.com."))
        #expect(try waiting(conceals: false, length: 6).words.contains("We sent a 6-digit code"))
    }

    @Test("A demo's line prompts lead to its mailbox from where a code is asked for")
    func plainMailbox() throws {
        for isDemo in [true, false] {
            var person = Person { ($0.isPlain, $0.isDemo) = (true, isDemo) }
            person.fill(.email, "grace@example.com")
            person.choose(.emailCode)
            try person.reachCode()
            #expect(person.actions.contains(.mailbox) == isDemo)
        }
    }

    @Test("A new code comes without the mark of the one before")
    func resendClearsMarks() throws {
        var person = try waiting()
        person.type("12")
        person.press(.enter)
        #expect(person.field(.code)?.problem != nil)
        person.now += .seconds(30)
        person.press(.control("r"))
        try person.reachCode(length: 8)
        #expect(person.field(.code)?.problem == nil && person.field(.code)?.value.contains("1") == false)
    }

    @Test("VB-41 in plain mode a code with letters in it is refused aloud, and never sent without them")
    func plainLetters() throws {
        var person = Person { $0.isPlain = true }
        person.fill(.email, "grace@example.com")
        person.choose(.emailCode)
        try person.reachCode()
        for code in ["482130O5", "4821305\u{1B}[D5", "12345678\u{2028}9"] {
            person.fill(.code, code)
            person.choose(.submit)
            #expect(!person.screen.isBusy)
            #expect(person.field(.code)?.problem == "A code has digits only.")
        }
        person.fill(.code, " 4821-3055 ")
        person.choose(.submit)
        #expect(person.screen.isBusy)
    }

    @Test("VB-39 an address that nobody has leads to the same screen")
    func decoy() throws {
        let known = try waiting()
        var unknown = Person()
        unknown.type("grace@example.com")
        unknown.press(.tab, .tab, .tab, .enter)
        try unknown.refuse(Person.unknownUser)
        #expect(unknown.screen == known.screen)
    }

    @Test("VB-39 a second wrong code looks the same for an address that nobody has", arguments: [1, 2, 3])
    func wrongAgain(times: Int) throws {
        var known = try waiting()
        var unknown = Person()
        unknown.type("grace@example.com")
        unknown.press(.tab, .tab, .tab, .enter)
        try unknown.refuse(Person.unknownUser)
        for _ in 0..<times {
            known.fill(.code, "48213055")
            known.choose(.submit)
            try known.refuse(Person.wrongCode)
            unknown.fill(.code, "48213055")
            unknown.choose(.submit)
            #expect(unknown.screen == known.screen)
            #expect(unknown.effects.last == known.effects.last)
            #expect(unknown.field(.code)?.problem != nil)
        }
        known.tell(.inputEnded)
        unknown.tell(.inputEnded)
        #expect(unknown.state.exitReason == .failed(Problem(.invalidCode)))
        #expect(unknown.state.exitReason == known.state.exitReason)
    }

    @Test(
        "VB-41, VB-42 what separates digits is dropped, other digits are taken, zeros stay",
        arguments: [" 123 456", "123-456", "１２３４５６", "123456\n", "123\u{2013}456"])
    func pastes(_ pasted: String) throws {
        var person = try waiting()
        person.paste(pasted)
        person.press(.enter)
        #expect(person.sentCode == "123456")
    }

    @Test("VB-42 a leading zero and any length of the service's are kept", arguments: ["012345", "00012345"])
    func zeros(_ code: String) throws {
        var person = try waiting(conceals: false, length: code.count)
        person.type(code)
        person.press(.enter)
        #expect(person.sentCode == code)
    }

    @Test(
        "The digits stand in groups, and the ones to come as _",
        arguments: [
            (8, "482130", "4821 30__", 7), (8, "4821", "4821 ____", 5), (8, "48213012", "4821 3012", 9),
            (6, "12", "12_ ___", 2), (6, "123", "123 ___", 4), (5, "12", "12___", 2), (8, "", "____ ____", 0),
        ])
    func groups(_ length: Int, _ typed: String, _ shown: String, _ cursor: Int) throws {
        var person = try waiting(conceals: false, length: length)
        person.type(typed)
        #expect(person.field(.code)?.value == shown)
        #expect(person.field(.code)?.cursor == cursor)
    }

    @Test("A length that no code has does not fill the screen", arguments: [0, 1_000_000])
    func absurdLength(_ length: Int) throws {
        var person = try waiting(conceals: false, length: length)
        person.type("12")
        #expect(person.field(.code)?.value == "12")
    }

    @Test(
        "What cannot be a code is not sent",
        arguments: [
            (true, "", "Enter the code."), (true, "123", "The code has 4 to 12 digits."),
            (true, "1234567890123", "The code has 4 to 12 digits."),
            (false, "123456", "The code has 8 digits."),
            (true, "a", "Enter the code."),
        ])
    func invalid(_ conceals: Bool, _ typed: String, _ message: String) throws {
        var person = try waiting(conceals: conceals)
        let before = person.sent.count
        person.type(typed)
        person.press(.enter)
        #expect(person.sent.count == before)
        #expect(person.field(.code)?.problem == message)
        #expect(person.focus == "Code")
    }

    @Test("A letter is told to be none of a code's")
    func letter() throws {
        var person = try waiting()
        person.type("12x")
        #expect(person.field(.code)?.problem == "A code has digits only.")
        #expect(person.field(.code)?.value == "12")
        person.type("3")
        #expect(person.field(.code)?.problem == nil)
    }

    @Test("A refused code is marked and emptied, and can be typed again")
    func refused() throws {
        var person = try waiting()
        person.type("11111111")
        person.press(.enter)
        try person.refuse(Person.wrongCode)
        #expect(person.field(.code)?.problem == "That code is not right. Check it or get a new one.")
        #expect(person.field(.code)?.value == "")
        #expect(person.notice == nil)
        person.type("22222222")
        #expect(person.field(.code)?.problem == nil)
        person.press(.enter)
        #expect(person.sentCode == "22222222")
    }

    @Test("Asking for a new code too early says so in place of the last refusal")
    func tooEarlyAfterRefusal() throws {
        var person = try waiting()
        person.type("12345678")
        person.press(.enter)
        try person.refuse(WireError(status: 400, error: "invalid_grant", suberror: "invalid_oob_value"))
        #expect(person.words.contains("That code is not right."))
        person.press(.control("r"))
        #expect(person.notice?.text.hasPrefix("You can have a new code sent in") == true)
        #expect(!person.words.contains("That code is not right."))
    }

    @Test("VB-43 a new code has its moment, is announced, and makes older ones useless")
    func resend() throws {
        var person = try waiting()
        let before = person.sent.count
        person.now += .seconds(6)
        person.tell(.ticked)
        #expect(person.words.contains("Send a new code (0:24)"))
        person.type("1234")
        person.press(.control("r"))
        #expect(person.sent.count == before)
        #expect(person.notice == Screen.Notice(.explanation, "You can have a new code sent in 0:24."))
        person.now = .seconds(30)
        person.tell(.ticked)
        #expect(person.notice == nil)
        #expect(person.words.contains("Send a new code"))
        #expect(!person.words.contains("(0:"))
        person.press(.control("r"))
        #expect(person.sent.count == before + 1)
        try person.reply(Person.codeChallenge())
        #expect(person.field(.code)?.value == "")
        #expect(person.notice?.text == "We sent a new code. Only the newest one works.")
        person.type("11111111")
        person.press(.enter)
        try person.refuse(Person.wrongCode)
        #expect(person.field(.code)?.problem == "That code is not right. Use the newest code.")
    }

    @Test("Back leads to the form as it was, without a request")
    func back() throws {
        var person = try waiting()
        person.press(.escape)
        #expect(person.screen.title == "Sign in")
        #expect(person.field(.email)?.value == "grace@example.com")
        #expect(person.focus == "Use an email code")
        #expect(person.effects.isEmpty)
    }

    @Test("At 40×12 everything is on one row or behind More…")
    func small() throws {
        var person = try waiting(size: Person.small)
        #expect(person.actions == [.submit, .resendCode, .more])
        person.press(.tab, .tab, .tab, .enter)
        #expect(person.actions == [.help, .redraw, .back, .close])
        var closed = person
        closed.press(.backTab, .enter)
        #expect(closed.screen.title == "Enter code")
        #expect(closed.focus == "More…")
        person.press(.tab, .tab, .enter)
        #expect(person.screen.title == "Sign in")
    }
}
