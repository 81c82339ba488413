import AuthFlow
import FoundationEssentials
import Glibc
import Screens
import Testing
import TophhieCloudAuthentication
import Wire

@testable import vestibule

@Suite("Output") struct OutputTests {
    @Test(
        "JSON escapes whatever a terminal might obey",
        arguments: [
            ("plain", #""plain""#), ("quote \" and \\", #""quote \" and \\""#),
            ("tab\tline\n", #""tab\tline\n""#), ("\u{1B}[31m", #""\u001b[31m""#), ("\u{7F}", #""\u007f""#),
            ("\u{9B}", #""\u009b""#), ("\u{202E}abc", #""\u202eabc""#), ("\u{2066}", #""\u2066""#),
            ("\u{2028}", #""\u2028""#), ("é漢🙂", #""é漢🙂""#), ("\u{E0001}", #""\udb40\udc01""#),
        ])
    func escapes(_ text: String, _ json: String) { #expect(JSONText.text(text).description == json) }

    @Test("a result that cannot be written is known to be lost, with the reason")
    func lost() {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let console = Console(results: full)
        #expect(console.lost == nil)
        console.out("a")
        #expect(console.lost == "No space left on device")
        close(full)
        let rest = Console(results: open("/dev/null", O_WRONLY | O_CLOEXEC))
        rest.out(JSONText.text("a"))
        #expect(rest.lost == nil)
    }

    @Test(
        "lines are in characters that the locale has; JSON is UTF-8 everywhere (RFC 8259, section 8.1)",
        arguments: [(true, "✗ 1…2 é\n\"✗\"\n"), (false, "x 1...2 ?\n\"✗\"\n")])
    func lines(_ isUTF8: Bool, _ written: String) throws {
        var pair: [Int32] = [-1, -1]
        try #require(pipe(&pair) == 0)
        defer { close(pair[0]) }
        let console = Console(results: pair[1], isUTF8: isUTF8)
        console.out("✗ 1…2 é")
        console.out(JSONText.text("✗"))
        close(pair[1])
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(pair[0], &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == written)
    }

    @Test("an account has its members in the documented order, and no token")
    func account() {
        let tokens = StoredTokens(
            account: AccountID(clientId: "c", authority: "a", homeAccountId: "h"), identifier: "oid",
            username: "ada@example.com", name: "Ada Lovelace", tenantId: "tid", environment: "e",
            scopes: ["openid", "profile", "email", "User.Read", "offline_access"],
            expiresOn: Date(timeIntervalSince1970: 1_796_040_000),
            accessToken: "canary",
            refreshToken: "canary", idToken: "canary")
        #expect(
            JSONText.account(tokens).description
                == #"{"username":"ada@example.com","name":"Ada Lovelace","accountIdentifier":"oid","tenantId":"tid","#
                + #""scopes":["User.Read"],"expiresOn":"2026-11-30T12:00:00Z"}"#)
    }

    struct Projection: Sendable {
        var kind: Problem.Kind
        var type: String
        var name: String
        var exit: ExitCode

        init(_ kind: Problem.Kind, _ type: String, _ name: String, _ exit: ExitCode) {
            self.kind = kind
            self.type = type
            self.name = name
            self.exit = exit
        }
    }

    static let projections: [Projection] = [
        Projection(.invalidCredentials, "NativeAuthError", "invalidCredentials", .refused),
        Projection(.userNotFound, "NativeAuthError", "invalidCredentials", .refused),
        Projection(.accountLocked, "NativeAuthError", "invalidCredentials", .refused),
        Projection(.accountDisabled, "NativeAuthError", "invalidCredentials", .refused),
        Projection(.invalidCode, "NativeAuthError", "invalidCode", .refused),
        Projection(.invalidAttributes(["city"]), "NativeAuthError", "invalidAttributes", .refused),
        Projection(.blockedByPolicy, "NativeAuthError", "underlying", .refused),
        Projection(.refused, "NativeAuthError", "underlying", .refused),
        Projection(.untrusted(.signature), "NativeAuthError", "underlying", .refused),
        Projection(.malformed, "NativeAuthError", "unknown", .unavailable),
        Projection(.misconfigured(.unknownClient), "Configuration", "unknownClient", .configuration),
        Projection(
            .misconfigured(.nativeAuthenticationOff), "Configuration", "nativeAuthenticationOff",
            .configuration),
        Projection(.misconfigured(.discovery(.notADocument)), "Configuration", "discovery", .configuration),
        Projection(.unreachable(.timedOut(host: "h")), "Network", "timedOut", .unavailable),
        Projection(.unreachable(.nameNotResolved(host: "h")), "Network", "nameNotResolved", .unavailable),
        Projection(.unreachable(.proxy(name: "p:1", .unreachable)), "Network", "proxyRefused", .unavailable),
        Projection(
            .unreachable(.caFileUnreadable(path: "/x")), "Configuration", "caFileUnreadable", .configuration),
        Projection(.serviceUnavailable, "Network", "unavailable", .unavailable),
        Projection(.throttled, "Network", "throttled", .unavailable),
        Projection(.untrusted(.keysUnavailable), "Network", "keysUnavailable", .unavailable),
    ]

    @Test("a problem becomes a type, a case and an exit status", arguments: projections)
    func projects(_ expected: Projection) {
        let failure = Failure(Problem(expected.kind), .signIn)
        #expect(failure.kind.rawValue == expected.type)
        #expect(failure.name == expected.name)
        #expect(failure.exit == expected.exit)
        #expect(!failure.message.isEmpty)
    }

    @Test("a wrong password, an unknown address, a locked and a disabled account print the same")
    func conceals() {
        let wire = [400, 404].map { WireError(status: $0, error: "e", codes: [$0], correlationID: "ref") }
        let texts = [Problem.Kind.invalidCredentials, .userNotFound, .accountLocked, .accountDisabled].flatMap
        {
            kind in wire.map { Failure(Problem(kind, wire: $0), .signIn).json.description }
        }
        #expect(Set(texts).count == 1)
    }

    @Test(
        "behind the address such an account is refused in words that name no password, by whoever refuses it",
        arguments: [
            (Activity.verification, Failure.Kind.nativeAuth, "invalidCredentials"),
            (.reset, .passwordReset, "underlying"), (.browser, .auth, "underlying"),
        ])
    func concealsLater(_ activity: Activity, _ kind: Failure.Kind, _ name: String) {
        let failures = [Problem.Kind.invalidCredentials, .userNotFound, .accountLocked, .accountDisabled].map
        {
            Failure(Problem($0), activity)
        }
        #expect(Set(failures.map(\.json.description)).count == 1)
        #expect(failures.allSatisfy { $0.kind == kind && $0.name == name && $0.exit == .refused })
        #expect(failures.allSatisfy { !$0.message.contains("password") })
        #expect(failures.allSatisfy { $0.message.contains("can lock an account for a while") })
    }

    @Test("the error object has its members in the documented order")
    func errorObject() {
        var wire = WireError(status: 429, retryAfter: .seconds(30))
        wire.correlationID = "ref"
        let throttled = Failure(Problem(.throttled, wire: wire), .signIn).json.description
        #expect(throttled.hasPrefix(#"{"error":{"type":"Network","case":"throttled","message":""#))
        #expect(throttled.hasSuffix(#""correlationId":"ref","status":429,"retryAfterSeconds":30}}"#))
        let attributes = Failure(Problem(.invalidAttributes(["city"])), .signIn).json.description
        #expect(
            attributes.hasPrefix(
                #"{"error":{"type":"NativeAuthError","case":"invalidAttributes","attributes":["city"],"message":""#
            ))
    }

    @Test(
        "at a reset a problem is one of a reset",
        arguments: [
            (Problem.Kind.resetNotSupported, "notSupported"), (.invalidCode, "invalidCode"),
            (.invalidPassword(.banned), "invalidPassword"), (.resetUnfinished, "underlying"),
            (.malformed, "unknown"),
        ])
    func reset(_ kind: Problem.Kind, _ name: String) {
        let failure = Failure(Problem(kind), .reset)
        #expect(failure.kind == .passwordReset)
        #expect(failure.name == name)
        #expect(!failure.message.isEmpty)
    }

    @Test("in a browser the same problem is an AuthError")
    func interactive() {
        let failure = Failure(Problem(.blockedByPolicy), .browser)
        #expect(failure.kind == .auth)
        #expect(failure.name == "underlying")
    }

    @Test("a request that the service refuses altogether is the configuration's fault in a browser only")
    func refusedRequest() {
        let problem = Problem(
            WireError(status: 400, error: "unsupported_grant_type", codes: [70003]), at: .token)
        #expect(Failure(problem, .browser).kind == .configuration)
        #expect(Failure(problem, .browser).exit == .configuration)
        #expect(Failure(problem, .signIn).kind == .nativeAuth)
    }
}

@Suite("Token cache") struct TokenCacheTests {
    @Test("in memory too, clearing forgets everything and says whether there was something")
    func clearsMemory() async throws {
        var settings = Settings()
        settings.set(.cache, .text("memory"), from: .program)
        let cache = TokenCache(settings, TophhieConfiguration(clientId: "c", tenantSubdomain: "contoso"))
        for home in ["a", "b"] {
            try await cache.store.save(
                StoredTokens(
                    account: AccountID(clientId: "c", authority: "a", homeAccountId: home), identifier: home,
                    username: "", name: "", tenantId: "", environment: "", scopes: [],
                    expiresOn: Date(timeIntervalSince1970: 0), accessToken: "canary"))
        }
        #expect(try await cache.clear())
        #expect(try await cache.store.tokens(for: nil) == nil)
        #expect(try await cache.clear() == false)
    }
}
