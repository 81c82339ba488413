import AuthFlow
public import FoundationEssentials
import Wire

/// What an authorize request may ask the service to show (OpenID Connect Core 1.0, section 3.1.2.1).
public enum PromptType: String, Sendable {
    /// A choice among the accounts that are signed in there.
    case selectAccount = "select_account"
    /// A new sign-in, whoever is signed in.
    case login
    /// The scopes, to be agreed to.
    case consent
    /// Whatever the service finds right.
    case `default` = ""
}

/// An account that is signed in, as its ID token names it.
public struct TophhieAccount: Equatable, Sendable {
    /// The stable identifier within the tenant: the object id, else the subject.
    public let identifier: String
    /// `{object id}.{tenant id}`; for other providers the subject.
    public let homeAccountId: String
    /// The name to show: an address, where the account has one.
    public let username: String
    /// The authority's host.
    public let environment: String
    /// The tenant's GUID; empty for other providers than Entra.
    public let tenantId: String

    package init(_ tokens: StoredTokens) {
        identifier = tokens.identifier
        homeAccountId = tokens.account.homeAccountId
        username = tokens.username
        environment = tokens.environment
        tenantId = tokens.tenantId
    }
}

/// The tokens of a sign-in.
public struct TophhieAuthResult: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// For the resource of the scopes, to be sent as `Authorization: Bearer …`; opaque to this app.
    public let accessToken: String
    /// The verified ID token (a JWT).
    public let idToken: String?
    /// When the access token ends.
    public let expiresOn: Date?
    /// As granted, which may be fewer than were asked for.
    public let scopes: [String]
    /// The stable identifier within the tenant: the object id, else the subject.
    public let accountIdentifier: String?
    /// The name to show: an address, where the account has one.
    public let username: String?

    init(_ tokens: TokenSet) {
        accessToken = tokens.accessToken.exposedAsString()
        idToken = tokens.idToken.exposedAsString()
        expiresOn = Date(timeIntervalSince1970: TimeInterval(tokens.expiresAt))
        scopes = tokens.scopes
        accountIdentifier = tokens.identity.objectID
        username = tokens.identity.username.isEmpty ? nil : tokens.identity.username
    }

    /// Says nothing of what it holds.
    public var description: String { "TophhieAuthResult(•••)" }
    /// Shows nothing of what it holds.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AccountID {
    /// Whether it belongs to this app at this authority.
    package func isOf(_ client: Client) -> Bool { self == client.accountID(homeAccountId) }
}
