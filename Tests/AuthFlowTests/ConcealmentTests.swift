import AuthFlow
import Testing
import Wire

@Suite("VB-39 which accounts exist")
struct ConcealmentTests {
    private static let tellTales: [WireError] = [.unknown, .wrongPassword, .locked, .disabled, .grant(50056)]

    @Test("Not concealed, an unknown address is called so", arguments: [rightPassword, nil])
    func unconcealed(password: Secret?) throws {
        var talk = Talk(.signIn())
        talk.says(.identity(ada, password))
        try talk.isRefused(.unknown)
        #expect(talk.kind == .userNotFound)
        #expect(talk.flow.problem?.wire == .unknown)
    }

    @Test("Concealed, unknown, wrong, locked and disabled are one refusal that keeps no words")
    func concealsWithPassword() throws {
        var unknown = Talk(.signIn(conceals: true))
        unknown.says(.identity(ada, rightPassword))
        try unknown.isRefused(.unknown)
        #expect(unknown.flow.problem == Problem(.invalidCredentials, correlationID: "c-1"))
        for error in Self.tellTales {
            var known = Talk(.signIn(conceals: true))
            try Stop.checkingPassword.reach(&known)
            try known.isRefused(error)
            #expect(known.flow.problem == unknown.flow.problem)
            #expect(known.flow.prompt == unknown.flow.prompt)
        }
    }

    @Test("Not concealed, locked and disabled are told apart")
    func tellsApart() throws {
        for (error, kind) in [(WireError.locked, Problem.Kind.accountLocked), (.disabled, .accountDisabled)] {
            var talk = Talk(.signIn())
            try Stop.checkingPassword.reach(&talk)
            try talk.isRefused(error)
            #expect(talk.kind == kind)
        }
    }

    @Test("A decoy looks like a code that was sent, to an unknown, locked or disabled account")
    func decoysLookReal() throws {
        var real = Talk(.signIn(conceals: true))
        try Stop.asksCode.reach(&real)
        let typed = Prompt.code(
            CodePrompt(sentTo: ada, length: nil, channel: .email, resendAt: .seconds(30)))
        #expect(real.flow.prompt == typed, "the service's mask is not shown")
        for error in [WireError.unknown, .locked, .disabled] {
            for begun in [false, true] {
                var decoy = Talk(.signIn(conceals: true))
                decoy.says(.identity(ada, nil))
                if begun { try decoy.hears(.proceed(continuation("begun"), expiresIn: nil)) }
                try decoy.isRefused(error)
                #expect(decoy.flow.prompt == real.flow.prompt)
                #expect(decoy.flow.problem == real.flow.problem)
                #expect(decoy.request == nil)
            }
        }
    }

    /// A real and a decoy conversation, both at the code's question at 0 s.
    private func pair() throws -> (real: Talk, decoy: Talk) {
        var real = Talk(.signIn(conceals: true))
        try Stop.asksCode.reach(&real)
        var decoy = Talk(.signIn(conceals: true))
        decoy.says(.identity(ada, nil))
        try decoy.isRefused(.unknown)
        return (real, decoy)
    }

    private func expectAlike(_ real: Talk, _ decoy: Talk, _ comment: Comment) {
        #expect(real.flow.prompt == decoy.flow.prompt, comment)
        #expect(real.flow.problem == decoy.flow.problem, comment)
    }

    @Test(
        "No code works at a decoy, and its refusal is a real one's to the letter",
        arguments: tellTales + [.wrongCode])
    func refusesAlike(_ error: WireError) throws {
        var (real, decoy) = try pair()
        real.says(.code(someCode))
        try real.isRefused(error)
        decoy.says(.code(someCode))
        #expect(decoy.orders.isEmpty)
        #expect(decoy.kind == .invalidCode)
        expectAlike(real, decoy, "\(error.codes)")
    }

    @Test("A new code at a decoy looks like one that was sent")
    func resendsAlike() throws {
        var (real, decoy) = try pair()
        real.now = .seconds(40)
        decoy.now = .seconds(40)
        real.says(.resend)
        try real.hears(.codeSent)
        decoy.says(.resend)
        #expect(decoy.orders.isEmpty)
        expectAlike(real, decoy, "after the new code")
        #expect(
            decoy.flow.prompt
                == .code(
                    CodePrompt(
                        sentTo: ada, length: nil, channel: .email, resendAt: .seconds(70), resends: 1)))
    }

    @Test("A new code that an account is refused looks like one that was sent", arguments: tellTales)
    func refusesResendAlike(_ error: WireError) throws {
        var (real, decoy) = try pair()
        real.now = .seconds(40)
        decoy.now = .seconds(40)
        real.says(.resend)
        try real.isRefused(error)
        decoy.says(.resend)
        expectAlike(real, decoy, "\(error.codes)")
        real.says(.code(someCode))
        #expect(real.orders.isEmpty && real.kind == .invalidCode)
    }

    @Test("A decoy ends like a real conversation, 600 s after its last code")
    func expiresAlike() throws {
        for answer in [Answer.code(someCode), .resend] {
            var (real, decoy) = try pair()
            decoy.now = .seconds(599)
            decoy.says(.code(someCode))
            #expect(decoy.kind == .invalidCode)
            decoy.now = .seconds(600)
            real.now = .seconds(600)
            decoy.says(answer)
            real.says(answer)
            try real.isRefused(.expired)
            #expect(decoy.kind == .sessionExpired)
            expectAlike(real, decoy, "\(answer)")
        }
        var (_, decoy) = try pair()
        decoy.now = .seconds(500)
        decoy.says(.resend)
        decoy.now = .seconds(1099)
        decoy.says(.code(someCode))
        #expect(decoy.kind == .invalidCode, "a new code begins the 600 s anew")
        decoy.now = .seconds(1100)
        decoy.says(.code(someCode))
        #expect(decoy.kind == .sessionExpired)
    }

    @Test("Back leads from a decoy to the address, and an address that exists is tried")
    func leavesDecoy() throws {
        var (_, decoy) = try pair()
        decoy.tell(.wentBack)
        #expect(decoy.flow.prompt == .identity(IdentityPrompt(username: ada)))
        decoy.says(.identity("bo@example.com", nil))
        #expect(decoy.sent == .initiate(username: "bo@example.com"))
    }
}
