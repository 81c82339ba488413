import FoundationEssentials
import Wire

/// A person's place in one native conversation, as a continuation token stands for it.
///
/// The token itself is not kept, only its digest (protocol reference, sections 1.4 and 13).
struct Continuation: Equatable, Sendable {
    enum Flow: String, Sendable { case signIn }

    /// What the service waits for. A token is good for one of these only.
    enum Step: String, Sendable {
        /// The person is known; `challenge` comes next.
        case started
        case passwordAsked
        case codeSent
        /// The first factor is done and a second one is due.
        case secondFactorDue
        /// The first factor is done and the person must register a method.
        case registrationDue
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
    var expires: Date

    func canDo(_ capability: String) -> Bool { capabilities.contains(capability) }
}

extension Records {
    /// A new token for `continuation` as it now stands; the clock starts anew.
    func issue(_ continuation: Continuation, now: Date) throws -> String {
        let token = Random.token()
        try database.run(
            "INSERT INTO continuations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(digest(Secret(token))),
            .text(continuation.flow.rawValue), .text(continuation.step.rawValue),
            .text(continuation.conversation), .text(continuation.clientID), Column(continuation.accountID),
            .text(continuation.challengeTypes.joined(separator: " ")),
            .text(continuation.capabilities.joined(separator: " ")),
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
            expires: Date(timeIntervalSince1970: row.real("expires")))
    }

    /// Called once a step has succeeded: its token is used up.
    func consume(_ token: Secret) throws {
        try database.run("DELETE FROM continuations WHERE digest = ?", .text(digest(token)))
    }
}

func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
