import CSodium
import FoundationEssentials
import Glibc
import Synchronization

/// The tenant's database behind one lock; every request is one transaction.
///
/// It is a guarded class, not an actor, since libmicrohttpd's threads call it and wait for the answer.
package final class TenantStore: Sendable {
    private let database: Mutex<Records>

    /// `path` nil: in memory. A file is 0600, with whatever SQLite puts beside it.
    package init(path: String? = nil) throws(StoreFailure) {
        guard sodium_init() >= 0 else { throw StoreFailure("libsodium cannot be set up.") }
        if let path { try Self.prepare(path) }
        let database = try SQLite(path: path ?? ":memory:")
        try database.script(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON")
        try Schema.migrate(database)
        self.database = Mutex(Records(database, path == nil ? .passing : .stored))
    }

    /// Makes the file with its mode before SQLite sees it, and takes other people's rights from one that is there.
    private static func prepare(_ path: String) throws(StoreFailure) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw StoreFailure("The database \(path) cannot be opened: \(reason(errno)).")
        }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0 else { throw StoreFailure("The database \(path) is not ours.") }
    }

    /// Commits what `body` did, unless it failed for a reason that is not a protocol answer.
    func transaction<R: Sendable>(_ body: @Sendable (Records) throws -> R) throws -> R {
        try database.withLock { records in
            try records.database.script("BEGIN IMMEDIATE")
            do {
                let result = try body(records)
                try records.database.script("COMMIT")
                return result
            } catch {
                try? records.database.script("ROLLBACK")
                throw error
            }
        }
    }
}

func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

/// The store's contents within one transaction; each kind of record has its own file.
final class Records {
    let database: SQLite
    let passwords: Passwords

    init(_ database: SQLite, _ passwords: Passwords) {
        self.database = database
        self.passwords = passwords
    }

    func setting(_ name: String) throws(StoreFailure) -> String? {
        try database.row("SELECT value FROM settings WHERE name = ?", .text(name))?.text("value")
    }

    func set(_ name: String, _ value: String) throws(StoreFailure) {
        try database.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", .text(name), .text(value))
    }

    /// Removes what expired more than a day ago; until then it is told as expired, not as unknown.
    func prune(now: Date) throws(StoreFailure) {
        let limit = Column.real(now.timeIntervalSince1970 - 86_400)
        for table in [
            "continuations", "codes", "device_requests", "access_tokens", "refresh_tokens", "page_sessions",
        ] {
            try database.run("DELETE FROM \(table) WHERE expires < ?", limit)
        }
    }
}
