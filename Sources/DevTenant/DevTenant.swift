import FoundationEssentials
import Synchronization
package import Wire

/// A tenant of the identity service for demos, quality assurance and tests: one value that answers requests.
///
/// It speaks no HTTP itself: ``Server`` does, and tests call ``respond(to:)`` in their own process. It shares nothing
/// with the client but names and ``Secret``, so that each is a witness of what the other does.
package final class DevTenant: Sendable {
    package let clock: TenantClock
    package let adminToken: Secret
    /// False when the database had a tenant already, so that the seed was left alone.
    package let isNew: Bool

    let faults = FaultQueue()
    let keys = SigningKeys()
    let log = RequestLog()
    private let store: TenantStore
    private let currentOrigin: Mutex<String>

    /// - Parameters:
    ///   - seed: fills an empty store; one that has a tenant keeps its own.
    ///   - origin: scheme, address and port under which the tenant is reached.
    ///   - signingKey: a key in PEM in place of one made when first needed.
    package init(
        seed: Seed = .demo, store: TenantStore? = nil, clock: TenantClock = TenantClock(),
        origin: String = "http://127.0.0.1:4433", signingKey: Secret? = nil
    ) throws {
        let store = try store ?? TenantStore()
        self.store = store
        self.clock = clock
        adminToken = Secret(Random.token())
        currentOrigin = Mutex(origin)
        isNew = try store.transaction { records in
            try records.prune(now: clock.now)
            guard try records.settings() == nil else { return false }
            try records.plant(seed)
            if let signingKey { try records.set("signingKey", signingKey.exposedAsString()) }
            return true
        }
    }

    /// A signing key in PEM for several tenants of one process: making one takes a while.
    package static func newSigningKey() throws -> Secret { try SigningKey().pem() }

    package var origin: String { currentOrigin.withLock { $0 } }

    /// Called when the port is known.
    func move(to origin: String) { currentOrigin.withLock { $0 = origin } }

    /// Does beforehand what the first request would have to wait for.
    package func warmUp() throws {
        guard try store.transaction({ try $0.setting("signingKey") }) == nil else { return }
        try keys.prepare()
        _ = try store.transaction { [keys] in try keys.current($0) }
    }

    /// What a client needs to know of the tenant.
    package func contact() throws -> Contact {
        let settings = try store.transaction { try Self.settings($0) }
        return Contact(
            authority: "\(origin)/\(settings.tenant)", graph: "\(origin)/graph", admin: "\(origin)/admin",
            clientID: settings.clientID, tenantID: settings.tenantID, adminToken: adminToken)
    }

    private static func settings(_ records: Records) throws -> TenantSettings {
        guard let settings = try records.settings() else { throw StoreFailure("The database has no tenant.") }
        return settings
    }

    /// Answers one request. It never fails and never waits but for the store.
    package func respond(to request: TenantRequest) -> TenantResponse {
        let now = clock.now
        let echoed = request.header("client-request-id").flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
        let identity = RequestIdentity(
            correlation: echoed ?? Random.identifier(), trace: Random.identifier(),
            timestamp: now.errorTimestamp)
        var response: TenantResponse
        do {
            response = try store.transaction { records in
                self.answer(request, identity, now, try Self.settings(records), records)
            }
        } catch {
            response = ProtocolFailure(.serverError, nil, "\(error)", status: 500).response(identity)
        }
        for (name, value) in [
            // The tenant's own clock, which may be another than this machine's.
            ("Date", now.httpDate), ("Cache-Control", "no-store"), ("Pragma", "no-cache"),
            ("x-ms-request-id", identity.trace),
        ]
        where response.header(name) == nil {
            response.set(name, value)
        }
        if let echoed { response.set("client-request-id", echoed) }
        return response
    }

    private func answer(
        _ request: TenantRequest, _ identity: RequestIdentity, _ now: Date, _ settings: TenantSettings,
        _ records: Records
    ) -> TenantResponse {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = Router.Place(parts.first ?? "", settings: settings)
        let isAdmin = place.path.hasPrefix("/admin/")
        let form =
            hasForm(request)
            ? Result { () throws(Form.Malformed) in try Form(request.body) } : .success(Form())
        let refusal = Gatekeeper(origin: origin).refusal(of: request)
        let fault = isAdmin || refusal != nil ? nil : faults.take(place.path)
        var response =
            refusal?.response(identity) ?? fault?.replacement()
            ?? outcome(identity, records) {
                let exchange = Exchange(
                    tenant: self, request: request, path: place.path,
                    query: try Form(parts.count > 1 ? Array(parts[1].utf8) : []), form: try form.get(),
                    now: now,
                    identity: identity, settings: settings)
                return try Router.handler(request.method, place)(exchange, records)
            }
        if let fault { response = fault.applied(to: response) }
        if !isAdmin {
            log.add(
                RequestLog.Entry(
                    at: now, method: request.method, path: place.path, status: response.status,
                    connection: request.connection, form: (try? form.get()).map(RequestLog.masked) ?? []))
        }
        return response
    }

    private func hasForm(_ request: TenantRequest) -> Bool {
        request.header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }

    /// A refusal becomes its answer, and what led to it is stored; anything else is our own trouble, and is undone.
    private func outcome(
        _ identity: RequestIdentity, _ records: Records, _ body: () throws -> TenantResponse
    ) -> TenantResponse {
        do {
            try records.database.script("SAVEPOINT route")
            return try body()
        } catch let failure as ProtocolFailure {
            return failure.response(identity)
        } catch let malformed as Form.Malformed {
            return ProtocolFailure(.invalidRequest, 9_002_313, "The request is malformed: \(malformed).")
                .response(identity)
        } catch {
            try? records.database.script("ROLLBACK TO route")
            return ProtocolFailure(.serverError, nil, "\(error)", status: 500).response(identity)
        }
    }
}

/// Where a tenant is and what opens it: the ready line and the ready file.
package struct Contact: Sendable {
    package var authority: String
    package var graph: String
    package var admin: String
    package var clientID: String
    package var tenantID: String
    package var adminToken: Secret

    /// The token is left out where a person would see it.
    package func json(pid: Int, withToken: Bool) -> JSON {
        var members: [JSON.Member] = [
            .init(name: "authority", value: .string(authority)), .init(name: "graph", value: .string(graph)),
            .init(name: "admin", value: .string(admin)), .init(name: "clientId", value: .string(clientID)),
            .init(name: "tenantId", value: .string(tenantID)),
        ]
        if withToken {
            members.append(.init(name: "adminToken", value: .string(adminToken.exposedAsString())))
        }
        members.append(.init(name: "pid", value: .int(pid)))
        return .object(members)
    }
}
