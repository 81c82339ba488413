import AuthFlow
import Testing
import Wire

/// A place in a sign-in where the service's answer is awaited, and how to get there.
struct Stop: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What the person is asked when this place is left by Back or by an answer that never came.
    var question: Prompt
    var reach: @Sendable (inout Talk) throws -> Void

    private init(_ name: String, _ question: Prompt, _ reach: @escaping @Sendable (inout Talk) throws -> Void)
    {
        testDescription = name
        self.question = question
        self.reach = reach
    }

    static let all = [
        initiating, challenging, checkingPassword, checkingAskedPassword, checkingCode, resending,
    ]

    private static let identity = Prompt.identity(IdentityPrompt(username: ada))
    private static let code = Prompt.code(
        CodePrompt(sentTo: "a***a@ex***le.com", length: 8, channel: .email, resendAt: .seconds(60)))

    static let initiating = Stop("initiate", identity) { $0.says(.identity(ada, rightPassword)) }

    static let challenging = Stop("challenge", identity) { talk in
        try initiating.reach(&talk)
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
    }

    static let checkingPassword = Stop("token with a password", identity) { talk in
        try challenging.reach(&talk)
        try talk.hears(.challenge(.password, continuation("password")))
    }

    static let checkingAskedPassword = Stop(
        "token with a password asked for", .password(PasswordPrompt(username: ada))
    ) { talk in
        talk.says(.identity(ada, nil))
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
        try talk.hears(.challenge(.password, continuation("password")))
        talk.says(.password(rightPassword))
    }

    static let asksCode = Stop("the code is asked for", code) { talk in
        talk.says(.identity(ada, nil))
        try talk.hears(.proceed(continuation("begun"), expiresIn: nil))
        try talk.hears(.codeSent)
    }

    static let checkingCode = Stop("token with a code", code) { talk in
        try asksCode.reach(&talk)
        talk.says(.code(someCode))
    }

    static let resending = Stop("challenge for a new code", code) { talk in
        try asksCode.reach(&talk)
        talk.says(.resend)
    }
}
