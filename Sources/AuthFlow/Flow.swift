import Wire

// signIn   identity → initiate → challenge ─┬ password → token ─┬→ tokens
//                                           └ code     → token ─┤
//                                    mfa_required → secondFactor│ methods? → challenge → code → token → tokens
//                           registration_required → registration│ methods → contact → challenge → [code] → continue
//                                                               │         → redemption: token → tokens
//            unknown address, accounts concealed: refusal, or a code screen that nothing was sent for
// signUp   identity → start → challenge → code → continue ⟲ details (attributes / password)
//                                                         → redemption: token ┘ (same tail)
// reset    identity → start → challenge → code → continue → details (new password) → submit → ⟲ poll
//                                                         → passwordChanged
// device   authorize → ⟲ wait → token (pending | slow_down | expired | declined) → tokens
// any      "redirect" challenge → browserRequired      cancelled → abandon + cancelled

/// A person's place in one conversation with the identity service.
///
/// It decides; it never acts. It is told facts and gives orders, which ``FlowEffect`` lists; time comes in as
/// the moment at which a fact was learnt. Its laws are properties in the tests' exhaustive walk: no event traps;
/// `done` ignores everything; an answer moves it only under the number that was asked; at most one request and
/// one timer are outstanding and leaving them gives them up; a refusal that can be repaired returns to the same
/// question; no description holds a secret.
package struct Flow: Equatable, Sendable {
    package private(set) var state: FlowState
    private var lastNumber = 0

    package init(_ goal: Goal) {
        switch goal {
        case .signIn(let options):
            state = .asking(
                .identity(IdentityPrompt(username: options.username)), .signIn(SignIn(options)), problem: nil)
        case .signUp(let options):
            state = .asking(
                .newAccount(NewAccountPrompt(username: options.username)), .signUp(SignUp(options)),
                problem: nil)
        case .signInAfterSignUp(let token, let options):
            let tail = Tail(options: options, username: options.username ?? "", news: .accountCreated)
            state = .asking(
                .identity(IdentityPrompt(username: options.username)),
                .redemption(Redemption(afterSignUp: token, tail)), problem: nil)
        case .resetPassword(let options):
            state = .asking(
                .identity(IdentityPrompt(username: options.username, purpose: .reset)),
                .reset(Reset(options)), problem: nil)
        case .deviceCode(let options):
            state = .asking(
                .device(DevicePrompt(username: options.username, reason: options.reason)),
                .device(Device(options)), problem: nil)
        }
    }

    /// Tells the flow a fact, learnt at `now`, and gives its orders.
    ///
    /// - Parameter now: a moment on a clock that never goes back; only differences of moments matter.
    package mutating func handle(_ event: FlowEvent, at now: Duration) -> [FlowEffect] {
        guard let move = move(for: event, at: now) else { return [] }
        let abandoned = leaving()
        let (next, orders) = apply(move)
        state = next
        return abandoned + orders
    }

    /// What the person is asked, or was asked last.
    package var prompt: Prompt? {
        switch state {
        case .asking(let prompt, _, _): prompt
        case .waiting(_, _, let showing), .pausing(_, _, let showing): showing
        case .done: nil
        }
    }

    /// What became of the last answer, when it is the person's turn again.
    package var problem: Problem? {
        if case .asking(_, _, let problem) = state { problem } else { nil }
    }

    /// Whether an answer is being worked on. Waiting for a person in a browser is not.
    package var isBusy: Bool {
        switch state {
        case .waiting(_, .device(let device), _): !device.isPolling
        case .asking, .pausing(_, .device, _), .done: false
        case .waiting, .pausing: true
        }
    }

    /// How long a device authorization waits between polls: it grows when the service asks for that.
    package var pollInterval: Duration? {
        if case .device(let device) = currentStage { device.pollInterval } else { nil }
    }

    package var outcome: Outcome? {
        if case .done(let outcome) = state { outcome } else { nil }
    }

    // MARK: - One step

    private func move(for event: FlowEvent, at now: Duration) -> Transition? {
        guard let stage = currentStage else { return nil }
        if event == .cancelled { return Transition(stage: stage, move: .finish(.cancelled)) }
        guard let stageEvent = stageEvent(for: event) else { return nil }
        switch stage {
        case .signIn(let signIn): return signIn.next(stageEvent, at: now)
        case .signUp(let signUp): return signUp.next(stageEvent, at: now)
        case .secondFactor(let factor): return factor.next(stageEvent, showing: prompt, at: now)
        case .registration(let registration): return registration.next(stageEvent, showing: prompt, at: now)
        case .redemption(let redemption): return redemption.next(stageEvent, showing: prompt)
        case .reset(let reset): return reset.next(stageEvent, at: now)
        case .device(let device): return device.next(stageEvent, at: now)
        }
    }

    private var currentStage: Stage? {
        switch state {
        case .asking(_, let stage, _), .waiting(_, let stage, _), .pausing(_, let stage, _): stage
        case .done: nil
        }
    }

    /// Drops what answers another number, and what has no meaning while it is not that one's turn.
    private func stageEvent(for event: FlowEvent) -> StageEvent? {
        switch (event, state) {
        case (.started, .asking): .started
        case (.answered(let answer), _): .answered(answer)
        case (.replied(let id, let reply), .waiting(let own, _, _)) where id == own: .replied(reply)
        case (.authenticated(let id, let tokens), .waiting(let own, _, _)) where id == own:
            .authenticated(tokens)
        case (.refused(let id, let error), .waiting(let own, _, _)) where id == own: .refused(error)
        case (.failed(let id, let problem), .waiting(let own, _, _)) where id == own: .failed(problem)
        case (.timerFired(let id), .pausing(let own, _, _)) where id == own: .timerFired
        case (.wentBack, _): .wentBack
        default: nil
        }
    }

    private func leaving() -> [FlowEffect] {
        switch state {
        case .waiting(let id, _, _): [.abandon(id)]
        case .pausing(let id, _, _): [.stopWaiting(id)]
        case .asking, .done: []
        }
    }

    private mutating func apply(_ transition: Transition) -> (FlowState, [FlowEffect]) {
        switch transition.move {
        case .ask(let prompt, let problem):
            return (.asking(prompt, transition.stage, problem: problem), [])
        case .send(let request, let showing):
            lastNumber += 1
            let id = RequestID(lastNumber)
            return (.waiting(id, transition.stage, showing: showing), [.send(id, request)])
        case .pause(let time, let jitter, let showing):
            lastNumber += 1
            let id = TimerID(lastNumber)
            return (
                .pausing(id, transition.stage, showing: showing ?? prompt), [.wait(id, time, jitter: jitter)]
            )
        case .finish(let outcome):
            if case .signedIn(let tokens) = outcome { return (.done(outcome), [.save(tokens)]) }
            return (.done(outcome), [])
        }
    }
}
