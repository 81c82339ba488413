public import FoundationEssentials

/// The front end's part of an interactive sign-in, in place of a view controller.
public protocol TophhiePresenter: AnyObject, Sendable {
    /// Shows how to go on in a browser. Called again when a new code takes the place of the old.
    ///
    /// - Parameter challenge: what the person is to do, until it expires or the sign-in ends.
    func present(_ challenge: InteractiveChallenge) async
    /// Something about the challenge on show changed.
    ///
    /// - Parameter status: how it stands now.
    func challengeChanged(_ status: InteractiveStatus) async
    /// Returns when the person gives up, which ends the sign-in with ``AuthError/userCancelled``. It is cancelled
    /// when the sign-in ends otherwise.
    func dismissed() async
}

/// What the person does in a browser.
public enum InteractiveChallenge: Equatable, Sendable {
    /// Opens an address on any device and enters a code there (RFC 8628, section 3.3).
    case deviceCode(DeviceCode)

    /// A code for a person, and where it is entered.
    public struct DeviceCode: Equatable, Sendable {
        /// The address to open.
        public let verificationUri: String
        /// What is entered there; to be shown large.
        public let userCode: String
        /// The address with the code in it, fit for a QR code, where the service has one.
        public let verificationUriComplete: String?
        /// When the code ends.
        public let expiresOn: Date
    }
}

/// How an interactive sign-in stands.
public enum InteractiveStatus: Equatable, Sendable {
    /// The service asked for slower polling.
    case slowedDown
    /// Less than a minute is left.
    case aboutToExpire
    /// The code is of no use any more.
    case expired
    /// The person agreed; the tokens are here.
    case approved
}
