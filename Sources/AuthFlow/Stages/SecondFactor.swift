import Wire

/// The stage of a second factor (protocol reference, 2.3 and 12.3): which ways there are, a code by one of them.
package struct SecondFactor: ChoosingStage, Equatable, Sendable {
    let tail: Tail
    var step = Step.introspecting

    var asStage: Stage { .secondFactor(self) }

    enum Step: Equatable, Sendable {
        case introspecting
        case choosing(MethodChoice)
        case challenging(AuthMethod, MethodChoice)
        case code(CodeEntry, AuthMethod, [AuthMethod])
    }

    static let purpose = Verification.secondFactor
    static let introspection = Endpoint.introspect
    static func choosing(_ choice: MethodChoice) -> Step { .choosing(choice) }

    /// - Parameter token: of the `mfa_required` error.
    static func begin(_ tail: Tail, _ token: ContinuationToken, showing: Prompt?) -> Transition {
        SecondFactor(tail: tail, step: .introspecting)
            .send(.introspect(token), showing: showing, .introspecting)
    }

    func next(_ event: StageEvent, showing: Prompt?, at now: Duration) -> Transition? {
        switch step {
        case .introspecting: introspected(event, showing: showing)
        case .choosing(let choice): chosen(event, choice)
        case .challenging(let method, let choice): challenging(event, method, choice, at: now)
        case .code(let entry, let method, let methods): code(event, entry, method, methods, at: now)
        }
    }

    func pick(_ method: AuthMethod, _ choice: MethodChoice, showing: Prompt?) -> Transition {
        send(.challenge(choice.token, method: method.id), showing: showing, .challenging(method, choice))
    }

    private func challenging(
        _ event: StageEvent, _ method: AuthMethod, _ choice: MethodChoice, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            let entry = CodeEntry(
                .secondFactor, challenge, token, for: tail.username, conceals: false,
                hasAlternatives: choice.methods.count > 1, at: now)
            return ask(entry.question, .code(entry, method, choice.methods), nil)
        case .wentBack: return leave(to: choice)
        default: return unaccepted(event, at: .challenge, method, choice, back: choose)
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
                return drop(method, MethodChoice(methods: methods, token: token), problem)
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
            return leave(to: MethodChoice(methods: methods, token: token))
        case nil: return nil
        }
    }
}
