import FoundationEssentials
import Wire

/// How often a person may be wrong. All of it runs on the tenant's clock.
enum Throttle {
    /// How long an account stays locked (code 50053).
    static let lockout: TimeInterval = 60
    /// Wrong user codes that one visit to the device page may enter (RFC 8628, section 5.1).
    static let userCodesPerSession = 5
    /// Wrong user codes that all visits together may enter in a minute.
    static let userCodesPerMinute = 20
    /// The time over which the policy's limit of codes for one address counts.
    static let codePeriod: TimeInterval = 1800

    static let tooManyCodes = ProtocolFailure(
        .invalidRequest, 701_014, "Cannot generate more one-time passcodes for now. Try again later.")
}

enum PasswordVerdict: Equatable, Sendable { case right, wrong, locked }

extension Records {
    /// Judges a password and keeps count: as many wrong ones as the policy says lock the account for a while.
    func judge(_ password: Secret, of account: inout Account, policy: Policy, now: Date) throws
        -> PasswordVerdict
    {
        if account.isLocked(at: now) { return .locked }
        if account.lockedUntil != nil {
            account.lockedUntil = nil
            account.failures = 0
        }
        let right = account.passwordHash.map { Passwords.matches(password, $0) } ?? false
        account.failures = right ? 0 : account.failures + 1
        if account.failures >= policy.lockoutAfter {
            account.lockedUntil = now.addingTimeInterval(Throttle.lockout)
        }
        try update(account)
        return right ? .right : .wrong
    }

    func noteAttempt(_ kind: String, now: Date) throws {
        try database.run("INSERT INTO attempts VALUES (?, ?)", .text(kind), .real(now.timeIntervalSince1970))
    }

    /// Attempts of that kind within the last minute.
    func attempts(_ kind: String, now: Date) throws -> Int {
        let since = now.addingTimeInterval(-60).timeIntervalSince1970
        try database.run("DELETE FROM attempts WHERE at <= ?", .real(since))
        return try database.row("SELECT count(*) AS n FROM attempts WHERE kind = ?", .text(kind))?.int("n")
            ?? 0
    }
}
