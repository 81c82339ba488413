import Wire

/// The stage of a second factor (protocol reference, 2.3 and 12.3): which ways there are, a code by one of them.
package struct SecondFactor: SteppedStage, Equatable, Sendable {
    private let tail: Tail
    var step = Step.introspecting

    var asStage: Stage { .secondFactor(self) }

    enum Step: Equatable, Sendable {
        case introspecting
        case choosing(Choice)
        case challenging(AuthMethod, Choice)
        case code(CodeEntry, AuthMethod, [AuthMethod])
    }

    struct Choice: Equatable, Sendable {
        var methods: [AuthMethod]
        var token: ContinuationToken

        var prompt: Prompt { .method(MethodPrompt(purpose: .secondFactor, methods: methods)) }
    }

    /// - Parameter token: of the `mfa_required` error.
    static func begin(_ tail: Tail, _ token: ContinuationToken, showing: Prompt?) -> Transition {
        SecondFactor(tail: tail, step: .introspecting)
            .send(.introspect(token), showing: showing, .introspecting)
    }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .introspecting: introspecting(event, showing: showing)
        case .choosing(let choice): choosing(event, choice)
        case .challenging(let method, let choice): challenging(event, method, choice, at: now)
        case .code(let entry, let method, let methods): code(event, entry, method, methods, at: now)
        }
    }

    private func introspecting(_ event: StageEvent, showing: Prompt?) -> Transition? {
        switch event {
        case .replied(.methods(let methods, let token)):
            let choice = Choice(methods: methods.usable, token: token)
            guard let first = choice.methods.first else {
                return tail.restart(Problem(.noMatchingAuthMethod))
            }
            return takesTheOnly(choice) ? challenge(first, choice, showing: showing) : choose(choice, nil)
        case .replied(.redirect(let reason)): return browser(reason, tail.username)
        case .replied: return tail.restart(Problem(.malformed))
        case .refused(let error): return tail.restart(Problem(error, at: .introspect))
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
            return challenge(method, choice, showing: choice.prompt)
        case .wentBack: return tail.restart(nil)
        default: return nil
        }
    }

    private func challenging(
        _ event: StageEvent, _ method: AuthMethod, _ choice: Choice, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            let entry = CodeEntry(
                .secondFactor, challenge, token, for: tail.username, conceals: false,
                hasAlternatives: choice.methods.count > 1, at: now)
            return ask(entry.question, .code(entry, method, choice.methods), nil)
        case .replied(.redirect(let reason)): return browser(reason, tail.username)
        case .replied: return choose(choice, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .challenge)
            var choice = choice
            // A refusal leaves the token as it was, unless it brings one (protocol reference, 1.4).
            if let token = error.continuation { choice.token = token }
            switch problem.kind {
            case .sessionExpired: return tail.restart(problem)
            case .noMatchingAuthMethod: return drop(method, choice, problem)
            default: return choose(choice, problem)
            }
        case .failed(let problem): return choose(choice, problem)
        case .wentBack: return takesTheOnly(choice) ? tail.restart(nil) : choose(choice, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func code(
        _ event: StageEvent, _ entry: CodeEntry, _ method: AuthMethod, _ methods: [AuthMethod],
        at now: Duration
    ) -> Transition? {
        if entry.isChecking, case .authenticated(let tokens) = event { return finish(.signedIn(tokens)) }
        switch entry.next(event, at: now) {
        case .ask(let entry, let problem, _):
            if let problem, problem.kind == .noMatchingAuthMethod, let token = entry.token {
                return drop(method, Choice(methods: methods, token: token), problem)
            }
            return ask(entry.question, .code(entry, method, methods), problem)
        case .submit(let digits, let token, let entry):
            return send(
                .token(.secondFactor(digits, token), scopes: tail.options.scopes), showing: entry.question,
                .code(entry, method, methods))
        case .resend(let token, let entry):
            return send(
                .challenge(token, method: method.id), showing: entry.question, .code(entry, method, methods))
        case .restart(let problem, _): return tail.restart(problem)
        case .browser(let reason): return browser(reason, tail.username)
        case .leave:
            guard let token = entry.token else { return tail.restart(nil) }
            let choice = Choice(methods: methods, token: token)
            return takesTheOnly(choice) ? tail.restart(nil) : choose(choice, nil)
        case nil: return nil
        }
    }

    // MARK: - Moves

    private func takesTheOnly(_ choice: Choice) -> Bool {
        choice.methods.count == 1 && tail.options.goesOnByItself
    }

    private func challenge(_ method: AuthMethod, _ choice: Choice, showing: Prompt?) -> Transition {
        send(.challenge(choice.token, method: method.id), showing: showing, .challenging(method, choice))
    }

    private func choose(_ choice: Choice, _ problem: Problem?) -> Transition {
        ask(choice.prompt, .choosing(choice), problem)
    }

    /// The account does not have this way after all: it is offered no more.
    private func drop(_ method: AuthMethod, _ choice: Choice, _ problem: Problem) -> Transition {
        let others = Choice(methods: choice.methods.without(method), token: choice.token)
        return others.methods.isEmpty ? tail.restart(problem) : choose(others, problem)
    }
}
