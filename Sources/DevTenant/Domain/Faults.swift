import Synchronization

/// An answer that a tester has ordered for a path in place of the real one.
package struct Fault: Decodable, Equatable, Sendable {
    /// Without the tenant segment.
    package var path: String
    package var times = 1
    package var status: Int?
    package var headers: [String: String] = [:]
    package var body: JSON?
    package var delayMs: Int?
    package var drop = false
    package var truncate: Int?
    package var garbage = false

    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        path = try fields.required(.path)
        times = try fields.value(.times, in: 1...1_000_000, else: 1)
        status = try fields.optional(.status)
        if let status, !(200...599).contains(status) {
            throw fields.refusal(.status, "\(status) is no final status")
        }
        headers = try fields.value(.headers, else: headers)
        body = try fields.optional(.body)
        delayMs = try fields.optional(.delayMs)
        if let delayMs, !(0...600_000).contains(delayMs) {
            throw fields.refusal(.delayMs, "not within 600000")
        }
        drop = try fields.value(.drop, else: false)
        truncate = try fields.optional(.truncate)
        if let truncate, truncate < 0 { throw fields.refusal(.truncate, "is negative") }
        garbage = try fields.value(.garbage, else: false)
        guard status != nil || body != nil || delayMs != nil || drop || truncate != nil || garbage else {
            throw fields.refusal(
                .path, "the fault says neither status, body, delayMs, drop, truncate nor garbage")
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case path, times, status, headers, body, delayMs, drop, truncate, garbage
    }

    /// What the fault answers by itself; nil lets the route answer.
    func replacement() -> TenantResponse? {
        if drop {
            var response = TenantResponse(status: 0)
            response.delivery = .dropped
            return response
        }
        if garbage {
            return TenantResponse(
                status: status ?? 200, headers: [TenantHeader("Content-Type", "application/json")] + lines,
                body: [0x7b, 0x22, 0xc3, 0x28, 0xff, 0xfe, 0x00] + Random.bytes(64))
        }
        guard status != nil || body != nil else { return nil }
        var response =
            body.map { TenantResponse.json($0, status: status ?? 400) }
            ?? TenantResponse(status: status ?? 400)
        if case .string(let text)? = body { response.body = Array(text.utf8) }
        for line in lines { response.set(line.name, line.value) }
        return response
    }

    /// Does to an answer what the fault asks for on the way.
    func applied(to response: TenantResponse) -> TenantResponse {
        var response = response
        if let delayMs { response.delayMilliseconds = delayMs }
        if let truncate, response.delivery == .whole { response.delivery = .truncated(truncate) }
        return response
    }

    private var lines: [TenantHeader] {
        headers.sorted { $0.key < $1.key }.map { TenantHeader($0.key, $0.value) }
    }
}

/// The faults that are still to come, in the order in which they were asked for.
final class FaultQueue: Sendable {
    private let waiting = Mutex<[Fault]>([])

    func add(_ faults: [Fault]) { waiting.withLock { $0 += faults } }

    func clear() { waiting.withLock { $0 = [] } }

    /// The next fault for `path`, which is thereby used once.
    func take(_ path: String) -> Fault? {
        waiting.withLock { faults in
            guard let index = faults.firstIndex(where: { $0.path == path }) else { return nil }
            let fault = faults[index]
            faults[index].times -= 1
            if faults[index].times == 0 { faults.remove(at: index) }
            return fault
        }
    }
}
