import FoundationEssentials
import Wire

/// A configuration that was checked, with what is learnt once about its tenant: shared by all flows that use it.
package final class Client: Sendable {
    package let configuration: TophhieConfiguration
    /// The authority with the tenant's path, as configured.
    package let authority: Address
    let identity: ClientIdentity
    private let madeDiscovery = OnFirstUse()

    /// - Throws: ``ConfigurationError`` for the first setting that cannot be used.
    package init(_ configuration: TophhieConfiguration) throws(ConfigurationError) {
        try configuration.validate()
        self.configuration = configuration
        authority = try configuration.checkedAuthority()
        var capabilities: [String] = []
        if configuration.capabilities.contains(.mfaRequired) { capabilities.append("mfa_required") }
        if configuration.capabilities.contains(.registrationRequired) {
            capabilities.append("registration_required")
        }
        identity = ClientIdentity(clientID: configuration.clientId, capabilities: capabilities)
    }

    /// Made when it is first asked: a program's first screen does not wait for what only requests need.
    package var discovery: Discovery {
        madeDiscovery.get { Discovery(configuration, authority: authority) }
    }

    /// The cache's name for an account of this app at this authority.
    package func accountID(_ homeAccountID: String) -> AccountID {
        AccountID(
            clientId: configuration.clientId, authority: authority.origin + authority.path,
            homeAccountId: homeAccountID)
    }
}

/// The scopes with those that OpenID Connect needs: an ID token, its names, and a refresh token.
package func withOpenIDScopes(_ scopes: [String]) -> [String] {
    let needed = ["openid", "profile", "offline_access"]
    return needed + scopes.filter { !needed.contains($0) }
}
