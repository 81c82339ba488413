import Wire

/// The stage that registers a way to verify (protocol reference, section 5): which kinds, a contact, its code.
package struct Registration: SteppedStage, Equatable, Sendable {
    private let tail: Tail
    var step = Step.introspecting

    var asStage: Stage { .registration(self) }

    enum Step: Equatable, Sendable {
        case introspecting
        case choosing(Choice)
        case contact(AuthMethod, Choice)
        case challenging(Contact, Choice)
        case code(CodeEntry, Contact, [AuthMethod])
        /// `preverified`: no code was sent.
        case confirming(Contact, Choice)
    }

    struct Choice: Equatable, Sendable {
        var methods: [AuthMethod]
        var token: ContinuationToken
    }

    struct Contact: Equatable, Sendable {
        var method: AuthMethod
        /// As typed.
        var text: String

        var target: RegistrationTarget {
            RegistrationTarget(challengeType: method.challengeType, channel: method.channel, contact: text)
        }
    }

    /// - Parameter token: of the `registration_required` error.
    static func begin(_ tail: Tail, _ token: ContinuationToken, showing: Prompt?) -> Transition {
        Registration(tail: tail, step: .introspecting)
            .send(.registerIntrospect(token), showing: showing, .introspecting)
    }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .introspecting: introspecting(event)
        case .choosing(let choice): choosing(event, choice)
        case .contact(let method, let choice): contact(event, method, choice)
        case .challenging(let contact, let choice): challenging(event, contact, choice, at: now)
        case .code(let entry, let contact, let methods): code(event, entry, contact, methods, at: now)
        case .confirming(let contact, let choice): confirming(event, contact, choice, showing: showing)
        }
    }

    private func introspecting(_ event: StageEvent) -> Transition? {
        switch event {
        case .replied(.methods(let methods, let token)):
            let choice = Choice(methods: methods.usable, token: token)
            guard let first = choice.methods.first else {
                return tail.restart(Problem(.noMatchingAuthMethod))
            }
            return takesTheOnly(choice) ? ask(for: first, choice, nil) : choose(choice, nil)
        case .replied(.redirect(let reason)): return browser(reason, tail.username)
        case .replied: return tail.restart(Problem(.malformed))
        case .refused(let error): return tail.restart(Problem(error, at: .registerIntrospect))
        case .failed(let problem): return tail.restart(problem)
        case .wentBack: return tail.restart(nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func choosing(_ event: StageEvent, _ choice: Choice) -> Transition? {
        switch event {
        case .answered(.method(let id)):
            guard let method = choice.methods.first(where: { $0.id == id }) else {
                return choose(choice, Problem(.noMatchingAuthMethod))
            }
            return ask(for: method, choice, nil)
        case .wentBack: return tail.restart(nil)
        default: return nil
        }
    }

    private func contact(_ event: StageEvent, _ method: AuthMethod, _ choice: Choice) -> Transition? {
        switch event {
        case .answered(.contact(let text)):
            let contact = Contact(method: method, text: text.trimmed)
            guard !contact.text.isEmpty else { return ask(for: method, choice, Problem(.invalidInput)) }
            return send(
                .registerChallenge(choice.token, contact.target), showing: prompt(method, choice),
                .challenging(contact, choice))
        case .wentBack: return takesTheOnly(choice) ? tail.restart(nil) : choose(choice, nil)
        default: return nil
        }
    }

    private func challenging(
        _ event: StageEvent, _ contact: Contact, _ choice: Choice, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            let entry = CodeEntry(
                .registration, challenge, token, for: tail.username, conceals: false, hasAlternatives: true,
                at: now)
            return ask(entry.question, .code(entry, contact, choice.methods), nil)
        case .replied(.preverified(let token)):
            return send(
                .registerContinue(code: nil, token), showing: prompt(contact.method, choice),
                .confirming(contact, Choice(methods: choice.methods, token: token)))
        default: return unaccepted(event, at: .registerChallenge, contact, choice)
        }
    }

    private func confirming(
        _ event: StageEvent, _ contact: Contact, _ choice: Choice, showing: Prompt?
    ) -> Transition? {
        if case .replied(.proceed(let token, _)) = event {
            return Redemption(afterRegistration: token, tail).begin(showing: showing)
        }
        return unaccepted(event, at: .registerContinue, contact, choice)
    }

    /// Whatever does not lead on leads back to the contact.
    private func unaccepted(
        _ event: StageEvent, at endpoint: Endpoint, _ contact: Contact, _ choice: Choice
    ) -> Transition? {
        switch event {
        case .replied(.redirect(let reason)): return browser(reason, tail.username)
        case .replied: return ask(for: contact.method, choice, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: endpoint)
            var choice = choice
            // A refusal leaves the token as it was, unless it brings one (protocol reference, 1.4).
            if let token = error.continuation { choice.token = token }
            switch problem.kind {
            case .sessionExpired: return tail.restart(problem)
            case .noMatchingAuthMethod: return drop(contact.method, choice, problem)
            default: return ask(for: contact.method, choice, problem)
            }
        case .failed(let problem): return ask(for: contact.method, choice, problem)
        case .wentBack: return ask(for: contact.method, choice, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func code(
        _ event: StageEvent, _ entry: CodeEntry, _ contact: Contact, _ methods: [AuthMethod], at now: Duration
    ) -> Transition? {
        if entry.isChecking, case .replied(.proceed(let token, _)) = event {
            return Redemption(afterRegistration: token, tail).begin(showing: entry.question)
        }
        let isRenewing = !entry.isChecking
        switch entry.next(event, at: now) {
        case .ask(let entry, let problem?, _) where problem.kind == .noMatchingAuthMethod:
            guard let token = entry.token else { return tail.restart(problem) }
            return drop(contact.method, Choice(methods: methods, token: token), problem)
        case .ask(let entry, let problem?, _) where problem.kind == .invalidInput && isRenewing:
            // The contact that a new code was to go to.
            guard let token = entry.token else { return tail.restart(problem) }
            return ask(for: contact.method, Choice(methods: methods, token: token), problem)
        case .ask(let entry, let problem, _):
            return ask(entry.question, .code(entry, contact, methods), problem)
        case .submit(let digits, let token, let entry):
            return send(
                .registerContinue(code: digits, token), showing: entry.question,
                .code(entry, contact, methods))
        case .resend(let token, let entry):
            return send(
                .registerChallenge(token, contact.target), showing: entry.question,
                .code(entry, contact, methods))
        case .restart(let problem, _): return tail.restart(problem)
        case .browser(let reason): return browser(reason, tail.username)
        case .leave:
            guard let token = entry.token else { return tail.restart(nil) }
            return ask(for: contact.method, Choice(methods: methods, token: token), nil)
        case nil: return nil
        }
    }

    // MARK: - Moves

    private func takesTheOnly(_ choice: Choice) -> Bool {
        choice.methods.count == 1 && tail.options.goesOnByItself
    }

    private func choose(_ choice: Choice, _ problem: Problem?) -> Transition {
        ask(
            .method(MethodPrompt(purpose: .registration, methods: choice.methods)), .choosing(choice), problem
        )
    }

    private func ask(for method: AuthMethod, _ choice: Choice, _ problem: Problem?) -> Transition {
        ask(prompt(method, choice), .contact(method, choice), problem)
    }

    private func prompt(_ method: AuthMethod, _ choice: Choice) -> Prompt {
        .contact(ContactPrompt(method: method, hasAlternatives: choice.methods.count > 1))
    }

    /// The service does not offer this way after all.
    private func drop(_ method: AuthMethod, _ choice: Choice, _ problem: Problem) -> Transition {
        let others = Choice(methods: choice.methods.without(method), token: choice.token)
        return others.methods.isEmpty ? tail.restart(problem) : choose(others, problem)
    }
}
