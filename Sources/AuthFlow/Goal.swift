package import Wire

/// What a conversation is for.
package enum Goal: Equatable, Sendable {
    case signIn(SignInOptions)
    /// The sign-in that follows is as the options say.
    case signUp(SignInOptions)
    /// Tokens for the continuation token of a sign-up that is over.
    case signInAfterSignUp(ContinuationToken, SignInOptions)
    case resetPassword(SignInOptions)
    case deviceCode(DeviceOptions)
}

/// How a sign-in behaves.
package struct SignInOptions: Equatable, Sendable {
    /// Everything to ask for, the OpenID scopes included.
    package var scopes: [String]
    /// Fills the address in.
    package var username: String?
    /// Whether an unknown address is treated as a known one: the front end conceals, the SDK does not.
    package var concealsAccounts: Bool
    /// The moment after a submission at which its refusal shows; nil shows it at once.
    package var refusalDelay: Duration?
    /// Whether the only way to verify is taken without asking, and a sign-up goes on to its sign-in.
    package var goesOnByItself: Bool

    package init(
        scopes: [String], username: String? = nil, concealsAccounts: Bool = false,
        refusalDelay: Duration? = nil, goesOnByItself: Bool = true
    ) {
        self.scopes = scopes
        self.username = username
        self.concealsAccounts = concealsAccounts
        self.refusalDelay = refusalDelay
        self.goesOnByItself = goesOnByItself
    }
}

/// How a device authorization (RFC 8628) behaves.
package struct DeviceOptions: Equatable, Sendable {
    package var scopes: [String]
    /// Whose sign-in it continues, and why a browser is needed: both to be shown.
    package var username: String?
    package var reason: String?

    package init(scopes: [String], username: String? = nil, reason: String? = nil) {
        self.scopes = scopes
        self.username = username
        self.reason = reason
    }
}

/// Where in its goal a conversation stands. Only this module looks inside.
package enum Stage: Equatable, Sendable {
    case signIn(SignIn)
    case signUp(SignUp)
    case secondFactor(SecondFactor)
    case registration(Registration)
    case redemption(Redemption)
    case reset(Reset)
    case device(Device)
}
