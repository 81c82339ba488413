import AuthFlow
import Screens
import Testing
import Wire

@Suite struct VerificationScreenTests {
    // MARK: - Choosing

    @Test("VB-44 after the password the ways to verify are named, with where they lead")
    func choose() throws {
        var person = Person()
        try person.reachMethods([Person.email, Person.sms])
        #expect(person.screen.title == "Choose how to verify")
        #expect(person.words.contains("Email a***n@example.com\nText message +1********6\nBack"))
        #expect(person.focus == "Email a***n@example.com")
        person.press(.down, .enter)
        #expect(person.sent.last == .challenge(Person.token, method: Person.sms.id))
        try person.reply(Person.smsChallenge())
        #expect(person.words.contains("We sent a 6-digit code by text message to +1********6."))
    }

    @Test("VB-44 a single way is taken at once, and named with the code")
    func single() throws {
        var person = Person()
        try person.reachMethods([Person.email])
        #expect(person.screen.isBusy)
        try person.reply(Person.codeChallenge())
        #expect(person.screen.title == "Enter code")
        #expect(person.words.contains("We sent an 8-digit code to g***e@example.com."))
        #expect(!person.actions.contains(.otherWay))
    }

    @Test("VB-45 a way that is gone leads to the others, with a note and without a second password")
    func gone() throws {
        var person = Person()
        try person.reachMethods([Person.email, Person.sms])
        person.choose(.method(Person.sms.id))
        try person.refuse(Person.emailGone)
        #expect(person.screen.title == "Choose how to verify")
        #expect(person.notice?.text == "This account cannot be verified in this way. Use another.")
        #expect(person.actions.contains(.method(Person.email.id)))
        #expect(!person.actions.contains(.method(Person.sms.id)))
        person.press(.enter)
        #expect(person.sent.last == .challenge(Person.token, method: Person.email.id))
    }

    @Test("A way that is not on the screen cannot be chosen")
    func notOffered() throws {
        var person = Person()
        try person.reachMethods([Person.email, Person.sms])
        let requests = person.sent.count
        person.choose(.method(AuthMethod.ID("3")))
        #expect(person.sent.count == requests)
    }

    // MARK: - Code

    @Test("VB-46 after a wrong code another way can be used, and its challenge is new")
    func otherWay() throws {
        var person = Person()
        try person.reachMethods([Person.email, Person.sms])
        person.choose(.method(Person.email.id))
        try person.reply(Person.codeChallenge())
        person.type("11111111")
        person.press(.enter)
        try person.refuse(Person.wrongCode)
        #expect(person.field(.code)?.problem == "That code is not right. Check it or get a new one.")
        person.choose(.otherWay)
        #expect(person.screen.title == "Choose how to verify")
        person.choose(.method(Person.email.id))
        #expect(person.sent.last == .challenge(Person.token, method: Person.email.id))
        try person.reply(Person.codeChallenge())
        #expect(person.field(.code)?.value == "____ ____")
        #expect(person.field(.code)?.problem == nil)
    }

    @Test("VB-43 a countdown to the next code, and only the newest counts")
    func resend() throws {
        var person = Person()
        try person.reachMethods([Person.email])
        try person.reply(Person.codeChallenge())
        #expect(person.words.contains("Send a new code (0:30)"))
        for _ in 1...3 {
            person.now += .seconds(31)
            person.type("1234")
            person.press(.control("r"))
            #expect(person.sent.last == .challenge(Person.token, method: Person.email.id))
            try person.reply(Person.codeChallenge())
            #expect(person.field(.code)?.value == "____ ____")
            #expect(person.notice?.text == "We sent a new code. Only the newest one works.")
        }
        person.type("11111111")
        person.press(.enter)
        try person.refuse(Person.wrongCode)
        #expect(person.field(.code)?.problem == "That code is not right. Use the newest code.")
        person.type("22222222")
        person.press(.enter)
        try person.authenticate()
        #expect(person.state.exitReason == .signedIn(Person.tokens))
    }

    @Test("VB-48 a code that is too short is a mark on its field, at every step that asks for one")
    func short() throws {
        var factor = Person()
        try factor.reachMethods([Person.email])
        try factor.reply(Person.codeChallenge())
        var signUp = Person(.signUp)
        signUp.signUp()
        try signUp.reachCode()
        var reset = Person(.resetPassword, username: "ada@example.com")
        reset.choose(.submit)
        try reset.reachCode()
        for (person, words) in [
            (factor, "The code has 8 digits."), (signUp, "The code has 4 to 12 digits."),
            (reset, "The code has 4 to 12 digits."),
        ] {
            var person = person
            let requests = person.sent.count
            person.type("1")
            person.press(.enter)
            #expect(person.field(.code)?.problem == words)
            #expect(person.sent.count == requests)
        }
    }

    // MARK: - Registering

    @Test("A way to verify is added: which, where, its code")
    func register() throws {
        var person = Person()
        try person.reachMethods([Person.newEmail, Person.newPhone], after: "registration_required")
        #expect(person.screen.title == "Choose how to verify")
        person.choose(.method(Person.newEmail.id))
        #expect(person.screen.title == "Add a way to verify")
        #expect(person.field(.email)?.value == "joan@example.com")
        person.press(.escape)
        person.choose(.method(Person.newPhone.id))
        #expect(person.field(.phone)?.label == "Phone number")
        #expect(person.field(.phone)?.hint?.contains("+1 555") == true)
        person.type("+1 (555) 555-0100")
        person.press(.enter)
        #expect(
            person.sent.last
                == .registerChallenge(
                    Person.token,
                    RegistrationTarget(
                        challengeType: .oneTimeCode, channel: .sms, contact: "+15555550100")))
        try person.reply(Person.smsChallenge())
        #expect(person.screen.title == "Enter code")
        person.press(.escape)
        #expect(person.screen.title == "Add a way to verify")
        #expect(person.field(.phone)?.value == "+1 (555) 555-0100")
    }

    @Test("A contact that is verified already wants no code")
    func preverified() throws {
        var person = Person()
        try person.reachMethods([Person.newEmail], after: "registration_required")
        person.press(.enter)
        try person.reply(.preverified(Person.token))
        try person.reply(.proceed(Person.token, expiresIn: nil))
        try person.authenticate()
        #expect(person.state.exitReason == .signedIn(Person.tokens))
    }

    @Test(
        "A code of a locked or disabled account is refused in words that fit a code, and say no more",
        arguments: [50053, 50057, 50126, 50034])
    func lockedAtCode(_ number: Int) throws {
        var person = Person()
        try person.reachMethods([Person.email])
        try person.reply(Person.codeChallenge())
        person.fill(.code, "48213055")
        person.choose(.submit)
        let error = WireError(status: 400, error: "invalid_grant", codes: [number])
        try person.refuse(error)
        #expect(person.screen.title == "Enter code")
        #expect(
            person.notice?.text
                == "The service refuses this. Repeated refusals can lock an account for a while: wait, or ask an "
                + "administrator.")
        guard case .refused(let problem, .verification)? = person.effects.last else {
            Issue.record("\(person.effects)")
            return
        }
        #expect(problem.wire == error)
    }

    @Test("A masked hint is not taken for an address")
    func masked() throws {
        var person = Person()
        try person.reachMethods([Person.email], after: "registration_required")
        #expect(person.field(.email)?.value == "")
    }

    @Test(
        "A phone number: + and 8 to 15 digits, whatever stands between them",
        arguments: [
            ("+15555550100", true), ("+49 (30) 123-456", true), ("+12345678", true),
            ("+123456789012345", true),
            ("+1234567", false), ("+1234567890123456", false), ("15555550100", false),
            ("+1555x550100", false),
            ("+", false), ("", false), ("++15555550100", false), ("+1.555.555.0100", false),
        ])
    func phones(_ text: String, _ isSent: Bool) throws {
        var person = Person()
        try person.reachMethods([Person.newPhone], after: "registration_required")
        let requests = person.sent.count
        person.fill(.phone, text)
        person.choose(.submit)
        #expect((person.sent.count > requests) == isSent)
        #expect((person.field(.phone)?.problem == nil) == isSent)
    }

    @Test(
        "A contact that the service does not take is marked, and stays",
        arguments: [
            Person.refusal("provider_blocked_by_rep"),
            WireError(status: 400, error: "invalid_request", codes: [901001]),
        ])
    func refused(_ error: WireError) throws {
        var person = Person()
        try person.reachMethods([Person.newPhone], after: "registration_required")
        person.fill(.phone, "+15555550100")
        person.choose(.submit)
        try person.refuse(error)
        #expect(person.field(.phone)?.problem != nil)
        #expect(person.field(.phone)?.value == "+15555550100")
        #expect(person.focus == "Phone number")
    }
}
