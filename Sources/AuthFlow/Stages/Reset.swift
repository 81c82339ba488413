import Wire

/// The stage of a password reset (protocol reference, section 4).
///
/// It does not sign anybody in. While accounts are concealed an unknown address gets a code screen for which
/// nothing was sent; that an account has no password is told all the same.
package struct Reset: HoldingStage, Equatable, Sendable {
    let options: SignInOptions
    var step = Step.identity

    var asStage: Stage { .reset(self) }

    enum Step: Equatable, Sendable {
        case identity
        case starting(Attempt)
        case challenging(Attempt)
        case code(CodeEntry)
        case password(NewPassword)
        case submitting(NewPassword)
        case polling(Submission)
        indirect case holding(Hold<Step>)
    }

    struct Attempt: Equatable, Sendable {
        var username: String
        /// When the person submitted it.
        var since: Duration

        var question: Prompt { .identity(IdentityPrompt(username: username, purpose: .reset)) }
    }

    static func holding(_ hold: Hold<Step>) -> Step { .holding(hold) }

    init(_ options: SignInOptions) { self.options = options }

    func next(_ event: StageEvent, at now: Duration) -> Transition? {
        switch step {
        case .identity:
            guard case .answered(.identity(let username, _)) = event else { return nil }
            return start(Attempt(username: username.trimmed, since: now))
        case .starting(let attempt): return starting(event, attempt, at: now)
        case .challenging(let attempt): return challenging(event, attempt, at: now)
        case .code(let entry): return code(event, entry, at: now)
        case .password(let asked): return password(event, asked, at: now)
        case .submitting(let asked): return submitting(event, asked, at: now)
        case .polling(let submission): return polling(event, submission, at: now)
        case .holding(let hold): return held(event, hold)
        }
    }

    // MARK: - Address

    private func start(_ attempt: Attempt) -> Transition {
        guard !attempt.username.isEmpty else { return restart(attempt.username, Problem(.invalidInput)) }
        return send(.resetStart(username: attempt.username), showing: attempt.question, .starting(attempt))
    }

    private func starting(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            send(.resetChallenge(token), showing: attempt.question, .challenging(attempt))
        case .refused(let error): refused(Problem(error, at: .resetStart), attempt, at: now)
        default: unanswered(event, attempt, at: now)
        }
    }

    private func challenging(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            ask(forCode: challenge, token, attempt, at: now)
        case .refused(let error): refused(Problem(error, at: .resetChallenge), attempt, at: now)
        default: unanswered(event, attempt, at: now)
        }
    }

    private func unanswered(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.redirect(let reason)): browser(reason, attempt.username)
        case .replied: restart(attempt.username, Problem(.malformed), since: attempt.since, at: now)
        case .failed(let problem): restart(attempt.username, problem)
        case .wentBack: restart(attempt.username, nil)
        case .started, .answered, .authenticated, .refused, .timerFired: nil
        }
    }

    private func refused(_ problem: Problem, _ attempt: Attempt, at now: Duration) -> Transition {
        if options.concealsAccounts, problem.kind.tellsOfAccount {
            return ask(forCode: nil, nil, attempt, at: now)
        }
        return restart(attempt.username, problem, since: attempt.since, at: now)
    }

    // MARK: - Code

    /// - Parameter challenge: nil for a decoy, and so is the token.
    private func ask(
        forCode challenge: CodeChallenge?, _ token: ContinuationToken?, _ attempt: Attempt, at now: Duration
    ) -> Transition {
        let entry = CodeEntry(
            .reset, challenge, token, for: attempt.username, conceals: options.concealsAccounts, at: now)
        return rest(
            entry.question, .code(entry), nil, since: attempt.since,
            back: Turn(prompt: attempt.question, step: .identity), at: now)
    }

    private func code(_ event: StageEvent, _ entry: CodeEntry, at now: Duration) -> Transition? {
        if entry.isChecking, case .replied(.proceed(let token, _)) = event {
            return ask(NewPassword(username: entry.username, token: token), nil)
        }
        switch entry.next(event, at: now) {
        case .ask(let entry, let problem?, let moment?) where problem.kind == .resetNotSupported:
            return restart(entry.username, problem, since: moment.since, at: now)
        case .ask(let entry, let problem, let moment?):
            return rest(
                entry.question, .code(entry), problem, since: moment.since,
                back: Turn(prompt: moment.origin.question, step: .code(moment.origin)), at: now)
        case .ask(let entry, let problem, nil): return ask(entry.question, .code(entry), problem)
        case .submit(let digits, let token, let entry):
            return send(.resetContinue(code: digits, token), showing: entry.question, .code(entry))
        case .resend(let token, let entry):
            return send(.resetChallenge(token), showing: entry.question, .code(entry))
        case .restart(let problem, let since):
            return restart(entry.username, problem, since: since, at: now)
        case .browser(let reason): return browser(reason, entry.username)
        case .leave: return restart(entry.username, nil)
        case nil: return nil
        }
    }

    // MARK: - Back to the address

    func restart(_ username: String, _ problem: Problem?) -> Transition {
        ask(Attempt(username: username, since: .zero).question, .identity, problem)
    }

    private func restart(
        _ username: String, _ problem: Problem, since: Duration, at now: Duration
    ) -> Transition {
        let question = Attempt(username: username, since: since).question
        return rest(question, .identity, problem, since: since, at: now)
    }
}
