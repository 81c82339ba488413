package import Wire

/// What we need from the person.
package enum Prompt: Equatable, Sendable {
    case identity(IdentityPrompt)
    case password(PasswordPrompt)
    case code(CodePrompt)
    /// Nothing to type, only to wait.
    case device(DevicePrompt)
}

/// Who signs in: an address, with or without a password.
package struct IdentityPrompt: Equatable, Sendable {
    /// Fills the field in.
    package var username: String?

    package init(username: String? = nil) { self.username = username }
}

/// The password of a known account, where the service wants one after all.
package struct PasswordPrompt: Equatable, Sendable {
    package var username: String

    package init(username: String) { self.username = username }
}

/// A one-time code.
package struct CodePrompt: Equatable, Sendable {
    /// Where it was sent. Masked by the service, or, while accounts are concealed, as the person typed it.
    package var sentTo: String
    /// The number of digits; nil while accounts are concealed: 4 to 12 are taken.
    package var length: Int?
    package var channel: Channel
    /// The moment from which a new one may be asked for.
    package var resendAt: Duration
    /// How many codes were sent before this one: more than none means "use the newest code".
    package var resends: Int

    package init(sentTo: String, length: Int?, channel: Channel, resendAt: Duration, resends: Int = 0) {
        self.sentTo = sentTo
        self.length = length
        self.channel = channel
        self.resendAt = resendAt
        self.resends = resends
    }
}

/// A code to be entered in a browser on any device.
package struct DevicePrompt: Equatable, Sendable {
    /// What to enter where; nil before the first code came.
    package var grant: Grant?
    /// Whose sign-in it is, where that is known.
    package var username: String?
    /// Why a browser is needed, in the service's words, where it said so.
    package var reason: String?

    /// The part of a device authorization that people see.
    package struct Grant: Equatable, Sendable {
        package var userCode: String
        package var verificationURI: String
        package var verificationURIComplete: String?
        /// The moment at which the code ends.
        package var expiresAt: Duration

        package init(
            userCode: String, verificationURI: String, verificationURIComplete: String? = nil,
            expiresAt: Duration
        ) {
            self.userCode = userCode
            self.verificationURI = verificationURI
            self.verificationURIComplete = verificationURIComplete
            self.expiresAt = expiresAt
        }
    }

    package init(grant: Grant? = nil, username: String? = nil, reason: String? = nil) {
        self.grant = grant
        self.username = username
        self.reason = reason
    }
}

/// What the person says.
package enum Answer: Equatable, Sendable {
    /// An address, and a password or (nil) the wish to go on with an e-mail code.
    case identity(String, Secret?)
    case password(Secret)
    /// Digits only.
    case code(Secret)
    /// A new code, at a code or a device prompt; at a device prompt without one, another try.
    case resend
}
