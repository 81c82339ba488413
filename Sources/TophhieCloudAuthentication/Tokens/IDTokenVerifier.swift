package import FoundationEssentials

/// What an ID token must say to be the answer to our question.
package struct IDTokenExpectations: Sendable {
    package var metadata: ProviderMetadata
    package var provider: TophhieConfiguration.Provider
    package var clientID: String
    /// As sent; nil for flows without one, whose tokens have none.
    package var nonce: String?
    /// When the sign-in began: tokens issued before are refused. Nil where old ones may do.
    package var startedOn: Date?

    package init(
        metadata: ProviderMetadata, provider: TophhieConfiguration.Provider, clientID: String,
        nonce: String? = nil, startedOn: Date? = nil
    ) {
        self.metadata = metadata
        self.provider = provider
        self.clientID = clientID
        self.nonce = nonce
        self.startedOn = startedOn
    }
}

/// The rules of protocol reference, section 8.6 (OpenID Connect Core 1.0, section 3.1.3.7), in that order.
///
/// Pure: keys and time are handed in. It never looks at access tokens.
package struct IDTokenVerifier: Sendable {
    private let expected: IDTokenExpectations

    /// How far clocks may differ.
    package static let skew: Duration = .seconds(300)

    package init(_ expected: IDTokenExpectations) { self.expected = expected }

    /// The `kid` of the token's header, to find the keys with; nil when it names none. Nothing is believed yet.
    package static func keyID(of token: [UInt8]) throws(IDTokenProblem) -> String? {
        try IDTokenParts(token).header.kid
    }

    /// The token's claims, if every rule holds.
    package func verify(
        _ token: [UInt8], keys: [SigningKey], now: Date
    ) throws(IDTokenProblem) -> IDTokenClaims {
        let parts = try IDTokenParts(token)
        let algorithm = try algorithm(of: parts.header)
        try checkSignature(parts, algorithm, keys)
        try checkIssuer(parts.claims)
        try checkAudience(parts.claims)
        let (issued, expires) = try checkTimes(parts.claims, now.timeIntervalSince1970)
        guard parts.claims.nonce == expected.nonce else { throw .wrongNonce }
        guard let subject = parts.claims.sub, !subject.isEmpty else { throw .missing(claim: "sub") }
        return claims(parts.claims, subject, issued, expires)
    }

    private func algorithm(of header: IDTokenParts.Header) throws(IDTokenProblem) -> SignatureAlgorithm {
        guard header.crit == nil else { throw .criticalRefused }
        if let type = header.typ, type.lowercased() != "jwt" { throw .typeRefused(type) }
        let name = header.alg ?? "none"
        let known: [SignatureAlgorithm] = expected.provider == .entra ? [.rs256] : [.rs256, .ps256, .es256]
        guard let algorithm = known.first(where: { $0.rawValue == name }),
            expected.metadata.signingAlgorithms.contains(name)
        else { throw .algorithmRefused(name) }
        return algorithm
    }

    private func checkSignature(
        _ parts: IDTokenParts, _ algorithm: SignatureAlgorithm, _ keys: [SigningKey]
    ) throws(IDTokenProblem) {
        let named = keys.filter { parts.header.kid == nil || $0.id == parts.header.kid }
        // Only other providers may leave the name out, and only while it is plain which key is meant
        // (OpenID Connect Core 1.0, section 10.1).
        guard !named.isEmpty, parts.header.kid != nil || (expected.provider == .oidc && named.count == 1)
        else {
            throw .unknownKey
        }
        let fitting = named.filter { key in
            (key.algorithm == nil || key.algorithm == algorithm.rawValue) && agrees(key.issuer)
        }
        guard !fitting.isEmpty else { throw .keyRefused }
        var problem = IDTokenProblem.keyRefused
        for key in fitting {
            switch algorithm.check(parts.signature, of: parts.signed, with: key.material) {
            case .good: return
            case .bad: problem = .badSignature
            case .keyDoesNotFit: continue
            case .noLibrary: throw .libraryMissing
            }
        }
        throw problem
    }

    /// The set may name its issuer, with a placeholder for the tenant.
    private func agrees(_ issuer: String?) -> Bool {
        guard let issuer else { return true }
        let tenant = expected.metadata.tenantID ?? ""
        return issuer.split(separator: "{tenantid}", omittingEmptySubsequences: false).joined(
            separator: tenant)
            == expected.metadata.issuer
    }

    private func checkIssuer(_ claims: IDTokenParts.Claims) throws(IDTokenProblem) {
        guard let issuer = claims.iss else { throw .missing(claim: "iss") }
        guard issuer == expected.metadata.issuer else { throw .wrongIssuer }
        guard let tenant = expected.metadata.tenantID else { return }
        guard let found = claims.tid else { throw .missing(claim: "tid") }
        guard found.lowercased() == tenant else { throw .wrongTenant }
    }

    private func checkAudience(_ claims: IDTokenParts.Claims) throws(IDTokenProblem) {
        guard let audience = claims.aud?.values else { throw .missing(claim: "aud") }
        guard audience.contains(expected.clientID) else { throw .wrongAudience }
        if let party = claims.azp {
            guard party == expected.clientID else { throw .wrongParty }
        } else if audience.count > 1 {
            throw .missing(claim: "azp")
        }
    }

    private func checkTimes(
        _ claims: IDTokenParts.Claims, _ now: Double
    ) throws(IDTokenProblem) -> (issued: Double, expires: Double) {
        let skew = Double(Self.skew.components.seconds)
        guard let expires = claims.exp else { throw .missing(claim: "exp") }
        guard let issued = claims.iat else { throw .missing(claim: "iat") }
        let begins = max(issued, claims.nbf ?? issued)
        // Beyond these it is no time, and would not fit a Duration.
        guard (0..<1e11).contains(expires), (0..<1e11).contains(issued), (0..<1e11).contains(begins) else {
            throw .malformed
        }
        guard begins <= now + skew else { throw .notYetValid(by: .seconds(begins - now)) }
        guard expires > now - skew else { throw .expired(by: .seconds(now - expires)) }
        guard issued <= expires else { throw .malformed }
        if let start = expected.startedOn?.timeIntervalSince1970, issued < start - skew {
            throw .issuedBeforeStart
        }
        return (issued, expires)
    }

    private func claims(
        _ claims: IDTokenParts.Claims, _ subject: String, _ issued: Double, _ expires: Double
    ) -> IDTokenClaims {
        let isOverage = claims.hasgroups == true || claims._claim_names?["groups"] != nil
        return IDTokenClaims(
            subject: subject, objectID: claims.oid, tenantID: claims.tid?.lowercased(), name: claims.name,
            preferredUsername: claims.preferred_username, email: claims.email,
            issuer: expected.metadata.issuer, expiresOn: Date(timeIntervalSince1970: expires),
            issuedOn: Date(timeIntervalSince1970: issued), nonce: claims.nonce, groups: claims.groups,
            hasGroupOverage: isOverage, roles: claims.roles ?? [], methods: claims.amr ?? [])
    }
}
