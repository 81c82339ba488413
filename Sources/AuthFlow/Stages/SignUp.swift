import Wire

/// The stage of a sign-up (protocol reference, section 3).
///
/// The tenant decides what it asks for and in what order (a code, a password, attributes, repeated): each answer of
/// the service leads to the question that it names.
package struct SignUp: Equatable, Sendable {
    let options: SignInOptions
    var step = Step.identity

    enum Step: Equatable, Sendable {
        case identity
        case starting(Attempt)
        /// A code was asked for; `known` is the one before, at a resend.
        case challenging(Account, ContinuationToken, known: Code?)
        case code(Code)
        case checking(Code)
        case details(Details)
        case submitting(Details)
    }

    struct Attempt: Equatable, Sendable {
        var username: String
        var password: Secret?
        var attributes: [String: String]
    }

    /// The account to be.
    struct Account: Equatable, Sendable {
        var username: String
    }

    struct Code: Equatable, Sendable {
        var account: Account
        var token: ContinuationToken
        var prompt: CodePrompt
    }

    struct Details: Equatable, Sendable {
        var account: Account
        var token: ContinuationToken
        var prompt: DetailsPrompt
    }

    init(_ options: SignInOptions) { self.options = options }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .identity: identity(event)
        case .starting(let attempt): starting(event, attempt)
        case .challenging(let account, let token, let known):
            challenging(event, account, token, known, showing: showing, at: now)
        case .code(let code): self.code(event, code)
        case .checking(let code): checking(event, code)
        case .details(let details): self.details(event, details)
        case .submitting(let details): submitting(event, details)
        }
    }

    // MARK: - Address, and what was given with it

    private func identity(_ event: StageEvent) -> Transition? {
        guard case .answered(.newAccount(let username, let password, let attributes)) = event else {
            return nil
        }
        let attempt = Attempt(username: username.trimmed, password: password, attributes: attributes)
        guard !attempt.username.isEmpty else { return ask(attempt, Problem(.invalidInput)) }
        if let password, password.isEmpty { return ask(attempt, Problem(.invalidPassword(.other))) }
        return send(
            .signUpStart(
                username: attempt.username, password: password, attributes: attempt.attributes),
            .starting(attempt), showing: prompt(attempt))
    }

    private func starting(_ event: StageEvent, _ attempt: Attempt) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            let account = Account(username: attempt.username)
            return send(
                .signUpChallenge(token), .challenging(account, token, known: nil), showing: prompt(attempt))
        case .replied(.redirect(let reason)): return browser(reason, attempt.username)
        case .replied: return ask(attempt, Problem(.malformed))
        case .refused(let error): return ask(attempt, Problem(error, at: .signUpStart))
        case .failed(let problem): return ask(attempt, problem)
        case .wentBack: return ask(attempt, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    // MARK: - What the service asks for

    private func challenging(
        _ event: StageEvent, _ account: Account, _ token: ContinuationToken, _ known: Code?, showing: Prompt?,
        at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            let prompt = codePrompt(
                challenge, account, resends: known.map { $0.prompt.resends + 1 } ?? 0, at: now)
            return ask(Code(account: account, token: token, prompt: prompt), nil)
        case .replied(.challenge(.password, let token)):
            let prompt = DetailsPrompt(purpose: .signUp, wantsPassword: true)
            return ask(Details(account: account, token: token, prompt: prompt), nil)
        case .replied(.redirect(let reason)): return browser(reason, account.username)
        case .replied: return fallBack(account, known, Problem(.malformed))
        case .refused(let error):
            var known = known
            if let token = error.continuation { known?.token = token }
            let problem = Problem(error, at: .signUpChallenge)
            return problem.kind == .sessionExpired
                ? restart(account, problem) : fallBack(account, known, problem)
        case .failed(let problem): return fallBack(account, known, problem)
        case .wentBack: return fallBack(account, known, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func code(_ event: StageEvent, _ code: Code) -> Transition? {
        switch event {
        case .answered(.code(let digits)):
            guard !digits.isEmpty else { return ask(code, Problem(.invalidCode)) }
            return send(
                .signUpContinue(.code(digits), code.token), .checking(code), showing: .code(code.prompt))
        case .answered(.resend):
            return send(
                .signUpChallenge(code.token), .challenging(code.account, code.token, known: code),
                showing: .code(code.prompt))
        case .wentBack: return restart(code.account, nil)
        default: return nil
        }
    }

    private func checking(_ event: StageEvent, _ code: Code) -> Transition? {
        let showing = Prompt.code(code.prompt)
        switch event {
        case .replied(let reply):
            return accepted(reply, code.account, showing: showing) ?? ask(code, Problem(.malformed))
        case .refused(let error):
            if let next = nextQuestion(error, code.account, showing: showing) { return next }
            let problem = Problem(error, at: .signUpContinue)
            if problem.kind == .sessionExpired { return restart(code.account, problem) }
            if problem.kind == .userAlreadyExists { return restart(code.account, problem) }
            var code = code
            if let token = error.continuation { code.token = token }
            return ask(code, problem)
        case .failed(let problem): return ask(code, problem)
        case .wentBack: return ask(code, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func details(_ event: StageEvent, _ details: Details) -> Transition? {
        switch event {
        case .answered(.details(let values, let password)):
            let grant: SignUpGrant
            if details.prompt.wantsPassword {
                guard let password, !password.isEmpty else {
                    return ask(details, Problem(.invalidPassword(.other)))
                }
                grant = .password(password)
            } else {
                grant = .attributes(values)
            }
            return send(
                .signUpContinue(grant, details.token), .submitting(details), showing: .details(details.prompt)
            )
        case .wentBack: return restart(details.account, nil)
        default: return nil
        }
    }

    private func submitting(_ event: StageEvent, _ details: Details) -> Transition? {
        let showing = Prompt.details(details.prompt)
        switch event {
        case .replied(let reply):
            return accepted(reply, details.account, showing: showing) ?? ask(details, Problem(.malformed))
        case .refused(let error):
            if let next = nextQuestion(error, details.account, showing: showing) { return next }
            let problem = Problem(error, at: .signUpContinue)
            if problem.kind == .sessionExpired { return restart(details.account, problem) }
            if problem.kind == .userAlreadyExists { return restart(details.account, problem) }
            var details = details
            if let token = error.continuation { details.token = token }
            return ask(details, problem)
        case .failed(let problem): return ask(details, problem)
        case .wentBack: return ask(details, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    /// A 200 of `continue`: the account exists.
    private func accepted(_ reply: WireReply, _ account: Account, showing: Prompt) -> Transition? {
        let tail = Tail(options: options, username: account.username)
        switch reply {
        case .redirect(let reason):
            return browser(reason, account.username)
        case .proceed(let token, _):
            if options.goesOnByItself {
                return Redemption.begin(tail, token, isAfterSignUp: true, showing: showing)
            }
            return finish(.accountCreated(username: account.username, token))
        case .finished:
            // The account is there, but not signed in (protocol reference, 3.3).
            if options.goesOnByItself { return tail.restart(nil, news: .accountCreated) }
            return finish(.accountCreated(username: account.username, nil))
        default:
            return nil
        }
    }

    /// An "error" of `continue` that is the service's next question (protocol reference, 3.3).
    private func nextQuestion(_ error: WireError, _ account: Account, showing: Prompt) -> Transition? {
        guard let token = error.continuation else { return nil }
        switch error.error {
        case "credential_required", "verification_required":
            return send(.signUpChallenge(token), .challenging(account, token, known: nil), showing: showing)
        case "attributes_required" where !error.requiredAttributes.isEmpty:
            let prompt = DetailsPrompt(purpose: .signUp, attributes: error.requiredAttributes)
            return ask(Details(account: account, token: token, prompt: prompt), nil)
        default:
            return nil
        }
    }

    // MARK: - Moves

    /// Where a challenge that failed leads: to the code before it, else to the address.
    private func fallBack(_ account: Account, _ known: Code?, _ problem: Problem?) -> Transition {
        if let known { ask(known, problem) } else { restart(account, problem) }
    }

    private func codePrompt(
        _ challenge: CodeChallenge, _ account: Account, resends: Int, at now: Duration
    ) -> CodePrompt {
        let resendAt = now + (challenge.interval ?? Tail.resendInterval)
        guard options.concealsAccounts else {
            return CodePrompt(
                purpose: .signUp, sentTo: challenge.target, length: challenge.length,
                channel: challenge.channel, resendAt: resendAt, resends: resends)
        }
        // No factor was passed yet: the address as typed, and any length.
        return CodePrompt(
            purpose: .signUp, sentTo: account.username, length: nil, channel: challenge.channel,
            resendAt: resendAt, resends: resends)
    }

    private func prompt(_ attempt: Attempt) -> Prompt {
        .newAccount(NewAccountPrompt(username: attempt.username))
    }

    private func ask(_ attempt: Attempt, _ problem: Problem?) -> Transition {
        Transition(stage: stage(.identity), move: .ask(prompt(attempt), problem: problem))
    }

    private func restart(_ account: Account, _ problem: Problem?) -> Transition {
        ask(Attempt(username: account.username, password: nil, attributes: [:]), problem)
    }

    private func ask(_ code: Code, _ problem: Problem?) -> Transition {
        Transition(stage: stage(.code(code)), move: .ask(.code(code.prompt), problem: problem))
    }

    private func ask(_ details: Details, _ problem: Problem?) -> Transition {
        Transition(stage: stage(.details(details)), move: .ask(.details(details.prompt), problem: problem))
    }

    private func browser(_ reason: String?, _ username: String) -> Transition {
        finish(.browserRequired(reason: reason, username: username))
    }

    private func finish(_ outcome: Outcome) -> Transition {
        Transition(stage: .signUp(self), move: .finish(outcome))
    }

    private func send(_ request: WireRequest, _ step: Step, showing: Prompt?) -> Transition {
        Transition(stage: stage(step), move: .send(request, showing: showing))
    }

    private func stage(_ step: Step) -> Stage {
        var next = self
        next.step = step
        return .signUp(next)
    }
}
