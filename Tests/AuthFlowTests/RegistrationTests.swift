import AuthFlow
import Testing
import Wire

@Suite("Registration of a way to verify")
struct RegistrationTests {
    private static let both = [AuthMethod.email, .sms]
    private static let chooser = Prompt.method(MethodPrompt(purpose: .registration, methods: both))
    private static let address = Prompt.identity(IdentityPrompt(username: ada))
    private static let phone = "+15555550100"
    private static let target = RegistrationTarget(
        challengeType: .oneTimeCode, channel: .sms, contact: phone)

    private static func contact(_ method: AuthMethod, alone: Bool = false) -> Prompt {
        .contact(ContactPrompt(method: method, hasAlternatives: !alone))
    }

    private static let code = Prompt.code(
        CodePrompt(
            purpose: .registration, sentTo: "a***a@ex***le.com", length: 8, channel: .email,
            resendAt: .seconds(60), hasAlternatives: true))

    private func begin() throws -> Talk {
        var talk = Talk(.signIn())
        try Stop.checkingPassword.reach(&talk)
        try talk.isRefused(
            .grant(50079, suberror: "registration_required", continuation: continuation("register")))
        return talk
    }

    private func atContact() throws -> Talk {
        var talk = try begin()
        try talk.hears(.methods(Self.both, continuation("methods")))
        talk.says(.method(AuthMethod.sms.id))
        return talk
    }

    private func atCode() throws -> Talk {
        var talk = try atContact()
        talk.says(.contact(Self.phone))
        try talk.hears(.codeSent)
        return talk
    }

    @Test("A phone number, order by order")
    func registersPhone() throws {
        var talk = try begin()
        #expect(talk.sent == .registerIntrospect(continuation("register")))
        try talk.hears(.methods(Self.both, continuation("methods")))
        #expect(talk.flow.prompt == Self.chooser)
        talk.says(.method(AuthMethod.sms.id))
        #expect(talk.orders.isEmpty)
        #expect(talk.flow.prompt == Self.contact(.sms))
        talk.says(.contact(" \(Self.phone)"))
        #expect(talk.sent == .registerChallenge(continuation("methods"), Self.target))
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code)
        talk.says(.code(someCode))
        #expect(talk.sent == .registerContinue(code: someCode, continuation("code")))
        try talk.hears(.proceed(continuation("registered"), expiresIn: nil))
        #expect(
            talk.sent
                == .token(.continuation(continuation("registered"), username: nil), scopes: wished))
        try talk.isSignedIn()
        #expect(talk.flow.outcome == .signedIn(.ada))
    }

    @Test("A contact that is proven already needs no code")
    func preverified() throws {
        var talk = try begin()
        try talk.hears(.methods([.email], continuation("methods")))
        #expect(talk.flow.prompt == Self.contact(.email, alone: true))
        talk.says(.contact(ada))
        try talk.hears(.preverified(continuation("preverified")))
        #expect(talk.sent == .registerContinue(code: nil, continuation("preverified")))
        try talk.hears(.proceed(continuation("registered"), expiresIn: nil))
        #expect(
            talk.sent
                == .token(.continuation(continuation("registered"), username: nil), scopes: wished))
    }

    @Test(
        "A contact that is not accepted is asked for again, with the old token unless one came",
        arguments: [
            (.badContact, nil), (.blocked, nil),
            (
                WireError(
                    status: 400, error: "access_denied", suberror: "provider_blocked_by_admin",
                    continuation: ContinuationToken("newest")), ContinuationToken("newest")
            ),
        ] as [(WireError, ContinuationToken?)])
    func refusesContact(error: WireError, newer: ContinuationToken?) throws {
        var talk = try atContact()
        talk.says(.contact(Self.phone))
        try talk.isRefused(error)
        #expect(talk.flow.prompt == Self.contact(.sms))
        #expect(talk.kind == .invalidInput)
        talk.says(.contact(Self.phone))
        #expect(talk.sent == .registerChallenge(newer ?? continuation("methods"), Self.target))
    }

    @Test("An empty contact is refused without a request, a kind that is not offered too")
    func refusesEmpty() throws {
        var talk = try atContact()
        talk.says(.contact("  "))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidInput)
        talk = try begin()
        try talk.hears(.methods(Self.both, continuation("methods")))
        talk.says(.method(AuthMethod.voice.id))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .noMatchingAuthMethod)
        #expect(talk.flow.prompt == Self.chooser)
    }

    @Test("A kind that is not offered after all is gone from the choice")
    func dropped() throws {
        var talk = try atContact()
        talk.says(.contact(Self.phone))
        try talk.isRefused(.grant(400_002))
        #expect(talk.flow.prompt == .method(MethodPrompt(purpose: .registration, methods: [.email])))
        #expect(talk.kind == .noMatchingAuthMethod)
    }

    @Test("A wrong code and a new one keep the contact")
    func codes() throws {
        var talk = try atCode()
        talk.says(.code(someCode))
        try talk.isRefused(.wrongCode)
        #expect(talk.flow.prompt == Self.code)
        #expect(talk.kind == .invalidCode)
        talk.says(.resend)
        #expect(talk.sent == .registerChallenge(continuation("code"), Self.target))
        try talk.isRefused(.tooManyCodes)
        #expect(talk.flow.prompt == Self.code)
        #expect(talk.kind == .throttled)
        talk.says(.code(someCode))
        #expect(talk.sent == .registerContinue(code: someCode, continuation("code")))
    }

    @Test("Back leads from the code to the contact, to the choice, to the address")
    func goesBack() throws {
        var talk = try atCode()
        for question in [Self.contact(.sms), Self.chooser, Self.address] {
            talk.tell(.wentBack)
            #expect(talk.flow.prompt == question)
        }
    }

    @Test("A second factor may follow")
    func secondFactorFollows() throws {
        var talk = try atCode()
        talk.says(.code(someCode))
        try talk.hears(.proceed(continuation("registered"), expiresIn: nil))
        try talk.isRefused(
            .grant(50076, suberror: "mfa_required", continuation: continuation("mfa")))
        #expect(talk.sent == .introspect(continuation("mfa")))
    }

    @Test("VB-49 whatever ends a request, at every step", arguments: Way.all)
    func leaves(by way: Way) throws {
        var (challenging, preverified) = (try atContact(), try atContact())
        challenging.says(.contact(Self.phone))
        preverified.says(.contact(Self.phone))
        try preverified.hears(.preverified(continuation("preverified")))
        var (checking, resending, redeeming) = (try atCode(), try atCode(), try atCode())
        checking.says(.code(someCode))
        resending.says(.resend)
        redeeming.says(.code(someCode))
        try redeeming.hears(.proceed(continuation("registered"), expiresIn: nil))
        for place in [
            Place(try begin(), Self.address), Place(challenging, Self.contact(.sms)),
            Place(preverified, Self.contact(.sms)), Place(checking, Self.code), Place(resending, Self.code),
            Place(redeeming, Self.address),
        ] { try place.leaves(by: way, start: Self.address) }
    }
}
