import Wire

/// A new password held against the policy (protocol reference, section 6.1).
///
/// It stores nothing; the directory keeps the hashes of earlier passwords.
struct PasswordRules {
    enum Fault: String, Sendable, CaseIterable {
        case tooShort = "password_too_short"
        case tooLong = "password_too_long"
        case isInvalid = "password_is_invalid"
        case tooWeak = "password_too_weak"
        case banned = "password_banned"
        case recentlyUsed = "password_recently_used"

        /// The one number that was ever seen with them.
        var code: Int? { self == .tooWeak ? 399_246 : nil }
    }

    let policy: Policy.Password

    /// The first rule that the password breaks, in the order of the reference's table.
    ///
    /// - Parameter earlier: hashes of the person's passwords, the present one first.
    func fault(of password: Secret, earlier: [String]) -> Fault? {
        let scalars = password.exposedAsString().unicodeScalars
        if scalars.count < policy.minLength { return .tooShort }
        if scalars.count > policy.maxLength { return .tooLong }
        guard scalars.allSatisfy({ (0x20...0x7e).contains($0.value) }) else { return .isInvalid }
        if Set(scalars.map(Self.kind)).count < policy.classes { return .tooWeak }
        let lowercased = String(String.UnicodeScalarView(scalars)).lowercased()
        if policy.banned.contains(where: { !$0.isEmpty && lowercased.contains($0.lowercased()) }) {
            return .banned
        }
        let recent = earlier.prefix(policy.history)
        return recent.contains { Passwords.matches(password, $0) } ? .recentlyUsed : nil
    }

    private enum Kind { case lower, upper, digit, symbol }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar {
        case "a"..."z": .lower
        case "A"..."Z": .upper
        case "0"..."9": .digit
        default: .symbol
        }
    }
}

extension Records {
    /// Refuses a new password that breaks a rule; `account` is nil at sign-up.
    func requireGood(_ password: Secret, for account: Account?, policy: Policy) throws {
        let earlier = try account.map(passwordHashes) ?? []
        if let fault = PasswordRules(policy: policy.password).fault(of: password, earlier: earlier) {
            throw ProtocolFailure(
                .invalidGrant, fault.code, "The new password breaks a rule: \(fault.rawValue).",
                suberror: fault.rawValue)
        }
    }

    /// The present one first, then earlier ones, newest first.
    private func passwordHashes(of account: Account) throws -> [String] {
        let earlier = try database.rows(
            "SELECT password FROM earlier_passwords WHERE account_id = ? ORDER BY rowid DESC LIMIT 100",
            .text(account.id))
        return (account.passwordHash.map { [$0] } ?? []) + earlier.map { $0.text("password") }
    }

    /// Gives the person a new password: whoever knew the old one is out, and nothing keeps the person out any longer.
    func replacePassword(of account: inout Account, with hash: String) throws {
        if let old = account.passwordHash {
            try database.run("INSERT INTO earlier_passwords VALUES (?, ?)", .text(account.id), .text(old))
        }
        account.passwordHash = hash
        account.profile.mustChangePassword = false
        account.failures = 0
        account.lockedUntil = nil
        try update(account)
        try revokeRefreshTokens(of: account)
    }

    func revokeRefreshTokens(of account: Account) throws {
        try database.run("UPDATE refresh_tokens SET revoked = 1 WHERE account_id = ?", .text(account.id))
    }
}
