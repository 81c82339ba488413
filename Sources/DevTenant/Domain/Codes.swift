import FoundationEssentials
import Wire

/// A one-time code on its way: what the outbox shows.
///
/// Nothing is ever sent; the outbox is where it arrives.
struct OutboxEntry: Sendable {
    enum Purpose: String, Sendable { case signIn, signUp, secondFactor, registration, reset }

    var recipient: String
    var channel: Policy.Channel
    var code: String
    var purpose: Purpose
    var issued: Date

    var json: JSON {
        [
            "to": .string(recipient), "channel": .string(channel.rawValue), "code": .string(code),
            "purpose": .string(purpose.rawValue), "at": .string(issued.iso8601),
        ]
    }
}

/// One-time codes: random digits, bound to a conversation, good once, for the policy's time.
extension Records {
    /// Puts a code into the outbox. The conversation's older one stops working, unless the address has had so many
    /// that it gets no more for a while (protocol reference, section 6.4).
    func sendCode(
        for purpose: OutboxEntry.Purpose, to method: Account.Method, in conversation: String, policy: Policy,
        now: Date
    ) throws {
        let since = now.addingTimeInterval(-Throttle.codePeriod).timeIntervalSince1970
        let sent = try database.row(
            "SELECT count(*) AS n FROM codes WHERE recipient = ? COLLATE NOCASE AND issued > ?",
            .text(method.target), .real(since))
        guard (sent?.int("n") ?? 0) < policy.codeLimit else { throw Throttle.tooManyCodes }
        try dropCodes(of: conversation)
        try database.run(
            """
            INSERT INTO codes (conversation, recipient, channel, purpose, code, issued, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .text(conversation), .text(method.target), .text(method.channel.rawValue),
            .text(purpose.rawValue),
            .text(Random.digits(policy.codeLength)), .real(now.timeIntervalSince1970),
            .real(now.addingTimeInterval(Double(policy.codeSeconds)).timeIntervalSince1970))
    }

    /// Refuses a code that is not the conversation's live one.
    func requireRight(_ code: Secret, in continuation: Continuation, _ exchange: Exchange) throws {
        let isRight = try redeemCode(
            code, in: continuation.conversation, policy: exchange.policy, now: exchange.now)
        guard isRight else {
            throw ProtocolFailure(
                .invalidGrant, 50181, "The one-time passcode is not valid.", suberror: "invalid_oob_value")
        }
    }

    /// Whether `code` is the conversation's live one; if so it is used up.
    ///
    /// After as many wrong tries as lock an account the code is dead, and only a new one helps.
    func redeemCode(_ code: Secret, in conversation: String, policy: Policy, now: Date) throws -> Bool {
        let row = try database.row(
            "SELECT id, code, failures FROM codes WHERE conversation = ? AND live = 1 AND expires > ?",
            .text(conversation), .real(now.timeIntervalSince1970))
        guard let row else { return false }
        let right = Secret(row.text("code")) == code
        let isLastTry = row.int("failures") + 1 >= policy.lockoutAfter
        try database.run(
            "UPDATE codes SET failures = failures + 1, live = ? WHERE id = ?",
            .int(right || isLastTry ? 0 : 1),
            .int(row.int("id")))
        return right
    }

    func dropCodes(of conversation: String) throws {
        try database.run("UPDATE codes SET live = 0 WHERE conversation = ?", .text(conversation))
    }

    /// Newest first.
    func outbox(to recipient: String?) throws -> [OutboxEntry] {
        try database.rows(
            "SELECT * FROM codes WHERE ?1 IS NULL OR recipient = ?1 COLLATE NOCASE ORDER BY id DESC LIMIT 1000",
            Column(recipient)
        ).compactMap { row in
            guard let channel = Policy.Channel(rawValue: row.text("channel")),
                let purpose = OutboxEntry.Purpose(rawValue: row.text("purpose"))
            else { return nil }
            return OutboxEntry(
                recipient: row.text("recipient"), channel: channel, code: row.text("code"), purpose: purpose,
                issued: Date(timeIntervalSince1970: row.real("issued")))
        }
    }
}
