import AuthFlow
import Screens
import TophhieCloudAuthentication
import Wire

extension Failure {
    /// What a flow could not get over. An unknown address, a wrong password, a locked and a disabled account are
    /// one and the same failure.
    ///
    /// - Parameter activity: what the person was doing, which says whose error it is.
    init(_ problem: Problem, _ activity: Activity) {
        switch problem.kind {
        case .invalidCredentials, .userNotFound, .accountLocked, .accountDisabled:
            self.init(ofAccount: activity)
        case .misconfigured(let cause):
            self.init(
                .configuration, cause.name, AuthError(problem).localizedDescription, exit: .configuration)
        case .unreachable(let cause):
            self.init(
                cause.isConfiguration ? .configuration : .network, cause.name,
                AuthError(problem).localizedDescription,
                exit: cause.isConfiguration ? .configuration : .unavailable)
        case .serviceUnavailable, .throttled, .untrusted(.keysUnavailable):
            self.init(
                .network, problem.kind.outageName, AuthError(problem).localizedDescription,
                exit: .unavailable)
            status = problem.wire?.status
        default:
            self.init(refusal: problem, activity)
        }
        correlationID = problem.correlationID
        retryAfterSeconds = problem.wire?.retryAfter.map { Int($0.components.seconds) }
    }

    /// What a person was told while at `activity`, be that where it came from or not: a sign-in that wants a new
    /// password has turned into the reset already.
    init(_ problem: Problem, at activity: Activity) {
        switch problem.kind {
        case .deviceCodeExpired, .deviceCodeUnknown: self.init(problem, .browser)
        case .passwordChangeRequired, .passwordExpired: self.init(problem, .signIn)
        default: self.init(problem, activity)
        }
    }

    private init(ofAccount activity: Activity) {
        switch activity {
        case .signIn, .signUp: self.init(.nativeAuth, "invalidCredentials", Self.refusal, exit: .refused)
        case .verification: self.init(.nativeAuth, "invalidCredentials", Self.laterRefusal, exit: .refused)
        case .reset: self.init(.passwordReset, "underlying", Self.laterRefusal, exit: .refused)
        case .browser: self.init(.auth, "underlying", Self.laterRefusal, exit: .refused)
        }
    }

    private init(refusal problem: Problem, _ activity: Activity) {
        let exit: ExitCode = problem.kind == .malformed ? .unavailable : .refused
        switch activity {
        case .signIn, .signUp, .verification:
            let error = NativeAuthError(problem)
            self.init(.nativeAuth, error.name, error.localizedDescription, exit: exit)
            if case .invalidAttributes(let names) = error { attributes = names }
        case .reset:
            let error = PasswordResetError(problem)
            self.init(.passwordReset, error.name, error.localizedDescription, exit: exit)
        case .browser:
            let error = AuthError(problem)
            if case .invalidConfiguration = error {
                self.init(.configuration, "other", error.localizedDescription, exit: .configuration)
            } else {
                self.init(.auth, error.name, error.localizedDescription, exit: exit)
            }
        }
    }

    private static let refusal =
        "That email or password is not right. Repeated refusals can lock an account for a while."
    /// Where no password was asked for last.
    private static let laterRefusal =
        "The service refuses this. Repeated refusals can lock an account for a while: wait, or ask an administrator."
}

extension PasswordResetError {
    fileprivate var name: String {
        switch self {
        case .notConfigured: "notConfigured"
        case .notSupported: "notSupported"
        case .invalidCode: "invalidCode"
        case .invalidPassword: "invalidPassword"
        case .browserRequired: "browserRequired"
        case .underlying: "underlying"
        case .unknown: "unknown"
        }
    }
}

extension NativeAuthError {
    fileprivate var name: String {
        switch self {
        case .notConfigured: "notConfigured"
        case .invalidCredentials: "invalidCredentials"
        case .invalidCode: "invalidCode"
        case .invalidInput: "invalidInput"
        case .invalidPassword: "invalidPassword"
        case .userNotFound: "userNotFound"
        case .userAlreadyExists: "userAlreadyExists"
        case .invalidAttributes: "invalidAttributes"
        case .browserRequired: "browserRequired"
        case .noMatchingAuthMethod: "noMatchingAuthMethod"
        case .underlying: "underlying"
        case .unknown: "unknown"
        }
    }
}

extension AuthError {
    fileprivate var name: String {
        switch self {
        case .notConfigured: "notConfigured"
        case .noAccount: "noAccount"
        case .userCancelled: "userCancelled"
        case .interactionRequired: "interactionRequired"
        case .invalidConfiguration: "invalidConfiguration"
        case .profileFetch: "profileFetch"
        case .profileUpdate: "profileUpdate"
        case .signInHistoryFetch: "signInHistoryFetch"
        case .underlying: "underlying"
        case .unknown: "unknown"
        }
    }
}

extension Problem.Kind {
    fileprivate var outageName: String {
        switch self {
        case .throttled: "throttled"
        case .untrusted: "keysUnavailable"
        default: "unavailable"
        }
    }
}

extension Misconfiguration {
    fileprivate var name: String {
        switch self {
        case .unknownClient: "unknownClient"
        case .nativeAuthenticationOff: "nativeAuthenticationOff"
        case .publicClientOff: "publicClientOff"
        case .unknownTenant: "unknownTenant"
        case .discovery: "discovery"
        case .scope: "scope"
        case .deviceAddress: "deviceAddress"
        case .other: "other"
        }
    }
}

extension TransportProblem {
    fileprivate var name: String {
        switch self {
        case .nameNotResolved: "nameNotResolved"
        case .connectionRefused: "connectionRefused"
        case .unreachable: "unreachable"
        case .timedOut: "timedOut"
        case .proxy: "proxyRefused"
        case .certificate: "certificate"
        case .tlsTooOld: "tlsTooOld"
        case .caFileUnreadable: "caFileUnreadable"
        case .caFileInvalid: "caFileInvalid"
        case .intercepted: "intercepted"
        case .bodyTooLarge: "bodyTooLarge"
        case .interrupted: "interrupted"
        case .insecureAddress: "insecureAddress"
        case .libraryMissing: "libraryMissing"
        case .other: "other"
        }
    }

    /// Whether the cause lies on this machine, and no waiting helps.
    fileprivate var isConfiguration: Bool {
        switch self {
        case .caFileUnreadable, .caFileInvalid, .insecureAddress, .libraryMissing: true
        default: false
        }
    }
}
