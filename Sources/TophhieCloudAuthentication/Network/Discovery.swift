import FoundationEssentials
import Synchronization
import Wire

/// The tenant behind an authority: its metadata and its keys, each asked for once and kept for a day.
///
/// It judges the document (see ``IssuerRule``), not the tokens.
package final class Discovery: Sendable {
    private struct Cache {
        var value: ProviderMetadata?
        var since: Duration = .zero
    }

    private let rule: IssuerRule
    private let transport: any Transport
    private let time: TimeSource
    private let cache = Mutex(Cache())
    private let loads = SharedLoad<ProviderMetadata, DiscoveryProblem>()
    private let keySet: KeySet

    /// How long a document or key set is believed: a day (protocol reference, section 8.5).
    static let lifetime: Duration = .seconds(86_400)

    /// Throws ``ConfigurationError`` when the configuration's authority cannot be used.
    package convenience init(_ configuration: TophhieConfiguration) throws(ConfigurationError) {
        self.init(configuration, authority: try configuration.checkedAuthority())
    }

    /// `authority` is the configuration's, checked.
    init(_ configuration: TophhieConfiguration, authority: Address) {
        rule = IssuerRule(
            provider: configuration.provider, authority: authority,
            configured: configuration.authority.absoluteString, tenantID: configuration.tenantId)
        transport = configuration.transport
        time = configuration.time
        keySet = KeySet(transport: configuration.transport, time: configuration.time)
    }

    /// The metadata, from the network when there is none younger than a day. Callers at the same time share one
    /// request.
    package func metadata(within limit: Duration) async throws(DiscoveryProblem) -> ProviderMetadata {
        if let kept = kept() { return kept }
        return try await loads.load(cancelled: .transport(.cancelled)) { () async throws(DiscoveryProblem) in
            // Another caller's load may have ended just now.
            if let kept = kept() { return kept }
            let value = try await fetch(within: limit)
            let now = time.elapsed()
            cache.withLock { $0 = Cache(value: value, since: now) }
            return value
        }
    }

    private func kept() -> ProviderMetadata? {
        let now = time.elapsed()
        return cache.withLock { now - $0.since < Self.lifetime ? $0.value : nil }
    }

    /// The provider's signing keys, asked for anew when there is none with this `kid`, but once a minute at most.
    package func keys(
        for kid: String?, of metadata: ProviderMetadata, within limit: Duration
    ) async throws(DiscoveryProblem) -> [SigningKey] {
        try await keySet.keys(for: kid, at: metadata.keysEndpoint, within: limit)
    }

    private func fetch(within limit: Duration) async throws(DiscoveryProblem) -> ProviderMetadata {
        // Other providers have no version in the path (OpenID Connect Discovery 1.0, section 4).
        let version = rule.provider == .entra ? "/v2.0" : ""
        guard let url = rule.authority.url(version + "/.well-known/openid-configuration") else {
            throw .malformed("authority")
        }
        let document: DiscoveryDocument = try await transport.document(
            at: url, within: limit, time)
        return try rule.metadata(of: document)
    }
}

extension Transport {
    /// Gets a JSON document. Waits that the service asks for count towards the limit.
    func document<Document: Decodable>(
        at url: URL, within limit: Duration, _ time: TimeSource
    ) async throws(DiscoveryProblem) -> Document {
        let deadline = time.elapsed() + limit
        var response: HTTPResponse
        while true {
            let request = HTTPRequest(
                url: url, headers: [HTTPField("Accept", "application/json")],
                timeLimit: max(deadline - time.elapsed(), .milliseconds(1)))
            do { response = try await send(request) } catch { throw .transport(error) }
            guard let pause = response.pause(within: deadline - time.elapsed()) else { break }
            do { try await time.sleep(pause) } catch { throw .transport(.cancelled) }
        }
        if response.isForBrowsers { throw .transport(.intercepted(host: url.host() ?? "")) }
        guard response.status == 200 else {
            throw .status(response.status, retryAfter: response.wire.retryAfter)
        }
        let body = response.body
        // A transport of one's own may hand on anything.
        guard body.count <= HTTPResponse.maximumBody else { throw .transport(.bodyTooLarge) }
        do {
            return try JSONDecoder().decode(Document.self, from: Data(body))
        } catch { throw .malformed("the document") }
    }
}
