import AuthFlow

/// Gives requests and timers numbers that no two flows share.
///
/// Every flow counts from one; a late answer to one that was left must not be taken for an answer to the next.
struct Numbering: Equatable, Sendable {
    private var last = 0
    /// The one request or timer that may be outstanding: what its flow calls it. Ours is `last`.
    private var inFlow: Int?

    /// An order as the program gets it.
    mutating func outward(_ effect: FlowEffect) -> FlowEffect {
        switch effect {
        case .send(let id, let request):
            return .send(RequestID(begin(id.number)), request)
        case .wait(let id, let time, let jitter):
            return .wait(TimerID(begin(id.number)), time, jitter: jitter)
        case .abandon:
            inFlow = nil
            return .abandon(RequestID(last))
        case .stopWaiting:
            inFlow = nil
            return .stopWaiting(TimerID(last))
        case .save:
            return effect
        }
    }

    /// A fact as the flow understands it; nil for what answers something that was left.
    func inward(_ event: FlowEvent) -> FlowEvent? {
        func own(_ number: Int) -> RequestID? { number == last ? inFlow.map(RequestID.init) : nil }
        switch event {
        case .replied(let id, let reply): return own(id.number).map { .replied($0, reply) }
        case .authenticated(let id, let tokens): return own(id.number).map { .authenticated($0, tokens) }
        case .refused(let id, let error): return own(id.number).map { .refused($0, error) }
        case .failed(let id, let problem): return own(id.number).map { .failed($0, problem) }
        case .timerFired(let id): return own(id.number).map { .timerFired(TimerID($0.number)) }
        case .started, .answered, .wentBack, .cancelled: return event
        }
    }

    private mutating func begin(_ number: Int) -> Int {
        last += 1
        inFlow = number
        return last
    }
}
