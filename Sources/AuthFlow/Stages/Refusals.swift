extension Problem.Kind {
    /// Whether it would tell a stranger something about an account.
    var tellsOfAccount: Bool {
        switch self {
        case .userNotFound, .invalidCredentials, .accountLocked, .accountDisabled: true
        default: false
        }
    }
}
