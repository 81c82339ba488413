import Wire

/// Ways to verify that were offered, and the token that a challenge by one of them takes.
struct MethodChoice: Equatable, Sendable {
    var methods: [AuthMethod]
    var token: ContinuationToken
}

/// A stage behind the first factor that begins with a choice among ways to verify: written once for the second
/// factor and for the registration.
///
/// It says which ways there are and what becomes of a refused one. The stage knows what a way that was picked leads to.
protocol ChoosingStage: SteppedStage {
    var tail: Tail { get }

    static var purpose: Verification { get }
    /// Where the ways come from.
    static var introspection: Endpoint { get }
    static func choosing(_ choice: MethodChoice) -> Step

    /// - Parameter showing: the question on screen.
    func pick(_ method: AuthMethod, _ choice: MethodChoice, showing: Prompt?) -> Transition
}

extension ChoosingStage {
    func introspected(_ event: StageEvent, showing: Prompt?) -> Transition? {
        switch event {
        case .replied(.methods(let methods, let token)):
            let choice = MethodChoice(methods: methods.usable, token: token)
            guard let first = choice.methods.first else {
                return tail.restart(Problem(.noMatchingAuthMethod))
            }
            return takesTheOnly(choice) ? pick(first, choice, showing: showing) : choose(choice, nil)
        case .replied(.redirect(let reason)): return browser(reason, tail.username)
        case .replied: return tail.restart(Problem(.malformed))
        case .refused(let error): return tail.restart(Problem(error, at: Self.introspection))
        case .failed(let problem): return tail.restart(problem)
        case .wentBack: return tail.restart(nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    func chosen(_ event: StageEvent, _ choice: MethodChoice) -> Transition? {
        switch event {
        case .answered(.method(let id)):
            guard let method = choice.methods.first(where: { $0.id == id }) else {
                return choose(choice, Problem(.noMatchingAuthMethod))
            }
            return pick(method, choice, showing: prompt(choice))
        case .wentBack: return tail.restart(nil)
        default: return nil
        }
    }

    /// A challenge or its confirmation that did not lead on.
    ///
    /// - Parameter back: where to try again, with the token that counts now.
    func unaccepted(
        _ event: StageEvent, at endpoint: Endpoint, _ method: AuthMethod, _ choice: MethodChoice,
        back: (MethodChoice, Problem?) -> Transition
    ) -> Transition? {
        switch event {
        case .replied(.redirect(let reason)): return browser(reason, tail.username)
        case .replied: return back(choice, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: endpoint)
            var choice = choice
            // A refusal leaves the token as it was, unless it brings one (protocol reference, 1.4).
            if let token = error.continuation { choice.token = token }
            switch problem.kind {
            case .sessionExpired: return tail.restart(problem)
            case .noMatchingAuthMethod: return drop(method, choice, problem)
            default: return back(choice, problem)
            }
        case .failed(let problem): return back(choice, problem)
        case .wentBack: return back(choice, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    func takesTheOnly(_ choice: MethodChoice) -> Bool {
        choice.methods.count == 1 && tail.options.goesOnByItself
    }

    func choose(_ choice: MethodChoice, _ problem: Problem?) -> Transition {
        ask(prompt(choice), Self.choosing(choice), problem)
    }

    /// Back to the choice; where there is none, to the address.
    func leave(to choice: MethodChoice) -> Transition {
        takesTheOnly(choice) ? tail.restart(nil) : choose(choice, nil)
    }

    /// There is no such way after all: it is offered no more.
    func drop(_ method: AuthMethod, _ choice: MethodChoice, _ problem: Problem) -> Transition {
        let others = MethodChoice(methods: choice.methods.without(method), token: choice.token)
        return others.methods.isEmpty ? tail.restart(problem) : choose(others, problem)
    }

    private func prompt(_ choice: MethodChoice) -> Prompt {
        .method(MethodPrompt(purpose: Self.purpose, methods: choice.methods))
    }
}

extension [AuthMethod] {
    /// Those that we can do: a code to an address or a phone. `voice` is a name that nothing describes (protocol
    /// reference, 6.2), so that nobody could say where its code goes or how it is asked for.
    fileprivate var usable: [AuthMethod] {
        filter { $0.challengeType == .oneTimeCode && ($0.channel == .email || $0.channel == .sms) }
    }

    fileprivate func without(_ method: AuthMethod) -> [AuthMethod] { filter { $0.id != method.id } }
}
