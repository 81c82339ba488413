package import Wire

extension Problem {
    /// Reads a refusal as the protocol reference's section 11 does; the first row that fits wins.
    package init(_ error: WireError, at endpoint: Endpoint) {
        self.init(Kind(error, at: endpoint), wire: error)
    }
}

extension Problem.Kind {
    /// Whether waiting alone may mend it.
    package var isPassing: Bool {
        switch self {
        case .throttled, .serviceUnavailable: true
        case .unreachable(let problem):
            switch problem {
            case .nameNotResolved, .connectionRefused, .unreachable, .timedOut, .interrupted, .intercepted:
                true
            default: false
            }
        default: false
        }
    }

    init(_ error: WireError, at endpoint: Endpoint) {
        self =
            Self.byTransport(error, at: endpoint) ?? Self.byAccount(error) ?? Self.byInput(
                error, at: endpoint)
            ?? Self.byConfiguration(error) ?? Self.byState(error) ?? .refused
    }

    private static func byTransport(_ error: WireError, at endpoint: Endpoint) -> Self? {
        if (200..<300).contains(error.status) { return .malformed }
        if error.continuation == nil, error.isNextStep { return .malformed }
        // A question without a question: its list is never empty there (protocol reference, 3.3).
        if endpoint == .signUpContinue, error.error == "attributes_required", error.requiredAttributes.isEmpty
        {
            return .malformed
        }
        if error.status == 429 || !Set(error.codes).isDisjoint(with: [701014, 90055]) { return .throttled }
        if error.status >= 500 || ["server_error", "temporarily_unavailable"].contains(error.error) {
            return .serviceUnavailable
        }
        return nil
    }

    private static func byAccount(_ error: WireError) -> Self? {
        let codes = Set(error.codes)
        if error.error == "user_not_found" || codes.contains(50034) { return .userNotFound }
        if error.error == "user_already_exists" || codes.contains(1003037) { return .userAlreadyExists }
        if codes.contains(50142) { return .passwordChangeRequired }
        if codes.contains(500222) { return .resetNotSupported }
        guard error.error == "invalid_grant" else { return nil }
        switch error.codes.first {
        case 50126, 50056: return .invalidCredentials
        case 50053: return .accountLocked
        case 50055: return .passwordExpired
        case 50057: return .accountDisabled
        default: return nil
        }
    }

    private static func byInput(_ error: WireError, at endpoint: Endpoint) -> Self? {
        let codes = Set(error.codes)
        let text = error.description ?? ""
        switch error.suberror {
        case "invalid_oob_value": return .invalidCode
        case "attribute_validation_failed": return attributes(error)
        case .some(let word) where word.hasPrefix("password_"):
            return .invalidPassword(PasswordRule(rawValue: word) ?? .other)
        case "provider_blocked_by_rep", "provider_blocked_by_admin":
            return endpoint == .registerChallenge ? .invalidInput : .methodBlocked
        default: break
        }
        if error.error == "attribute_validation_failed" { return attributes(error) }
        if codes.contains(50181) { return .invalidCode }
        if codes.contains(550024) { return endpoint == .registerChallenge ? .invalidInput : .methodBlocked }
        if codes.contains(90101) || (codes.contains(90100) && text.contains("username")) {
            return .invalidInput
        }
        if codes.contains(901001), endpoint == .registerChallenge { return .invalidInput }
        if ["unsupported_auth_method", "auth_not_supported"].contains(error.error) || codes.contains(400002) {
            return endpoint.isReset ? .resetNotSupported : .noMatchingAuthMethod
        }
        // A bad token has the same number; only the words say that the tenant offers no reset (11.2).
        if codes.contains(55200), endpoint == .resetContinue, text.contains("credential recovery") {
            return .resetNotSupported
        }
        return nil
    }

    private static func attributes(_ error: WireError) -> Self {
        error.invalidAttributes.isEmpty ? .malformed : .invalidAttributes(error.invalidAttributes)
    }

    private static func byConfiguration(_ error: WireError) -> Self? {
        let codes = Set(error.codes)
        if error.suberror == "nativeauthapi_disabled" { return .misconfigured(.nativeAuthenticationOff) }
        if !codes.isDisjoint(with: [7_000_218, 550022]) { return .misconfigured(.publicClientOff) }
        if codes.contains(90002) { return .misconfigured(.unknownTenant) }
        if error.error == "unauthorized_client" || codes.contains(700016)
            || (codes.contains(90100) && (error.description ?? "").contains("client_id"))
        {
            return .misconfigured(.unknownClient)
        }
        if error.error == "invalid_client" { return .misconfigured(.other) }
        if ["invalid_scope", "invalid_resource"].contains(error.error)
            || !codes.isDisjoint(with: [70011, 28002, 28003, 700022, 500011])
        {
            return .misconfigured(.scope)
        }
        return nil
    }

    private static func byState(_ error: WireError) -> Self? {
        let codes = Set(error.codes)
        if error.error == "expired_token" || !codes.isDisjoint(with: [552003, 55112, 55200, 55000, 50089]) {
            return .sessionExpired
        }
        let policy = codes.contains { (53000...53011).contains($0) || [530032, 530035, 50105].contains($0) }
        if policy { return .blockedByPolicy }
        if ["interaction_required", "login_required", "consent_required"].contains(error.error)
            || !codes.isDisjoint(with: [50076, 50079, 65001])
        {
            return .interactionRequired
        }
        return nil
    }
}

extension WireError {
    /// An "error" that is no failure, but the service's next question (protocol reference, 0.3). It needs its
    /// continuation token.
    package var isNextStep: Bool {
        ["mfa_required", "registration_required"].contains(suberror)
            || ["credential_required", "attributes_required"].contains(error)
    }
}

extension Endpoint {
    fileprivate var isReset: Bool {
        switch self {
        case .resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll: true
        default: false
        }
    }
}
