import AuthFlow
import Testing
import Wire

@Suite("Device authorization")
struct DeviceTests {
    private static let grant = DeviceGrant(
        deviceCode: Secret("canary-dc"), userCode: "F4KQ7ZT2M", verificationURI: "https://a",
        verificationURIComplete: "https://a?c", expiresIn: .seconds(900), interval: .seconds(5))
    private static let poll = WireRequest.token(.deviceCode(Secret("canary-dc")), scopes: wished)
    private static let pending = WireError.named("authorization_pending", [70016])
    private static let slowDown = WireError.named("slow_down")
    private static let timedOut = Problem.Kind.unreachable(.timedOut(host: "h"))
    private static let blank = Prompt.device(DevicePrompt(username: ada, reason: "Federated."))

    /// A code was given at 100 s; the first poll is awaited.
    private func begun(_ grant: DeviceGrant = grant) throws -> Talk {
        var talk = Talk(.device)
        talk.now = .seconds(100)
        talk.tell(.started)
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
        #expect(talk.flow.isBusy)
        try talk.hears(.device(grant))
        #expect(!talk.flow.isBusy)
        return talk
    }

    /// A poll is under way, its answer awaited.
    private func polling() throws -> Talk {
        var talk = try begun()
        try talk.waits()
        return talk
    }

    @Test("VB-51 the first poll comes one interval after the code, the next ones after each answer")
    func polls() throws {
        var talk = try begun()
        #expect(talk.wait == .seconds(5))
        #expect(talk.jitter == .zero)
        #expect(
            talk.flow.prompt
                == .device(
                    DevicePrompt(
                        grant: DevicePrompt.Grant(
                            userCode: "F4KQ7ZT2M", verificationURI: "https://a",
                            verificationURIComplete: "https://a?c", expiresAt: .seconds(1000)),
                        username: ada, reason: "Federated.")))
        for _ in 1...3 {
            try talk.waits()
            #expect(talk.sent == Self.poll)
            talk.now += .seconds(2)
            try talk.isRefused(Self.pending)
            #expect(talk.wait == .seconds(5), "measured from the answer")
        }
        try talk.waits()
        try talk.isSignedIn()
        #expect(talk.saved == .ada)
        #expect(talk.flow.outcome == .signedIn(.ada))
    }

    @Test("VB-50 slow_down adds five seconds each time, for good; a longer interval wins")
    func slowsDown() throws {
        var talk = try polling()
        try talk.isRefused(Self.slowDown)
        #expect(talk.wait == .seconds(10))
        try talk.waits()
        try talk.isRefused(Self.slowDown)
        #expect(talk.wait == .seconds(15))
        try talk.waits()
        try talk.isRefused(Self.pending)
        #expect(talk.wait == .seconds(15))
        #expect(talk.flow.pollInterval == .seconds(15))
        try talk.waits()
        var longer = Self.slowDown
        longer.interval = .seconds(40)
        try talk.isRefused(longer)
        #expect(talk.wait == .seconds(40))
        try talk.waits()
        longer.interval = .seconds(1)
        try talk.isRefused(longer)
        #expect(talk.wait == .seconds(45), "a shorter one does not")
        try talk.waits()
        try talk.isSignedIn()
        #expect(talk.flow.outcome == .signedIn(.ada))
    }

    @Test("Time-outs double the wait up to a minute; a good answer ends that")
    func backsOff() throws {
        var talk = try polling()
        for seconds in [10, 20, 40, 60, 60] {
            try talk.fails(Self.timedOut)
            #expect(talk.wait == .seconds(seconds))
            try talk.waits()
        }
        try talk.isRefused(Self.pending)
        #expect(talk.wait == .seconds(5))
        try talk.waits()
        try talk.fails(Self.timedOut)
        #expect(talk.wait == .seconds(10))
    }

    @Test(
        "Trouble at the service is waited out, by its own word where it gives one",
        arguments: [(nil, 10), (1, 5), (30, 30)] as [(Int?, Int)])
    func waitsOut(retryAfter: Int?, seconds: Int) throws {
        for status in [429, 500, 503] {
            var talk = try polling()
            try talk.isRefused(
                WireError(
                    status: status, retryAfter: retryAfter.map { .seconds($0) }, malformed: .notJSON))
            #expect(talk.wait == .seconds(seconds))
            try talk.waits()
            #expect(talk.sent == Self.poll)
        }
    }

    @Test("A connection that cannot be trusted is not waited out")
    func stopsAtCertificates() throws {
        var talk = try polling()
        let kind = Problem.Kind.unreachable(.certificate(host: "h", issuer: nil, .expired))
        try talk.fails(kind)
        #expect(talk.kind == kind)
        #expect(talk.flow.prompt == Self.blank)
    }

    @Test("Both ways to say no end as cancelled", arguments: ["authorization_declined", "access_denied"])
    func denied(word: String) throws {
        var talk = try polling()
        try talk.isRefused(.named(word))
        #expect(talk.flow.outcome == .cancelled)
    }

    @Test(
        "A policy's no is not the person's",
        arguments: [
            ("access_denied", 53003, .blockedByPolicy), ("invalid_grant", 53003, .blockedByPolicy),
            ("access_denied", 50105, .blockedByPolicy), ("invalid_grant", 50076, .interactionRequired),
            ("invalid_grant", 65001, .interactionRequired),
            ("invalid_client", 7_000_218, .misconfigured(.publicClientOff)),
        ] as [(String, Int, Problem.Kind)])
    func blocked(word: String, code: Int, kind: Problem.Kind) throws {
        var talk = try polling()
        try talk.isRefused(.named(word, [code]))
        #expect(talk.kind == kind)
        #expect(talk.flow.prompt == Self.blank)
        talk.says(.resend)
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
    }

    @Test("VB-52 a code that the service does not know is replaced in place")
    func unknownCode() throws {
        var talk = try polling()
        try talk.isRefused(.named("bad_verification_code", [70018]))
        #expect(talk.kind == .deviceCodeUnknown)
        #expect(talk.flow.prompt == Self.blank)
        talk.says(.resend)
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
        try talk.hears(.device(Self.grant))
        try talk.waits()
        #expect(talk.sent == Self.poll)
    }

    @Test(
        "VB-53 three codes may run out, by the service's word", arguments: ["expired_token", "code_expired"])
    func expires(word: String) throws {
        var talk = try polling()
        for _ in 1...2 {
            try talk.isRefused(.named(word))
            #expect(talk.orders.count == 1, "no further poll")
            #expect(talk.kind == .deviceCodeExpired)
            #expect(talk.flow.prompt == Self.blank)
            talk.says(.resend)
            #expect(talk.sent == .deviceAuthorize(scopes: wished))
            try talk.hears(.device(Self.grant))
            try talk.waits()
        }
        try talk.isRefused(.named(word))
        #expect(talk.flow.outcome == .failed(Problem(.deviceCodeExpired)))
    }

    @Test("VB-53 a code runs out by the clock, without a poll beyond its end")
    func expiresByClock() throws {
        var short = Self.grant
        short.expiresIn = .seconds(12)
        var talk = try begun(short)
        try talk.waits()
        try talk.isRefused(Self.pending)
        try talk.waits()
        try talk.isRefused(Self.pending)
        #expect(talk.wait == .seconds(2), "the rest of the code's life")
        try talk.waits()
        #expect(talk.sent == nil)
        #expect(talk.kind == .deviceCodeExpired)
    }

    @Test("A code whose end passed during a poll runs out at once")
    func expiresDuringPoll() throws {
        var talk = try polling()
        talk.now = .seconds(2000)
        try talk.isRefused(Self.pending)
        #expect(talk.wait == .zero)
        try talk.waits()
        #expect(talk.kind == .deviceCodeExpired)
    }

    @Test("A new code can be asked for while one is waited for")
    func resendsWhileWaiting() throws {
        var talk = try begun()
        let timer = try #require(talk.timer)
        talk.says(.resend)
        #expect(talk.orders.first == .stopWaiting(timer))
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
        #expect(talk.flow.prompt == Self.blank)
        talk.tell(.timerFired(timer))
        #expect(talk.orders.isEmpty)
    }

    @Test("A new code can be asked for while a request is under way, and drops its answer")
    func resendsWhileAsking() throws {
        var talk = try polling()
        let poll = try #require(talk.request)
        talk.says(.resend)
        #expect(talk.orders.first == .abandon(poll))
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
        talk.tell(.authenticated(poll, .ada))
        #expect(talk.orders.isEmpty)
        let authorize = try #require(talk.request)
        talk.says(.resend)
        #expect(talk.orders.first == .abandon(authorize))
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
    }

    @Test("VB-20 Back and cancelling stop whatever runs", arguments: [FlowEvent.wentBack, .cancelled])
    func stops(_ event: FlowEvent) throws {
        var talk = Talk(.device)
        talk.tell(event)
        #expect(talk.flow.outcome == .cancelled)

        talk = try begun()
        let timer = try #require(talk.timer)
        talk.tell(event)
        #expect(talk.orders == [.stopWaiting(timer)])
        #expect(talk.flow.outcome == .cancelled)

        talk = try polling()
        let request = try #require(talk.request)
        talk.tell(event)
        #expect(talk.orders == [.abandon(request)])
        #expect(talk.flow.outcome == .cancelled)
    }

    @Test("A refused or lost request for a code can be made again")
    func authorizesAgain() throws {
        var talk = Talk(.device)
        talk.tell(.started)
        try talk.isRefused(.named("unauthorized_client", [700016]))
        #expect(talk.kind == .misconfigured(.unknownClient))
        talk.says(.resend)
        try talk.fails(Self.timedOut)
        #expect(talk.kind == Self.timedOut)
        talk.says(.resend)
        #expect(talk.sent == .deviceAuthorize(scopes: wished))
    }

    @Test("An answer that makes no sense, a redirect among them, ends the code, not the conversation")
    func malformed() throws {
        for reply in [WireReply.finished, .redirect(reason: nil)] {
            var talk = try polling()
            try talk.hears(reply)
            #expect(talk.kind == .malformed)
            talk = Talk(.device)
            talk.tell(.started)
            try talk.hears(reply)
            #expect(talk.kind == .malformed)
        }
        var talk = try polling()
        try talk.isRefused(.malformed)
        #expect(talk.kind == .malformed)
    }

    @Test("Tokens that are not to be trusted end the code")
    func untrusted() throws {
        var talk = try polling()
        try talk.fails(.untrusted(.signature))
        #expect(talk.kind == .untrusted(.signature))
        #expect(talk.saved == nil)
    }
}
