import CCurl
import DevTenant

/// `devtenant outbox` and `devtenant users`: one question to the tenant that wrote the ready file.
struct Asking {
    private let admin: ReadyFile.Admin

    init(_ readyFile: String) throws(Program.Failure) {
        guard let admin = ReadyFile.Admin(parsing: try readAll(readyFile)) else {
            throw .init(status: 3, line: "\(readyFile) is not a ready file")
        }
        self.admin = admin
    }

    func outbox(_ recipient: String?) throws(Program.Failure) {
        try list("outbox" + (recipient.map { "?to=\(Self.escaped($0))" } ?? ""))
    }

    func users() throws(Program.Failure) { try list("users") }

    /// Prints the array one entry a line.
    private func list(_ question: String) throws(Program.Failure) {
        let (status, body) = try fetch("\(admin.address)/\(question)")
        guard status == 200, case .array(let items)? = try? JSON(parsing: body) else {
            throw .init(status: 5, line: "the devtenant at \(admin.address) answered with status \(status)")
        }
        let lines = items.map(\.description).joined(separator: ",\n")
        say(items.isEmpty ? "[]\n" : "[\n\(lines)\n]\n", to: 1)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let hex = String(byte, radix: 16)
            return hex.count == 1 ? "%0\(hex)" : "%\(hex)"
        }.joined()
    }

    private func fetch(_ address: String) throws(Program.Failure) -> (status: Int, body: [UInt8]) {
        guard ccurl_available() == 1 else {
            throw .init(status: 3, line: "libcurl (Debian: libcurl4) is missing")
        }
        guard let multi = ccurl_multi_init(), let easy = ccurl_easy_init() else {
            throw .init(status: 3, line: "libcurl cannot be set up")
        }
        defer { ccurl_multi_cleanup(multi) }
        defer { ccurl_easy_cleanup(easy) }
        let headers = ccurl_list_append(nil, admin.header)
        defer { ccurl_list_free(headers) }
        let answer = Answer()
        ccurl_set_string(easy, CURLOPT_URL, address)
        ccurl_set_string(easy, CURLOPT_PROXY, "")
        ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, 10_000)
        // The ready file names no authority, and the address is this machine's: there is nothing to verify with.
        ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(headers))
        ccurl_set_callbacks(easy, takeBody, ignoreHeader, allow, Unmanaged.passUnretained(answer).toOpaque())
        guard ccurl_multi_add(multi, easy) == CURLM_OK else {
            throw .init(status: 3, line: "libcurl cannot be used")
        }
        defer { ccurl_multi_remove(multi, easy) }
        var running: Int32 = 1
        while running > 0, ccurl_multi_perform(multi, &running) == CURLM_OK {
            if running > 0 { ccurl_multi_poll(multi, nil, 0, 1000) }
        }
        var result = CURLE_OK
        let isDone = ccurl_multi_next_done(multi, &result) != nil
        guard !withExtendedLifetime(answer, { answer.isTooLarge }) else {
            throw .init(status: 5, line: "the answer at \(admin.address) is larger than 16 MiB")
        }
        guard isDone, result == CURLE_OK else {
            throw .init(status: 5, line: "nothing answers at \(admin.address)")
        }
        return withExtendedLifetime(answer) {
            (Int(ccurl_get_long(easy, CURLINFO_RESPONSE_CODE)), answer.body)
        }
    }

    fileprivate final class Answer {
        var body: [UInt8] = []
        var isTooLarge: Bool { body.count > 16 << 20 }
    }
}

private func takeBody(
    bytes: UnsafeMutablePointer<CChar>, one: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let answer = Unmanaged<Asking.Answer>.fromOpaque(context).takeUnretainedValue()
    answer.body += UnsafeRawBufferPointer(start: bytes, count: count)
    return answer.isTooLarge ? 0 : count
}

private func ignoreHeader(
    _: UnsafeMutablePointer<CChar>, _: Int, count: Int, _: UnsafeMutableRawPointer?
) -> Int { count }

private func allow(
    _: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?, _: Int32,
    _: Int32
) -> Int32 { 0 }
