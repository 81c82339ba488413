import AuthFlow
import Testing
import Wire

@Suite("The moment at which a refusal shows")
struct RefusalDelayTests {
    private static let delay = Duration.milliseconds(2500)

    @Test("A refusal that comes early waits for its moment, with a tenth of jitter")
    func holds() throws {
        var talk = Talk(.signIn(delay: Self.delay))
        talk.now = .seconds(10)
        try Stop.checkingPassword.reach(&talk)
        talk.now = .seconds(11)
        try talk.isRefused(.wrongPassword)
        #expect(talk.wait == .milliseconds(1500))
        #expect(talk.jitter == .milliseconds(250))
        #expect(talk.flow.problem == nil)
        #expect(talk.flow.prompt == Stop.checkingPassword.question)
        talk.says(.identity(ada, rightPassword))
        #expect(talk.orders.isEmpty, "not the person's turn yet")
        try talk.timerFires()
        #expect(talk.kind == .invalidCredentials)
        talk.says(.identity(ada, rightPassword))
        #expect(
            talk.sent
                == .token(.password(rightPassword, username: ada, continuation("password")), scopes: wished))
    }

    @Test("A refusal that comes late shows at once", arguments: [2500, 2501, 60_000])
    func showsAtOnce(milliseconds: Int) throws {
        var talk = Talk(.signIn(delay: Self.delay))
        try Stop.checkingPassword.reach(&talk)
        talk.now = .milliseconds(milliseconds)
        try talk.isRefused(.wrongPassword)
        #expect(talk.wait == nil)
        #expect(talk.kind == .invalidCredentials)
    }

    @Test("Unknown addresses, decoys and sent codes show at the same moment")
    func holdsAlike() throws {
        for refuse in [false, true] {
            for password in [rightPassword, nil] {
                var talk = Talk(.signIn(conceals: true, delay: Self.delay))
                talk.says(.identity(ada, password))
                talk.now = .milliseconds(300)
                if refuse {
                    try talk.isRefused(.unknown)
                } else {
                    try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
                    try talk.hears(.codeSent)
                }
                #expect(talk.wait == .milliseconds(2200))
                try talk.timerFires()
                #expect(talk.isAsking)
            }
        }
    }

    @Test("Back while a refusal is held shows the question without it, and forgets no token")
    func backWhileHeld() throws {
        var talk = Talk(.signIn(delay: Self.delay))
        try Stop.checkingPassword.reach(&talk)
        try talk.isRefused(.grant(50126, continuation: continuation("newest")))
        let timer = try #require(talk.timer)
        talk.tell(.wentBack)
        #expect(talk.orders == [.stopWaiting(timer)])
        #expect(talk.flow.prompt == Stop.checkingPassword.question)
        #expect(talk.flow.problem == nil)
        talk.tell(.timerFired(timer))
        #expect(talk.orders.isEmpty)
        talk.says(.identity(ada, rightPassword))
        #expect(
            talk.sent
                == .token(.password(rightPassword, username: ada, continuation("newest")), scopes: wished))
    }

    @Test("Back while a new code is held keeps the new code's token")
    func backWhileResendHeld() throws {
        var talk = Talk(.signIn(delay: Self.delay))
        try Stop.asksCode.reach(&talk)
        try talk.timerFires()
        talk.now = .seconds(30)
        talk.says(.resend)
        let challenge = CodeChallenge(channel: .email, target: "a@b", length: 8, interval: nil)
        try talk.hears(.challenge(.code(challenge), continuation("newer")))
        talk.tell(.wentBack)
        #expect(talk.isAsking)
        talk.says(.code(someCode))
        #expect(talk.sent == .token(.oneTimeCode(someCode, continuation("newer")), scopes: wished))
    }

    @Test("Cancelling while a refusal is held ends at once")
    func cancelWhileHeld() throws {
        var talk = Talk(.signIn(delay: Self.delay))
        try Stop.checkingPassword.reach(&talk)
        try talk.isRefused(.wrongPassword)
        let timer = try #require(talk.timer)
        talk.tell(.cancelled)
        #expect(talk.orders == [.stopWaiting(timer)])
        #expect(talk.flow.outcome == .cancelled)
    }

    @Test("Back while the end of a conversation is held shows the address, which takes its answer")
    func backWhileRestartHeld() throws {
        var talk = Talk(.signIn(delay: Self.delay))
        try Stop.asksCode.reach(&talk)
        try talk.timerFires()
        talk.says(.code(someCode))
        try talk.isRefused(.expired)
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == .identity(IdentityPrompt(username: ada)))
        talk.says(.identity(ada, nil))
        #expect(talk.sent == .initiate(username: ada))
    }
}
