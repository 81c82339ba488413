import FoundationEssentials
import Wire

/// A person's place in one native conversation, as a continuation token stands for it.
///
/// The token itself is not kept, only its digest (protocol reference, sections 1.4 and 13).
struct Continuation: Equatable, Sendable {
    enum Flow: String, Sendable, CaseIterable {
        case signIn
        /// After a first factor, whatever flow it came from.
        case secondFactor
        /// The same: the person must register a method.
        case registration
        case signUp
        case reset
    }

    /// What the service waits for. A token is good for one of these only, in one flow.
    enum Step: String, Sendable, CaseIterable {
        /// A `challenge` comes next.
        case started
        case passwordAsked
        case codeSent
        /// Another flow has led here; its methods have not been asked for yet.
        case due
        case methodsShown
        /// The address to register was proved already; no code was sent.
        case preverified
        /// Sign-up wants a password, and a `challenge` before it.
        case credentialDue
        case attributesDue
        /// Reset wants the new password.
        case codeVerified
        case submitted
        /// Good for tokens.
        case done
    }

    /// What was said so far and counts only at the end.
    struct Progress: Codable, Equatable, Sendable {
        /// The address that signs up.
        var email: String?
        /// The hash of the password to be.
        var password: String?
        var attributes: [String: JSON] = [:]
        /// Where the last code went.
        var method: Account.Method?
        /// An address whose code came back in this conversation.
        var provedEmail: String?
        var polls = 0
    }

    static let lifetime: TimeInterval = 600

    var flow: Flow
    var step: Step
    var accountID: String?
    var clientID: String
    /// Binds the codes of one conversation to it, whatever becomes of its tokens.
    var conversation: String
    var challengeTypes: [String]
    var capabilities: [String]
    var progress = Progress()
    var expires: Date

    func canDo(_ capability: String) -> Bool { capabilities.contains(capability) }
}

extension Records {
    /// A new token for `continuation` as it now stands; the clock starts anew.
    func issue(_ continuation: Continuation, now: Date) throws -> String {
        let token = Random.token()
        try database.run(
            """
            INSERT INTO continuations
            (digest, flow, step, conversation, client_id, account_id, challenge_types, capabilities, progress, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(digest(Secret(token))),
            .text(continuation.flow.rawValue), .text(continuation.step.rawValue),
            .text(continuation.conversation), .text(continuation.clientID), Column(continuation.accountID),
            .text(continuation.challengeTypes.joined(separator: " ")),
            .text(continuation.capabilities.joined(separator: " ")),
            .text(try Self.text(continuation.progress)),
            .real(now.addingTimeInterval(Continuation.lifetime).timeIntervalSince1970))
        return token
    }

    func continuation(_ token: Secret) throws -> Continuation? {
        let row = try database.row("SELECT * FROM continuations WHERE digest = ?", .text(digest(token)))
        guard let row, let flow = Continuation.Flow(rawValue: row.text("flow")),
            let step = Continuation.Step(rawValue: row.text("step"))
        else { return nil }
        return Continuation(
            flow: flow, step: step, accountID: row.optionalText("account_id"),
            clientID: row.text("client_id"),
            conversation: row.text("conversation"), challengeTypes: words(row.text("challenge_types")),
            capabilities: words(row.text("capabilities")),
            progress: try JSONDecoder().decode(
                Continuation.Progress.self, from: Data(row.text("progress").utf8)),
            expires: Date(timeIntervalSince1970: row.real("expires")))
    }

    /// Notes something while the token stays the same.
    func note(_ progress: Continuation.Progress, under token: Secret) throws {
        try database.run(
            "UPDATE continuations SET progress = ? WHERE digest = ?", .text(try Self.text(progress)),
            .text(digest(token)))
    }

    /// Called once a step has succeeded: its token is used up.
    func consume(_ token: Secret) throws {
        try database.run("DELETE FROM continuations WHERE digest = ?", .text(digest(token)))
    }

    /// Uses `token` up for one that stands for `continuation`.
    func rotate(_ token: Secret, to continuation: Continuation, now: Date) throws -> String {
        try consume(token)
        return try issue(continuation, now: now)
    }

    private static func text(_ progress: Continuation.Progress) throws -> String {
        String(decoding: try JSONEncoder().encode(progress), as: UTF8.self)
    }
}

func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
