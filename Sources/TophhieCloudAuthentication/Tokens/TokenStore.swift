public import FoundationEssentials
package import Wire

/// Where tokens are kept between sign-ins.
///
/// It does not refresh them and knows nothing of the service.
public protocol TokenStore: Sendable {
    /// The account's tokens, or with nil those of the account that signed in last.
    ///
    /// - Parameter account: whose; nil for whoever signed in last.
    /// - Returns: the tokens; nil when there are none.
    /// - Throws: why they cannot be read; it reaches the app within ``AuthError/underlying(_:)``.
    func tokens(for account: AccountID?) async throws -> StoredTokens?
    /// Keeps these tokens in place of what was kept.
    ///
    /// - Parameter tokens: of the account that signed in last from now on.
    /// - Throws: why they cannot be kept. A sign-in is none the worse: its tokens are given to the app all the same.
    func save(_ tokens: StoredTokens) async throws
    /// Forgets the account. Nothing there to forget is no error.
    ///
    /// - Parameter account: whose tokens go.
    /// - Throws: why it cannot be forgotten; it reaches the app within ``AuthError/underlying(_:)``.
    func remove(_ account: AccountID) async throws
}

/// Whose tokens they are, with which application, at which authority.
public struct AccountID: Hashable, Sendable {
    /// The application's id.
    public var clientId: String
    /// The authority's address as it is configured.
    public var authority: String
    /// `{object id}.{tenant id}`; for other providers the subject.
    public var homeAccountId: String

    /// The name of an account.
    public init(clientId: String, authority: String, homeAccountId: String) {
        self.clientId = clientId
        self.authority = authority
        self.homeAccountId = homeAccountId
    }
}

/// An account's tokens and what is shown of the account. It does not print what it holds.
public struct StoredTokens: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Whose they are.
    public var account: AccountID
    /// The stable identifier within the tenant: the object id, else the subject.
    public var identifier: String
    /// The name to show: an address, where the account has one; else empty.
    public var username: String
    /// The person's name, empty when the service gave none.
    public var name: String
    /// Empty for other providers than Entra.
    public var tenantId: String
    /// The authority's host.
    public var environment: String
    /// The scopes of the access token, as granted.
    public var scopes: [String]
    /// When the access token ends.
    public var expiresOn: Date
    /// What to call the person: the address, else the name, else the identifier.
    package var label: String { [username, name].first { !$0.isEmpty } ?? identifier }
    package var accessSecret: Secret
    package var refreshSecret: Secret?
    package var idSecret: Secret?

    /// Tokens that a store of one's own has read.
    public init(
        account: AccountID, identifier: String, username: String, name: String, tenantId: String,
        environment: String, scopes: [String], expiresOn: Date, accessToken: String,
        refreshToken: String? = nil, idToken: String? = nil
    ) {
        self.init(
            account: account, identifier: identifier, username: username, name: name, tenantId: tenantId,
            environment: environment, scopes: scopes, expiresOn: expiresOn,
            accessSecret: Secret(accessToken), refreshSecret: refreshToken.map { Secret($0) },
            idSecret: idToken.map { Secret($0) })
    }

    package init(
        account: AccountID, identifier: String, username: String, name: String, tenantId: String,
        environment: String, scopes: [String], expiresOn: Date, accessSecret: Secret,
        refreshSecret: Secret?, idSecret: Secret?
    ) {
        self.account = account
        self.identifier = identifier
        self.username = username
        self.name = name
        self.tenantId = tenantId
        self.environment = environment
        self.scopes = scopes
        self.expiresOn = expiresOn
        self.accessSecret = accessSecret
        self.refreshSecret = refreshSecret
        self.idSecret = idSecret
    }

    /// A copy as text, which cannot be wiped: for stores outside this package.
    public var accessToken: String { accessSecret.exposedAsString() }
    /// The same of the refresh token, where there is one.
    public var refreshToken: String? { refreshSecret?.exposedAsString() }
    /// The same of the ID token, where there is one.
    public var idToken: String? { idSecret?.exposedAsString() }

    /// Says nothing of what it holds.
    public var description: String { "StoredTokens(•••)" }
    /// Shows nothing of what it holds.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
