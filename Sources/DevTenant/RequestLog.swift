import FoundationEssentials
import Synchronization

/// What was asked of the tenant, by everyone but the admin interface, with nothing secret in it.
///
/// It lives in memory and keeps the newest ten thousand requests.
final class RequestLog: Sendable {
    struct Entry: Sendable {
        var at: Date
        var method: String
        /// Without the tenant segment.
        var path: String
        /// 0 where a fault closed the connection.
        var status: Int
        var connection: Int
        var form: [JSON.Member]

        var json: JSON {
            [
                "at": .string(at.iso8601), "method": .string(method), "path": .string(path),
                "status": .int(status),
                "connection": .int(connection), "form": .object(form),
            ]
        }
    }

    private static let limit = 10_000

    private let entries = Mutex<[Entry]>([])

    func add(_ entry: Entry) {
        entries.withLock {
            if $0.count == Self.limit { $0.removeFirst(Self.limit / 10) }
            $0.append(entry)
        }
    }

    /// Oldest first.
    var json: JSON { .array(entries.withLock { $0 }.map(\.json)) }

    /// Fields that hold no secret; every other one, known or not, shows as a dot.
    private static let plain: Set<String> = [
        "action", "attributes", "capabilities", "challenge_channel", "challenge_target", "challenge_type",
        "claims",
        "client_id", "client_info", "code_challenge", "code_challenge_method", "decision", "email",
        "grant_type", "id",
        "login_hint", "method", "prompt", "redirect_uri", "response_mode", "response_type", "scope", "step",
        "username",
    ]

    static func masked(_ form: Form) -> [JSON.Member] {
        form.names.map { name in
            JSON.Member(name: name, value: .string(plain.contains(name) ? form.text(name) ?? "" : "•"))
        }
    }
}
