import FoundationEssentials
import TestSupport
import Testing

@testable import TophhieCloudAuthentication

private let tenant = "aaaabbbb-0000-4000-8000-ccccddddeeee"
private let other = "99999999-0000-4000-8000-ccccddddeeee"

@Suite struct DiscoveryTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var testDescription: String { name }
        var authority = "https://contoso.ciamlogin.com/contoso.onmicrosoft.com"
        var issuer = "https://\(tenant).ciamlogin.com/\(tenant)/v2.0"
        /// What the endpoints begin with.
        var root = "https://contoso.ciamlogin.com/\(tenant)"
        var keys: String?
        var tenantID: String?
        var provider = TophhieConfiguration.Provider.entra
        var problem: DiscoveryProblem?
    }

    private static let rows = [
        Row(name: "the GUID as host, as real external tenants have it"),
        Row(name: "the authority's own host", issuer: "https://contoso.ciamlogin.com/\(tenant)/v2.0"),
        Row(
            name: "a custom domain", authority: "https://login.example.com/\(tenant)",
            issuer: "https://login.example.com/\(tenant)/v2.0", root: "https://login.example.com/\(tenant)"),
        Row(
            name: "a custom domain, the GUID as host", authority: "https://login.example.com/\(tenant)",
            root: "https://login.example.com/\(tenant)"),
        Row(
            name: "the dev tenant", authority: "http://127.0.0.1:4433/contoso",
            root: "http://127.0.0.1:4433/\(tenant)"),
        Row(name: "the configured tenant", tenantID: tenant.uppercased()),
        Row(
            name: "another provider", authority: "https://idp.example.com/a",
            issuer: "https://idp.example.com/a", root: "https://elsewhere.example.com", provider: .oidc),
        Row(
            name: "another provider whose endpoints have a query", authority: "https://idp.example.com/a",
            issuer: "https://idp.example.com/a", root: "https://idp.example.com/a?policy=b&path=",
            keys: "https://idp.example.com/keys?policy=b", provider: .oidc),
        Row(
            name: "a query at Entra", keys: "https://contoso.ciamlogin.com/\(tenant)/keys?a=b",
            problem: .endpointRefused("jwks_uri")),
        Row(
            name: "a fragment", authority: "https://idp.example.com/a", issuer: "https://idp.example.com/a",
            root: "https://idp.example.com", keys: "https://idp.example.com/keys#a", provider: .oidc,
            problem: .endpointRefused("jwks_uri")),
        Row(name: "another tenant than configured", tenantID: other, problem: .tenantRefused(found: tenant)),
        Row(
            name: "another tenant than in the path", authority: "https://login.example.com/\(other)",
            root: "https://login.example.com/\(tenant)", problem: .tenantRefused(found: tenant)),
        refused("the subdomain twice", "https://contoso.ciamlogin.com/contoso/v2.0"),
        refused("two GUIDs", "https://\(other).ciamlogin.com/\(tenant)/v2.0"),
        refused("the workforce host", "https://login.microsoftonline.com/\(tenant)/v2.0"),
        refused("plain http", "http://\(tenant).ciamlogin.com/\(tenant)/v2.0"),
        refused("another version", "https://\(tenant).ciamlogin.com/\(tenant)/v1.0"),
        refused("a path behind", "https://\(tenant).ciamlogin.com/\(tenant)/v2.0/"),
        refused("a host that only begins so", "https://\(tenant).ciamlogin.com.example.com/\(tenant)/v2.0"),
        refused("user info", "https://\(tenant).ciamlogin.com@example.com/\(tenant)/v2.0"),
        Row(
            name: "another provider with another slash", authority: "https://idp.example.com/a",
            issuer: "https://idp.example.com/a/", root: "https://idp.example.com", provider: .oidc,
            problem: .issuerRefused("https://idp.example.com/a/")),
        Row(
            name: "endpoints elsewhere", root: "https://evil.example.com/\(tenant)",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "endpoints without https", root: "http://contoso.ciamlogin.com/\(tenant)",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "endpoints of another tenant", root: "https://contoso.ciamlogin.com/\(other)",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "keys elsewhere", keys: "https://evil.example.com/\(tenant)/keys",
            problem: .endpointRefused("jwks_uri")),
        Row(
            name: "endpoints that step out", root: "https://contoso.ciamlogin.com/\(tenant)/../x",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "endpoints that step out in disguise",
            root: "https://contoso.ciamlogin.com/\(tenant)/%2E%2e/x",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "endpoints that step out behind what is no text",
            root: "https://contoso.ciamlogin.com/\(tenant)/%ff/../../x",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "endpoints that step out with slashes in disguise",
            root: "https://contoso.ciamlogin.com/\(tenant)/%ff/.%2E%2f..%2Fx",
            problem: .endpointRefused("token_endpoint")),
        Row(
            name: "keys at an address that no address is", keys: "https://contoso.ciamlogin.com/\(tenant)/ä",
            problem: .endpointRefused("jwks_uri")),
        Row(
            name: "keys at an address without end",
            keys: "https://contoso.ciamlogin.com/\(tenant)/" + String(repeating: "k", count: 2000),
            problem: .endpointRefused("jwks_uri")),
        Row(
            name: "another provider's keys without https", authority: "https://idp.example.com/a",
            issuer: "https://idp.example.com/a", root: "https://idp.example.com",
            keys: "http://idp.example.com/keys", provider: .oidc, problem: .endpointRefused("jwks_uri")),
    ]

    private static func refused(_ name: String, _ issuer: String) -> Row {
        Row(name: name, issuer: issuer, problem: .issuerRefused(issuer))
    }

    @Test(arguments: rows) func issuerRule(_ row: Row) async throws {
        let transport = ScriptedTransport([.reply(document(row))])
        let discovery = try Discovery(try configuration(row, transport))
        let result = await outcome(discovery)
        if let problem = row.problem {
            #expect(result == .failure(problem), "\(row.name)")
        } else {
            let metadata = try result.get()
            #expect(metadata.issuer == row.issuer, "\(row.name)")
            #expect(metadata.tenantID == (row.provider == .entra ? tenant : nil), "\(row.name)")
            #expect(metadata.tokenEndpoint.absoluteString == row.root + "/oauth2/v2.0/token")
        }
    }

    @Test func nativeRequestsGoToTheGUIDPath() async throws {
        let row = Row(
            name: "", authority: "http://127.0.0.1:4433/contoso", root: "http://127.0.0.1:4433/\(tenant)")
        let transport = ScriptedTransport([.reply(document(row))])
        let metadata = try await Discovery(try configuration(row, transport)).metadata(within: .seconds(5))
        #expect(metadata.base.absoluteString == "http://127.0.0.1:4433/\(tenant)")
        #expect(
            transport.asked.map(\.url.absoluteString) == [
                "http://127.0.0.1:4433/contoso/v2.0/.well-known/openid-configuration"
            ])
        #expect(transport.asked.map(\.timeLimit) == [.seconds(5)])
    }

    @Test func otherProvidersHaveNoVersionInThePath() async throws {
        let row = Row(
            name: "", authority: "https://idp.example.com/a", issuer: "https://idp.example.com/a",
            root: "https://idp.example.com/a", provider: .oidc)
        let transport = ScriptedTransport([.reply(document(row))])
        let metadata = try await Discovery(try configuration(row, transport)).metadata(within: .seconds(5))
        #expect(metadata.base.absoluteString == "https://idp.example.com/a")
        #expect(
            transport.asked.map(\.url.absoluteString) == [
                "https://idp.example.com/a/.well-known/openid-configuration"
            ])
    }

    @Test(
        arguments: [
            (.problem(.timedOut), .transport(.timedOut)), (.reply(status: 404, "{}"), .status(404)),
            (.reply("["), .malformed("the document")), (.reply("{}"), .malformed("issuer")),
            (.reply(status: 302, ""), .transport(.intercepted(host: "contoso.ciamlogin.com"))),
            (.reply(status: 511, ""), .transport(.intercepted(host: "contoso.ciamlogin.com"))),
            (.reply(" <html>"), .transport(.intercepted(host: "contoso.ciamlogin.com"))),
            (.reply(status: 404, "<html>"), .status(404)),
            (
                .reply(status: 429, headers: [HTTPField("Retry-After", "7")], ""),
                .status(429, retryAfter: .seconds(7))
            ),
        ] as [(ScriptedTransport.Answer, DiscoveryProblem)])
    func troubleIsTold(_ answer: ScriptedTransport.Answer, _ problem: DiscoveryProblem) async throws {
        let transport = ScriptedTransport([answer])
        let discovery = try Discovery(try configuration(Row(name: ""), transport))
        #expect(await outcome(discovery) == .failure(problem))
    }

    @Test("A wait that the service asks for is kept where the limit leaves time for it")
    func retryAfter() async throws {
        let time = ManualTime()
        let busy = ScriptedTransport.Answer.reply(
            status: 429, headers: [HTTPField("Retry-After", "3")], "")
        let transport = ScriptedTransport([busy, .reply(document(Row(name: ""))), busy])
        let discovery = try Discovery(try configuration(Row(name: ""), transport, time))
        async let metadata = discovery.metadata(within: .seconds(5))
        await time.untilAsleep()
        time.advance(by: .seconds(3))
        _ = try await metadata
        #expect(transport.asked.map(\.timeLimit) == [.seconds(5), .seconds(2)])
        time.advance(by: Discovery.lifetime)
        await #expect(throws: DiscoveryProblem.status(429, retryAfter: .seconds(3))) {
            try await discovery.metadata(within: .seconds(3))
        }
    }

    @Test func documentIsBelievedForADay() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { [document] _, _ in .reply(document(Row(name: ""))) }
        let discovery = try Discovery(try configuration(Row(name: ""), transport, time))
        _ = try await discovery.metadata(within: .seconds(5))
        time.advance(by: .seconds(86_399))
        _ = try await discovery.metadata(within: .seconds(5))
        #expect(transport.asked.count == 1)
        time.advance(by: .seconds(1))
        _ = try await discovery.metadata(within: .seconds(5))
        #expect(transport.asked.count == 2)
    }

    @Test func documentIsAsLargeAsAnyOtherAnswerAtMost() async throws {
        for (blanks, isTaken) in [(1 << 19, true), (1 << 20, false)] {
            let text = document(Row(name: "")) + String(repeating: " ", count: blanks)
            let discovery = try Discovery(try configuration(Row(name: ""), ScriptedTransport([.reply(text)])))
            let result = await outcome(discovery)
            #expect(isTaken ? (try? result.get()) != nil : result == .failure(.transport(.bodyTooLarge)))
        }
    }

    @Test func failureIsNotKept() async throws {
        let transport = ScriptedTransport([.problem(.timedOut), .reply(document(Row(name: "")))])
        let discovery = try Discovery(try configuration(Row(name: ""), transport))
        #expect(await outcome(discovery) == .failure(.transport(.timedOut)))
        _ = try await discovery.metadata(within: .seconds(5))
    }

    @Test func callersAtTheSameTimeShareOneRequest() async throws {
        let transport = ScriptedTransport { [document] _, _ in .reply(document(Row(name: ""))) }
        let discovery = try Discovery(try configuration(Row(name: ""), transport))
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = try await discovery.metadata(within: .seconds(5)) } }
            try await group.waitForAll()
        }
        #expect(transport.asked.count == 1)
    }

    @Test func cancelledLoaderHandsOver() async throws {
        let transport = ScriptedTransport { [document] _, index in
            index == 0 ? .silence : .reply(document(Row(name: "")))
        }
        let discovery = try Discovery(try configuration(Row(name: ""), transport))
        let first = Task { await outcome(discovery) }
        await transport.untilAsked(1)
        let second = Task { await outcome(discovery) }
        first.cancel()
        #expect(await first.value == .failure(.transport(.cancelled)))
        #expect(try await second.value.get().tenantID == tenant)
        #expect(transport.asked.count == 2)
    }

    @Test func waitingCallerCanBeCancelledAlone() async throws {
        let transport = ScriptedTransport([.silence])
        let discovery = try Discovery(try configuration(Row(name: ""), transport))
        let first = Task { await outcome(discovery) }
        await transport.untilAsked(1)
        let second = Task { await outcome(discovery) }
        second.cancel()
        #expect(await second.value == .failure(.transport(.cancelled)))
        #expect(transport.asked.count == 1)
        first.cancel()
        _ = await first.value
    }

    @Test func unknownKeyIsAskedForOnceAMinute() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { [document] request, _ in
            request.url.path.hasSuffix("/keys")
                ? .reply(
                    """
                    {"keys":[{"kty":"RSA","use":"sig","kid":"a","n":"AQAB","e":"AQAB"},
                    {"kty":"RSA","use":"enc","kid":"b","n":"AQAB","e":"AQAB"},{"kty":"oct","kid":"c","k":"AQAB"},
                    {"kty":"AKP","kid":5},"text",null,7,[],{"kty":"RSA","kid":"d","n":5,"e":"AQAB"}]}
                    """)
                : .reply(document(Row(name: "")))
        }
        let discovery = try Discovery(try configuration(Row(name: ""), transport, time))
        let metadata = try await discovery.metadata(within: .seconds(5))
        func keys(_ kid: String?) async throws -> [String?] {
            try await discovery.keys(for: kid, of: metadata, within: .seconds(5)).map(\.id)
        }
        // Neither the key for encryption nor the shared secret is taken, and what is no key spoils nothing.
        #expect(try await keys("a") == ["a"])
        #expect(try await keys("new") == ["a"])
        #expect(transport.asked.count == 2)
        time.advance(by: .seconds(60))
        #expect(try await keys("new") == ["a"])
        #expect(try await keys("newer") == ["a"])
        #expect(transport.asked.count == 3)
        time.advance(by: .seconds(86_399))
        #expect(try await keys("a") == ["a"])
        #expect(transport.asked.count == 3)
        time.advance(by: .seconds(1))
        #expect(try await keys("a") == ["a"])
        #expect(transport.asked.count == 4)
    }

    @Sendable private func document(_ row: Row) -> String {
        """
        {"issuer":"\(row.issuer)","token_endpoint":"\(row.root)/oauth2/v2.0/token",
        "device_authorization_endpoint":"\(row.root)/oauth2/v2.0/devicecode",
        "authorization_endpoint":"\(row.root)/oauth2/v2.0/authorize",
        "jwks_uri":"\(row.keys ?? row.root + "/discovery/v2.0/keys")",
        "id_token_signing_alg_values_supported":["RS256"]}
        """
    }

    private func configuration(
        _ row: Row, _ transport: ScriptedTransport, _ time: ManualTime = ManualTime()
    ) throws -> TophhieConfiguration {
        var configuration = TophhieConfiguration(
            clientId: "11111111-2222-4333-8444-555555555555",
            authority: try #require(URL(string: row.authority)))
        configuration.provider = row.provider
        configuration.tenantId = row.tenantID
        configuration.transport = transport
        configuration.time = time.source
        return configuration
    }

    private func outcome(_ discovery: Discovery) async -> Result<ProviderMetadata, DiscoveryProblem> {
        do { return .success(try await discovery.metadata(within: .seconds(5))) } catch {
            return .failure(error)
        }
    }
}
