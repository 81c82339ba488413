import AuthFlow
import Testing
import Wire

@Suite("Password reset")
struct ResetTests {
    private static let address = Prompt.identity(IdentityPrompt(username: ada, purpose: .reset))
    private static let password = details()
    private static let code = code()

    private static func details(canAskAgain: Bool = false) -> Prompt {
        .details(DetailsPrompt(purpose: .reset, wantsPassword: true, canAskAgain: canAskAgain))
    }

    private static func code(resends: Int = 0) -> Prompt {
        .code(
            CodePrompt(
                purpose: .reset, sentTo: "a***a@ex***le.com", length: 8, channel: .email,
                resendAt: .seconds(60), resends: resends))
    }

    private func talk(conceals: Bool = false, delay: Duration? = nil) -> Talk {
        Talk(
            .resetPassword(SignInOptions(scopes: [], concealsAccounts: conceals, refusalDelay: delay)))
    }

    private func starting(conceals: Bool = false, delay: Duration? = nil) -> Talk {
        var talk = talk(conceals: conceals, delay: delay)
        talk.says(.identity(ada, nil))
        return talk
    }

    private func atCode(conceals: Bool = false) throws -> Talk {
        var talk = starting(conceals: conceals)
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
        try talk.hears(.codeSent)
        return talk
    }

    private func atPassword() throws -> Talk {
        var talk = try atCode()
        talk.says(.code(someCode))
        try talk.hears(.proceed(continuation("proven"), expiresIn: .seconds(600)))
        return talk
    }

    private func submitting() throws -> Talk {
        var talk = try atPassword()
        talk.says(.details([:], newPassword: rightPassword))
        return talk
    }

    private func polling() throws -> Talk {
        var talk = try submitting()
        try talk.hears(.submitted(continuation("submitted"), pollInterval: .seconds(2)))
        try talk.waits()
        return talk
    }

    @Test("Order by order")
    func resets() throws {
        var talk = talk()
        #expect(talk.flow.prompt == .identity(IdentityPrompt(purpose: .reset)))
        talk.says(.identity(" \(ada) ", nil))
        #expect(talk.sent == .resetStart(username: ada))
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
        #expect(talk.sent == .resetChallenge(continuation("begun")))
        #expect(talk.flow.prompt == Self.address)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code)
        talk.says(.code(someCode))
        #expect(talk.sent == .resetContinue(code: someCode, continuation("code")))
        try talk.hears(.proceed(continuation("proven"), expiresIn: .seconds(600)))
        #expect(talk.flow.prompt == Self.password)
        talk.says(.details([:], newPassword: rightPassword))
        #expect(talk.sent == .resetSubmit(newPassword: rightPassword, continuation("proven")))
        try talk.hears(.submitted(continuation("submitted"), pollInterval: .seconds(2)))
        #expect(talk.wait == .seconds(2))
        #expect(talk.jitter == .zero)
        #expect(talk.flow.isBusy)
        #expect(talk.flow.prompt == Self.password)
        try talk.waits()
        #expect(talk.sent == .resetPoll(continuation("submitted")))
        try talk.hears(.poll(.succeeded, continuation("done")))
        #expect(talk.orders.count == 1, "nobody is signed in")
        #expect(talk.flow.outcome == .passwordChanged(username: ada))
    }

    @Test("It polls with the submission's token, each interval, whatever a poll brings")
    func polls() throws {
        var talk = try polling()
        for status in [PollStatus.notStarted, .inProgress, .inProgress] {
            try talk.hears(.poll(status, continuation("ignored")))
            #expect(talk.wait == .seconds(2))
            try talk.waits()
            #expect(talk.sent == .resetPoll(continuation("submitted")))
        }
        try talk.isRefused(WireError(status: 429, retryAfter: .seconds(9), malformed: .notJSON))
        #expect(talk.wait == .seconds(9), "as long as the service asks for")
        try talk.waits()
        try talk.fails(.unreachable(.timedOut(host: "h")))
        #expect(talk.wait == .seconds(2))
    }

    @Test("After 300 s it stops, and looks again where the person wants that")
    func losesPatience() throws {
        var talk = try submitting()
        try talk.hears(.submitted(continuation("submitted"), pollInterval: .seconds(100)))
        for _ in 0..<3 {
            try talk.waits()
            #expect(talk.sent == .resetPoll(continuation("submitted")))
            try talk.hears(.poll(.inProgress, nil))
        }
        #expect(talk.now == .seconds(300))
        #expect(talk.wait == nil)
        #expect(talk.flow.prompt == Self.details(canAskAgain: true))
        #expect(talk.kind == .resetUnfinished)
        talk.says(.resend)
        #expect(talk.sent == .resetPoll(continuation("submitted")))
        try talk.hears(.poll(.inProgress, nil))
        #expect(talk.wait == .seconds(100), "another 300 s")
        try talk.waits()
        try talk.hears(.poll(.succeeded, nil))
        #expect(talk.flow.outcome == .passwordChanged(username: ada))
    }

    @Test("A password that is refused, at once or late, is asked for again with the token that counts")
    func weak() throws {
        var talk = try submitting()
        try talk.isRefused(.weakPassword())
        #expect(talk.flow.prompt == Self.password)
        #expect(talk.kind == .invalidPassword(.tooWeak))
        talk.says(.details([:], newPassword: rightPassword))
        #expect(talk.sent == .resetSubmit(newPassword: rightPassword, continuation("proven")))
        talk = try polling()
        try talk.isRefused(.weakPassword())
        #expect(talk.flow.prompt == Self.password)
        #expect(talk.kind == .invalidPassword(.tooWeak))
        talk.says(.details([:], newPassword: rightPassword))
        #expect(talk.sent == .resetSubmit(newPassword: rightPassword, continuation("submitted")))
    }

    @Test("A change that failed can be submitted again, with the new token", arguments: [nil, "newer"])
    func failed(newer: String?) throws {
        var talk = try polling()
        try talk.hears(.poll(.failed, newer.map { continuation($0) }))
        #expect(talk.flow.prompt == Self.password)
        #expect(talk.kind == .malformed)
        talk.says(.resend)
        #expect(talk.orders.isEmpty, "there is nothing to look at again")
        talk.says(.details([:], newPassword: rightPassword))
        #expect(
            talk.sent
                == .resetSubmit(newPassword: rightPassword, continuation(newer ?? "submitted")))
    }

    @Test("Another code, to another address, takes the place of the first")
    func anotherCode() throws {
        var talk = try atCode()
        talk.says(.code(someCode))
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Self.code(resends: 1))
        #expect(talk.kind == nil)
    }

    @Test("Wrong codes and refused new ones keep the question and the token")
    func codes() throws {
        var talk = try atCode()
        talk.says(.code(someCode))
        try talk.isRefused(.wrongCode)
        #expect(talk.flow.prompt == Self.code)
        #expect(talk.kind == .invalidCode)
        talk.says(.resend)
        #expect(talk.sent == .resetChallenge(continuation("code")))
        try talk.isRefused(.tooManyCodes)
        #expect(talk.flow.prompt == Self.code)
        #expect(talk.kind == .throttled)
        talk.says(.code(someCode))
        #expect(talk.sent == .resetContinue(code: someCode, continuation("code")))
    }

    @Test("An account without a password is told so at the address, wherever it comes out")
    func notSupported() throws {
        var offered = WireError.named("invalid_request", [55200])
        offered.description = "AADSTS55200: the tenant does not support native credential recovery"
        var talk = starting()
        try talk.isRefused(.named("invalid_request", [500_222]))
        #expect(talk.flow.prompt == Self.address)
        #expect(talk.kind == .resetNotSupported)
        talk = try atCode()
        talk.says(.code(someCode))
        try talk.isRefused(offered)
        #expect(talk.flow.prompt == Self.address)
        #expect(talk.kind == .resetNotSupported)
        talk = starting(conceals: true)
        try talk.isRefused(.named("invalid_request", [500_222]))
        #expect(talk.kind == .resetNotSupported, "concealed or not")
    }

    @Test("VB-39 an unknown, locked or disabled address gets the code's screen, and no code works")
    func decoys() throws {
        for error in [WireError.unknown, .locked, .disabled] {
            for begun in [false, true] {
                var real = try atCode(conceals: true)
                var decoy = starting(conceals: true)
                if begun { try decoy.hears(.proceed(continuation("begun"), expiresIn: nil)) }
                try decoy.isRefused(error)
                #expect(decoy.request == nil)
                #expect(decoy.flow.prompt == real.flow.prompt)
                #expect(decoy.flow.problem == real.flow.problem)
                real.says(.code(someCode))
                try real.isRefused(.wrongCode)
                decoy.says(.code(someCode))
                #expect(decoy.orders.isEmpty)
                #expect(decoy.flow.problem == real.flow.problem)
                real.says(.resend)
                try real.hears(.codeSent)
                decoy.says(.resend)
                #expect(decoy.orders.isEmpty)
                #expect(decoy.flow.prompt == real.flow.prompt)
                real.now = .seconds(600)
                decoy.now = .seconds(600)
                real.says(.code(someCode))
                try real.isRefused(.expired)
                decoy.says(.code(someCode))
                #expect(decoy.flow.prompt == real.flow.prompt)
                #expect(decoy.flow.problem == real.flow.problem)
                #expect(decoy.kind == .sessionExpired)
            }
        }
        var open = starting()
        try open.isRefused(.unknown)
        #expect(open.kind == .userNotFound)
    }

    @Test("A decoy and a code that was sent show at the same moment")
    func holds() throws {
        for known in [false, true] {
            var talk = starting(conceals: true, delay: .milliseconds(2500))
            talk.now = .milliseconds(300)
            if known {
                try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
                try talk.hears(.codeSent)
            } else {
                try talk.isRefused(.unknown)
            }
            #expect(talk.wait == .milliseconds(2200))
            #expect(talk.jitter == .milliseconds(250))
            #expect(talk.flow.prompt == Self.address)
            try talk.timerFires()
            #expect(talk.isAsking)
            talk.says(.code(someCode))
            if known { try talk.isRefused(.wrongCode) }
            #expect(talk.wait == .milliseconds(2500))
        }
    }

    @Test("VB-49 whatever ends a request, at every step", arguments: Way.all)
    func leaves(by way: Way) throws {
        var challenging = starting()
        try challenging.hears(.proceed(continuation("begun"), expiresIn: nil))
        var (checking, resending) = (try atCode(), try atCode())
        checking.says(.code(someCode))
        resending.says(.resend)
        for place in [
            Place(starting(), Self.address), Place(challenging, Self.address), Place(checking, Self.code),
            Place(resending, Self.code), Place(try submitting(), Self.password),
        ] { try place.leaves(by: way, start: Self.address) }
        // No answer to a look is a reason to look again later, so that it is left out here.
        if case .toQuestion(.unreachable) = way.leads { return }
        try Place(try polling(), Self.details(canAskAgain: true)).leaves(by: way, start: Self.address)
    }

    @Test("Back from a running poll keeps the submission; Back from each question leads to the address")
    func goesBack() throws {
        var talk = try polling()
        talk.tell(.wentBack)
        talk.says(.resend)
        #expect(talk.sent == .resetPoll(continuation("submitted")))
        talk.tell(.wentBack)
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.address)
        talk = try atCode()
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == Self.address)
        talk.says(.identity(" ", nil))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidInput)
    }
}
