import AuthFlow
import FoundationEssentials
import Wire

extension FlowRunner {
    /// One step: discovery where it was not done yet, the request, and for tokens their verification, within
    /// the time limit. Waits that the service asks for with Retry-After count too.
    func send(_ request: WireRequest, as id: RequestID) async -> FlowEvent? {
        let time = client.configuration.time
        let deadline = time.elapsed() + client.configuration.timeout
        do {
            let metadata = try await metadata(before: deadline)
            let url = try url(of: request, metadata)
            while true {
                let response = try await exchange(request, at: url, before: deadline)
                if let pause = pause(after: response, before: deadline, for: request) {
                    do { try await time.sleep(pause) } catch { return nil }
                    continue
                }
                return try await fact(
                    of: response, from: url, to: request, metadata, as: id, before: deadline)
            }
        } catch {
            guard !Task.isCancelled else { return nil }
            return .failed(id, Problem(error.kind, wire: error.wire, correlationID: correlationID))
        }
    }

    /// Why there is no answer to tell a flow.
    struct NoAnswer: Error {
        var kind: Problem.Kind
        var wire: WireError?

        init(kind: Problem.Kind, wire: WireError? = nil) {
            self.kind = kind
            self.wire = wire
        }

        init(_ problem: DiscoveryProblem, host: String) {
            let problem = Problem(problem, host: host, correlationID: nil)
            self.init(kind: problem.kind, wire: problem.wire)
        }
    }

    private func metadata(before deadline: Duration) async throws(NoAnswer) -> ProviderMetadata {
        do {
            return try await client.discovery.metadata(within: remaining(before: deadline))
        } catch {
            throw NoAnswer(error, host: client.authority.host)
        }
    }

    private func url(of request: WireRequest, _ metadata: ProviderMetadata) throws(NoAnswer) -> URL {
        switch request.endpoint {
        case .token:
            return metadata.tokenEndpoint
        case .deviceAuthorization:
            guard let url = metadata.deviceAuthorizationEndpoint else {
                let isEntra = client.configuration.provider == .entra
                throw NoAnswer(
                    kind: .misconfigured(
                        isEntra
                            ? .publicClientOff
                            : .discovery(.endpointMissing("device_authorization_endpoint"))))
            }
            return url
        default:
            // Native authentication is Entra's own; its endpoints are not in the document.
            guard client.configuration.provider == .entra else {
                throw NoAnswer(kind: .misconfigured(.nativeAuthenticationOff))
            }
            return metadata.base.extended(by: request.endpoint.rawValue)
        }
    }

    private func exchange(
        _ request: WireRequest, at url: URL, before deadline: Duration
    ) async throws(NoAnswer) -> HTTPResponse {
        let wire = request.encoded(for: client.identity, correlationID: correlationID)
        let message = HTTPRequest(wire, to: url, timeLimit: remaining(before: deadline))
        do {
            return try await client.configuration.transport.send(message)
        } catch {
            let host = url.host() ?? client.authority.host
            throw NoAnswer(kind: TransportProblem(error, host: host).map { .unreachable($0) } ?? .malformed)
        }
    }

    /// How long to wait before the same request is sent again. A poll has its own intervals.
    private func pause(
        after response: HTTPResponse, before deadline: Duration, for request: WireRequest
    ) -> Duration? {
        if case .token(.deviceCode, _) = request { return nil }
        return response.pause(within: remaining(before: deadline))
    }

    private func fact(
        of response: HTTPResponse, from url: URL, to request: WireRequest, _ metadata: ProviderMetadata,
        as id: RequestID, before deadline: Duration
    ) async throws(NoAnswer) -> FlowEvent {
        if response.isForBrowsers {
            throw NoAnswer(kind: .unreachable(.intercepted(host: url.host() ?? client.authority.host)))
        }
        let reply: WireReply
        do {
            reply = try request.decode(response.wire)
        } catch {
            var error = error
            if error.correlationID == nil { error.correlationID = correlationID }
            return .refused(id, error)
        }
        switch reply {
        case .tokens(let tokens):
            let tokens = try await verified(
                tokens, metadata, serverTime: response.serverTime, before: deadline)
            return .authenticated(id, tokens)
        case .device(var grant):
            grant = try shown(grant)
            return .replied(id, .device(grant))
        default:
            return .replied(id, reply)
        }
    }

    /// The address to show with a device code (protocol reference, 7.3): the configured one; for tenants on
    /// ciamlogin.com their own page in place of Microsoft's general one, where their accounts cannot sign in.
    private func shown(_ grant: DeviceGrant) throws(NoAnswer) -> DeviceGrant {
        var grant = grant
        let service = URL(string: grant.verificationURI)
        if let own = client.configuration.verificationUri, own != "service" {
            grant.verificationURI = own
            grant.verificationURIComplete = nil
        } else if client.configuration.verificationUri == nil,
            client.authority.host.hasSuffix(".ciamlogin.com"),
            ["microsoft.com", "www.microsoft.com"].contains(service?.host() ?? ""),
            service?.path().hasPrefix("/devicelogin") == true
        {
            grant.verificationURI = "https://\(client.authority.host)/common/oauth2/deviceauth"
            grant.verificationURIComplete = nil
        }
        guard grant.verificationURI.isPlainAddress, let url = URL(string: grant.verificationURI),
            (try? Address(checking: url, setting: "verification_uri")) != nil
        else { throw NoAnswer(kind: .misconfigured(.deviceAddress)) }
        if let complete = grant.verificationURIComplete {
            let isShowable = complete.isPlainAddress && URL(string: complete)?.isShowable == true
            if !isShowable { grant.verificationURIComplete = nil }
        }
        return grant
    }

    func remaining(before deadline: Duration) -> Duration {
        max(deadline - client.configuration.time.elapsed(), .milliseconds(1))
    }
}

extension URL {
    /// https, or http on this machine, with nothing hidden in it: fit to be shown or made a QR code of.
    fileprivate var isShowable: Bool {
        guard user() == nil, password() == nil, let (scheme, host) = Address.schemeAndHost(of: self) else {
            return false
        }
        return scheme == "https" || Address.isLoopback(host)
    }
}
