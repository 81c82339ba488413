import Wire

@testable import AuthFlow

// What the walk must know of states and requests, to tell places apart and to play the person.

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
        case .done, .asking(.identity, .signIn, _), .asking(.identity, .reset, _),
            .asking(.newAccount, _, _):
            true
        case .asking(.device(let prompt), _, _): prompt.grant == nil
        case .asking, .waiting, .pausing: false
        }
    }

    var stage: Stage? {
        switch self {
        case .asking(_, let stage, _), .waiting(_, let stage, _), .pausing(_, let stage, _): stage
        case .done: nil
        }
    }

    /// The name of the stage and of its step, which no interface gives.
    var step: String? {
        guard let stage, let shown = Mirror(reflecting: stage).children.first, let name = shown.label else {
            return nil
        }
        guard let step = Mirror(reflecting: shown.value).children.first(where: { $0.label == "step" })?.value
        else { return name }
        guard let inner = Mirror(reflecting: step).children.first, let label = inner.label else {
            return "\(name).\(step)"
        }
        let payload = inner.value
        let entry = payload as? CodeEntry ?? Mirror(reflecting: payload).children.first?.value as? CodeEntry
        guard let entry else { return "\(name).\(label)" }
        switch entry.activity {
        case .asked: return "\(name).\(label).asked"
        case .checking: return "\(name).\(label).checking"
        case .resending: return "\(name).\(label).resending"
        }
    }

    /// Equal for equal states; cheap, and good enough to keep the buckets small.
    func roughHash(_ moment: Int, _ strain: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(moment)
        hasher.combine(strain)
        stage?.hash(into: &hasher)
        switch self {
        case .asking(let prompt, _, let problem):
            hasher.combine(1)
            prompt.hash(into: &hasher)
            problem?.hash(into: &hasher)
        case .waiting(_, _, let prompt):
            hasher.combine(2)
            prompt?.hash(into: &hasher)
        case .pausing(_, _, let prompt):
            hasher.combine(3)
            prompt?.hash(into: &hasher)
        case .done: hasher.combine(4)
        }
        return hasher.finalize()
    }
}

extension Problem {
    fileprivate func hash(into hasher: inout Hasher) {
        hasher.combine(true)
        hasher.combine(wire?.error)
        hasher.combine(wire?.suberror)
        hasher.combine(wire?.codes)
    }
}

extension Prompt {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .identity(let prompt): hasher.combine(prompt.username)
        case .newAccount(let prompt): hasher.combine(prompt.username)
        case .password(let prompt): hasher.combine(prompt.username)
        case .code(let prompt):
            hasher.combine(prompt.resendAt)
            hasher.combine(prompt.sentTo)
            hasher.combine(prompt.resends)
        case .method(let prompt): hasher.combine(prompt.methods.map(\.id))
        case .contact(let prompt): hasher.combine(prompt.method.id)
        case .details(let prompt):
            hasher.combine(prompt.wantsPassword)
            hasher.combine(prompt.canAskAgain)
        case .device(let prompt): hasher.combine(prompt.grant?.expiresAt)
        }
    }
}

extension Stage {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .signIn(let signIn):
            hasher.combine(1)
            signIn.step.hash(into: &hasher)
        case .signUp(let signUp):
            hasher.combine(2)
            signUp.step.hash(into: &hasher)
        case .secondFactor(let factor):
            hasher.combine(3)
            factor.step.hash(into: &hasher)
        case .registration(let registration):
            hasher.combine(4)
            registration.step.hash(into: &hasher)
        case .redemption: hasher.combine(5)
        case .reset(let reset):
            hasher.combine(6)
            reset.step.hash(into: &hasher)
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
        case .code(let entry): entry.hash(into: &hasher)
        case .holding(let hold):
            hasher.combine(9)
            hold.next.step.hash(into: &hasher)
            hold.next.prompt.hash(into: &hasher)
            hold.problem?.hash(into: &hasher)
        }
    }
}

extension SignUp.Step {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .identity: hasher.combine(1)
        case .starting: hasher.combine(2)
        case .challenging(let due):
            hasher.combine(3)
            due.question?.hash(into: &hasher)
        case .missingChallenge: hasher.combine(4)
        case .code(let entry): entry.hash(into: &hasher)
        case .details(let details):
            hasher.combine(5)
            hasher.combine(details.prompt.wantsPassword)
        case .submitting: hasher.combine(6)
        }
    }
}

extension SecondFactor.Step {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .introspecting: hasher.combine(1)
        case .choosing: hasher.combine(2)
        case .challenging(let method, _):
            hasher.combine(3)
            hasher.combine(method.id)
        case .code(let entry, let method, _):
            hasher.combine(method.id)
            entry.hash(into: &hasher)
        }
    }
}

extension Registration.Step {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .introspecting: hasher.combine(1)
        case .choosing: hasher.combine(2)
        case .contact(let method, _):
            hasher.combine(3)
            hasher.combine(method.id)
        case .challenging(let contact, _):
            hasher.combine(4)
            hasher.combine(contact.text)
        case .code(let entry, let contact, _):
            hasher.combine(contact.method.id)
            entry.hash(into: &hasher)
        case .confirming: hasher.combine(5)
        }
    }
}

extension Reset.Step {
    fileprivate func hash(into hasher: inout Hasher) {
        switch self {
        case .identity: hasher.combine(1)
        case .starting(let attempt):
            hasher.combine(2)
            hasher.combine(attempt.since)
        case .challenging(let attempt):
            hasher.combine(3)
            hasher.combine(attempt.since)
        case .code(let entry): entry.hash(into: &hasher)
        case .password(let asked):
            hasher.combine(4)
            hasher.combine(asked.submitted?.until)
        case .submitting: hasher.combine(5)
        case .polling(let submission):
            hasher.combine(6)
            hasher.combine(submission.until)
        case .holding(let hold):
            hasher.combine(7)
            hold.next.step.hash(into: &hasher)
            hold.next.prompt.hash(into: &hasher)
            hold.problem?.hash(into: &hasher)
        }
    }
}

extension CodeEntry {
    fileprivate func hash(into hasher: inout Hasher) {
        hasher.combine(token == nil)
        hasher.combine(prompt.resendAt)
        switch activity {
        case .asked: hasher.combine(11)
        case .checking(let since):
            hasher.combine(12)
            hasher.combine(since)
        case .resending(let since):
            hasher.combine(13)
            hasher.combine(since)
        }
    }
}
