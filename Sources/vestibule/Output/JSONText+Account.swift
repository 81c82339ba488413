import AuthFlow
import FoundationEssentials
import TophhieCloudAuthentication

extension JSONText {
    /// Who is signed in, and where the tokens are; no token is in it.
    static func account(_ tokens: StoredTokens, cache: TokenCache? = nil) -> JSONText {
        var members = members(
            tokens.username, tokens.name, tokens.identifier, tokens.tenantId, tokens.scopes, tokens.expiresOn)
        if let cache {
            var place: [(String, JSONText)] = [("kind", .text(cache.kind))]
            if let path = cache.path { place.append(("path", .text(path))) }
            members.append(("cache", .object(place)))
        }
        return .object(members)
    }

    /// Who has just signed in.
    static func account(_ tokens: TokenSet) -> JSONText {
        let identity = tokens.identity
        return .object(
            members(
                identity.username, identity.name ?? "", identity.objectID, identity.tenantID, tokens.scopes,
                Date(timeIntervalSince1970: TimeInterval(tokens.expiresAt))))
    }

    private static func members(
        _ username: String, _ name: String, _ identifier: String, _ tenant: String, _ scopes: [String],
        _ expiresOn: Date
    ) -> [(String, JSONText)] {
        [
            ("username", .text(username)), ("name", .text(name)), ("accountIdentifier", .text(identifier)),
            ("tenantId", .text(tenant)), ("scopes", .list(resourceScopes(scopes).map { .text($0) })),
            ("expiresOn", .text(expiresOn.formatted(.iso8601))),
        ]
    }
}

/// The scopes of a resource: without those that OpenID Connect asks for itself (OpenID Connect Core 1.0, sections 5.4
/// and 11).
func resourceScopes(_ scopes: [String]) -> [String] {
    scopes.filter { !["openid", "profile", "email", "address", "phone", "offline_access"].contains($0) }
}
