package import AuthFlow

/// What the program knows before the first key: whom it serves, where, and what it can draw.
///
/// It holds no secret and never changes while the program runs.
package struct AppOptions: Equatable, Sendable {
    package enum Mode: Equatable, Sendable {
        /// Opens on `Welcome`, or on `Your account` when somebody is signed in; a sign-in leads there.
        case browse
        /// Opens on `Sign in`, or where nobody can sign in here on `Continue in your browser`; a sign-in ends the program.
        case login
        /// The same from `Create account` and from `Reset password`: the sign-in comes last.
        case signUp, resetPassword
        /// Opens on `Continue in your browser`; a sign-in ends the program.
        case deviceCode
    }

    package var mode: Mode
    /// How a sign-in behaves; its user name fills the address in.
    package var signIn: SignInOptions
    /// The tenant's display name, or its subdomain.
    package var tenantName: String
    /// Whom a long request waits for.
    package var serviceHost: String
    /// The name of this machine, to be compared by whoever approves a device code.
    package var hostName: String
    package var isDemo = false
    /// Whether the service takes passwords and codes from here; where it does not, every sign-in goes on in a browser.
    package var signsInHere = true
    /// Whether the front end can draw a QR code: it has the colours for it.
    package var drawsQR = false
    /// Whether a cell holds two of its modules. Where it does not, or without UTF-8, a module takes two cells.
    package var qrHalfBlocks = true
    package var isUTF8 = true
    /// A front end without keys and without a size.
    package var isPlain = false
    /// Whether a refusal mentions Caps Lock and the keyboard's layout: where their state cannot be seen.
    package var mentionsCapsLock = false
    /// Seconds since 1970 at the moment zero of the clock that events carry.
    package var epoch = 0
    /// What to add to UTC, in seconds, for the time of day.
    package var utcOffset = 0
    /// Whether the service is out of reach, as far as this machine can tell by itself when the program starts.
    package var isOffline = false
    /// What the administrator has to say, as it stands in a file: lines of any kind.
    package var banner: [String] = []
    /// Who is signed in already.
    package var account: AccountSummary?

    package init(
        mode: Mode, signIn: SignInOptions, tenantName: String, serviceHost: String, hostName: String
    ) {
        self.mode = mode
        self.signIn = signIn
        self.tenantName = tenantName
        self.serviceHost = serviceHost
        self.hostName = hostName
    }
}

/// Who is signed in, as far as a screen shows it.
package struct AccountSummary: Equatable, Sendable {
    package var name: String?
    /// What the person is called where no address is known: other providers need not tell one.
    package var username: String
    /// In seconds since 1970.
    package var signedInAt: Int
    package var expiresAt: Int

    package init(name: String?, username: String, signedInAt: Int, expiresAt: Int) {
        self.name = name
        self.username = username
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
    }

    package init(_ tokens: TokenSet) {
        let identity = tokens.identity
        self.init(
            name: identity.username.isEmpty ? nil : identity.name, username: identity.label,
            signedInAt: tokens.issuedAt,
            expiresAt: tokens.expiresAt)
    }
}
