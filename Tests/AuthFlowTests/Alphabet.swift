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
}

/// A goal to walk through, with everything that may happen on the way and when.
struct Terrain: Sendable {
    var name: String
    var goal: Goal
    var letters: [Letter]
    /// The moments at which things happen, in seconds: before, at and after each moment that matters.
    var moments: [Int]
    var steps: Set<String>
    /// Event kinds that this goal never hears.
    var unheard: Set<String>
    /// Whether Back may count as the way out of a state.
    var backIsAWayOut: Bool

    static let all = [
        signIn(conceals: false, delay: nil), signIn(conceals: true, delay: nil),
        signIn(conceals: false, delay: .seconds(2)), signIn(conceals: true, delay: .seconds(2)), device,
    ]

    private static let common: [Letter] = [
        .started, .timerFired, .wentBack, .cancelled, .later, .authenticated,
        .replied(.redirect(reason: "Federated.")), .replied(.finished),
        .answered(.identity(ada, rightPassword)), .answered(.identity(ada, nil)),
        .answered(.identity("bo@example.com", rightPassword)), .answered(.identity("", nil)),
        .answered(.identity(ada, Secret(""))), .answered(.password(rightPassword)),
        .answered(.password(Secret(""))), .answered(.code(someCode)), .answered(.code(Secret(""))),
        .answered(.resend), .refused(.expired), .refused(.malformed), .refused(.named("brand_new_error")),
        .refused(.named("unauthorized_client", [700016])),
        .refused(WireError(status: 429, retryAfter: .seconds(3), malformed: .notJSON)),
        .failed(.unreachable(.timedOut(host: "h"))), .failed(.untrusted(.signature)),
    ]

    private static func signIn(conceals: Bool, delay: Duration?) -> Terrain {
        let own: [Letter] = [
            .replied(.proceed(continuation("begun"), expiresIn: nil)),
            .replied(.challenge(.password, continuation("password"))), .replied(.codeSent),
            .refused(.unknown), .refused(.wrongPassword),
            .refused(.grant(50126, continuation: continuation("newer"))), .refused(.locked),
            .refused(.wrongCode), .refused(.grant(50076, suberror: "mfa_required")),
            .refused(.grant(50076, suberror: "mfa_required", continuation: continuation("mfa"))),
        ]
        var steps: Set = [
            "identity", "initiating", "challenging", "password", "checkingPassword", "code", "checkingCode",
            "resending",
        ]
        if delay != nil { steps.insert("holding") }
        return Terrain(
            name: "sign-in, conceals: \(conceals), delay: \(delay != nil)",
            goal: .signIn(conceals: conceals, delay: delay), letters: common + own,
            moments: delay == nil ? [0, 700] : [0, 1, 700],
            steps: steps, unheard: delay == nil ? ["started", "timerFired"] : ["started"],
            backIsAWayOut: true)
    }

    /// A code that lives for 12 s and may be polled for every 5 s.
    private static let device = Terrain(
        name: "device", goal: .device,
        letters: common + [
            .replied(
                .device(
                    DeviceGrant(
                        deviceCode: Secret("canary-dc"), userCode: "U", verificationURI: "https://a",
                        expiresIn: .seconds(12), interval: .seconds(5)))),
            .refused(.named("authorization_pending")), .refused(.named("slow_down")),
            .refused(.named("authorization_declined")), .refused(.named("access_denied", [53003])),
            .refused(.named("bad_verification_code")), .refused(WireError(status: 503, malformed: .notJSON)),
        ], moments: [0, 5, 12, 24], steps: ["idle", "authorizing", "polling"], unheard: [],
        backIsAWayOut: false)
}
