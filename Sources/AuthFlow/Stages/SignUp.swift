import Wire

/// The stage of a sign-up (protocol reference, section 3).
///
/// The tenant decides what it asks for and in what order (a code, a password, attributes, repeated): each answer of
/// the service leads to the question that it names.
package struct SignUp: SteppedStage, Equatable, Sendable {
    let options: SignInOptions
    var step = Step.identity

    var asStage: Stage { .signUp(self) }

    enum Step: Equatable, Sendable {
        case identity
        case starting(Attempt)
        case challenging(DueChallenge)
        /// The challenge did not come. The last question stands on screen once more, though its answer was accepted:
        /// whatever is answered now is not sent, but asks for the challenge again.
        case missingChallenge(DueChallenge)
        case code(CodeEntry)
        case details(Details)
        case submitting(Details)
    }

    struct Attempt: Equatable, Sendable {
        var username: String
        var password: Secret?
        var attributes: [String: String]

        var prompt: Prompt { .newAccount(NewAccountPrompt(username: username)) }
    }

    /// A challenge that must follow what the service accepted last: without it the conversation cannot go on.
    struct DueChallenge: Equatable, Sendable {
        var username: String
        var token: ContinuationToken
        /// The question whose answer was accepted; nil for the address.
        var question: Prompt?
    }

    struct Details: Equatable, Sendable {
        var username: String
        var token: ContinuationToken
        var prompt: DetailsPrompt

        var question: Prompt { .details(prompt) }
    }

    init(_ options: SignInOptions) { self.options = options }

    func next(_ event: StageEvent, at now: Duration) -> Transition? {
        switch step {
        case .identity: identity(event)
        case .starting(let attempt): starting(event, attempt)
        case .challenging(let due): challenging(event, due, at: now)
        case .missingChallenge(let due): missingChallenge(event, due)
        case .code(let entry): code(event, entry, at: now)
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
            .signUpStart(username: attempt.username, password: password, attributes: attempt.attributes),
            showing: attempt.prompt, .starting(attempt))
    }

    private func starting(_ event: StageEvent, _ attempt: Attempt) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            challenge(DueChallenge(username: attempt.username, token: token), showing: attempt.prompt)
        case .replied(.redirect(let reason)): browser(reason, attempt.username)
        case .replied: ask(attempt, Problem(.malformed))
        case .refused(let error): ask(attempt, Problem(error, at: .signUpStart))
        case .failed(let problem): ask(attempt, problem)
        case .wentBack: ask(attempt, nil)
        case .started, .answered, .authenticated, .timerFired: nil
        }
    }

    // MARK: - What the service asks for

    private func challenging(_ event: StageEvent, _ due: DueChallenge, at now: Duration) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            // No factor was passed yet: the address as typed, where accounts are concealed.
            let entry = CodeEntry(
                .signUp, challenge, token, for: due.username, conceals: options.concealsAccounts, at: now)
            return ask(entry.question, .code(entry), nil)
        case .replied(.challenge(.password, let token)):
            return askPassword(due.username, token)
        case .replied(.redirect(let reason)): return browser(reason, due.username)
        case .replied: return askAgain(due, Problem(.malformed))
        case .refused(let error):
            var due = due
            if let token = error.continuation { due.token = token }
            let problem = Problem(error, at: .signUpChallenge)
            let isForStart = problem.kind == .sessionExpired || problem.kind.isOfStart
            return isForStart ? restart(due.username, problem) : askAgain(due, problem)
        case .failed(let problem): return askAgain(due, problem)
        case .wentBack: return askAgain(due, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func missingChallenge(_ event: StageEvent, _ due: DueChallenge) -> Transition? {
        switch event {
        case .answered(.code), .answered(.details), .answered(.resend):
            challenge(due, showing: due.question)
        case .wentBack: restart(due.username, nil)
        default: nil
        }
    }

    private func code(_ event: StageEvent, _ entry: CodeEntry, at now: Duration) -> Transition? {
        if entry.isChecking, let next = continued(event, entry.username, showing: entry.question) {
            return next
        }
        if !entry.isChecking, case .replied(.challenge(.password, let token)) = event {
            return askPassword(entry.username, token)
        }
        switch entry.next(event, at: now) {
        case .ask(_, let problem?, _) where problem.kind.isOfStart: return restart(entry.username, problem)
        case .ask(let entry, let problem, _): return ask(entry.question, .code(entry), problem)
        case .submit(let digits, let token, let entry):
            return send(.signUpContinue(.code(digits), token), showing: entry.question, .code(entry))
        case .resend(let token, let entry):
            return send(.signUpChallenge(token), showing: entry.question, .code(entry))
        case .restart(let problem, _): return restart(entry.username, problem)
        case .browser(let reason): return browser(reason, entry.username)
        case .leave: return restart(entry.username, nil)
        case nil: return nil
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
                .signUpContinue(grant, details.token), showing: details.question, .submitting(details))
        case .wentBack: return restart(details.username, nil)
        default: return nil
        }
    }

    private func submitting(_ event: StageEvent, _ details: Details) -> Transition? {
        if let next = continued(event, details.username, showing: details.question) { return next }
        switch event {
        case .replied(.redirect(let reason)): return browser(reason, details.username)
        case .replied: return ask(details, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .signUpContinue)
            var details = details
            if let token = error.continuation { details.token = token }
            switch problem.kind {
            case .sessionExpired, .userAlreadyExists: return restart(details.username, problem)
            case .invalidPassword where !details.prompt.wantsPassword,
                .invalidAttributes where details.prompt.wantsPassword:
                return restart(details.username, problem)
            default: return ask(details, problem)
            }
        case .failed(let problem): return ask(details, problem)
        case .wentBack: return ask(details, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    /// Where `continue` leads: to the account, or to the service's next question, which comes as an "error"
    /// (protocol reference, 3.3).
    private func continued(_ event: StageEvent, _ username: String, showing: Prompt) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            guard options.goesOnByItself else {
                return finish(.accountCreated(username: username, token))
            }
            return Redemption(afterSignUp: token, tail(username)).begin(showing: showing)
        case .replied(.finished):
            // The account is there, but not signed in (protocol reference, 3.3).
            guard options.goesOnByItself else { return finish(.accountCreated(username: username, nil)) }
            return tail(username).restart(nil)
        case .refused(let error):
            guard let token = error.continuation else { return nil }
            switch error.error {
            case "credential_required", "verification_required":
                return challenge(
                    DueChallenge(username: username, token: token, question: showing), showing: showing)
            case "attributes_required" where !error.requiredAttributes.isEmpty:
                let prompt = DetailsPrompt(purpose: .signUp, attributes: error.requiredAttributes)
                return ask(Details(username: username, token: token, prompt: prompt), nil)
            default: return nil
            }
        default: return nil
        }
    }

    // MARK: - Moves

    private func tail(_ username: String) -> Tail {
        Tail(options: options, username: username, news: .accountCreated)
    }

    private func challenge(_ due: DueChallenge, showing: Prompt?) -> Transition {
        send(.signUpChallenge(due.token), showing: showing, .challenging(due))
    }

    /// The question before the challenge once more, not to be answered anew; only a start is made anew.
    private func askAgain(_ due: DueChallenge, _ problem: Problem?) -> Transition {
        guard let question = due.question else { return restart(due.username, problem) }
        return ask(question, .missingChallenge(due), problem)
    }

    private func askPassword(_ username: String, _ token: ContinuationToken) -> Transition {
        let prompt = DetailsPrompt(purpose: .signUp, wantsPassword: true)
        return ask(Details(username: username, token: token, prompt: prompt), nil)
    }

    private func ask(_ attempt: Attempt, _ problem: Problem?) -> Transition {
        ask(attempt.prompt, .identity, problem)
    }

    private func ask(_ details: Details, _ problem: Problem?) -> Transition {
        ask(details.question, .details(details), problem)
    }

    private func restart(_ username: String, _ problem: Problem?) -> Transition {
        ask(Attempt(username: username, password: nil, attributes: [:]), problem)
    }
}

extension Problem.Kind {
    /// Whether it is about what was given with the address, where alone it can be mended.
    fileprivate var isOfStart: Bool {
        switch self {
        case .userAlreadyExists, .invalidPassword, .invalidAttributes: true
        default: false
        }
    }
}
