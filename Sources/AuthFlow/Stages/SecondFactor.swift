import Wire

/// The stage of a second factor (protocol reference, 2.3 and 12.3): which ways there are, a code by one of them.
package struct SecondFactor: Equatable, Sendable {
    private let tail: Tail
    private var step = Step.introspecting

    private enum Step: Equatable, Sendable {
        case introspecting
        case choosing([AuthMethod], ContinuationToken)
        case challenging(AuthMethod, [AuthMethod], ContinuationToken)
        case code(Code)
        case checking(Code)
        case resending(Code)
    }

    private struct Code: Equatable, Sendable {
        var method: AuthMethod
        var methods: [AuthMethod]
        var token: ContinuationToken
        var prompt: CodePrompt
    }

    /// - Parameter token: of the `mfa_required` error.
    static func begin(_ tail: Tail, _ token: ContinuationToken, showing: Prompt?) -> Transition {
        Transition(
            stage: .secondFactor(SecondFactor(tail: tail)), move: .send(.introspect(token), showing: showing))
    }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .introspecting: introspecting(event, showing: showing)
        case .choosing(let methods, let token): choosing(event, methods, token)
        case .challenging(let method, let methods, let token):
            challenging(event, method, methods, token, at: now)
        case .code(let code): self.code(event, code)
        case .checking(let code): checking(event, code)
        case .resending(let code): resending(event, code, at: now)
        }
    }

    private func introspecting(_ event: StageEvent, showing: Prompt?) -> Transition? {
        switch event {
        case .replied(.methods(let methods, let token)):
            let methods = methods.usable
            guard let first = methods.first else { return tail.restart(Problem(.noMatchingAuthMethod)) }
            if methods.count == 1, tail.options.goesOnByItself {
                return challenge(first, methods, token, showing: showing)
            }
            return choose(methods, token, nil)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .secondFactor(self))
        case .replied: return tail.restart(Problem(.malformed))
        case .refused(let error): return tail.restart(Problem(error, at: .introspect))
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
            return challenge(method, methods, token, showing: prompt(methods))
        case .wentBack: return tail.restart(nil)
        default: return nil
        }
    }

    private func challenging(
        _ event: StageEvent, _ method: AuthMethod, _ methods: [AuthMethod], _ token: ContinuationToken,
        at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            let prompt = tail.codePrompt(
                challenge, for: .secondFactor, resends: 0, hasAlternatives: methods.count > 1, at: now)
            return ask(Code(method: method, methods: methods, token: token, prompt: prompt), nil)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .secondFactor(self))
        case .replied: return choose(methods, token, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .challenge)
            let token = error.continuation ?? token
            switch problem.kind {
            case .sessionExpired: return tail.restart(problem)
            case .noMatchingAuthMethod:
                let others = methods.filter { $0.id != method.id }
                return others.isEmpty ? tail.restart(problem) : choose(others, token, problem)
            default: return choose(methods, token, problem)
            }
        case .failed(let problem): return choose(methods, token, problem)
        case .wentBack: return choose(methods, token, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    private func code(_ event: StageEvent, _ code: Code) -> Transition? {
        switch event {
        case .answered(.code(let digits)):
            guard !digits.isEmpty else { return ask(code, Problem(.invalidCode)) }
            return send(
                .token(.secondFactor(digits, code.token), scopes: tail.options.scopes), .checking(code),
                showing: .code(code.prompt))
        case .answered(.resend):
            return send(
                .challenge(code.token, method: code.method.id), .resending(code), showing: .code(code.prompt))
        case .wentBack: return leave(code)
        default: return nil
        }
    }

    private func checking(_ event: StageEvent, _ code: Code) -> Transition? {
        switch event {
        case .authenticated(let tokens):
            return Transition(stage: .secondFactor(self), move: .finish(.signedIn(tokens)))
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .secondFactor(self))
        case .replied: return ask(code, Problem(.malformed))
        case .refused(let error): return refused(error, at: .token, code)
        case .failed(let problem): return ask(code, problem)
        case .wentBack: return ask(code, nil)
        case .started, .answered, .timerFired: return nil
        }
    }

    private func resending(_ event: StageEvent, _ code: Code, at now: Duration) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            var renewed = code
            renewed.token = token
            renewed.prompt = tail.codePrompt(
                challenge, for: .secondFactor, resends: code.prompt.resends + 1,
                hasAlternatives: code.methods.count > 1, at: now)
            return ask(renewed, nil)
        case .replied(.redirect(let reason)): return tail.browser(reason, from: .secondFactor(self))
        case .replied: return ask(code, Problem(.malformed))
        case .refused(let error): return refused(error, at: .challenge, code)
        case .failed(let problem): return ask(code, problem)
        case .wentBack: return ask(code, nil)
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

    private func leave(_ code: Code) -> Transition {
        code.methods.count > 1 ? choose(code.methods, code.token, nil) : tail.restart(nil)
    }

    private func challenge(
        _ method: AuthMethod, _ methods: [AuthMethod], _ token: ContinuationToken, showing: Prompt?
    ) -> Transition {
        send(.challenge(token, method: method.id), .challenging(method, methods, token), showing: showing)
    }

    private func choose(
        _ methods: [AuthMethod], _ token: ContinuationToken, _ problem: Problem?
    ) -> Transition {
        Transition(
            stage: stage(.choosing(methods, token)), move: .ask(prompt(methods), problem: problem))
    }

    private func prompt(_ methods: [AuthMethod]) -> Prompt {
        .method(MethodPrompt(purpose: .secondFactor, methods: methods))
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
        return .secondFactor(next)
    }
}

extension SecondFactor {
    private init(tail: Tail) { self.init(tail: tail, step: .introspecting) }
}
