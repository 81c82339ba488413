import Wire

/// What every stage behind the first needs to know: whose sign-in it is, and how it goes on.
struct Tail: Equatable, Sendable {
    var options: SignInOptions
    var username: String

    /// A new code is not offered earlier, where the service does not say.
    static let resendInterval = Duration.seconds(30)

    /// Back to the address, from where the whole sign-in begins anew.
    func restart(_ problem: Problem?, news: IdentityPrompt.News? = nil) -> Transition {
        let prompt = IdentityPrompt(username: username, news: news)
        return Transition(
            stage: .signIn(SignIn(options)), move: .ask(.identity(prompt), problem: problem))
    }

    func browser(_ reason: String?, from stage: Stage) -> Transition {
        Transition(stage: stage, move: .finish(.browserRequired(reason: reason, username: username)))
    }

    /// What a first factor, a sign-up or a registration is followed by, when the service wants more.
    func handOver(_ error: WireError, showing: Prompt?) -> Transition? {
        guard let token = error.continuation else { return nil }
        switch error.suberror {
        case "mfa_required": return SecondFactor.begin(self, token, showing: showing)
        case "registration_required": return Registration.begin(self, token, showing: showing)
        default: return nil
        }
    }

    /// A code that was sent after a first factor was passed: the service's own words may be shown.
    func codePrompt(
        _ challenge: CodeChallenge, for purpose: Verification, resends: Int, hasAlternatives: Bool,
        at now: Duration
    ) -> CodePrompt {
        CodePrompt(
            purpose: purpose, sentTo: challenge.target, length: challenge.length, channel: challenge.channel,
            resendAt: now + (challenge.interval ?? Self.resendInterval), resends: resends,
            hasAlternatives: hasAlternatives)
    }
}

extension [AuthMethod] {
    /// Those that we can do: a code to an address or a phone.
    var usable: [AuthMethod] {
        filter { $0.challengeType == .oneTimeCode && ($0.channel == .email || $0.channel == .sms) }
    }
}
