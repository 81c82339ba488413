import FoundationEssentials
import Wire

/// The token endpoint: it hands the request to its grant, and serves refreshes itself (protocol reference, section 9).
enum TokenRoutes {
    static let all: [Route] = [.form("/oauth2/v2.0/token", token)]

    @Sendable private static func token(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        try exchange.requireClient()
        let type = try exchange.required("grant_type").exposedAsString()
        guard let grant = Router.grants[type] else {
            throw ProtocolFailure(
                .unsupportedGrantType, 70003, "The app requested an unsupported grant type '\(type)'.")
        }
        return try grant(exchange, records)
    }

    /// A new refresh token comes each time. As in the real service the old one is not revoked by that, so that a client
    /// whose answer got lost is not locked out.
    @Sendable static func refreshGrant(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let token = try exchange.required("refresh_token")
        let row = try records.database.row(
            "SELECT * FROM refresh_tokens WHERE digest = ?", .text(digest(token)))
        guard let row, row.text("client_id") == exchange.settings.clientID else {
            throw refused(70000, "The provided value for the 'refresh_token' is not valid.")
        }
        guard row.int("revoked") == 0 else {
            throw refused(50173, "The provided grant has been revoked.")
        }
        guard row.real("expires") > exchange.now.timeIntervalSince1970 else {
            throw refused(700_082, "The refresh token has expired due to inactivity.")
        }
        guard let account = try records.account(id: row.text("account_id")) else {
            throw ProtocolFailure(.invalidGrant, 50034, "The user account does not exist.")
        }
        try account.requireUsable()
        let scopes = try Scopes(exchange.form.text("scope") ?? row.text("scopes"))
        return try TokenMinter(exchange: exchange, records: records)
            .tokens(for: account, scopes: scopes, keepsRefreshToken: true)
    }

    private static func refused(_ code: Int, _ text: String) -> ProtocolFailure {
        ProtocolFailure(.invalidGrant, code, text, suberror: "bad_token")
    }
}
