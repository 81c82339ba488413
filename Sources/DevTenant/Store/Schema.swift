/// The tables, as steps from an empty database to the present one; `user_version` counts the steps done.
///
/// A step that was ever published is never edited: a change is a new step.
enum Schema {
    static let steps = [
        """
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

        CREATE TABLE accounts (
            id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, password TEXT, profile TEXT NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0, locked_until REAL) STRICT;

        CREATE TABLE continuations (
            digest TEXT PRIMARY KEY, flow TEXT NOT NULL, step TEXT NOT NULL, conversation TEXT NOT NULL,
            client_id TEXT NOT NULL, account_id TEXT, challenge_types TEXT NOT NULL, capabilities TEXT NOT NULL,
            expires REAL NOT NULL) STRICT;

        CREATE TABLE codes (
            id INTEGER PRIMARY KEY AUTOINCREMENT, conversation TEXT NOT NULL, recipient TEXT NOT NULL,
            channel TEXT NOT NULL, purpose TEXT NOT NULL, code TEXT NOT NULL, issued REAL NOT NULL,
            expires REAL NOT NULL, failures INTEGER NOT NULL DEFAULT 0, live INTEGER NOT NULL DEFAULT 1) STRICT;
        CREATE INDEX codes_by_conversation ON codes (conversation, live);

        CREATE TABLE device_requests (
            digest TEXT PRIMARY KEY, user_code TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
            issued REAL NOT NULL, expires REAL NOT NULL, interval INTEGER NOT NULL, polled REAL,
            state TEXT NOT NULL, account_id TEXT) STRICT;

        CREATE TABLE access_tokens (
            digest TEXT PRIMARY KEY, account_id TEXT NOT NULL, scopes TEXT NOT NULL, expires REAL NOT NULL) STRICT;

        CREATE TABLE refresh_tokens (
            digest TEXT PRIMARY KEY, account_id TEXT NOT NULL, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
            expires REAL NOT NULL, revoked INTEGER NOT NULL DEFAULT 0) STRICT;

        CREATE TABLE page_sessions (digest TEXT PRIMARY KEY, state TEXT NOT NULL, expires REAL NOT NULL) STRICT;

        CREATE TABLE attempts (kind TEXT NOT NULL, at REAL NOT NULL) STRICT;
        """,
        """
        DELETE FROM continuations;
        ALTER TABLE continuations ADD COLUMN progress TEXT NOT NULL DEFAULT '{}';

        CREATE TABLE earlier_passwords (account_id TEXT NOT NULL, password TEXT NOT NULL) STRICT;
        CREATE INDEX codes_by_recipient ON codes (recipient COLLATE NOCASE, issued);
        """,
    ]

    /// Brings the database up to date; refuses one that a newer program made.
    static func migrate(_ database: SQLite, steps: [String] = steps) throws(StoreFailure) {
        let done = try database.row("PRAGMA user_version")?.int("user_version") ?? 0
        guard done <= steps.count else {
            throw StoreFailure("The database was made by a newer devtenant.")
        }
        for (index, step) in steps.enumerated().dropFirst(done) {
            try database.script("BEGIN IMMEDIATE;\(step);\nPRAGMA user_version = \(index + 1);COMMIT")
        }
    }
}
