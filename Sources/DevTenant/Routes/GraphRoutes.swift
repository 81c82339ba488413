import FoundationEssentials
import Wire

/// Microsoft Graph, as far as a signed-in person needs it (protocol reference, section 10).
enum GraphRoutes {
    static let all: [Route] = [.global("GET", "/graph/v1.0/me", me)]

    /// What comes without `$select`.
    private static let usual = [
        "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation",
        "preferredLanguage", "surname", "userPrincipalName", "id",
    ]
    private static let selectable =
        usual + [
            "streetAddress", "city", "state", "postalCode", "country", "identities",
        ]

    @Sendable private static func me(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        switch try bearer(exchange, records, anyOf: ["User.Read", "User.ReadWrite"]) {
        case .failure(let refusal): return refusal.response(exchange)
        case .success(let account):
            let wanted = exchange.query.text("$select").map { $0.split(separator: ",").map { $0.trimmed } }
            if let unknown = wanted?.first(where: { !selectable.contains($0) && !$0.hasPrefix("extension_") })
            {
                return Refusal(
                    status: 400, code: "BadRequest",
                    message: "Could not find a property named '\(unknown)' on type 'microsoft.graph.user'."
                ).response(exchange)
            }
            let properties = wanted ?? usual
            let context = "https://graph.microsoft.com/v1.0/$metadata#users"
            let suffix = wanted.map { "(\($0.joined(separator: ",")))" } ?? ""
            var members = [JSON.Member(name: "@odata.context", value: .string("\(context)\(suffix)/$entity"))]
            members += properties.map { .init(name: $0, value: value(of: $0, account, exchange.settings)) }
            return .json(.object(members))
        }
    }

    /// Unset values are `null`; the principal name is made up, as for self-service customers.
    private static func value(of property: String, _ account: Account, _ settings: TenantSettings) -> JSON {
        switch property {
        case "id": .string(account.id)
        case "mail": .string(account.email)
        case "userPrincipalName": .string("\(account.id)@\(settings.tenant).onmicrosoft.com")
        case "businessPhones": []
        case "identities":
            [
                [
                    "signInType": "emailAddress", "issuer": .string("\(settings.tenant).onmicrosoft.com"),
                    "issuerAssignedId": .string(account.email),
                ]
            ]
        default: account.profile.attributes[property] ?? .null
        }
    }

    /// Who the access token stands for, if it is good and has one of the scopes.
    static func bearer(
        _ exchange: Exchange, _ records: Records, anyOf scopes: [String]
    ) throws -> Result<Account, Refusal> {
        let invalid = Refusal(
            status: 401, code: "InvalidAuthenticationToken",
            message: "Access token is missing, expired or not valid.")
        guard let token = bearerToken(exchange.request) else { return .failure(invalid) }
        let row = try records.database.row(
            "SELECT * FROM access_tokens WHERE digest = ?", .text(digest(token)))
        guard let row, row.real("expires") > exchange.now.timeIntervalSince1970,
            let account = try records.account(id: row.text("account_id")), !account.profile.disabled
        else { return .failure(invalid) }
        guard words(row.text("scopes")).contains(where: scopes.contains) else {
            return .failure(
                Refusal(
                    status: 403, code: "Authorization_RequestDenied",
                    message: "Insufficient privileges to complete the operation."))
        }
        return .success(account)
    }

    /// Graph's own form of an error (protocol reference, section 10.4).
    struct Refusal: Error {
        var status: Int
        var code: String
        var message: String

        func response(_ exchange: Exchange) -> TenantResponse {
            var response = TenantResponse.json(
                [
                    "error": [
                        "code": .string(code), "message": .string(message),
                        "innerError": [
                            "date": .string(String(exchange.now.iso8601.dropLast())),
                            "request-id": .string(exchange.identity.trace),
                            "client-request-id": .string(exchange.identity.correlation),
                        ],
                    ]
                ], status: status)
            if status == 401 {
                response.set(
                    "WWW-Authenticate", #"Bearer realm="", authorization_uri="\#(exchange.tenant.origin)""#)
            }
            return response
        }
    }
}

/// The credential of an `Authorization: Bearer` header.
func bearerToken(_ request: TenantRequest) -> Secret? {
    guard let value = request.header("Authorization"), value.lowercased().hasPrefix("bearer ") else {
        return nil
    }
    return Secret(value.dropFirst("bearer ".count).trimmed)
}
