import Wire

/// The stage of a password reset (protocol reference, section 4).
///
/// It does not sign anybody in. While accounts are concealed an unknown address gets a code screen for which
/// nothing was sent; that an account has no password is told all the same.
package struct Reset: Equatable, Sendable {
    let options: SignInOptions
    private var step = Step.identity

    /// How long one submission is polled for.
    private static let patience = Duration.seconds(300)
    /// How long a conversation lives, so that a decoy ends like a real one (protocol reference, 1.4).
    private static let lifetime = Duration.seconds(600)

    private enum Step: Equatable, Sendable {
        case identity
        case starting(Attempt)
        case challenging(Attempt, ContinuationToken)
        case code(Code)
        case checking(Code, since: Duration)
        case resending(Code, since: Duration)
        case password(String, ContinuationToken, submitted: Submission?)
        case submitting(String, ContinuationToken)
        case polling(Submission)
        indirect case holding(next: Step, Prompt, Problem?, origin: Step)
    }

    private struct Attempt: Equatable, Sendable {
        var username: String
        var since: Duration
    }

    private struct Code: Equatable, Sendable {
        var username: String
        /// nil for a decoy.
        var token: ContinuationToken?
        var prompt: CodePrompt
        var begun: Duration
    }

    /// A new password that the service is working on: polled with, and submitted anew with, the same token.
    private struct Submission: Equatable, Sendable {
        var username: String
        var token: ContinuationToken
        var interval: Duration
        var until: Duration
    }

    init(_ options: SignInOptions) { self.options = options }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .identity:
            guard case .answered(.identity(let username, _)) = event else { return nil }
            return start(Attempt(username: username.trimmed, since: now))
        case .starting(let attempt): return starting(event, attempt, at: now)
        case .challenging(let attempt, let token): return challenging(event, attempt, token, at: now)
        case .code(let code): return self.code(event, code, at: now)
        case .checking(let code, let since): return checking(event, code, since: since, at: now)
        case .resending(let code, let since): return resending(event, code, since: since, at: now)
        case .password(let username, let token, let submitted):
            return password(event, username, token, submitted, at: now)
        case .submitting(let username, let token): return submitting(event, username, token, at: now)
        case .polling(let submission): return polling(event, submission, at: now)
        case .holding(let next, let prompt, let problem, let origin):
            switch event {
            case .timerFired: return ask(prompt, next, problem)
            case .wentBack: return showing.map { ask($0, origin, nil) }
            default: return nil
            }
        }
    }

    // MARK: - Address

    private func start(_ attempt: Attempt) -> Transition {
        guard !attempt.username.isEmpty else { return ask(attempt.username, Problem(.invalidInput)) }
        return send(
            .resetStart(username: attempt.username), .starting(attempt), showing: prompt(attempt.username))
    }

    private func starting(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            return send(
                .resetChallenge(token), .challenging(attempt, token), showing: prompt(attempt.username))
        case .refused(let error): return refused(Problem(error, at: .resetStart), attempt, at: now)
        default: return unanswered(event, attempt, at: now)
        }
    }

    private func challenging(
        _ event: StageEvent, _ attempt: Attempt, _ token: ContinuationToken, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            return ask(for: challenge, token, attempt, at: now)
        case .refused(let error): return refused(Problem(error, at: .resetChallenge), attempt, at: now)
        default: return unanswered(event, attempt, at: now)
        }
    }

    private func unanswered(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.redirect(let reason)): browser(reason, attempt.username)
        case .replied: restart(attempt.username, Problem(.malformed), since: attempt.since, at: now)
        case .failed(let problem): ask(attempt.username, problem)
        case .wentBack: ask(attempt.username, nil)
        case .started, .answered, .authenticated, .refused, .timerFired: nil
        }
    }

    private func refused(_ problem: Problem, _ attempt: Attempt, at now: Duration) -> Transition {
        if options.concealsAccounts, problem.kind.tellsOfAccount {
            return ask(for: nil, nil, attempt, at: now)
        }
        return restart(attempt.username, problem, since: attempt.since, at: now)
    }

    private func ask(
        for challenge: CodeChallenge?, _ token: ContinuationToken?, _ attempt: Attempt, at now: Duration
    ) -> Transition {
        let prompt = codePrompt(challenge, attempt.username, resends: 0, at: now)
        let code = Code(username: attempt.username, token: token, prompt: prompt, begun: now)
        return rest(.code(prompt), .code(code), nil, since: attempt.since, origin: .identity, at: now)
    }

    // MARK: - Code

    private func codePrompt(
        _ challenge: CodeChallenge?, _ username: String, resends: Int, at now: Duration
    ) -> CodePrompt {
        guard let challenge, !options.concealsAccounts else {
            return CodePrompt(
                purpose: .reset, sentTo: username, length: nil, channel: .email,
                resendAt: now + Tail.resendInterval, resends: resends)
        }
        return CodePrompt(
            purpose: .reset, sentTo: challenge.target, length: challenge.length, channel: challenge.channel,
            resendAt: now + (challenge.interval ?? Tail.resendInterval), resends: resends)
    }

    private func code(_ event: StageEvent, _ code: Code, at now: Duration) -> Transition? {
        switch event {
        case .answered(.code(let digits)):
            guard !digits.isEmpty else { return ask(code, Problem(.invalidCode)) }
            guard let token = code.token else {
                return decoyExpired(code, at: now)
                    ?? rest(code, Problem(.invalidCode), since: now, origin: code, at: now)
            }
            return send(
                .resetContinue(code: digits, token), .checking(code, since: now), showing: .code(code.prompt))
        case .answered(.resend):
            guard let token = code.token else {
                return decoyExpired(code, at: now) ?? decoyResend(code, at: now)
            }
            return send(.resetChallenge(token), .resending(code, since: now), showing: .code(code.prompt))
        case .wentBack: return ask(code.username, nil)
        default: return nil
        }
    }

    private func decoyExpired(_ code: Code, at now: Duration) -> Transition? {
        guard now - code.begun >= Self.lifetime else { return nil }
        return restart(code.username, Problem(.sessionExpired), since: now, at: now)
    }

    private func decoyResend(_ code: Code, at now: Duration) -> Transition {
        let prompt = codePrompt(nil, code.username, resends: code.prompt.resends + 1, at: now)
        let renewed = Code(username: code.username, token: nil, prompt: prompt, begun: now)
        return rest(renewed, nil, since: now, origin: code, at: now)
    }

    private func checking(
        _ event: StageEvent, _ code: Code, since: Duration, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)): return askPassword(code.username, token, nil, nil)
        case .replied(.challenge(.code(let challenge), let token)):
            // Another code, to another address (protocol reference, 16.7).
            return renewed(code, challenge, token, since: since, at: now)
        case .refused(let error): return refused(error, .resetContinue, code, since: since, at: now)
        default: return unanswered(event, code)
        }
    }

    private func resending(
        _ event: StageEvent, _ code: Code, since: Duration, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            return renewed(code, challenge, token, since: since, at: now)
        case .refused(let error): return refused(error, .resetChallenge, code, since: since, at: now)
        default: return unanswered(event, code)
        }
    }

    private func unanswered(_ event: StageEvent, _ code: Code) -> Transition? {
        switch event {
        case .replied(.redirect(let reason)): browser(reason, code.username)
        case .replied: ask(code, Problem(.malformed))
        case .failed(let problem): ask(code, problem)
        case .wentBack: ask(code, nil)
        case .started, .answered, .authenticated, .refused, .timerFired: nil
        }
    }

    private func renewed(
        _ code: Code, _ challenge: CodeChallenge, _ token: ContinuationToken, since: Duration,
        at now: Duration
    ) -> Transition {
        var kept = code
        kept.token = token
        var renewed = kept
        renewed.prompt = codePrompt(challenge, code.username, resends: code.prompt.resends + 1, at: now)
        return rest(renewed, nil, since: since, origin: kept, at: now)
    }

    private func refused(
        _ error: WireError, _ endpoint: Endpoint, _ code: Code, since: Duration, at now: Duration
    ) -> Transition {
        var problem = Problem(error, at: endpoint)
        if options.concealsAccounts {
            // A decoy has no answer of the service's to quote.
            if problem.kind.tellsOfAccount { problem = Problem(.invalidCode) }
            if [.invalidCode, .sessionExpired].contains(problem.kind) { problem = Problem(problem.kind) }
        }
        if problem.kind == .sessionExpired { return restart(code.username, problem, since: since, at: now) }
        var code = code
        if let token = error.continuation { code.token = token }
        return rest(code, problem, since: since, origin: code, at: now)
    }

    // MARK: - New password

    private func password(
        _ event: StageEvent, _ username: String, _ token: ContinuationToken, _ submitted: Submission?,
        at now: Duration
    ) -> Transition? {
        switch event {
        case .answered(.details(_, let password)):
            guard let password, !password.isEmpty else {
                return askPassword(username, token, submitted, Problem(.invalidPassword(.other)))
            }
            return send(
                .resetSubmit(newPassword: password, token), .submitting(username, token),
                showing: passwordPrompt(submitted))
        case .answered(.resend):
            guard var submitted else { return nil }
            submitted.until = now + Self.patience
            return poll(submitted)
        case .wentBack: return ask(username, nil)
        default: return nil
        }
    }

    private func submitting(
        _ event: StageEvent, _ username: String, _ token: ContinuationToken, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.submitted(let token, let interval)):
            return wait(
                Submission(username: username, token: token, interval: interval, until: now + Self.patience),
                at: now)
        case .replied(.redirect(let reason)): return browser(reason, username)
        case .replied: return askPassword(username, token, nil, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .resetSubmit)
            if problem.kind == .sessionExpired { return ask(username, problem) }
            return askPassword(username, error.continuation ?? token, nil, problem)
        case .failed(let problem): return askPassword(username, token, nil, problem)
        case .wentBack: return askPassword(username, token, nil, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func polling(_ event: StageEvent, _ submission: Submission, at now: Duration) -> Transition? {
        let (username, token) = (submission.username, submission.token)
        switch event {
        case .timerFired: return poll(submission)
        case .replied(.poll(.succeeded, _)): return finish(.passwordChanged(username: username))
        case .replied(.poll(.failed, let newer)):
            return askPassword(username, newer ?? token, nil, Problem(.malformed))
        case .replied(.poll): return wait(submission, at: now)
        case .replied(.redirect(let reason)): return browser(reason, username)
        case .replied: return askPassword(username, token, submission, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .resetPoll)
            switch problem.kind {
            case .sessionExpired: return ask(username, problem)
            case .throttled, .serviceUnavailable: return wait(submission, for: error.retryAfter, at: now)
            case .invalidPassword: return askPassword(username, error.continuation ?? token, nil, problem)
            default: return askPassword(username, token, submission, problem)
            }
        case .failed(let problem) where problem.kind.isPassing: return wait(submission, at: now)
        case .failed(let problem): return askPassword(username, token, submission, problem)
        case .wentBack: return askPassword(username, token, submission, nil)
        case .started, .answered, .authenticated: return nil
        }
    }

    private func poll(_ submission: Submission) -> Transition {
        send(.resetPoll(submission.token), .polling(submission), showing: passwordPrompt(nil))
    }

    private func wait(_ submission: Submission, for time: Duration? = nil, at now: Duration) -> Transition {
        let time = max(time ?? .zero, submission.interval, .seconds(1))
        guard now + time <= submission.until else {
            return askPassword(submission.username, submission.token, submission, Problem(.resetUnfinished))
        }
        return Transition(
            stage: stage(.polling(submission)),
            move: .pause(time, jitter: .zero, showing: passwordPrompt(nil)))
    }

    private func passwordPrompt(_ submitted: Submission?) -> Prompt {
        .details(DetailsPrompt(purpose: .reset, wantsPassword: true, canAskAgain: submitted != nil))
    }

    private func askPassword(
        _ username: String, _ token: ContinuationToken, _ submitted: Submission?, _ problem: Problem?
    ) -> Transition {
        ask(passwordPrompt(submitted), .password(username, token, submitted: submitted), problem)
    }

    // MARK: - Moves

    private func prompt(_ username: String) -> Prompt {
        .identity(IdentityPrompt(username: username, purpose: .reset))
    }

    private func ask(_ username: String, _ problem: Problem?) -> Transition {
        ask(prompt(username), .identity, problem)
    }

    private func ask(_ code: Code, _ problem: Problem?) -> Transition {
        ask(.code(code.prompt), .code(code), problem)
    }

    private func restart(
        _ username: String, _ problem: Problem, since: Duration, at now: Duration
    ) -> Transition {
        rest(prompt(username), .identity, problem, since: since, origin: .identity, at: now)
    }

    private func rest(
        _ code: Code, _ problem: Problem?, since: Duration, origin: Code, at now: Duration
    ) -> Transition {
        rest(.code(code.prompt), .code(code), problem, since: since, origin: .code(origin), at: now)
    }

    /// The person's turn, not before the refusal's moment where there is one.
    private func rest(
        _ prompt: Prompt, _ next: Step, _ problem: Problem?, since: Duration, origin: Step, at now: Duration
    ) -> Transition {
        guard let delay = options.refusalDelay, since + delay > now else { return ask(prompt, next, problem) }
        let held = Step.holding(next: next, prompt, problem, origin: origin)
        return Transition(
            stage: stage(held), move: .pause(since + delay - now, jitter: delay / 10, showing: nil))
    }

    private func ask(_ prompt: Prompt, _ step: Step, _ problem: Problem?) -> Transition {
        Transition(stage: stage(step), move: .ask(prompt, problem: problem))
    }

    private func browser(_ reason: String?, _ username: String) -> Transition {
        finish(.browserRequired(reason: reason, username: username))
    }

    private func finish(_ outcome: Outcome) -> Transition {
        Transition(stage: .reset(self), move: .finish(outcome))
    }

    private func send(_ request: WireRequest, _ step: Step, showing: Prompt?) -> Transition {
        Transition(stage: stage(step), move: .send(request, showing: showing))
    }

    private func stage(_ step: Step) -> Stage {
        var next = self
        next.step = step
        return .reset(next)
    }
}
