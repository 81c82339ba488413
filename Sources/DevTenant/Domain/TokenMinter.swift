import FoundationEssentials
import Wire

/// Makes the answer of `/token`: tokens, their lifetimes and what of them is stored.
///
/// It asks no questions: whoever calls it has the proof.
struct TokenMinter {
    static let refreshLifetime: TimeInterval = 90 * 86_400

    let exchange: Exchange
    let records: Records

    /// The body of protocol reference, section 2.4.
    func tokens(for account: Account, scopes: Scopes, keepsRefreshToken: Bool = false) throws
        -> TenantResponse
    {
        let now = exchange.now
        let settings = exchange.settings
        let lifetime = settings.policy.accessTokenSeconds
        let access = Random.token()
        try database.run(
            "INSERT INTO access_tokens VALUES (?, ?, ?, ?)", .text(digest(Secret(access))), .text(account.id),
            .text(scopes.text), .real(now.addingTimeInterval(Double(lifetime)).timeIntervalSince1970))
        var members: [JSON.Member] = [
            .init(name: "token_type", value: "Bearer"), .init(name: "scope", value: .string(scopes.granted)),
            .init(name: "expires_in", value: .int(lifetime)),
            .init(name: "ext_expires_in", value: .int(lifetime)),
            .init(name: "access_token", value: .string(access)),
        ]
        if scopes.contains("offline_access") || keepsRefreshToken {
            members.append(.init(name: "refresh_token", value: .string(try refreshToken(account, scopes))))
        }
        if scopes.contains("openid") {
            let token = try exchange.tenant.keys.signed(claims(account, scopes), records)
            members.append(.init(name: "id_token", value: .string(token)))
        }
        if ["1", "true"].contains(exchange.form.text("client_info")?.lowercased()) {
            let info: JSON = ["uid": .string(account.id), "utid": .string(settings.tenantID)]
            members.append(.init(name: "client_info", value: .string(base64URL(info.bytes))))
        }
        return .json(.object(members))
    }

    private var database: SQLite { records.database }

    private func refreshToken(_ account: Account, _ scopes: Scopes) throws -> String {
        let token = Random.token()
        try database.run(
            "INSERT INTO refresh_tokens (digest, account_id, client_id, scopes, expires) VALUES (?, ?, ?, ?, ?)",
            .text(digest(Secret(token))), .text(account.id), .text(exchange.settings.clientID),
            .text(scopes.text),
            .real(exchange.now.addingTimeInterval(Self.refreshLifetime).timeIntervalSince1970))
        return token
    }

    /// Protocol reference, section 2.6. `oid` comes with `profile`, `email` with its own scope.
    private func claims(_ account: Account, _ scopes: Scopes) -> JSON {
        let settings = exchange.settings
        let now = Int(exchange.now.timeIntervalSince1970)
        var members: [JSON.Member] = [
            .init(name: "aud", value: .string(settings.clientID)),
            .init(name: "iss", value: .string(settings.issuer)),
            .init(name: "iat", value: .int(now)), .init(name: "nbf", value: .int(now)),
            .init(name: "exp", value: .int(now + settings.policy.accessTokenSeconds)),
            .init(name: "sub", value: .string(digest(Secret(account.id + settings.clientID)))),
            .init(name: "tid", value: .string(settings.tenantID)),
        ]
        if scopes.contains("profile") {
            members += [
                .init(name: "oid", value: .string(account.id)),
                .init(
                    name: "name", value: account.profile.attributes["displayName"] ?? .string(account.email)),
                .init(name: "preferred_username", value: .string(account.email)),
            ]
        }
        if scopes.contains("email") { members.append(.init(name: "email", value: .string(account.email))) }
        for (name, values) in [("roles", account.profile.roles), ("groups", account.profile.groups)]
        where !values.isEmpty {
            members.append(.init(name: name, value: .array(values.map { .string($0) })))
        }
        if let idp = account.profile.federated {
            members.append(.init(name: "idp", value: .string("\(idp.rawValue).com")))
        }
        members += [
            .init(name: "sid", value: .string(Random.identifier())),
            .init(name: "uti", value: .string(base64URL(Random.bytes(16)))), .init(name: "ver", value: "2.0"),
        ]
        return .object(members)
    }
}
