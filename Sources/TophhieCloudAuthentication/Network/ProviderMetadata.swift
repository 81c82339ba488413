package import FoundationEssentials

/// What a provider's discovery document says, once it was found to be the right provider's.
package struct ProviderMetadata: Equatable, Sendable {
    /// What ID tokens must name, to the letter.
    package let issuer: String
    /// The tenant's GUID in lower case; nil for other providers than Entra.
    package let tenantID: String?
    /// Where the native endpoints' paths are put behind: the authority with the tenant's GUID as its path. The
    /// second factor by text message works there only (protocol reference, section 1.1).
    package let base: URL
    package let tokenEndpoint: URL
    package let deviceAuthorizationEndpoint: URL?
    package let authorizationEndpoint: URL?
    package let keysEndpoint: URL
    /// `id_token_signing_alg_values_supported`.
    package let signingAlgorithms: [String]
}

/// Why there is no metadata.
package enum DiscoveryProblem: Error, Equatable, Sendable {
    case transport(TransportError)
    /// The service answered, but not with a document: 404 for a tenant that is not there.
    case status(Int, retryAfter: Duration? = nil)
    /// No JSON, or the named member is missing or no address.
    case malformed(String)
    /// The document names an issuer that cannot be the authority's.
    case issuerRefused(String)
    /// It is another tenant than the one that is configured.
    case tenantRefused(found: String)
    /// The named member points away from the authority's host, or to plain http.
    case endpointRefused(String)
}

/// The discovery document's members that are read (OpenID Connect Discovery 1.0, section 3; RFC 8628, section 4).
struct DiscoveryDocument: Decodable {
    var issuer: String?
    var authorization_endpoint: String?
    var token_endpoint: String?
    var device_authorization_endpoint: String?
    var jwks_uri: String?
    var id_token_signing_alg_values_supported: [String]?
}

/// Which issuer to accept (protocol reference, section 8.4). It compares; it asks nobody.
struct IssuerRule {
    let provider: TophhieConfiguration.Provider
    /// With the tenant's path.
    let authority: Address
    /// The authority exactly as configured: another provider's issuer is this text.
    let configured: String
    /// The configured GUID.
    let tenantID: String?

    func metadata(of document: DiscoveryDocument) throws(DiscoveryProblem) -> ProviderMetadata {
        guard let issuer = document.issuer else { throw .malformed("issuer") }
        let tenant = try provider == .entra ? tenant(in: issuer) : otherProvider(issuer)
        let tokens = try endpoint("token_endpoint", document.token_endpoint, tenant)
        let keys = try endpoint("jwks_uri", document.jwks_uri, tenant)
        guard let tokens else { throw .malformed("token_endpoint") }
        guard let keys else { throw .malformed("jwks_uri") }
        guard let base = tenant.map({ authority.with(path: "/" + $0) }).map({ $0.url() }) ?? authority.url()
        else {
            throw .malformed("issuer")
        }
        return ProviderMetadata(
            issuer: issuer, tenantID: tenant, base: base, tokenEndpoint: tokens,
            deviceAuthorizationEndpoint: try endpoint(
                "device_authorization_endpoint", document.device_authorization_endpoint, tenant),
            authorizationEndpoint: try endpoint(
                "authorization_endpoint", document.authorization_endpoint, tenant),
            keysEndpoint: keys, signingAlgorithms: document.id_token_signing_alg_values_supported ?? ["RS256"]
        )
    }

    private func otherProvider(_ issuer: String) throws(DiscoveryProblem) -> String? {
        guard issuer == configured else { throw .issuerRefused(issuer) }
        return nil
    }

    /// `https://{G}.ciamlogin.com/{G}/v2.0`, or the authority's own host with the same path.
    private func tenant(in issuer: String) throws(DiscoveryProblem) -> String? {
        let parts = issuer.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[4] == "v2.0" else { throw .issuerRefused(issuer) }
        let found = parts[3].lowercased()
        let hosts = ["https://\(found).ciamlogin.com", authority.origin]
        guard found.isGUID, hosts.contains(parts[..<3].joined(separator: "/").lowercased()) else {
            throw .issuerRefused(issuer)
        }
        let inPath = String(authority.path.dropFirst())
        for expected in [tenantID, inPath.isGUID ? inPath : nil].compactMap({ $0?.lowercased() })
        where expected != found {
            throw .tenantRefused(found: found)
        }
        return found
    }

    private func endpoint(
        _ member: String, _ value: String?, _ tenant: String?
    ) throws(DiscoveryProblem) -> URL? {
        guard let value else { return nil }
        guard let url = URL(string: value) else { throw .malformed(member) }
        // With a query where another provider wants it (RFC 6749, section 3); Entra's have none.
        let address = try? Address(checking: url, setting: member, mayHaveQuery: tenant == nil)
        guard value.isPlainAddress, let address else { throw .endpointRefused(member) }
        if let tenant {
            guard address.hasOrigin(of: authority), address.path.lowercased().hasPrefix("/\(tenant)/") else {
                throw .endpointRefused(member)
            }
        }
        return url
    }
}
