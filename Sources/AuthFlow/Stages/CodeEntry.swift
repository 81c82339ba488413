import Wire

/// A one-time code that was asked for, with its checking and its renewal: written once for all stages.
///
/// It says what an event means. The stage knows which requests that makes, and what a right code leads to.
struct CodeEntry: Equatable, Sendable {
    let username: String
    /// nil for a decoy: nothing was sent, and no code works.
    private(set) var token: ContinuationToken?
    private(set) var prompt: CodePrompt
    private(set) var activity = Activity.asked
    /// Whether what is shown and refused must not tell a decoy from a code that was sent.
    private let conceals: Bool
    private var begun: Duration

    /// A new code is not offered earlier, where the service does not say or must not be heard.
    static let resendInterval = Duration.seconds(30)
    /// How long a conversation lives, so that a decoy ends like a real one (protocol reference, 1.4).
    static let lifetime = Duration.seconds(600)

    enum Activity: Equatable, Sendable {
        case asked
        case checking(since: Duration)
        case resending(since: Duration)
    }

    /// What is to be done.
    enum Move {
        /// The person's turn: at once, or at the moment that belongs to a submission.
        case ask(CodeEntry, Problem?, Moment?)
        case submit(Secret, ContinuationToken, CodeEntry)
        case resend(ContinuationToken, CodeEntry)
        /// The conversation is too old.
        case restart(Problem, since: Duration)
        case browser(reason: String?)
        case leave
    }

    struct Moment {
        var since: Duration
        /// Where Back leads meanwhile.
        var origin: CodeEntry
    }

    /// - Parameters:
    ///   - challenge: nil for a decoy, and so is the token.
    ///   - hasAlternatives: whether Back leads to another way to verify.
    init(
        _ purpose: Verification, _ challenge: CodeChallenge?, _ token: ContinuationToken?,
        for username: String,
        conceals: Bool, hasAlternatives: Bool = false, at now: Duration
    ) {
        self.username = username
        self.token = token
        self.conceals = conceals
        begun = now
        prompt = CodePrompt(
            purpose: purpose, sentTo: username, length: nil, channel: .email,
            resendAt: now + Self.resendInterval, hasAlternatives: hasAlternatives)
        show(challenge, at: now)
    }

    var question: Prompt { .code(prompt) }

    var isChecking: Bool { if case .checking = activity { true } else { false } }

    func next(_ event: StageEvent, at now: Duration) -> Move? {
        switch activity {
        case .asked: asked(event, at: now)
        case .checking(let since): awaited(event, since: since, at: now)
        case .resending(let since): awaited(event, since: since, at: now)
        }
    }

    // MARK: - The person's turn

    private func asked(_ event: StageEvent, at now: Duration) -> Move? {
        switch event {
        case .answered(.code(let digits)):
            guard !digits.isEmpty else { return .ask(self, Problem(.invalidCode), nil) }
            guard let token else {
                return decoyExpired(at: now)
                    ?? .ask(self, Problem(.invalidCode), Moment(since: now, origin: self))
            }
            return .submit(digits, token, with(.checking(since: now)))
        case .answered(.resend):
            guard let token else {
                // A new code begins a real conversation's lifetime anew, so it does a decoy's.
                return decoyExpired(at: now)
                    ?? .ask(renewed(nil, nil, at: now), nil, Moment(since: now, origin: self))
            }
            return .resend(token, with(.resending(since: now)))
        case .wentBack: return .leave
        default: return nil
        }
    }

    private func decoyExpired(at now: Duration) -> Move? {
        now - begun < Self.lifetime ? nil : .restart(Problem(.sessionExpired), since: now)
    }

    // MARK: - The service's turn

    private func awaited(_ event: StageEvent, since: Duration, at now: Duration) -> Move? {
        var kept = with(.asked)
        switch event {
        case .replied(.challenge(.code(let challenge), let token)) where takesChallenges:
            kept.token = token
            return .ask(kept.renewed(challenge, token, at: now), nil, Moment(since: since, origin: kept))
        case .replied(.redirect(let reason)): return .browser(reason: reason)
        case .replied: return .ask(kept, Problem(.malformed), nil)
        case .refused(let error):
            var problem = Problem(error, at: endpoint)
            if conceals, !isChecking, prompt.purpose != .signUp, problem.kind.tellsOfAccount {
                // From here on a decoy, which says that a new code was sent.
                return .ask(kept.renewed(nil, nil, at: now), nil, Moment(since: since, origin: kept))
            }
            problem = shown(problem)
            if problem.kind == .sessionExpired { return .restart(problem, since: since) }
            // A refusal leaves the token as it was, unless it brings one (protocol reference, 1.4).
            if let token = error.continuation { kept.token = token }
            return .ask(kept, problem, Moment(since: since, origin: kept))
        case .failed(let problem): return .ask(kept, problem, nil)
        case .wentBack: return .ask(kept, nil, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    /// `/resetpassword/v1.0/continue` may ask for one more code (protocol reference, 16.7).
    private var takesChallenges: Bool { !isChecking || prompt.purpose == .reset }

    private var endpoint: Endpoint {
        switch prompt.purpose {
        case .signIn, .secondFactor: isChecking ? .token : .challenge
        case .signUp: isChecking ? .signUpContinue : .signUpChallenge
        case .registration: isChecking ? .registerContinue : .registerChallenge
        case .reset: isChecking ? .resetContinue : .resetChallenge
        }
    }

    // MARK: - Changes

    private func with(_ activity: Activity) -> CodeEntry {
        var next = self
        next.activity = activity
        return next
    }

    private func renewed(
        _ challenge: CodeChallenge?, _ token: ContinuationToken?, at now: Duration
    ) -> CodeEntry {
        var next = self
        next.token = token
        next.begun = now
        next.prompt.resends += 1
        next.prompt.resendAt = now + Self.resendInterval
        next.show(challenge, at: now)
        return next
    }

    /// What is shown must not tell a decoy from a code that was sent, so the service's words are not heard
    /// while accounts are concealed.
    private mutating func show(_ challenge: CodeChallenge?, at now: Duration) {
        guard let challenge, !conceals else { return }
        prompt.sentTo = challenge.target
        prompt.length = challenge.length
        prompt.channel = challenge.channel
        prompt.resendAt = now + (challenge.interval ?? Self.resendInterval)
    }

    /// A decoy has no answer of the service's to quote, so the refusals that it can give quote none either.
    private func shown(_ problem: Problem) -> Problem {
        guard conceals else { return problem }
        if problem.kind.tellsOfAccount { return Problem(.invalidCode) }
        return [.invalidCode, .sessionExpired].contains(problem.kind) ? Problem(problem.kind) : problem
    }
}
