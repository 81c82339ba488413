import AuthFlow
import Screens
import Testing
import Wire

@Suite struct SignUpScreenTests {
    static let exists = WireError(status: 400, error: "user_already_exists", codes: [1_003_037])

    @Test("Create account: address, password twice, and Back to where one came from")
    func picture() {
        var person = Person()
        person.type("ada@example.com")
        person.choose(.createAccount)
        #expect(person.screen.title == "Create account")
        #expect(person.field(.email)?.value == "ada@example.com")
        #expect(person.focus == "Password")
        #expect(person.actions == [.submit, .back, .more])
        #expect(person.sent.isEmpty)
        person.press(.escape)
        #expect(person.screen.title == "Sign in")
        #expect(person.field(.email)?.value == "ada@example.com")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var typed: [String]
        var marked: FieldID?
        var sent: String?
        var testDescription: String { typed.joined(separator: " / ") }
    }

    @Test(
        "What is sent, and what is marked instead",
        arguments: [
            Row(typed: ["a@b.c", "Secret-1", "Secret-1"], sent: "Secret-1"),
            Row(typed: [" a@b.c ", " s ", " s "], sent: " s "),
            Row(typed: ["a@b.c", "Secret-1", "Secret-2"], marked: .confirmPassword),
            Row(typed: ["a@b.c", "Secret-1", ""], marked: .confirmPassword),
            Row(typed: ["a@b.c", "", "Secret-1"], marked: .password),
            Row(typed: ["", "Secret-1", "Secret-1"], marked: .email),
            Row(typed: ["ab.c", "Secret-1", "Secret-1"], marked: .email),
        ])
    func submissions(_ row: Row) {
        var person = Person(.signUp)
        for (field, text) in zip([FieldID.email, .password, .confirmPassword], row.typed) {
            person.fill(field, text)
        }
        person.choose(.submit)
        let expected = row.sent.map {
            WireRequest.signUpStart(username: "a@b.c", password: Secret($0), attributes: [:])
        }
        #expect(person.sent.last == expected)
        for field in [FieldID.email, .password, .confirmPassword] {
            #expect((person.field(field)?.problem != nil) == (row.marked == field))
        }
    }

    @Test("Both passwords empty: an account that signs in with codes")
    func withoutPassword() {
        var person = Person(.signUp)
        person.signUp("grace@example.com", "")
        #expect(
            person.sent == [.signUpStart(username: "grace@example.com", password: nil, attributes: [:])])
    }

    @Test("An address that has an account: the field is marked, two ways lead on, the address goes along")
    func exists() throws {
        var person = Person(.signUp)
        person.signUp()
        try person.refuse(Self.exists)
        #expect(person.field(.email)?.problem == "There is an account with this address already.")
        #expect(person.focus == "Email")
        #expect(person.field(.password)?.value.count == 13)
        #expect(person.words.contains("Sign in instead\nReset password"))

        var other = person
        other.choose(.signInInstead)
        #expect(other.screen.title == "Sign in")
        #expect(other.field(.email)?.value == "ada@example.com")
        #expect(other.focus == "Password")

        other = person
        other.choose(.resetPassword)
        #expect(other.screen.title == "Reset password")
        #expect(other.field(.email)?.value == "ada@example.com")

        person.type("x")
        #expect(person.field(.email)?.problem == nil)
        #expect(!person.actions.contains(.signInInstead))
    }

    @Test("From a sign-in one came from, Sign in instead leads back there and no deeper")
    func existsFromSignIn() throws {
        var person = Person()
        for _ in 1...3 {
            person.choose(.createAccount)
            person.signUp()
            try person.refuse(Self.exists)
            person.choose(.signInInstead)
        }
        #expect(person.screen.title == "Sign in")
        person.press(.escape)
        #expect(person.state.exitReason == .cancelled)
    }

    @Test("Only a sign-up ever says that an address has an account")
    func nowhereElse() throws {
        var person = Person()
        person.submit()
        try person.refuse(Person.unknownUser)
        #expect(!person.words.contains("account with this address"))
        person.type("x")
        person.press(.enter)
        try person.refuse(WireError(status: 400, error: "user_already_exists", codes: [1_003_037]))
        #expect(person.notice?.kind == .error)
        #expect(!person.words.contains("account with this address"))
        person.tell(.inputEnded)
        guard case .failed(let problem)? = person.state.exitReason else {
            Issue.record("\(String(describing: person.state.exitReason))")
            return
        }
        #expect(problem.kind == .refused && problem.wire == nil)
    }

    @Test(
        "A password that breaks a rule: the field is marked, both are emptied, the address stays",
        arguments: [
            ("password_too_short", "too short"), ("password_too_long", "too long"),
            ("password_too_weak", "too simple"), ("password_banned", "easy to guess"),
            ("password_recently_used", "used before"), ("password_is_invalid", "characters"),
            ("password_from_the_future", "did not accept"),
        ])
    func weak(_ suberror: String, _ words: String) throws {
        var person = Person(.signUp)
        person.signUp()
        try person.refuse(Person.refusal(suberror))
        #expect(person.field(.password)?.problem?.contains(words) == true)
        #expect(person.focus == "Password")
        #expect(person.field(.password)?.value == "")
        #expect(person.field(.confirmPassword)?.value == "")
        #expect(person.field(.email)?.value == "ada@example.com")
    }

    @Test("Attributes refused at the start have no field here: they are told, and everything stays")
    func attributesAtStart() throws {
        var person = Person(.signUp)
        person.signUp()
        try person.refuse(
            Person.refusal(
                "attribute_validation_failed", attributes: ["city", "extension_2588abcd_shoeSize"]))
        #expect(person.notice?.text == "The service did not accept: City, Shoe size.")
        #expect(person.field(.password)?.value.count == 13)
        #expect(person.field(.confirmPassword)?.value.count == 13)
        person.choose(.submit)
        #expect(person.sent.count == 2)
        #expect(person.sent[0] == person.sent[1])
    }

    @Test("After the last answer the person is signed in by itself")
    func done() throws {
        var person = Person(.signUp)
        person.signUp()
        try person.reachCode()
        #expect(person.screen.title == "Enter code")
        #expect(person.words.contains("We sent a code to ada@example.com, to see that it is yours."))
        person.fill(.code, "48213055")
        person.choose(.submit)
        try person.reply(.proceed(Person.token, expiresIn: nil))
        try person.authenticate()
        #expect(person.state.exitReason == .signedIn(Person.tokens))
    }

    @Test(
        "An account without a token: Sign in, with the address and the news; the next answer takes the news away"
    )
    func created() throws {
        var person = Person(.signUp)
        person.signUp()
        try person.reachCode()
        person.fill(.code, "48213055")
        person.choose(.submit)
        try person.reply(.finished)
        #expect(person.screen.title == "Sign in")
        #expect(person.notice == Screen.Notice(.explanation, "Your account is ready. Sign in."))
        #expect(person.field(.email)?.value == "ada@example.com")
        #expect(person.screen.keys.contains(Screen.KeyHint("Esc", "leave")))
        person.fill(.password, "wrong")
        person.choose(.submit)
        try person.reachPassword()
        try person.refuse(Person.wrongPassword)
        #expect(person.notice?.kind == .error)
    }

    @Test("A tenant that asks for the password later gets it twice, on a form of its own")
    func laterPassword() throws {
        var person = Person(.signUp)
        person.signUp("ada@example.com", "")
        try person.reachCode()
        person.fill(.code, "48213055")
        person.choose(.submit)
        try person.refuse(
            WireError(status: 400, error: "credential_required", codes: [55103], continuation: Person.token))
        try person.reply(.challenge(.password, Person.token))
        #expect(person.screen.title == "Create account")
        #expect(person.field(.email) == nil)
        person.choose(.submit)
        #expect(person.field(.password)?.problem == "Enter your password.")
        person.fill(.password, "Secret-1")
        person.fill(.confirmPassword, "Secret-1")
        person.choose(.submit)
        #expect(person.sent.last == .signUpContinue(.password(Secret("Secret-1")), Person.token))
    }

    @Test("A tenant without sign-up: no word of a way to verify, which nobody chose")
    func notOffered() throws {
        var person = Person(.signUp)
        person.fill(.email, "ada@example.com")
        person.choose(.submit)
        try person.refuse(WireError(status: 400, error: "unsupported_auth_method"))
        #expect(person.screen.title == "Create account")
        #expect(
            person.notice
                == Screen.Notice(
                    .error, "This is not possible here. Sign in another way, or ask an administrator."))
    }
}
