import Wire

/// The stage that registers a way to verify (protocol reference, section 5): which kinds, a contact, its code.
package struct Registration: Equatable, Sendable {
    private let tail: Tail
    private var step = Step.introspecting

    private enum Step: Equatable, Sendable {
        case introspecting
        case choosing([AuthMethod], ContinuationToken)
        case contact(AuthMethod, [AuthMethod], ContinuationToken)
        case challenging(Contact, ContinuationToken)
        case code(Code)
        case checking(Code)
        case resending(Code)
        /// `preverified`: no code was sent.
        case confirming(Contact, ContinuationToken)
    }

    private struct Contact: Equatable, Sendable {
        var method: AuthMethod
        var methods: [AuthMethod]
        /// As typed.
        var text: String
    }

    private struct Code: Equatable, Sendable {
        var contact: Contact
        var token: ContinuationToken
        var prompt: CodePrompt
    }

    /// - Parameter token: of the `registration_required` error.
    static func begin(_ tail: Tail, _ token: ContinuationToken, showing: Prompt?) -> Transition {
        Transition(
            stage: .registration(Registration(tail: tail, step: .introspecting)),
            move: .send(.registerIntrospect(token), showing: showing))
    }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .introspecting: introspecting(event)
        case .choosing(let methods, let token): choosing(event, methods, token)
        case .contact(let method, let methods, let token): contact(event, method, methods, token)
        case .challenging(let contact, let token): challenging(event, contact, token, at: now)
        case .code(let code): self.code(event, code)
        case .checking(let code): checking(event, code, showing: showing)
        case .resending(let code): resending(event, code, showing: showing, at: now)
        case .confirming(let contact, let token): confirming(event, contact, token, showing: showing)
        }
    }

    private func introspecting(_ event: StageEvent) -> Transition? {
        switch event {
        case .replied(.methods(let methods, let token)):
            let methods = methods.usable
            guard let first = methods.first else { return tail.restart(Problem(.noMatchingAuthMethod)) }
            if methods.count == 1, tail.options.goesOnByItself { return ask(first, methods, token, nil) }
            return choose(methods, token, nil)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .registration(self))
        case .replied: return tail.restart(Problem(.malformed))
        case .refused(let error): return tail.restart(Problem(error, at: .registerIntrospect))
        case .failed(let problem): return tail.restart(problem)
        case .wentBack: return tail.restart(nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func choosing(
        _ event: StageEvent, _ methods: [AuthMethod], _ token: ContinuationToken
    ) -> Transition? {
        switch event {
        case .answered(.method(let id)):
            guard let method = methods.first(where: { $0.id == id }) else {
                return choose(methods, token, Problem(.noMatchingAuthMethod))
            }
            return ask(method, methods, token, nil)
        case .wentBack: return tail.restart(nil)
        default: return nil
        }
    }

    private func contact(
        _ event: StageEvent, _ method: AuthMethod, _ methods: [AuthMethod], _ token: ContinuationToken
    ) -> Transition? {
        switch event {
        case .answered(.contact(let text)):
            let text = text.trimmed
            guard !text.isEmpty else { return ask(method, methods, token, Problem(.invalidInput)) }
            return challenge(Contact(method: method, methods: methods, text: text), token)
        case .wentBack:
            return methods.count > 1 ? choose(methods, token, nil) : tail.restart(nil)
        default: return nil
        }
    }

    private func challenging(
        _ event: StageEvent, _ contact: Contact, _ token: ContinuationToken, at now: Duration
    ) -> Transition? {
        let (method, methods) = (contact.method, contact.methods)
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            return ask(code(contact, token, challenge, resends: 0, at: now), nil)
        case .replied(.preverified(let token)):
            return confirm(contact, token)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .registration(self))
        case .replied: return ask(method, methods, token, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .registerChallenge)
            let token = error.continuation ?? token
            switch problem.kind {
            case .sessionExpired: return tail.restart(problem)
            case .noMatchingAuthMethod:
                let others = methods.filter { $0.id != method.id }
                return others.isEmpty ? tail.restart(problem) : choose(others, token, problem)
            default: return ask(method, methods, token, problem)
            }
        case .failed(let problem): return ask(method, methods, token, problem)
        case .wentBack: return ask(method, methods, token, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func code(_ event: StageEvent, _ code: Code) -> Transition? {
        switch event {
        case .answered(.code(let digits)):
            guard !digits.isEmpty else { return ask(code, Problem(.invalidCode)) }
            return send(
                .registerContinue(code: digits, code.token), .checking(code), showing: .code(code.prompt))
        case .answered(.resend):
            return send(
                .registerChallenge(code.token, target(code.contact)), .resending(code),
                showing: .code(code.prompt))
        case .wentBack:
            return ask(code.contact.method, code.contact.methods, code.token, nil)
        default: return nil
        }
    }

    private func checking(_ event: StageEvent, _ code: Code, showing: Prompt?) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            return Redemption.begin(tail, token, isAfterSignUp: false, showing: showing)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .registration(self))
        case .replied: return ask(code, Problem(.malformed))
        case .refused(let error): return refused(error, at: .registerContinue, code)
        case .failed(let problem): return ask(code, problem)
        case .wentBack: return ask(code, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func resending(
        _ event: StageEvent, _ code: Code, showing: Prompt?, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            let resends = code.prompt.resends + 1
            return ask(self.code(code.contact, token, challenge, resends: resends, at: now), nil)
        case .replied(.preverified(let token)): return confirm(code.contact, token)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .registration(self))
        case .replied: return ask(code, Problem(.malformed))
        case .refused(let error): return refused(error, at: .registerChallenge, code)
        case .failed(let problem): return ask(code, problem)
        case .wentBack: return ask(code, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func confirming(
        _ event: StageEvent, _ contact: Contact, _ token: ContinuationToken, showing: Prompt?
    ) -> Transition? {
        let (method, methods) = (contact.method, contact.methods)
        switch event {
        case .replied(.proceed(let token, _)):
            return Redemption.begin(tail, token, isAfterSignUp: false, showing: showing)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .registration(self))
        case .replied: return ask(method, methods, token, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .registerContinue)
            if problem.kind == .sessionExpired { return tail.restart(problem) }
            return ask(method, methods, error.continuation ?? token, problem)
        case .failed(let problem): return ask(method, methods, token, problem)
        case .wentBack: return ask(method, methods, token, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    // MARK: - Moves

    private func refused(_ error: WireError, at endpoint: Endpoint, _ code: Code) -> Transition {
        let problem = Problem(error, at: endpoint)
        if problem.kind == .sessionExpired { return tail.restart(problem) }
        var code = code
        if let token = error.continuation { code.token = token }
        return ask(code, problem)
    }

    private func code(
        _ contact: Contact, _ token: ContinuationToken, _ challenge: CodeChallenge, resends: Int,
        at now: Duration
    ) -> Code {
        let prompt = tail.codePrompt(
            challenge, for: .registration, resends: resends, hasAlternatives: true, at: now)
        return Code(contact: contact, token: token, prompt: prompt)
    }

    private func challenge(_ contact: Contact, _ token: ContinuationToken) -> Transition {
        send(
            .registerChallenge(token, target(contact)), .challenging(contact, token),
            showing: prompt(contact.method, contact.methods))
    }

    private func confirm(_ contact: Contact, _ token: ContinuationToken) -> Transition {
        send(
            .registerContinue(code: nil, token), .confirming(contact, token),
            showing: prompt(contact.method, contact.methods))
    }

    private func target(_ contact: Contact) -> RegistrationTarget {
        RegistrationTarget(
            challengeType: contact.method.challengeType, channel: contact.method.channel,
            contact: contact.text)
    }

    private func choose(
        _ methods: [AuthMethod], _ token: ContinuationToken, _ problem: Problem?
    ) -> Transition {
        let prompt = Prompt.method(MethodPrompt(purpose: .registration, methods: methods))
        return Transition(stage: stage(.choosing(methods, token)), move: .ask(prompt, problem: problem))
    }

    private func ask(
        _ method: AuthMethod, _ methods: [AuthMethod], _ token: ContinuationToken, _ problem: Problem?
    ) -> Transition {
        Transition(
            stage: stage(.contact(method, methods, token)),
            move: .ask(prompt(method, methods), problem: problem))
    }

    private func prompt(_ method: AuthMethod, _ methods: [AuthMethod]) -> Prompt {
        .contact(ContactPrompt(method: method, hasAlternatives: methods.count > 1))
    }

    private func ask(_ code: Code, _ problem: Problem?) -> Transition {
        Transition(stage: stage(.code(code)), move: .ask(.code(code.prompt), problem: problem))
    }

    private func send(_ request: WireRequest, _ step: Step, showing: Prompt?) -> Transition {
        Transition(stage: stage(step), move: .send(request, showing: showing))
    }

    private func stage(_ step: Step) -> Stage {
        var next = self
        next.step = step
        return .registration(next)
    }
}
