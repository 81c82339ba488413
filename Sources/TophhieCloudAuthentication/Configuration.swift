public import FoundationEssentials

/// Which service is asked, as which application, and by what means.
///
/// It is a plain value, and not yet known to be right: ``validate()`` says so. Environment variables other than
/// those of ``trustsEnvironment`` and files are the program's business, not its.
public struct TophhieConfiguration: Sendable {
    /// The application's id: a GUID for Entra.
    public var clientId: String
    /// The tenant's address: `https://contoso.ciamlogin.com`, with or without the tenant's path.
    public var authority: URL {
        get { givenAuthority ?? plainAuthority.flatMap { URL(string: $0.origin + $0.path) } ?? Self.nowhere }
        set { (givenAuthority, plainAuthority) = (newValue, nil) }
    }
    /// The tenant's GUID; when set, no other tenant is accepted.
    public var tenantId: String?
    /// Entra unless set.
    public var provider = Provider.entra
    /// As registered for mobile and desktop applications; a device code needs none.
    public var redirectUri: String?
    /// Microsoft Graph, without its version.
    public var graphEndpoint: URL {
        get { ownGraphEndpoint ?? Self.graph }
        set { ownGraphEndpoint = newValue }
    }
    /// What to ask for besides `openid`, `profile` and `offline_access`: `User.Read` at Entra, nothing at other
    /// providers unless set.
    public var scopes: [String] {
        get { ownScopes ?? (provider == .entra ? ["User.Read"] : []) }
        set { ownScopes = newValue }
    }
    /// What the program can do beyond a first factor.
    public var capabilities: TophhieNativeAuthCapabilities = []
    /// The certificates to trust, PEM, in place of the system's.
    public var caFile: String? { didSet { renewTransport() } }
    /// The proxy's address; empty for none, nil for what the environment says.
    public var proxy: String? { didSet { renewTransport() } }
    /// Whether `https_proxy`, `all_proxy`, `no_proxy` and `SSL_CERT_FILE` count where the settings are nil.
    ///
    /// A program that guards against the person who runs it sets this to false.
    public var trustsEnvironment = true { didSet { renewTransport() } }
    /// How long one step may take, waits that the service asked for included.
    public var timeout: Duration = .seconds(20) { didSet { renewTransport() } }
    /// The address to show with a device code where the service's own is not wanted.
    public var verificationUri: String?
    /// How requests are sent; a ``CurlTransport`` of the settings above unless one was set.
    public var transport: any Transport {
        get {
            ownTransport
                ?? defaultTransport.get {
                    CurlTransport(
                        CurlTransport.Options(
                            caFile: caFile, proxy: proxy, trustsEnvironment: trustsEnvironment,
                            timeLimit: timeout), driver: driver)
                }
        }
        set { ownTransport = newValue }
    }
    /// Where tokens are kept; in memory unless set.
    public var store: any TokenStore = MemoryTokenStore()
    /// The clocks that everything goes by.
    public var time = TimeSource.system

    /// Who lets libcurl work, asked for with the first order; a thread of the transport's own unless set.
    package var driver: (@Sendable () -> any CurlDriver)? { didSet { renewTransport() } }
    /// The tenant's name where the authority was made of it.
    package private(set) var tenantSubdomain: String?
    private var ownScopes: [String]?
    private var givenAuthority: URL?
    /// The authority where no parser of addresses was needed to read it.
    private(set) var plainAuthority: Address?
    /// Nil for Microsoft's own.
    private(set) var ownGraphEndpoint: URL?
    private var ownTransport: (any Transport)?
    private var defaultTransport = OnFirstUse()

    /// What kind of service the authority is.
    public enum Provider: String, Sendable, CaseIterable {
        /// Microsoft Entra External ID.
        case entra
        /// Another OpenID provider, by device code only.
        case oidc
    }

    /// A tenant of Entra External ID by its name: the `contoso` of `contoso.onmicrosoft.com`.
    public init(clientId: String, tenantSubdomain: String) {
        let name = tenantSubdomain
        // A name that makes no address is refused by `validate()`, by its own name.
        self.init(
            clientId: clientId, authorityText: "https://\(name).ciamlogin.com/\(name).onmicrosoft.com",
            else: Self.nowhere)
        self.tenantSubdomain = name
    }

    /// As ``init(clientId:authority:)``, of the address as text; nil when it is none.
    package init?(clientId: String, authorityText: String) {
        guard Address(plain: authorityText) != nil || URL(string: authorityText) != nil else { return nil }
        self.init(clientId: clientId, authorityText: authorityText, else: Self.nowhere)
    }

    private init(clientId: String, authorityText text: String, else other: @autoclosure () -> URL) {
        self.clientId = clientId
        plainAuthority = Address(plain: text)
        if plainAuthority == nil { givenAuthority = URL(string: text) ?? other() }
    }

    /// A custom domain, another provider, or a tenant on loopback by its whole address.
    public init(clientId: String, authority: URL) {
        self.clientId = clientId
        givenAuthority = authority
    }

    /// Copies that shared the transport so far go on with it.
    private mutating func renewTransport() { defaultTransport = OnFirstUse() }

    private static let graph = URL(string: "https://graph.microsoft.com") ?? nowhere
    private static let nowhere = URL(filePath: "/")
}

/// What a program can do that a tenant may demand: it is told to the service, which else sends the person to a
/// browser (protocol reference, section 1.6).
public struct TophhieNativeAuthCapabilities: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// A set of those bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Second factors.
    public static let mfaRequired = TophhieNativeAuthCapabilities(rawValue: 1)
    /// Registration of a second factor during sign-in.
    public static let registrationRequired = TophhieNativeAuthCapabilities(rawValue: 2)
}
