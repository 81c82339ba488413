import Wire

/// The stage that registers a way to verify (protocol reference, section 5): which kinds, a contact, its code.
package struct Registration: ChoosingStage, Equatable, Sendable {
    let tail: Tail
    var step = Step.introspecting

    var asStage: Stage { .registration(self) }

    enum Step: Equatable, Sendable {
        case introspecting
        case choosing(MethodChoice)
        case contact(AuthMethod, MethodChoice)
        case challenging(Contact, MethodChoice)
        case code(CodeEntry, Contact, [AuthMethod])
        /// `preverified`: no code was sent.
        case confirming(Contact, MethodChoice)
    }

    struct Contact: Equatable, Sendable {
        var method: AuthMethod
        /// As typed.
        var text: String

        var target: RegistrationTarget {
            RegistrationTarget(challengeType: method.challengeType, channel: method.channel, contact: text)
        }
    }

    static let purpose = Verification.registration
    static let introspection = Endpoint.registerIntrospect
    static func choosing(_ choice: MethodChoice) -> Step { .choosing(choice) }

    /// - Parameter token: of the `registration_required` error.
    static func begin(_ tail: Tail, _ token: ContinuationToken, showing: Prompt?) -> Transition {
        Registration(tail: tail, step: .introspecting)
            .send(.registerIntrospect(token), showing: showing, .introspecting)
    }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .introspecting: introspected(event, showing: showing)
        case .choosing(let choice): chosen(event, choice)
        case .contact(let method, let choice): contact(event, method, choice)
        case .challenging(let contact, let choice): challenging(event, contact, choice, at: now)
        case .code(let entry, let contact, let methods): code(event, entry, contact, methods, at: now)
        case .confirming(let contact, let choice): confirming(event, contact, choice, showing: showing)
        }
    }

    func pick(_ method: AuthMethod, _ choice: MethodChoice, showing: Prompt?) -> Transition {
        ask(for: method, choice, nil)
    }

    private func contact(_ event: StageEvent, _ method: AuthMethod, _ choice: MethodChoice) -> Transition? {
        switch event {
        case .answered(.contact(let text)):
            let contact = Contact(method: method, text: text.trimmed)
            guard !contact.text.isEmpty else { return ask(for: method, choice, Problem(.invalidInput)) }
            return send(
                .registerChallenge(choice.token, contact.target), showing: prompt(method, choice),
                .challenging(contact, choice))
        case .wentBack: return leave(to: choice)
        default: return nil
        }
    }

    private func challenging(
        _ event: StageEvent, _ contact: Contact, _ choice: MethodChoice, at now: Duration
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
                .confirming(contact, MethodChoice(methods: choice.methods, token: token)))
        default: return toContact(event, at: .registerChallenge, contact, choice)
        }
    }

    private func confirming(
        _ event: StageEvent, _ contact: Contact, _ choice: MethodChoice, showing: Prompt?
    ) -> Transition? {
        if case .replied(.proceed(let token, _)) = event {
            return Redemption(afterRegistration: token, tail).begin(showing: showing)
        }
        return toContact(event, at: .registerContinue, contact, choice)
    }

    /// Whatever does not lead on leads back to the contact.
    private func toContact(
        _ event: StageEvent, at endpoint: Endpoint, _ contact: Contact, _ choice: MethodChoice
    ) -> Transition? {
        unaccepted(event, at: endpoint, contact.method, choice) { ask(for: contact.method, $0, $1) }
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
            return drop(contact.method, MethodChoice(methods: methods, token: token), problem)
        case .ask(let entry, let problem?, _) where problem.kind == .invalidInput && isRenewing:
            // The contact that a new code was to go to.
            guard let token = entry.token else { return tail.restart(problem) }
            return ask(for: contact.method, MethodChoice(methods: methods, token: token), problem)
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
            return ask(for: contact.method, MethodChoice(methods: methods, token: token), nil)
        case nil: return nil
        }
    }

    // MARK: - Moves

    private func ask(for method: AuthMethod, _ choice: MethodChoice, _ problem: Problem?) -> Transition {
        ask(prompt(method, choice), .contact(method, choice), problem)
    }

    private func prompt(_ method: AuthMethod, _ choice: MethodChoice) -> Prompt {
        .contact(ContactPrompt(method: method, hasAlternatives: choice.methods.count > 1))
    }
}
