import AuthFlow
import FoundationEssentials
import Screens
import TophhieCloudAuthentication
import Wire

/// What `config check` asks of a tenant, step by step. It knows no words of the screens.
struct TenantCheck: Sendable {
    private let client: Client

    init(_ client: Client) { self.client = client }

    enum Step: String, CaseIterable, Sendable {
        case name = "DNS"
        case connection = "TLS"
        case clock = "Clock"
        case discovery = "Discovery"
        case native = "Native authentication"
        case device = "Device code"

        var isNeededByTheRest: Bool { [.name, .connection, .discovery].contains(self) }
    }

    enum Finding: Equatable, Sendable {
        case good(String)
        /// What is wrong, where to mend it, and what that means for the exit status.
        case wrong(String, mend: String?, ExitCode)
    }

    func perform(_ step: Step) async -> Finding {
        switch step {
        case .name: name()
        case .connection: await connection()
        case .clock: await clock()
        case .discovery: await discovery()
        case .native: await native()
        case .device: await device()
        }
    }

    // MARK: - The network

    private func name() -> Finding {
        let host = client.authority.host
        if usesProxy { return .good("\(host) is for the proxy to find") }
        let configuration = client.configuration
        let answer = NameLookup().first(
            of: host, within: configuration.timeout, elapsed: configuration.time.elapsed)
        switch answer {
        case .address(let address): return .good("\(host) is \(address)")
        case .none(let reason):
            return .wrong(
                "there is no address for \(host) (\(reason))",
                mend: "Check the tenant's name and this machine's name service.", .unavailable)
        case .late:
            return .wrong(
                "the name service did not answer in time", mend: "Check this machine's name service.",
                .unavailable)
        }
    }

    private var usesProxy: Bool {
        Proxy.choose(for: client.authority, client.configuration, environment: Environment.variable) != nil
    }

    private func connection() async -> Finding {
        let host = client.authority.host
        do {
            _ = try await ask()
            let isPlain = client.authority.scheme == "http"
            return .good(
                host
                    + (isPlain
                        ? " answers without it (plain http, this machine only)"
                        : " answers, its certificate is trusted")
            )
        } catch {
            let failure = TransportProblem(error, host: host).map {
                Failure(Problem(.unreachable($0)), .browser)
            }
            return .wrong(
                error.localizedDescription, mend: nil, failure?.exit ?? .unavailable)
        }
    }

    /// The difference that an ID token survives (protocol reference, section 8.6).
    private static let tolerance = 300

    private func clock() async -> Finding {
        guard let answer = try? await ask(), let server = answer.serverTime else {
            return .good("the service tells no time to compare with")
        }
        let ahead = Int(client.configuration.time.now().timeIntervalSince1970) - server
        let seconds = ahead.magnitude
        guard seconds > Self.tolerance else {
            return .good(
                seconds < 3
                    ? "as the service's"
                    : "\(seconds) s \(ahead > 0 ? "ahead of" : "behind") the service's, within what is tolerated"
            )
        }
        return .wrong(
            "this machine's is \(seconds) s \(ahead > 0 ? "ahead of" : "behind") the service's",
            mend: "Set the clock (timedatectl), else every sign-in is refused.", .configuration)
    }

    /// Any answer will do: the question is whether one comes.
    private func ask() async throws(TransportError) -> TophhieCloudAuthentication.HTTPResponse {
        let version = client.configuration.provider == .entra ? "/v2.0" : ""
        let url =
            client.authority.url(version + "/.well-known/openid-configuration")
            ?? client.configuration.authority
        return try await client.configuration.transport.send(
            HTTPRequest(url: url, timeLimit: client.configuration.timeout))
    }

    private func discovery() async -> Finding {
        do {
            let metadata = try await client.discovery.metadata(within: client.configuration.timeout)
            return .good("issuer \(metadata.issuer)")
        } catch {
            let problem = Problem(Problem.Kind(error, host: client.authority.host))
            return finding(problem)
        }
    }

    // MARK: - The app registration

    private func native() async -> Finding {
        guard client.configuration.provider == .entra else { return .good("not used with this provider") }
        // Nobody's address: the answer "no such user" is the good one.
        let nobody = "vestibule-check-\(UUID().uuidString.lowercased())@example.invalid"
        guard let problem = await problem(with: .initiate(username: nobody)) else { return .good("enabled") }
        switch problem.kind {
        case .userNotFound, .invalidInput: return .good("enabled")
        default: return finding(problem)
        }
    }

    private func device() async -> Finding {
        let scopes = withOpenIDScopes(client.configuration.scopes)
        guard let problem = await problem(with: .deviceAuthorize(scopes: scopes)) else {
            return .good("enabled")
        }
        return finding(problem)
    }

    private func problem(with request: WireRequest) async -> Problem? {
        switch await FlowRunner(client).perform(.send(RequestID(1), request)) {
        case .refused(_, let error): Problem(error, at: request.endpoint)
        case .failed(_, let problem): problem
        default: nil
        }
    }

    private func finding(_ problem: Problem) -> Finding {
        let failure = Failure(problem, .browser)
        let exit: ExitCode = failure.exit == .unavailable ? .unavailable : .configuration
        let isEntra = client.configuration.provider == .entra
        return .wrong(
            failure.message, mend: isEntra ? Self.mend(problem.kind) : Self.mendElsewhere(problem.kind), exit)
    }

    /// At other providers: what the settings here can mend, and where the rest is.
    private static func mendElsewhere(_ kind: Problem.Kind) -> String? {
        guard case .misconfigured(let cause) = kind else { return nil }
        switch cause {
        case .discovery(.issuerRefused):
            return "Set authority to the provider's issuer, to the letter, with or without its last slash."
        case .discovery: return "Compare authority with the provider's issuer."
        case .scope: return "Compare scopes with those that the provider gives this client."
        default:
            return "Look at the client at the provider: its id, that it is public, and its device code grant."
        }
    }

    private static func mend(_ kind: Problem.Kind) -> String? {
        guard case .misconfigured(let cause) = kind else { return nil }
        let app = "Entra admin center > App registrations > your app"
        switch cause {
        case .unknownClient: return "Compare clientId with \(app) > Overview > Application (client) ID."
        case .nativeAuthenticationOff:
            return "\(app) > Authentication > Settings > Enable native authentication: Yes."
        case .publicClientOff: return "\(app) > Authentication > Settings > Allow public client flows: Yes."
        case .unknownTenant, .discovery(.notFound):
            return "Compare the tenant with Entra admin center > Overview > Primary domain."
        case .discovery: return "Compare authority and tenantId with Entra admin center > Overview."
        case .scope: return "\(app) > API permissions: add the scopes, then Grant admin consent."
        case .deviceAddress: return "Set verificationUri to the page where device codes are entered."
        case .other: return "Look at \(app) > Authentication, and at the sign-in log for the reference."
        }
    }
}
