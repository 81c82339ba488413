import AuthFlow
import Testing
import Wire

@Suite("Second factor")
struct SecondFactorTests {
    private static let both = [AuthMethod.email, .sms]
    private static let chooser = Prompt.method(MethodPrompt(purpose: .secondFactor, methods: both))
    private static let address = Prompt.identity(IdentityPrompt(username: ada))

    private static func code(resends: Int = 0, hasAlternatives: Bool = true) -> Prompt {
        .code(
            CodePrompt(
                purpose: .secondFactor, sentTo: "a***a@ex***le.com", length: 8, channel: .email,
                resendAt: .seconds(60), resends: resends, hasAlternatives: hasAlternatives))
    }

    /// Until the methods are asked for.
    private func begin(conceals: Bool = false) throws -> Talk {
        var talk = Talk(.signIn(conceals: conceals))
        try Stop.checkingPassword.reach(&talk)
        try talk.isRefused(
            .grant(50076, suberror: "mfa_required", continuation: continuation("mfa")))
        return talk
    }

    private func atChooser() throws -> Talk {
        var talk = try begin()
        try talk.hears(.methods(Self.both, continuation("methods")))
        return talk
    }

    private func atCode() throws -> Talk {
        var talk = try atChooser()
        talk.says(.method(AuthMethod.email.id))
        try talk.hears(.codeSent)
        return talk
    }

    @Test("VB-44 two methods, order by order")
    func choosesAndSignsIn() throws {
        var talk = try begin()
        #expect(talk.sent == .introspect(continuation("mfa")))
        #expect(talk.flow.prompt == Self.address)
        try talk.hears(.methods(Self.both, continuation("methods")))
        #expect(talk.flow.prompt == Self.chooser)
        talk.says(.method(AuthMethod.email.id))
        #expect(talk.sent == .challenge(continuation("methods"), method: AuthMethod.email.id))
        #expect(talk.flow.prompt == Self.chooser)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code())
        talk.says(.code(someCode))
        #expect(talk.sent == .token(.secondFactor(someCode, continuation("code")), scopes: wished))
        try talk.isSignedIn()
        #expect(talk.saved == .ada)
        #expect(talk.flow.outcome == .signedIn(.ada))
    }

    @Test("The only method is taken without asking, and what we cannot do is not offered")
    func takesTheOnly() throws {
        var talk = try begin()
        try talk.hears(.methods([.voice, .email], continuation("methods")))
        #expect(talk.sent == .challenge(continuation("methods"), method: AuthMethod.email.id))
        #expect(talk.flow.prompt == Self.address)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code(hasAlternatives: false))
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.address)
    }

    @Test("A challenge for the only method that is refused can be tried again; Back leads to the address")
    func triesTheOnlyAgain() throws {
        var talk = try begin()
        try talk.hears(.methods([.email], continuation("methods")))
        let only = Prompt.method(MethodPrompt(purpose: .secondFactor, methods: [.email]))
        try talk.isRefused(.tooManyCodes)
        #expect(talk.flow.prompt == only)
        #expect(talk.kind == .throttled)
        talk.says(.method(AuthMethod.email.id))
        #expect(talk.sent == .challenge(continuation("methods"), method: AuthMethod.email.id))
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.address)
    }

    @Test("No method that we can do: the address, and no request")
    func noMethod() throws {
        for methods in [[], [AuthMethod.voice]] {
            var talk = try begin()
            try talk.hears(.methods(methods, continuation("methods")))
            #expect(talk.sent == nil)
            #expect(talk.flow.prompt == Self.address)
            #expect(talk.kind == .noMatchingAuthMethod)
        }
    }

    @Test("A method that is blocked leaves the person at the choice, with the old token")
    func blocked() throws {
        var talk = try atChooser()
        talk.says(.method(AuthMethod.sms.id))
        try talk.isRefused(.blocked)
        #expect(talk.flow.prompt == Self.chooser)
        #expect(talk.kind == .methodBlocked)
        talk.says(.method(AuthMethod.email.id))
        #expect(talk.sent == .challenge(continuation("methods"), method: AuthMethod.email.id))
    }

    @Test(
        "VB-45 a method that the account does not have is offered no more; the last one leads to the address")
    func dropped() throws {
        var talk = try atChooser()
        talk.says(.method(AuthMethod.sms.id))
        try talk.isRefused(.grant(400_002, continuation: continuation("newest")))
        #expect(
            talk.flow.prompt == .method(MethodPrompt(purpose: .secondFactor, methods: [.email])))
        #expect(talk.kind == .noMatchingAuthMethod)
        talk.says(.method(AuthMethod.sms.id))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .noMatchingAuthMethod)
        talk.says(.method(AuthMethod.email.id))
        #expect(talk.sent == .challenge(continuation("newest"), method: AuthMethod.email.id))
        try talk.isRefused(.grant(400_002))
        #expect(talk.flow.prompt == Self.address)
        #expect(talk.kind == .noMatchingAuthMethod)
    }

    @Test(
        "VB-46 a wrong code and a new one that is refused keep the question and the token",
        arguments: [nil, "x"])
    func repairs(newer: String?) throws {
        var talk = try atCode()
        let newest = newer.map { continuation($0) }
        talk.says(.code(someCode))
        try talk.isRefused(.grant(50181, suberror: "invalid_oob_value", continuation: newest))
        #expect(talk.flow.prompt == Self.code())
        #expect(talk.kind == .invalidCode)
        talk.says(.resend)
        let kept = newest ?? continuation("code")
        #expect(talk.sent == .challenge(kept, method: AuthMethod.email.id))
        try talk.isRefused(.tooManyCodes)
        #expect(talk.flow.prompt == Self.code())
        #expect(talk.kind == .throttled)
        talk.says(.code(someCode))
        #expect(talk.sent == .token(.secondFactor(someCode, kept), scopes: wished))
    }

    @Test("A new code by the same method, with its token")
    func resends() throws {
        var talk = try atCode()
        talk.says(.resend)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code(resends: 1))
        #expect(talk.kind == nil)
    }

    @Test("Back from the code leads to the choice, from there to the address")
    func goesBack() throws {
        var talk = try atCode()
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.chooser)
        talk.says(.method(AuthMethod.sms.id))
        #expect(talk.sent == .challenge(continuation("code"), method: AuthMethod.sms.id))
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.chooser)
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.address)
        talk.says(.identity(ada, rightPassword))
        #expect(talk.sent == .initiate(username: ada))
    }

    @Test("VB-49 whatever ends a request, at every step", arguments: Way.all)
    func leaves(by way: Way) throws {
        var (challenging, checking, resending) = (try atChooser(), try atCode(), try atCode())
        challenging.says(.method(AuthMethod.sms.id))
        checking.says(.code(someCode))
        resending.says(.resend)
        for place in [
            Place(try begin(), Self.address), Place(challenging, Self.chooser), Place(checking, Self.code()),
            Place(resending, Self.code()),
        ] { try place.leaves(by: way, start: Self.address) }
    }

    @Test("Behind the first factor, accounts stay concealed where the address is asked again")
    func conceals() throws {
        var talk = try begin(conceals: true)
        try talk.isRefused(.disabled)
        #expect(talk.flow.problem == Problem(.invalidCredentials, correlationID: "c-1"))
    }
}
