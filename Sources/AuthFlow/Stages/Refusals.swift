extension Problem.Kind {
    /// Whether it would tell a stranger something about an account.
    var tellsOfAccount: Bool {
        switch self {
        case .userNotFound, .invalidCredentials, .accountLocked, .accountDisabled: true
        default: false
        }
    }
}

extension SignInOptions {
    /// Unknown, wrong, locked and disabled look the same, and none keeps what the service said.
    func concealed(_ problem: Problem) -> Problem {
        guard concealsAccounts, problem.kind.tellsOfAccount else { return problem }
        return Problem(.invalidCredentials, correlationID: problem.correlationID)
    }
}
