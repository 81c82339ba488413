import AuthFlow
import Testing
import Wire

@Suite("Sign-up")
struct SignUpTests {
    private static let address = Prompt.newAccount(NewAccountPrompt(username: ada))
    private static let name = RequiredAttribute(
        name: "displayName", type: "string", isRequired: true, regex: "^.{1,64}$")
    private static let password = Prompt.details(DetailsPrompt(purpose: .signUp, wantsPassword: true))
    private static let details = Prompt.details(DetailsPrompt(purpose: .signUp, attributes: [name]))

    private static func code(resends: Int = 0) -> Prompt {
        .code(
            CodePrompt(
                purpose: .signUp, sentTo: "a***a@ex***le.com", length: 8, channel: .email,
                resendAt: .seconds(60), resends: resends))
    }

    private func talk(goesOn: Bool = true, conceals: Bool = false) -> Talk {
        Talk(.signUp(SignInOptions(scopes: wished, concealsAccounts: conceals, goesOnByItself: goesOn)))
    }

    /// Until the code is asked for.
    private func atCode(goesOn: Bool = true, conceals: Bool = false) throws -> Talk {
        var talk = talk(goesOn: goesOn, conceals: conceals)
        talk.says(.newAccount(ada, nil, attributes: [:]))
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
        try talk.hears(.codeSent)
        return talk
    }

    private func checking(goesOn: Bool = true) throws -> Talk {
        var talk = try atCode(goesOn: goesOn)
        talk.says(.code(someCode))
        return talk
    }

    private func atPassword() throws -> Talk {
        var talk = try checking()
        try talk.isRefused(.step("credential_required", 55103))
        try talk.hears(.challenge(.password, continuation("password")))
        return talk
    }

    private func atDetails() throws -> Talk {
        var talk = try checking()
        try talk.isRefused(.step("attributes_required", 55106, attributes: [Self.name]))
        return talk
    }

    @Test("A everything at the start, order by order")
    func everythingAtStart() throws {
        var talk = talk()
        #expect(talk.flow.prompt == .newAccount(NewAccountPrompt()))
        talk.says(.newAccount(" \(ada)", rightPassword, attributes: ["displayName": "Ada"]))
        #expect(
            talk.sent
                == .signUpStart(
                    username: ada, password: rightPassword, attributes: ["displayName": "Ada"]))
        #expect(talk.flow.prompt == Self.address)
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
        #expect(talk.sent == .signUpChallenge(continuation("begun")))
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code())
        talk.says(.code(someCode))
        #expect(talk.sent == .signUpContinue(.code(someCode), continuation("code")))
        try talk.hears(.proceed(continuation("made"), expiresIn: nil))
        #expect(
            talk.sent == .token(.continuation(continuation("made"), username: ada), scopes: wished))
        try talk.isSignedIn()
        #expect(talk.flow.outcome == .signedIn(.ada))
    }

    @Test("C nothing at the start: password, then attributes, each repeated until it is right")
    func nothingAtStart() throws {
        var talk = try atPassword()
        #expect(talk.flow.prompt == Self.password)
        talk.says(.details([:], newPassword: wrongPassword))
        #expect(talk.sent == .signUpContinue(.password(wrongPassword), continuation("password")))
        try talk.isRefused(.weakPassword())
        #expect(talk.flow.prompt == Self.password)
        #expect(talk.kind == .invalidPassword(.tooWeak))
        talk.says(.details([:], newPassword: rightPassword))
        #expect(talk.sent == .signUpContinue(.password(rightPassword), continuation("password")))
        try talk.isRefused(.step("attributes_required", 55106, attributes: [Self.name]))
        #expect(talk.flow.prompt == Self.details)
        #expect(talk.kind == nil)
        talk.says(.details(["displayName": "?"], newPassword: nil))
        #expect(talk.sent == .signUpContinue(.attributes(["displayName": "?"]), continuation("step")))
        try talk.isRefused(.badAttributes())
        #expect(talk.flow.prompt == Self.details)
        #expect(talk.kind == .invalidAttributes(["displayName"]))
        talk.says(.details(["displayName": "Ada"], newPassword: nil))
        #expect(
            talk.sent == .signUpContinue(.attributes(["displayName": "Ada"]), continuation("step")))
        try talk.isRefused(.step("attributes_required", 55106, attributes: [Self.name, Self.name]))
        #expect(
            talk.flow.prompt
                == .details(DetailsPrompt(purpose: .signUp, attributes: [Self.name, Self.name])))
    }

    @Test("Attributes before the address is proven: the code is asked for once more")
    func verificationRequired() throws {
        var talk = try atDetails()
        talk.says(.details(["displayName": "Ada"], newPassword: nil))
        try talk.isRefused(.step("verification_required"))
        #expect(talk.sent == .signUpChallenge(continuation("step")))
        #expect(talk.flow.prompt == Self.details)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code())
    }

    @Test(
        "What is wrong with the start is mended there",
        arguments: [
            (.named("user_already_exists", [1_003_037]), .userAlreadyExists),
            (.badAttributes(), .invalidAttributes(["displayName"])),
            (.weakPassword(), .invalidPassword(.tooWeak)),
            (.named("unsupported_auth_method"), .noMatchingAuthMethod),
            (.step("attributes_required", 55106), .refused),
        ] as [(WireError, Problem.Kind)])
    func startRefused(error: WireError, kind: Problem.Kind) throws {
        var talk = talk()
        talk.says(.newAccount(ada, rightPassword, attributes: [:]))
        try talk.isRefused(error)
        #expect(talk.flow.prompt == Self.address)
        #expect(talk.kind == kind)
        talk.says(.newAccount(ada, rightPassword, attributes: [:]))
        #expect(
            talk.sent == .signUpStart(username: ada, password: rightPassword, attributes: [:]))
    }

    @Test("What was given at the start and is refused behind the code leads back to the start")
    func startRefusedLate() throws {
        for error in [WireError.named("user_already_exists", [1_003_037]), .weakPassword(), .badAttributes()]
        {
            var talk = try checking()
            try talk.isRefused(error)
            #expect(talk.flow.prompt == Self.address)
            #expect(talk.kind == Problem(error, at: .signUpContinue).kind)
        }
        var talk = try atDetails()
        talk.says(.details([:], newPassword: nil))
        try talk.isRefused(.named("user_already_exists", [1_003_037]))
        #expect(talk.flow.prompt == Self.address)
    }

    @Test("VB-35 empty answers are refused without a request")
    func refusesEmpty() throws {
        var talk = talk()
        talk.says(.newAccount(" ", nil, attributes: [:]))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidInput)
        talk.says(.newAccount(ada, Secret(""), attributes: [:]))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidPassword(.other))
        talk = try atCode()
        talk.says(.code(Secret("")))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidCode)
        talk = try atPassword()
        talk.says(.details([:], newPassword: nil))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidPassword(.other))
    }

    @Test("Wrong and new codes; VB-43 a new one counts")
    func codes() throws {
        var talk = try checking()
        try talk.isRefused(.wrongCode)
        #expect(talk.flow.prompt == Self.code())
        #expect(talk.kind == .invalidCode)
        talk.says(.resend)
        #expect(talk.sent == .signUpChallenge(continuation("code")))
        try talk.isRefused(.tooManyCodes)
        #expect(talk.flow.prompt == Self.code())
        #expect(talk.kind == .throttled)
        talk.says(.resend)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code(resends: 1))
    }

    @Test("A question for attributes that names none is an answer that cannot be understood")
    func asksForNothing() throws {
        let code = try checking()
        var details = try atDetails()
        details.says(.details(["displayName": "Ada"], newPassword: nil))
        for (place, question) in [(code, Self.code()), (details, Self.details)] {
            var talk = place
            try talk.isRefused(.step("attributes_required", 55106))
            #expect(talk.flow.prompt == question)
            #expect(talk.kind == .malformed)
        }
    }

    @Test("A challenge that does not come after an accepted answer is asked for again, with its token")
    func owesChallenge() throws {
        for fail in [false, true] {
            var talk = try checking()
            try talk.isRefused(.step("credential_required", 55103))
            if fail {
                try talk.fails(.unreachable(.timedOut(host: "h")))
            } else {
                try talk.isRefused(.named("server_error", status: 500))
            }
            #expect(talk.flow.prompt == Self.code())
            #expect(talk.kind != nil)
            talk.says(.code(someCode))
            #expect(talk.sent == .signUpChallenge(continuation("step")))
            try talk.hears(.challenge(.password, continuation("password")))
            #expect(talk.flow.prompt == Self.password)
        }
    }

    @Test("An account without a token: its sign-in, with the address and the news")
    func finished() throws {
        var talk = try checking()
        try talk.hears(.finished)
        #expect(
            talk.flow.prompt == .identity(IdentityPrompt(username: ada, news: .accountCreated)))
        talk.says(.identity(ada, rightPassword))
        #expect(talk.sent == .initiate(username: ada))
    }

    @Test("Where it does not go on by itself, the account is the outcome")
    func accountCreated() throws {
        var talk = try checking(goesOn: false)
        try talk.hears(.proceed(continuation("made"), expiresIn: nil))
        #expect(talk.flow.outcome == .accountCreated(username: ada, continuation("made")))
        talk = try checking(goesOn: false)
        try talk.hears(.finished)
        #expect(talk.flow.outcome == .accountCreated(username: ada, nil))
    }

    @Test("Whatever becomes of the first sign-in, the account is not forgotten")
    func keepsTheNews() throws {
        let news = Prompt.identity(IdentityPrompt(username: ada, news: .accountCreated))
        var redeeming = try checking()
        try redeeming.hears(.proceed(continuation("made"), expiresIn: nil))
        var talk = redeeming
        try talk.fails(.unreachable(.timedOut(host: "h")))
        #expect(talk.flow.prompt == news)
        talk = redeeming
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == news)
        talk = redeeming
        try talk.isRefused(.grant(50076, suberror: "mfa_required", continuation: continuation("mfa")))
        #expect(talk.sent == .introspect(continuation("mfa")))
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == news)
        talk = redeeming
        try talk.hears(.redirect(reason: nil))
        #expect(talk.flow.outcome == .browserRequired(reason: nil, username: ada))
    }

    @Test("Concealed, the code's screen shows the address as typed")
    func conceals() throws {
        let talk = try atCode(conceals: true)
        #expect(
            talk.flow.prompt
                == .code(
                    CodePrompt(
                        purpose: .signUp, sentTo: ada, length: nil, channel: .email,
                        resendAt: .seconds(30))))
    }

    @Test("VB-49 whatever ends a request, at every step", arguments: Way.all)
    func leaves(by way: Way) throws {
        var starting = talk()
        starting.says(.newAccount(ada, nil, attributes: [:]))
        var challenging = starting
        try challenging.hears(.proceed(continuation("begun"), expiresIn: nil))
        var resending = try atCode()
        resending.says(.resend)
        var asking = try checking()
        try asking.isRefused(.step("credential_required", 55103))
        var password = try atPassword()
        password.says(.details([:], newPassword: rightPassword))
        var details = try atDetails()
        details.says(.details([:], newPassword: nil))
        for place in [
            Place(starting, Self.address), Place(challenging, Self.address),
            Place(try checking(), Self.code()),
            Place(resending, Self.code()), Place(asking, Self.code()), Place(password, Self.password),
            Place(details, Self.details),
        ] { try place.leaves(by: way, start: Self.address) }
    }

    @Test("Back from each question leads to the address")
    func goesBack() throws {
        for place in [try atCode(), try atPassword(), try atDetails()] {
            var talk = place
            talk.tell(.wentBack)
            #expect(talk.flow.prompt == Self.address)
        }
    }
}
