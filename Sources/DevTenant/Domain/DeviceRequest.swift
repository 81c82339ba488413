import FoundationEssentials
import Wire

/// A device that waits for a person to let it in (RFC 8628; protocol reference, section 7).
struct DeviceRequest: Equatable, Sendable {
    enum State: String, Sendable { case pending, approved, denied }

    static let lifetime: TimeInterval = 900
    static let interval = 5

    var digest: String
    /// Without the hyphen.
    var userCode: String
    var clientID: String
    var scopes: String
    var expires: Date
    var interval: Int
    var polled: Date?
    var state: State
    var accountID: String?

    /// `WDJB-MJHT`.
    var shownCode: String { "\(userCode.prefix(4))-\(userCode.dropFirst(4))" }

    /// What a person typed, reduced to what counts: neither case nor punctuation do.
    static func normalized(_ typed: String) -> String {
        String(typed.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}

extension Records {
    /// Adds a request; returns its device code, which is not kept, and the request.
    func newDeviceRequest(client: String, scopes: Scopes, now: Date) throws -> (code: String, DeviceRequest) {
        let code = Random.token()
        let expires = now.addingTimeInterval(DeviceRequest.lifetime)
        while true {
            let userCode = Random.userCode()
            let added = try database.run(
                """
                INSERT OR IGNORE INTO device_requests
                (digest, user_code, client_id, scopes, issued, expires, interval, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .text(digest(Secret(code))), .text(userCode), .text(client), .text(scopes.text),
                .real(now.timeIntervalSince1970), .real(expires.timeIntervalSince1970),
                .int(DeviceRequest.interval),
                .text(DeviceRequest.State.pending.rawValue))
            if added == 1, let request = try deviceRequest(userCode: userCode) { return (code, request) }
        }
    }

    func deviceRequest(code: Secret) throws -> DeviceRequest? {
        try database.row("SELECT * FROM device_requests WHERE digest = ?", .text(digest(code))).flatMap(
            deviceRequest)
    }

    func deviceRequest(userCode: String) throws -> DeviceRequest? {
        try database.row("SELECT * FROM device_requests WHERE user_code = ?", .text(userCode)).flatMap(
            deviceRequest)
    }

    /// The one with that code if it still waits; without a code the newest that does.
    func pendingRequest(userCode: String?, now: Date) throws -> DeviceRequest? {
        try database.row(
            """
            SELECT * FROM device_requests WHERE state = 'pending' AND expires > ?1 AND (?2 IS NULL OR user_code = ?2)
            ORDER BY rowid DESC
            """,
            .real(now.timeIntervalSince1970), Column(userCode.map(DeviceRequest.normalized))
        ).flatMap(deviceRequest)
    }

    private func deviceRequest(_ row: Row) -> DeviceRequest? {
        guard let state = DeviceRequest.State(rawValue: row.text("state")) else { return nil }
        return DeviceRequest(
            digest: row.text("digest"), userCode: row.text("user_code"), clientID: row.text("client_id"),
            scopes: row.text("scopes"), expires: Date(timeIntervalSince1970: row.real("expires")),
            interval: row.int("interval"),
            polled: row.optionalReal("polled").map(Date.init(timeIntervalSince1970:)),
            state: state, accountID: row.optionalText("account_id"))
    }

    /// A person's decision; false when the request no longer waits.
    @discardableResult
    func decide(_ request: DeviceRequest, account: Account?, now: Date) throws -> Bool {
        let state = account == nil ? DeviceRequest.State.denied : .approved
        return try database.run(
            """
            UPDATE device_requests SET state = ?, account_id = ?
            WHERE digest = ? AND state = 'pending' AND expires > ?
            """,
            .text(state.rawValue), Column(account?.id), .text(request.digest),
            .real(now.timeIntervalSince1970)) == 1
    }

    func notePoll(_ request: DeviceRequest, interval: Int, now: Date) throws {
        try database.run(
            "UPDATE device_requests SET polled = ?, interval = ? WHERE digest = ?",
            .real(now.timeIntervalSince1970),
            .int(interval), .text(request.digest))
    }

    func remove(_ request: DeviceRequest) throws {
        try database.run("DELETE FROM device_requests WHERE digest = ?", .text(request.digest))
    }
}
