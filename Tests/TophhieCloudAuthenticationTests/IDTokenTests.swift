import FoundationEssentials
import Testing

@testable import TophhieCloudAuthentication

private let tenant = "aaaabbbb-0000-4000-8000-ccccddddeeee"
private let client = "11111111-2222-4333-8444-555555555555"
private let issuer = "https://\(tenant).ciamlogin.com/\(tenant)/v2.0"
private let now = 1_800_000_000

@Suite struct IDTokenTests {
    private static let forge = Result { try TokenForge() }

    private static let header: [String: TokenForge.Value] = ["alg": "RS256", "typ": "JWT", "kid": "a"]
    private static let claims: [String: TokenForge.Value] = [
        "iss": .text(issuer), "aud": .text(client), "sub": "subject", "oid": "object", "tid": .text(tenant),
        "iat": .number(now - 60), "nbf": .number(now - 60), "exp": .number(now + 3600),
        "name": "Ada Lovelace",
        "preferred_username": "ada@example.com",
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var testDescription: String { name }
        /// Nil takes a member away.
        var header: [String: TokenForge.Value?] = [:]
        var claims: [String: TokenForge.Value?] = [:]
        var keyID: String? = "a"
        var keyAlgorithm: String?
        var keyIssuer: String?
        var nonce: String?
        var startedAt: Int?
        var algorithms = ["RS256"]
        let problem: IDTokenProblem?
    }

    private static let rows = [
        Row(name: "a good one", problem: nil),
        Row(name: "no typ", header: ["typ": nil], problem: nil),
        Row(name: "typ in small letters", header: ["typ": "jwt"], problem: nil),
        Row(name: "alg none", header: ["alg": "none"], problem: .algorithmRefused("none")),
        Row(name: "no alg", header: ["alg": nil], problem: .algorithmRefused("none")),
        Row(name: "alg HS256", header: ["alg": "HS256"], problem: .algorithmRefused("HS256")),
        Row(name: "alg rs256", header: ["alg": "rs256"], problem: .algorithmRefused("rs256")),
        Row(name: "alg PS256 at Entra", header: ["alg": "PS256"], problem: .algorithmRefused("PS256")),
        Row(name: "alg not published", algorithms: ["PS256"], problem: .algorithmRefused("RS256")),
        Row(name: "an access token", header: ["typ": "at+jwt"], problem: .typeRefused("at+jwt")),
        Row(name: "crit", header: ["crit": .list(["exp"])], problem: .criticalRefused),
        Row(name: "an unknown key", header: ["kid": "b"], problem: .unknownKey),
        Row(name: "no kid", header: ["kid": nil], problem: .unknownKey),
        Row(name: "a key for something else", keyAlgorithm: "PS256", problem: .keyRefused),
        Row(name: "a key with its issuer", keyIssuer: issuer, problem: nil),
        Row(
            name: "a key with a placeholder", keyIssuer: "https://{tenantid}.ciamlogin.com/{tenantid}/v2.0",
            problem: nil),
        Row(name: "another issuer's key", keyIssuer: "https://idp.example.com", problem: .keyRefused),
        Row(
            name: "jku and jwk count for nothing",
            header: ["jku": "https://evil.example.com/keys", "jwk": .object(["kty": "RSA"])], problem: nil),
        Row(name: "no iss", claims: ["iss": nil], problem: .missing(claim: "iss")),
        Row(name: "iss with a slash", claims: ["iss": .text(issuer + "/")], problem: .wrongIssuer),
        Row(name: "no tid", claims: ["tid": nil], problem: .missing(claim: "tid")),
        Row(
            name: "another tid", claims: ["tid": "99999999-0000-4000-8000-000000000000"],
            problem: .wrongTenant),
        Row(name: "no aud", claims: ["aud": nil], problem: .missing(claim: "aud")),
        Row(name: "another aud", claims: ["aud": "somebody"], problem: .wrongAudience),
        Row(name: "a list without us", claims: ["aud": .list(["a", "b"])], problem: .wrongAudience),
        Row(name: "a list of us alone", claims: ["aud": .list([client])], problem: nil),
        Row(
            name: "a list, no azp", claims: ["aud": .list(["a", client])], problem: .missing(claim: "azp")),
        Row(
            name: "a list, our azp", claims: ["aud": .list(["a", client]), "azp": .text(client)], problem: nil
        ),
        Row(
            name: "a list, another azp", claims: ["aud": .list(["a", client]), "azp": "a"],
            problem: .wrongParty),
        Row(name: "another azp", claims: ["azp": "a"], problem: .wrongParty),
        Row(name: "no exp", claims: ["exp": nil], problem: .missing(claim: "exp")),
        Row(name: "exp as a text", claims: ["exp": "1800003600"], problem: .malformed),
        Row(
            name: "ended within the skew",
            claims: ["iat": .number(now - 4000), "nbf": nil, "exp": .number(now - 299)], problem: nil),
        Row(
            name: "ended", claims: ["iat": .number(now - 4000), "exp": .number(now - 300)],
            problem: .expired(by: .seconds(300))),
        Row(name: "begins within the skew", claims: ["nbf": .number(now + 300)], problem: nil),
        Row(
            name: "begins too late", claims: ["nbf": .number(now + 301)],
            problem: .notYetValid(by: .seconds(301))),
        Row(name: "no nbf", claims: ["nbf": nil], problem: nil),
        Row(name: "no iat", claims: ["iat": nil], problem: .missing(claim: "iat")),
        Row(
            name: "VB-68 from the future", claims: ["iat": .number(now + 3600)],
            problem: .notYetValid(by: .seconds(3600))),
        Row(
            name: "issued after its end", claims: ["iat": .number(now + 200), "exp": .number(now + 100)],
            problem: .malformed),
        Row(name: "a time beyond all", claims: ["exp": .number(Int.max)], problem: .malformed),
        Row(name: "issued before the start, within the skew", startedAt: now + 240, problem: nil),
        Row(name: "issued before the start", startedAt: now + 241, problem: .issuedBeforeStart),
        Row(name: "our nonce", claims: ["nonce": "n"], nonce: "n", problem: nil),
        Row(name: "another nonce", claims: ["nonce": "m"], nonce: "n", problem: .wrongNonce),
        Row(name: "no nonce", nonce: "n", problem: .wrongNonce),
        Row(name: "a nonce that nobody sent", claims: ["nonce": "n"], problem: .wrongNonce),
        Row(name: "no sub", claims: ["sub": nil], problem: .missing(claim: "sub")),
    ]

    @Test(arguments: rows) func ruleHolds(_ row: Row) throws {
        let forge = try Self.forge.get()
        let token = try forge.token(
            header: Self.header.changed(by: row.header), claims: Self.claims.changed(by: row.claims))
        let key = SigningKey(
            id: row.keyID, algorithm: row.keyAlgorithm, issuer: row.keyIssuer, material: forge.material)
        let verifier = IDTokenVerifier(
            try expectations(
                algorithms: row.algorithms, nonce: row.nonce,
                startedOn: row.startedAt.map { Date(timeIntervalSince1970: Double($0)) }))
        #expect(problem(verifier, token, [key]) == row.problem, "\(row.name)")
    }

    @Test func claimsComeOut() throws {
        let forge = try Self.forge.get()
        let more: [String: TokenForge.Value?] = [
            "groups": .list(["g"]), "roles": .list(["r"]), "amr": .list(["pwd", "otp"]),
            "_claim_names": .object(["groups": "src1"]),
        ]
        let token = try forge.token(header: Self.header, claims: Self.claims.changed(by: more))
        let claims = try IDTokenVerifier(try expectations()).verify(
            token, keys: [SigningKey(id: "a", material: forge.material)],
            now: Date(timeIntervalSince1970: Double(now)))
        #expect(claims.subject == "subject")
        #expect(claims.objectID == "object")
        #expect(claims.tenantID == tenant)
        #expect(claims.name == "Ada Lovelace")
        #expect(claims.preferredUsername == "ada@example.com")
        #expect(claims.expiresOn == Date(timeIntervalSince1970: Double(now + 3600)))
        #expect(claims.groups == ["g"])
        #expect(claims.hasGroupOverage)
        #expect(claims.roles == ["r"])
        #expect(claims.methods == ["pwd", "otp"])
    }

    /// Claims that decide nothing may be of any kind at other providers; those that decide may not.
    @Test(
        "another provider's token",
        arguments: [
            ([:], ["kid": nil], nil),
            (["name": .list(["Ada"]), "groups": .object(["a": "b"]), "roles": "r", "amr": "pwd"], [:], nil),
            (
                ["email": .flag(true), "preferred_username": 7, "hasgroups": "yes", "_claim_names": "x"], [:],
                nil
            ),
            (["oid": nil, "tid": nil, "nbf": nil], [:], nil),
            (["sub": 7], [:], .malformed), (["azp": .list([client])], [:], .malformed),
            (["nonce": 7], [:], .malformed), (["aud": 7], [:], .malformed),
        ] as [([String: TokenForge.Value?], [String: TokenForge.Value?], IDTokenProblem?)])
    func anotherProvider(
        claims: [String: TokenForge.Value?], header: [String: TokenForge.Value?], expected: IDTokenProblem?
    ) throws {
        let forge = try Self.forge.get()
        let token = try forge.token(
            header: Self.header.changed(by: header), claims: Self.claims.changed(by: claims))
        let url = try #require(URL(string: "https://idp.example.com"))
        let metadata = ProviderMetadata(
            issuer: issuer, tenantID: nil, base: url, tokenEndpoint: url, deviceAuthorizationEndpoint: nil,
            authorizationEndpoint: nil, keysEndpoint: url, signingAlgorithms: ["RS256"])
        let verifier = IDTokenVerifier(
            IDTokenExpectations(metadata: metadata, provider: .oidc, clientID: client))
        #expect(problem(verifier, token, [SigningKey(id: "a", material: forge.material)]) == expected)
    }

    @Test func changedTokenIsNotBelieved() throws {
        let forge = try Self.forge.get()
        let keys = [SigningKey(id: "a", material: forge.material)]
        let good = try forge.token(header: Self.header, claims: Self.claims)
        let changed = try forge.token(
            header: Self.header, claims: Self.claims.changed(by: ["oid": "somebody else"]))
        let verifier = IDTokenVerifier(try expectations())
        let parts = good.split(separator: UInt8(ascii: "."))
        let others = changed.split(separator: UInt8(ascii: "."))
        let dot = [UInt8(ascii: ".")]
        #expect(problem(verifier, parts[0] + dot + others[1] + dot + parts[2], keys) == .badSignature)
        #expect(problem(verifier, parts[0] + dot + parts[1] + dot, keys) == .badSignature)
        #expect(problem(verifier, parts[0] + dot + parts[1], keys) == .malformed)
        #expect(problem(verifier, good + dot + parts[2], keys) == .malformed)
        #expect(problem(verifier, good + [UInt8(ascii: "=")], keys) == .malformed)
        #expect(problem(verifier, [], keys) == .malformed)
    }

    @Test func anotherKeyOfTheSameNameDoesNotDo() throws {
        let token = try Self.forge.get().token(header: Self.header, claims: Self.claims)
        let verifier = IDTokenVerifier(try expectations())
        let stranger = SigningKey(id: "a", material: try TokenForge().material)
        #expect(problem(verifier, token, [stranger]) == .badSignature)
        // Two keys may bear one name while they roll.
        let both = [stranger, SigningKey(id: "a", material: try Self.forge.get().material)]
        #expect(problem(verifier, token, both) == nil)
        let curve = SigningKey(id: "a", material: .p256(x: [1], y: [2]))
        #expect(problem(verifier, token, [curve]) == .keyRefused)
    }

    @Test func smallKeyIsRefused() throws {
        let forge = try TokenForge(bits: 1024)
        let token = try forge.token(header: Self.header, claims: Self.claims)
        let verifier = IDTokenVerifier(try expectations())
        #expect(problem(verifier, token, [SigningKey(id: "a", material: forge.material)]) == .keyRefused)
    }

    struct Foreign: Sendable {
        let token: String
        let keys: [SigningKey]
        var provider = TophhieConfiguration.Provider.oidc
        var problem: IDTokenProblem?
    }

    private static let rsa = SigningKey.Material.rsa(
        modulus: Base64URL.decode(ForeignTokens.modulus) ?? [], exponent: [1, 0, 1])
    private static let curve = SigningKey.Material.p256(
        x: Base64URL.decode(ForeignTokens.x) ?? [], y: Base64URL.decode(ForeignTokens.y) ?? [])

    @Test(arguments: [
        Foreign(token: ForeignTokens.ps256, keys: [SigningKey(id: "r", material: rsa)]),
        Foreign(token: ForeignTokens.es256, keys: [SigningKey(id: "e", material: curve)]),
        Foreign(
            token: ForeignTokens.es256, keys: [SigningKey(id: "e", material: curve)], provider: .entra,
            problem: .algorithmRefused("ES256")),
        Foreign(token: ForeignTokens.es256, keys: [SigningKey(id: "e", material: rsa)], problem: .keyRefused),
        Foreign(
            token: ForeignTokens.ps256, keys: [SigningKey(id: "r", material: curve)], problem: .keyRefused),
        Foreign(
            token: String(ForeignTokens.es256.dropLast(3)), keys: [SigningKey(id: "e", material: curve)],
            problem: .malformed),
        Foreign(
            token: String(ForeignTokens.es256.dropLast(4)), keys: [SigningKey(id: "e", material: curve)],
            problem: .badSignature),
    ]) func otherProvidersMaySignOtherwise(_ row: Foreign) throws {
        let url = try #require(URL(string: "https://idp.example.com"))
        let metadata = ProviderMetadata(
            issuer: "https://idp.example.com", tenantID: nil, base: url, tokenEndpoint: url,
            deviceAuthorizationEndpoint: nil, authorizationEndpoint: nil, keysEndpoint: url,
            signingAlgorithms: ["RS256", "PS256", "ES256"])
        let verifier = IDTokenVerifier(
            IDTokenExpectations(metadata: metadata, provider: row.provider, clientID: "terminal"))
        #expect(problem(verifier, Array(row.token.utf8), row.keys) == row.problem)
    }

    @Test(
        arguments: [
            ("", []), ("AA", [0]), ("_-8", [255, 239]), ("AQAB", [1, 0, 1]), ("A", nil), ("AB", nil),
            ("AA==", nil),
            ("+/8", nil), ("A A", nil),
        ] as [(String, [UInt8]?)]) func base64URLIsStrict(_ text: String, _ bytes: [UInt8]?)
    {
        #expect(Base64URL.decode(text) == bytes)
    }

    private func expectations(
        algorithms: [String] = ["RS256"], nonce: String? = nil, startedOn: Date? = nil
    ) throws -> IDTokenExpectations {
        let url = try #require(URL(string: "https://contoso.ciamlogin.com/\(tenant)"))
        let metadata = ProviderMetadata(
            issuer: issuer, tenantID: tenant, base: url, tokenEndpoint: url, deviceAuthorizationEndpoint: nil,
            authorizationEndpoint: nil, keysEndpoint: url, signingAlgorithms: algorithms)
        return IDTokenExpectations(
            metadata: metadata, provider: .entra, clientID: client, nonce: nonce, startedOn: startedOn)
    }

    private func problem(
        _ verifier: IDTokenVerifier, _ token: [UInt8], _ keys: [SigningKey]
    ) -> IDTokenProblem? {
        do {
            _ = try verifier.verify(token, keys: keys, now: Date(timeIntervalSince1970: Double(now)))
            return nil
        } catch { return error }
    }
}

extension [String: TokenForge.Value] {
    fileprivate func changed(by changes: [String: TokenForge.Value?]) -> Self {
        var result = self
        for (name, value) in changes { result[name] = value }
        return result
    }
}
