package import Wire

/// Tokens whose ID token was verified, and who it says they belong to.
package struct TokenSet: Equatable, Sendable {
    package var accessToken: Secret
    package var refreshToken: Secret?
    package var idToken: Secret
    /// As granted.
    package var scopes: [String]
    /// When the access token was issued and when it ends, in seconds since 1970.
    package var issuedAt: Int
    package var expiresAt: Int
    package var identity: Identity

    package init(
        accessToken: Secret, refreshToken: Secret?, idToken: Secret, scopes: [String], issuedAt: Int,
        expiresAt: Int, identity: Identity
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.scopes = scopes
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.identity = identity
    }
}

/// A person as the verified ID token names them. Identified by tenant and object id, never by address.
package struct Identity: Equatable, Sendable {
    /// `oid`, or `sub` where there is none, and at other providers than Entra.
    package var objectID: String
    /// `tid`; empty at providers without tenants.
    package var tenantID: String
    /// `preferred_username`, else `email`, else empty: for display.
    package var username: String
    /// `name`, where there is one: for display.
    package var name: String?

    /// What to call the person: the address, else the name, else the identifier, which is never empty.
    package var label: String { [username, name ?? ""].first { !$0.isEmpty } ?? objectID }

    package init(objectID: String, tenantID: String, username: String, name: String?) {
        self.objectID = objectID
        self.tenantID = tenantID
        self.username = username
        self.name = name
    }
}
