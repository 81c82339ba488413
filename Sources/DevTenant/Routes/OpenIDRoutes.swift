/// Discovery and keys (protocol reference, sections 8.4 and 8.5).
///
/// Every address in the document has the tenant's GUID for its segment, whatever the request's was, and the issuer is
/// unlike the authority, as in the real service.
enum OpenIDRoutes {
    static let all: [Route] = [
        .tenant("GET", "/v2.0/.well-known/openid-configuration", discovery),
        .tenant("GET", "/discovery/v2.0/keys", keys),
    ]

    @Sendable private static func discovery(_ exchange: Exchange, _ records: Records) throws -> TenantResponse
    {
        let base = "\(exchange.tenant.origin)/\(exchange.settings.tenantID)"
        return .json([
            "token_endpoint": "\(base)/oauth2/v2.0/token",
            "token_endpoint_auth_methods_supported": [
                "client_secret_post", "private_key_jwt", "client_secret_basic",
            ],
            "jwks_uri": "\(base)/discovery/v2.0/keys",
            "response_modes_supported": ["query", "fragment", "form_post"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
            "scopes_supported": ["openid", "profile", "email", "offline_access"],
            "issuer": .string(exchange.settings.issuer),
            "request_uri_parameter_supported": false,
            "userinfo_endpoint": "https://graph.microsoft.com/oidc/userinfo",
            "authorization_endpoint": "\(base)/oauth2/v2.0/authorize",
            "device_authorization_endpoint": "\(base)/oauth2/v2.0/devicecode",
            "http_logout_supported": true,
            "frontchannel_logout_supported": true,
            "end_session_endpoint": "\(base)/oauth2/v2.0/logout",
            "claims_supported": [
                "sub", "iss", "cloud_instance_name", "aud", "exp", "iat", "auth_time", "acr", "nonce",
                "preferred_username", "name", "tid", "ver", "at_hash", "c_hash", "email",
            ],
            "tenant_region_scope": nil,
            "cloud_instance_name": "microsoftonline.com",
            "cloud_graph_host_name": "graph.windows.net",
            "msgraph_host": "graph.microsoft.com",
            "rbac_url": "https://pas.windows.net",
        ])
    }

    @Sendable private static func keys(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        .json(["keys": [try exchange.tenant.keys.jwk(issuer: exchange.settings.issuer, records)]])
    }
}
