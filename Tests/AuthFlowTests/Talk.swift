import AuthFlow
import Testing
import Wire

/// A conversation as a test leads it: both the person and the service are played.
///
/// It keeps the books of requests and timers, and fails where a flow would have two of a kind.
struct Talk {
    private(set) var flow: Flow
    /// The moment at which things are said, in seconds.
    var now = Duration.zero
    private(set) var request: RequestID?
    private(set) var timer: TimerID?
    /// The orders of the last event, in the order given.
    private(set) var orders: [FlowEffect] = []

    init(_ goal: Goal) { flow = Flow(goal) }

    /// What the last event sent, waited for or kept.
    var sent: WireRequest? {
        orders.firstNonNil { if case .send(_, let request) = $0 { request } else { nil } }
    }
    var wait: Duration? { orders.firstNonNil { if case .wait(_, let time, _) = $0 { time } else { nil } } }
    var jitter: Duration? { orders.firstNonNil { if case .wait(_, _, let time) = $0 { time } else { nil } } }
    var saved: TokenSet? {
        orders.firstNonNil { if case .save(let tokens) = $0 { tokens } else { nil } }
    }

    mutating func tell(_ event: FlowEvent) {
        orders = flow.handle(event, at: now)
        for order in orders {
            switch order {
            case .send(let id, _):
                #expect(request == nil && timer == nil, "a second request")
                request = id
            case .abandon(let id):
                #expect(request == id)
                request = nil
            case .wait(let id, _, _):
                #expect(request == nil && timer == nil, "a second timer")
                timer = id
            case .stopWaiting(let id):
                #expect(timer == id)
                timer = nil
            case .save: break
            }
        }
    }

    mutating func says(_ answer: Answer) { tell(.answered(answer)) }

    mutating func hears(_ reply: WireReply) throws { tell(.replied(try #require(request), reply)) }

    mutating func isRefused(_ error: WireError) throws { tell(.refused(try #require(request), error)) }

    mutating func fails(_ kind: Problem.Kind) throws { tell(.failed(try #require(request), Problem(kind))) }

    mutating func isSignedIn() throws { tell(.authenticated(try #require(request), .ada)) }

    mutating func timerFires() throws { tell(.timerFired(try #require(timer))) }

    /// Lets the time pass that the flow waits for.
    mutating func waits() throws {
        now += try #require(wait)
        try timerFires()
    }

    var isAsking: Bool { if case .asking = flow.state { true } else { false } }
    var kind: Problem.Kind? { flow.problem?.kind }
}

extension Sequence {
    func firstNonNil<R>(_ transform: (Element) -> R?) -> R? {
        for element in self { if let result = transform(element) { return result } }
        return nil
    }
}

/// The people, secrets and answers of the tests. Each secret holds the word that must never be printed.
let ada = "ada@example.com"
let rightPassword = Secret("canary-right-password")
let wrongPassword = Secret("canary-wrong-password")
let someCode = Secret("canary-12345678")
let wished = ["openid", "profile"]

func continuation(_ name: String) -> ContinuationToken { ContinuationToken("canary-" + name) }

extension TokenSet {
    static let ada = TokenSet(
        accessToken: Secret("canary-at"), refreshToken: Secret("canary-rt"), idToken: Secret("canary-id"),
        scopes: wished, issuedAt: 0, expiresAt: 3600,
        identity: Identity(objectID: "oid", tenantID: "tid", username: "ada@example.com", name: "Ada"))
}

extension WireReply {
    static let codeSent = WireReply.challenge(
        .code(CodeChallenge(channel: .email, target: "a***a@ex***le.com", length: 8, interval: .seconds(60))),
        continuation("code"))
}

extension WireError {
    static func grant(
        _ code: Int? = nil, suberror: String? = nil, continuation: ContinuationToken? = nil
    ) -> WireError {
        WireError(
            status: 400, error: "invalid_grant", suberror: suberror, codes: code.map { [$0] } ?? [],
            continuation: continuation, correlationID: "c-1")
    }

    static let wrongPassword = grant(50126)
    static let wrongCode = grant(50181, suberror: "invalid_oob_value")
    static let locked = grant(50053)
    static let disabled = grant(50057)
    static let unknown = WireError(
        status: 400, error: "user_not_found", codes: [50034], correlationID: "c-1")
    static let expired = WireError(
        status: 400, error: "expired_token", codes: [552003], correlationID: "c-1")
    static let malformed = WireError(status: 200, malformed: .notJSON)

    static func named(_ error: String, _ codes: [Int] = [], status: Int = 400) -> WireError {
        WireError(status: status, error: error, codes: codes)
    }
}

extension Goal {
    static func signIn(conceals: Bool = false, delay: Duration? = nil) -> Goal {
        .signIn(SignInOptions(scopes: wished, concealsAccounts: conceals, refusalDelay: delay))
    }

    static let device = Goal.deviceCode(
        DeviceOptions(scopes: wished, username: ada, reason: "Federated."))
}
