package import Wire

/// What we need from the person.
package enum Prompt: Equatable, Sendable {
    case identity(IdentityPrompt)
    case newAccount(NewAccountPrompt)
    case password(PasswordPrompt)
    case code(CodePrompt)
    /// Pick one: second factor or registration.
    case method(MethodPrompt)
    case contact(ContactPrompt)
    case details(DetailsPrompt)
    /// Nothing to type, only to wait.
    case device(DevicePrompt)
}

/// Whose account it is: an address, for a sign-in with or without a password.
package struct IdentityPrompt: Equatable, Sendable {
    package enum Purpose: Equatable, Sendable { case signIn, reset }

    /// What has just become of the account, before this question.
    package enum News: Equatable, Sendable { case accountCreated, passwordChanged }

    /// Fills the field in.
    package var username: String?
    package var purpose: Purpose
    package var news: News?

    package init(username: String? = nil, purpose: Purpose = .signIn, news: News? = nil) {
        self.username = username
        self.purpose = purpose
        self.news = news
    }
}

/// An account to be: an address, and a password where the tenant's accounts have one.
package struct NewAccountPrompt: Equatable, Sendable {
    /// Fills the field in.
    package var username: String?

    package init(username: String? = nil) { self.username = username }
}

/// The password of a known account, where the service wants one after all.
package struct PasswordPrompt: Equatable, Sendable {
    package var username: String

    package init(username: String) { self.username = username }
}

/// What a one-time code, a method or a contact proves.
package enum Verification: Equatable, Sendable { case signIn, signUp, secondFactor, registration, reset }

/// A one-time code.
package struct CodePrompt: Equatable, Sendable {
    package var purpose: Verification
    /// Where it was sent. Masked by the service, or, while accounts are concealed, as the person typed it.
    package var sentTo: String
    /// The number of digits; nil while accounts are concealed: 4 to 12 are taken.
    package var length: Int?
    package var channel: Channel
    /// The moment from which a new one may be asked for.
    package var resendAt: Duration
    /// How many codes were sent before this one: more than none means "use the newest code".
    package var resends: Int

    /// Whether there is another way to verify, to which Back leads.
    package var hasAlternatives: Bool

    package init(
        purpose: Verification = .signIn, sentTo: String, length: Int?, channel: Channel, resendAt: Duration,
        resends: Int = 0, hasAlternatives: Bool = false
    ) {
        self.purpose = purpose
        self.hasAlternatives = hasAlternatives
        self.sentTo = sentTo
        self.length = length
        self.channel = channel
        self.resendAt = resendAt
        self.resends = resends
    }
}

/// The ways to verify that there are, in the service's order.
package struct MethodPrompt: Equatable, Sendable {
    /// ``Verification/secondFactor`` or ``Verification/registration``.
    package var purpose: Verification
    package var methods: [AuthMethod]

    package init(purpose: Verification, methods: [AuthMethod]) {
        self.purpose = purpose
        self.methods = methods
    }
}

/// An address or phone number to register.
package struct ContactPrompt: Equatable, Sendable {
    /// Its hint fills the field in.
    package var method: AuthMethod
    /// Whether another kind can be chosen, to which Back leads.
    package var hasAlternatives: Bool

    package init(method: AuthMethod, hasAlternatives: Bool) {
        self.method = method
        self.hasAlternatives = hasAlternatives
    }
}

/// Attributes that the tenant asks for, a new password, or both.
package struct DetailsPrompt: Equatable, Sendable {
    /// ``Verification/signUp`` or ``Verification/reset``.
    package var purpose: Verification
    package var attributes: [RequiredAttribute]
    package var wantsPassword: Bool
    /// Whether what was submitted is still being worked on, so that asking again may do.
    package var canAskAgain: Bool

    package init(
        purpose: Verification, attributes: [RequiredAttribute] = [], wantsPassword: Bool = false,
        canAskAgain: Bool = false
    ) {
        self.purpose = purpose
        self.attributes = attributes
        self.wantsPassword = wantsPassword
        self.canAskAgain = canAskAgain
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
    /// An address, a password where there is one, and attributes by name.
    case newAccount(String, Secret?, attributes: [String: String])
    /// Digits only.
    case code(Secret)
    case method(AuthMethod.ID)
    /// An e-mail address, or a phone number in E.164.
    case contact(String)
    /// Attributes by name, and the new password where one is asked for.
    case details([String: String], newPassword: Secret?)
    /// A new code, at a code or a device prompt; at a device prompt without one, another try; where a reset
    /// takes its time, another look.
    case resend
}
