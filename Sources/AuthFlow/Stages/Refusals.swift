import Wire

extension WireError {
    /// A second factor or a registration that this stage's client did not declare it could do.
    var asksForMore: Bool {
        continuation != nil && ["mfa_required", "registration_required"].contains(suberror)
    }
}

extension Problem.Kind {
    /// Whether it would tell a stranger something about an account.
    var tellsOfAccount: Bool {
        switch self {
        case .userNotFound, .invalidCredentials, .accountLocked, .accountDisabled: true
        default: false
        }
    }
}
