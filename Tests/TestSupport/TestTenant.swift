package import DevTenant
import FoundationEssentials
import Wire
package import TophhieCloudAuthentication

/// A dev tenant with the demo people, and clients of it that share its clock.
package struct TestTenant: Sendable {
    package let tenant: DevTenant
    package let time = ManualTime(startingAt: Date(timeIntervalSince1970: 1_764_500_000))

    package init(_ change: (inout Seed) -> Void = { _ in }) throws {
        var seed = Seed.demo
        change(&seed)
        let source = time.source
        tenant = try DevTenant(
            seed: seed, clock: TenantClock { source.now() }, signingKey: TestTenant.signingKey.get())
    }

    /// One for the whole run: making a key takes a while.
    private static let signingKey = Result { try DevTenant.newSigningKey() }

    /// A configuration whose requests stay in this process.
    package func configuration(
        capabilities: TophhieNativeAuthCapabilities = []
    ) throws -> TophhieConfiguration {
        let contact = try tenant.contact()
        guard let authority = URL(string: contact.authority) else { throw NoAuthority() }
        var configuration = TophhieConfiguration(clientId: contact.clientID, authority: authority)
        configuration.transport = InProcessTransport(tenant)
        configuration.time = time.source
        configuration.capabilities = capabilities
        return configuration
    }

    private struct NoAuthority: Error {}

    /// Asks the admin interface, as an outside test would.
    package func admin(_ method: String, _ call: String, _ body: String = "") -> TenantResponse {
        let headers = [
            TenantHeader("Host", "127.0.0.1:4433"), TenantHeader("Content-Type", "application/json"),
            TenantHeader("Authorization", "Bearer \(tenant.adminToken.exposedAsString())"),
        ]
        return tenant.respond(
            to: TenantRequest(
                method: method, target: "/admin/\(call)", headers: headers, body: Array(body.utf8)))
    }

    /// The newest code that was sent to `address`.
    package func code(to address: String) -> String? {
        struct Message: Decodable { var code: String }
        // A phone number begins with a sign that means a blank in a query.
        let escaped = address.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%2B")
        let response = admin("GET", "outbox?to=\(escaped)")
        return (try? JSONDecoder().decode([Message].self, from: Data(response.body)))?.first?.code
    }

    /// Method and path of each request so far, discovery and keys left out.
    package func requests() -> [String] {
        struct Entry: Decodable { var method: String, path: String }
        let response = admin("GET", "log")
        let entries = (try? JSONDecoder().decode([Entry].self, from: Data(response.body))) ?? []
        return entries.map { "\($0.method) \($0.path)" }.filter { $0.hasPrefix("POST") }
    }
}
