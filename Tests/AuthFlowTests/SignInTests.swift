import AuthFlow
import Testing
import Wire

@Suite("Sign-in")
struct SignInTests {
    private func token(
        _ grant: TokenGrant
    ) -> WireRequest { .token(grant, scopes: wished) }

    @Test("A password, order by order")
    func password() {
        var flow = Flow(.signIn())
        let begun = continuation("begun")
        let asked = continuation("password")
        let lines: [(FlowEvent, [FlowEffect])] = [
            (.started, []),
            (
                .answered(.identity(" \(ada)\t", rightPassword)),
                [.send(RequestID(1), .initiate(username: ada))]
            ),
            (
                .replied(RequestID(1), .proceed(begun, expiresIn: nil)),
                [.abandon(RequestID(1)), .send(RequestID(2), .challenge(begun, method: nil))]
            ),
            (.replied(RequestID(1), .redirect(reason: nil)), []),
            (
                .replied(RequestID(2), .challenge(.password, asked)),
                [
                    .abandon(RequestID(2)),
                    .send(RequestID(3), token(.password(rightPassword, username: ada, asked))),
                ]
            ),
            (.authenticated(RequestID(3), .ada), [.abandon(RequestID(3)), .save(.ada)]),
            (.wentBack, []), (.cancelled, []),
        ]
        for (event, orders) in lines { #expect(flow.handle(event, at: .zero) == orders, "\(event)") }
        #expect(flow.outcome == .signedIn(.ada))
    }

    @Test("An e-mail code")
    func code() throws {
        var talk = Talk(.signIn())
        try Stop.asksCode.reach(&talk)
        #expect(talk.flow.prompt == Stop.asksCode.question)
        talk.says(.code(someCode))
        #expect(talk.sent == token(.oneTimeCode(someCode, continuation("code"))))
        try talk.isRefused(.wrongCode)
        #expect(talk.flow.prompt == Stop.asksCode.question)
        #expect(talk.kind == .invalidCode)
        #expect(talk.flow.problem?.correlationID == "c-1")
        talk.says(.code(someCode))
        #expect(talk.sent == token(.oneTimeCode(someCode, continuation("code"))))
        try talk.isSignedIn()
        #expect(talk.saved == .ada)
        #expect(talk.flow.outcome == .signedIn(.ada))
    }

    @Test("VB-43 a new code counts from the service's answer, with its token")
    func resend() throws {
        var talk = Talk(.signIn())
        try Stop.resending.reach(&talk)
        #expect(talk.sent == .challenge(continuation("code"), method: nil))
        talk.now = .seconds(100)
        let challenge = CodeChallenge(channel: .email, target: "a@b", length: 6, interval: nil)
        try talk.hears(.challenge(.code(challenge), continuation("newer")))
        #expect(
            talk.flow.prompt
                == .code(
                    CodePrompt(
                        sentTo: "a@b", length: 6, channel: .email, resendAt: .seconds(130), resends: 1)))
        talk.says(.code(someCode))
        #expect(talk.sent == token(.oneTimeCode(someCode, continuation("newer"))))
    }

    @Test(
        "A refused new code leaves the question and the token, unless it brings one",
        arguments: [nil, "newest"])
    func resendRefused(newer: String?) throws {
        var talk = Talk(.signIn())
        try Stop.resending.reach(&talk)
        var error = WireError.named("invalid_request", [701014])
        error.continuation = newer.map { continuation($0) }
        try talk.isRefused(error)
        #expect(talk.flow.prompt == Stop.resending.question)
        #expect(talk.kind == .throttled)
        talk.says(.code(someCode))
        #expect(talk.sent == token(.oneTimeCode(someCode, continuation(newer ?? "code"))))
    }

    @Test("The service wants a code though a password was typed")
    func switchesToCode() throws {
        var talk = Talk(.signIn())
        try Stop.challenging.reach(&talk)
        try talk.hears(.codeSent)
        #expect(talk.flow.prompt == Stop.asksCode.question)
        talk.says(.code(someCode))
        #expect(talk.sent == token(.oneTimeCode(someCode, continuation("code"))))
    }

    @Test("The service wants a password though a code was wished for")
    func switchesToPassword() throws {
        var talk = Talk(.signIn())
        try Stop.checkingAskedPassword.reach(&talk)
        let asked = continuation("password")
        #expect(talk.sent == token(.password(rightPassword, username: ada, asked)))
        try talk.isRefused(.wrongPassword)
        #expect(talk.flow.prompt == .password(PasswordPrompt(username: ada)))
        #expect(talk.kind == .invalidCredentials)
        talk.says(.password(rightPassword))
        #expect(talk.sent == token(.password(rightPassword, username: ada, asked)))
    }

    @Test(
        "A wrong password goes on in the same conversation, with the newest token",
        arguments: [nil, "newest"])
    func resumes(newer: String?) throws {
        var talk = Talk(.signIn())
        try Stop.checkingPassword.reach(&talk)
        try talk.isRefused(.grant(50126, continuation: newer.map { continuation($0) }))
        #expect(talk.flow.prompt == .identity(IdentityPrompt(username: ada)))
        #expect(talk.kind == .invalidCredentials)
        talk.says(.identity(ada, rightPassword))
        let kept = continuation(newer ?? "password")
        #expect(talk.sent == token(.password(rightPassword, username: ada, kept)))
    }

    @Test("Another address, or none but a code, begins anew")
    func beginsAnew() throws {
        for answer in [Answer.identity("bo@example.com", rightPassword), .identity(ada, nil)] {
            var talk = Talk(.signIn())
            try Stop.checkingPassword.reach(&talk)
            try talk.isRefused(.wrongPassword)
            talk.says(answer)
            guard case .initiate = talk.sent else {
                Issue.record("\(answer) did not begin anew")
                return
            }
        }
    }

    @Test("An expired conversation that was resumed restarts once, without a word")
    func restartsOnce() throws {
        var talk = Talk(.signIn())
        try Stop.checkingPassword.reach(&talk)
        try talk.isRefused(.wrongPassword)
        talk.says(.identity(ada, rightPassword))
        try talk.isRefused(.expired)
        #expect(talk.sent == .initiate(username: ada))
        try talk.hears(.proceed(continuation("again"), expiresIn: nil))
        try talk.hears(.challenge(.password, continuation("again-2")))
        #expect(
            talk.sent == token(.password(rightPassword, username: ada, continuation("again-2"))))
        try talk.isRefused(.expired)
        #expect(talk.sent == nil)
        #expect(talk.isAsking)
        #expect(talk.kind == .sessionExpired)
    }

    @Test(
        "An expired conversation leads back to the address",
        arguments: [Stop.checkingPassword, .checkingAskedPassword, .checkingCode, .resending])
    func expires(_ stop: Stop) throws {
        var talk = Talk(.signIn())
        try stop.reach(&talk)
        try talk.isRefused(.expired)
        #expect(talk.flow.prompt == .identity(IdentityPrompt(username: ada)))
        #expect(talk.kind == .sessionExpired)
        talk.says(.identity(ada, rightPassword))
        #expect(talk.sent == .initiate(username: ada))
    }

    @Test("VB-49 a redirect at every step asks for a browser", arguments: Stop.all)
    func redirects(_ stop: Stop) throws {
        var talk = Talk(.signIn())
        try stop.reach(&talk)
        try talk.hears(.redirect(reason: "Federated."))
        #expect(talk.flow.outcome == .browserRequired(reason: "Federated.", username: ada))
    }

    @Test(
        "A second factor or a registration follows a first factor, with a token only",
        arguments: Stop.all.dropFirst(2).dropLast())
    func needsMore(_ stop: Stop) throws {
        let more: [(String, WireRequest)] = [
            ("mfa_required", .introspect(continuation("more"))),
            ("registration_required", .registerIntrospect(continuation("more"))),
        ]
        for (word, request) in more {
            var talk = Talk(.signIn())
            try stop.reach(&talk)
            try talk.isRefused(.grant(50076, suberror: word, continuation: continuation("more")))
            #expect(talk.sent == request)
            #expect(talk.flow.prompt == stop.question)

            talk = Talk(.signIn())
            try stop.reach(&talk)
            try talk.isRefused(.grant(50076, suberror: word))
            #expect(talk.kind == .malformed, "without a token it is no next step")
            #expect(talk.flow.prompt == stop.question)
        }
    }

    @Test("An answer that cannot be read leaves the person at the question", arguments: Stop.all)
    func malformed(_ stop: Stop) throws {
        var talk = Talk(.signIn())
        try stop.reach(&talk)
        try talk.isRefused(.malformed)
        #expect(talk.flow.prompt == stop.question)
        #expect(talk.kind == .malformed)
        #expect(talk.flow.problem?.wire == .malformed)
    }

    @Test("An answer of another endpoint is malformed", arguments: Stop.all)
    func unexpected(_ stop: Stop) throws {
        for reply in [WireReply.finished, .methods([], continuation("x")), .poll(.succeeded, nil)] {
            var talk = Talk(.signIn())
            try stop.reach(&talk)
            try talk.hears(reply)
            #expect(talk.isAsking)
            #expect(talk.kind == .malformed)
        }
    }

    @Test("VB-36 an answer that never came leaves the person at the question", arguments: Stop.all)
    func timesOut(_ stop: Stop) throws {
        var talk = Talk(.signIn())
        try stop.reach(&talk)
        try talk.fails(.unreachable(.timedOut(host: "h")))
        #expect(talk.flow.prompt == stop.question)
        #expect(talk.kind == .unreachable(.timedOut(host: "h")))
    }

    @Test("Back gives a request up and shows its question", arguments: Stop.all)
    func goesBack(_ stop: Stop) throws {
        var talk = Talk(.signIn())
        try stop.reach(&talk)
        let request = try #require(talk.request)
        talk.tell(.wentBack)
        #expect(talk.orders == [.abandon(request)])
        #expect(talk.flow.prompt == stop.question)
        #expect(talk.kind == nil)
        talk.tell(.replied(request, .redirect(reason: nil)))
        #expect(talk.orders.isEmpty)
        #expect(talk.isAsking, "a late answer is dropped")
    }

    @Test("Cancelling gives a request up and ends", arguments: Stop.all)
    func cancels(_ stop: Stop) throws {
        var talk = Talk(.signIn())
        try stop.reach(&talk)
        let request = try #require(talk.request)
        talk.tell(.cancelled)
        #expect(talk.orders == [.abandon(request)])
        #expect(talk.flow.outcome == .cancelled)
    }

    @Test("Back from the code and from the password shows the address; from the address it does nothing")
    func goesBackFromQuestions() throws {
        var talk = Talk(.signIn())
        try Stop.asksCode.reach(&talk)
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == .identity(IdentityPrompt(username: ada)))
        talk = Talk(.signIn())
        try Stop.checkingAskedPassword.reach(&talk)
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == .password(PasswordPrompt(username: ada)))
        talk.tell(.wentBack)
        #expect(talk.flow.prompt == .identity(IdentityPrompt(username: ada)))
        let before = talk.flow
        talk.tell(.wentBack)
        #expect(talk.flow == before)
    }

    @Test(
        "VB-35 empty answers are refused without a request",
        arguments: [
            (.identity("", rightPassword), .invalidInput), (.identity(" \t", nil), .invalidInput),
            (.identity(ada, Secret("")), .invalidPassword(.other)),
        ] as [(Answer, Problem.Kind)])
    func refusesEmpty(answer: Answer, kind: Problem.Kind) {
        var talk = Talk(.signIn())
        talk.says(answer)
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == kind)
    }

    @Test("Empty codes and passwords at their questions are refused without a request")
    func refusesEmptySecrets() throws {
        var talk = Talk(.signIn())
        try Stop.asksCode.reach(&talk)
        talk.says(.code(Secret("")))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidCode)
        #expect(talk.flow.prompt == Stop.asksCode.question)
        talk = Talk(.signIn())
        try Stop.checkingAskedPassword.reach(&talk)
        talk.tell(.wentBack)
        talk.says(.password(Secret("")))
        #expect(talk.orders.isEmpty)
        #expect(talk.kind == .invalidPassword(.other))
    }

    @Test("Busy is what a person waits for")
    func isBusy() throws {
        var talk = Talk(.signIn(delay: .seconds(2)))
        #expect(!talk.flow.isBusy)
        try Stop.checkingPassword.reach(&talk)
        #expect(talk.flow.isBusy)
        try talk.isRefused(.wrongPassword)
        #expect(talk.flow.isBusy, "the refusal is held back")
        try talk.timerFires()
        #expect(!talk.flow.isBusy)
    }
}
