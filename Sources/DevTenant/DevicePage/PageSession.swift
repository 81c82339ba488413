import FoundationEssentials
import Wire

/// A browser's place on the device page, kept under the digest of its cookie.
struct PageSession: Codable, Equatable, Sendable {
    enum Step: String, Codable, Sendable {
        case userCode, account, password, oneTimeCode, method, contact, consent, approved, declined
        /// Too many wrong user codes: nothing more may be entered in this session.
        case locked
    }

    static let lifetime: TimeInterval = 900
    fileprivate static let limit = 1000

    var step = Step.userCode
    /// Must come back in every form.
    var csrf = Random.token()
    /// The device's code, once it was found.
    var userCode: String?
    var wrongUserCodes = 0
    /// As typed. An unknown address goes on to a password that is never right.
    var email = ""
    var accountID: String?
    /// Binds the codes that are sent to this session.
    var conversation = Random.identifier()
    var purpose: String?
    var sentTo: Account.Method?
    var choices: [Account.Method] = []

    /// Forgets everything but how often the code was wrong.
    mutating func restart() {
        let wrong = wrongUserCodes
        self = PageSession()
        wrongUserCodes = wrong
    }
}

extension Records {
    func pageSession(_ cookie: Secret, now: Date) throws -> PageSession? {
        try database.row(
            "SELECT state FROM page_sessions WHERE digest = ? AND expires > ?", .text(digest(cookie)),
            .real(now.timeIntervalSince1970)
        ).map { try JSONDecoder().decode(PageSession.self, from: Data($0.text("state").utf8)) }
    }

    /// Stores the session under a new cookie; the one it had is worth nothing then.
    func newCookie(for session: PageSession, replacing old: Secret?, now: Date) throws -> Secret {
        if let old { try database.run("DELETE FROM page_sessions WHERE digest = ?", .text(digest(old))) }
        try database.run("DELETE FROM page_sessions WHERE expires <= ?", .real(now.timeIntervalSince1970))
        try database.run(
            """
            DELETE FROM page_sessions WHERE rowid IN
            (SELECT rowid FROM page_sessions ORDER BY rowid DESC LIMIT -1 OFFSET \(PageSession.limit))
            """)
        let cookie = Secret(Random.token())
        try save(session, cookie, now: now)
        return cookie
    }

    func save(_ session: PageSession, _ cookie: Secret, now: Date) throws {
        let state = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
        try database.run(
            "INSERT OR REPLACE INTO page_sessions VALUES (?, ?, ?)", .text(digest(cookie)), .text(state),
            .real(now.addingTimeInterval(PageSession.lifetime).timeIntervalSince1970))
    }
}
