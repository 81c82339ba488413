/// What a demo's tenant is like.
enum Scenario: String, CaseIterable, Sendable {
    case standard = "default"
    case slow, outage, lockout

    /// What to tell the tenant's admin interface once it serves: method, path, JSON.
    var orders: [(method: String, path: String, body: String)] {
        switch self {
        case .standard: []
        case .slow:
            Self.signInPaths.map { ("POST", "/faults", #"{"path":"\#($0)","times":1000,"delayMs":3000}"#) }
        case .outage:
            Self.signInPaths.map { ("POST", "/faults", #"{"path":"\#($0)","times":3,"status":503}"#) }
        case .lockout: [("PUT", "/policy", #"{"lockoutAfter":2}"#)]
        }
    }

    private static let signInPaths = [
        "/oauth2/v2.0/initiate", "/oauth2/v2.0/challenge", "/oauth2/v2.0/token", "/oauth2/v2.0/devicecode",
    ]
}
