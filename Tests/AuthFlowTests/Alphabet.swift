import AuthFlow
import Wire

/// A kind of event, before it has a number: the walk gives it the one that fits the state, or a stale one.
enum Letter: Sendable {
    case started, timerFired, wentBack, cancelled
    case answered(Answer)
    case replied(WireReply)
    case authenticated
    case refused(WireError)
    case failed(Problem.Kind)
    /// No event: time passes.
    case later

    func event(request: RequestID, timer: TimerID) -> FlowEvent? {
        switch self {
        case .started: .started
        case .timerFired: .timerFired(timer)
        case .wentBack: .wentBack
        case .cancelled: .cancelled
        case .answered(let answer): .answered(answer)
        case .replied(let reply): .replied(request, reply)
        case .authenticated: .authenticated(request, .ada)
        case .refused(let error): .refused(request, error)
        case .failed(let kind): .failed(request, Problem(kind))
        case .later: nil
        }
    }

    /// The events that a flow takes only under the number that was asked.
    var isNumbered: Bool {
        switch self {
        case .timerFired, .replied, .authenticated, .refused, .failed: true
        case .started, .wentBack, .cancelled, .answered, .later: false
        }
    }

    /// What makes the space infinite where it is repeated without end.
    var isStrain: Bool {
        switch self {
        case .refused(let error): error.error == "slow_down" || error.status == 429 || error.status == 503
        case .failed(let kind): kind.isPassing
        default: false
        }
    }

    var name: String {
        switch self {
        case .started: "started"
        case .timerFired: "timerFired"
        case .wentBack: "wentBack"
        case .cancelled: "cancelled"
        case .answered: "answered"
        case .replied: "replied"
        case .authenticated: "authenticated"
        case .refused: "refused"
        case .failed: "failed"
        case .later: "later"
        }
    }

    static let kinds = [
        "started", "timerFired", "wentBack", "cancelled", "answered", "replied", "authenticated", "refused",
        "failed",
    ]

    /// What may happen to every flow.
    static let common: [Letter] = [
        .started, .timerFired, .wentBack, .cancelled, .later, .authenticated,
        .replied(.redirect(reason: "Federated.")), .replied(.finished), .refused(.expired),
        .refused(.malformed), .refused(.named("brand_new_error")),
        .refused(.named("unauthorized_client", [700016])),
        .refused(WireError(status: 429, retryAfter: .seconds(3), malformed: .notJSON)),
        .failed(.unreachable(.timedOut(host: "h"))), .failed(.untrusted(.signature)),
    ]

    /// What may happen around a code.
    static let codes: [Letter] = [
        .replied(.codeSent), .answered(.code(someCode)), .answered(.code(Secret(""))), .answered(.resend),
        .refused(.wrongCode),
        .refused(.grant(50181, suberror: "invalid_oob_value", continuation: continuation("newer"))),
    ]
}
