import Wire

@testable import AuthFlow

// What the walk must know of states and grants, to tell places apart and to play the person.

extension FlowState {
    var unnumbered: FlowState {
        switch self {
        case .waiting(_, let stage, let showing): .waiting(RequestID(0), stage, showing: showing)
        case .pausing(_, let stage, let showing): .pausing(TimerID(0), stage, showing: showing)
        case .asking, .done: self
        }
    }

    var outstanding: (RequestID?, TimerID?) {
        switch self {
        case .waiting(let id, _, _): (id, nil)
        case .pausing(let id, _, _): (nil, id)
        case .asking, .done: (nil, nil)
        }
    }

    var isWayOut: Bool {
        switch self {
        case .done, .asking(.identity, _, _): true
        case .asking(.device(let prompt), _, _): prompt.grant == nil
        case .asking, .waiting, .pausing: false
        }
    }

    /// The name of the stage's step, which no interface gives.
    var step: String? {
        guard let (_, step) = stageMirror?.children.first(where: { $0.label == "step" }) else { return nil }
        return Mirror(reflecting: step).children.first?.label ?? "\(step)"
    }

    private var stageMirror: Mirror? {
        switch self {
        case .asking(_, let stage, _), .waiting(_, let stage, _), .pausing(_, let stage, _):
            switch stage {
            case .signIn(let signIn): Mirror(reflecting: signIn)
            case .device(let device): Mirror(reflecting: device)
            }
        case .done: nil
        }
    }

    /// Equal for equal states; cheap, and good enough to keep the buckets small.
    func roughHash(_ moment: Int, _ strain: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(moment)
        hasher.combine(strain)
        switch self {
        case .asking(let prompt, let stage, let problem):
            hasher.combine(1)
            prompt.hash(into: &hasher)
            stage.hash(into: &hasher)
            hasher.combine(problem?.wire?.error)
            hasher.combine(problem?.wire?.codes)
            hasher.combine(problem == nil)
        case .waiting(_, let stage, let prompt):
            hasher.combine(2)
            prompt?.hash(into: &hasher)
            stage.hash(into: &hasher)
        case .pausing(_, let stage, let prompt):
            hasher.combine(3)
            prompt?.hash(into: &hasher)
            stage.hash(into: &hasher)
        case .done: hasher.combine(4)
        }
        return hasher.finalize()
    }
}

extension Prompt {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .identity(let prompt): hasher.combine(prompt.username)
        case .password(let prompt): hasher.combine(prompt.username)
        case .code(let prompt):
            hasher.combine(prompt.resendAt)
            hasher.combine(prompt.sentTo)
        case .device(let prompt): hasher.combine(prompt.grant?.expiresAt)
        }
    }
}

extension Stage {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .signIn(let signIn): signIn.step.hash(into: &hasher)
        case .device(let device): hasher.combine(device.pollInterval)
        }
    }
}

extension SignIn.Step {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .identity(let resumable):
            hasher.combine(1)
            hasher.combine(resumable?.username)
        case .initiating(let attempt):
            hasher.combine(2)
            hasher.combine(attempt.since)
        case .challenging(let attempt):
            hasher.combine(3)
            hasher.combine(attempt.since)
        case .password: hasher.combine(4)
        case .checkingPassword(let attempt, _, let resumed):
            hasher.combine(5)
            hasher.combine(attempt.since)
            hasher.combine(resumed)
        case .code(let code):
            hasher.combine(6)
            hasher.combine(code.begun)
        case .checkingCode(let code, let since):
            hasher.combine(7)
            hasher.combine(code.begun)
            hasher.combine(since)
        case .resending(let code, let since):
            hasher.combine(8)
            hasher.combine(code.begun)
            hasher.combine(since)
        case .holding(let next, let prompt, let problem, _):
            hasher.combine(9)
            next.hash(into: &hasher)
            prompt.hash(into: &hasher)
            hasher.combine(problem?.wire?.error)
            hasher.combine(problem?.wire?.codes)
        }
    }
}

extension TokenGrant {
    /// The answer that mends a refusal of this grant, the refusal, and the grant that must follow.
    func repair(
        _ prompt: Prompt?, _ newer: ContinuationToken?
    ) -> (Answer, WireError, TokenGrant)? {
        switch (self, prompt) {
        case (.password(let password, let username, let token), .password):
            (
                .password(password), .grant(50126, continuation: newer),
                .password(password, username: username, newer ?? token)
            )
        case (.password(let password, let username, let token), _):
            (
                .identity(username, password), .grant(50126, continuation: newer),
                .password(password, username: username, newer ?? token)
            )
        case (.oneTimeCode(let code, let token), _):
            (
                .code(code), .grant(50181, suberror: "invalid_oob_value", continuation: newer),
                .oneTimeCode(code, newer ?? token)
            )
        default: nil
        }
    }
}
