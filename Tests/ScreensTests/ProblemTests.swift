import AuthFlow
import Screens
import Testing
import Wire

@Suite struct ProblemTests {
    static let kinds: [Problem.Kind] =
        [
            .invalidCredentials, .userNotFound, .userAlreadyExists, .invalidCode, .invalidInput,
            .invalidAttributes(["city"]), .noMatchingAuthMethod, .resetNotSupported, .accountLocked,
            .accountDisabled, .passwordExpired, .passwordChangeRequired, .methodBlocked, .sessionExpired,
            .throttled, .blockedByPolicy, .interactionRequired, .deviceCodeExpired, .deviceCodeUnknown,
            .serviceUnavailable, .refused, .malformed,
        ]
        + [.tooShort, .tooLong, .tooWeak, .banned, .recentlyUsed, .invalid, .other].map {
            Problem.Kind.invalidPassword($0)
        }
        + [
            .unknownClient, .nativeAuthenticationOff, .publicClientOff, .unknownTenant, .scope,
            .deviceAddress,
            .other,
            .discovery(.notFound(status: 404)), .discovery(.notADocument),
            .discovery(.issuerRefused("https://evil.example")),
            .discovery(.endpointRefused("token_endpoint")), .discovery(.tenantMismatch),
        ].map { Problem.Kind.misconfigured($0) }
        + [
            .nameNotResolved(host: "h"), .connectionRefused(host: "h"), .unreachable(host: "h"),
            .timedOut(host: "h"), .tlsTooOld(host: "h"), .caFileUnreadable(path: "/p"),
            .caFileInvalid(path: "/p"), .intercepted(host: "h"), .bodyTooLarge, .interrupted(host: "h"),
            .insecureAddress(host: "h"),
            .libraryMissing(name: "l"), .other(code: 7, text: "t"), .proxy(name: "p", .nameNotResolved),
            .proxy(name: "p", .unreachable), .proxy(name: "p", .wantsCredentials),
            .proxy(name: "p", .refused(status: 403)), .certificate(host: "h", issuer: nil, .expired),
            .certificate(host: "h", issuer: nil, .notYetValid),
            .certificate(host: "h", issuer: "CN=x", .unknownIssuer),
            .certificate(host: "h", issuer: nil, .unknownIssuer),
            .certificate(host: "h", issuer: nil, .wrongHost),
            .certificate(host: "h", issuer: nil, .other("t")),
        ].map { Problem.Kind.unreachable($0) }
        + [
            .missing, .signature, .claim("aud"), .clock(.seconds(3600)), .clock(.seconds(-90)),
            .keysUnavailable,
        ].map { Problem.Kind.untrusted($0) }

    @Test("Every problem has a whole sentence", arguments: kinds)
    func sentences(_ kind: Problem.Kind) {
        let text = Problem(kind).message(Person.english)
        #expect(!text.hasPrefix("problem."))
        #expect(!text.contains("{") && !text.contains("\n"))
        #expect(text.contains(" "))
    }

    @Test("VB-65 a foreign certificate names host, issuer and the setting, never to do without")
    func certificate() {
        let text = Problem(
            .unreachable(.certificate(host: "login.example", issuer: "CN=Proxy", .unknownIssuer))
        )
        .message(Person.english)
        for word in ["login.example", "CN=Proxy", "caFile"] { #expect(text.contains(word)) }
    }

    @Test(
        "VB-68 the clock's difference is said in the unit that fits",
        arguments: [
            (3600 * 3, "3 hours ahead"), (-3600, "60 minutes behind"), (-90, "90 seconds behind"),
        ])
    func clock(_ seconds: Int, _ words: String) {
        #expect(Problem(.untrusted(.clock(.seconds(seconds)))).message(Person.english).contains(words))
    }

    @Test("How long to wait is said, where the service said it")
    func retryAfter() {
        let wire = WireError(status: 429, retryAfter: .seconds(180))
        #expect(Problem(.throttled, wire: wire).message(Person.english).contains("Wait 3 minutes"))
        #expect(Problem(.throttled).message(Person.english).contains("Wait a few minutes"))
    }

    @Test("VB-63 names from outside are cleaned")
    func cleaned() {
        let text = Problem(.unreachable(.proxy(name: "p\u{1B}[2J\u{202E}x", .unreachable))).message(
            Person.english)
        #expect(text.contains("The proxy px cannot"))
    }

    @Test("References are for what others must help with")
    func references() {
        #expect(Problem(.malformed, correlationID: "r").reference(Person.english) == "Reference: r")
        #expect(Problem(.malformed).reference(Person.english) == nil)
        for kind in [
            Problem.Kind.invalidCredentials, .userNotFound, .accountLocked, .accountDisabled, .invalidCode,
        ] {
            #expect(Problem(kind, correlationID: "r").reference(Person.english) == nil)
        }
    }

    @Test("VB-39 whatever a refusal tells about an account, the words are the same")
    func concealed() {
        let texts = [Problem.Kind.invalidCredentials, .userNotFound, .accountLocked, .accountDisabled].map {
            Problem($0).message(Person.english)
        }
        #expect(Set(texts).count == 1)
    }

    @Test("An issuer has an end, and takes none of the words behind it")
    func foreignIssuers() {
        for issuer in [String(repeating: "i", count: 100_000), "x\u{1B}]0;", "x\u{9B}"] {
            let problem = Problem(.misconfigured(.discovery(.issuerRefused(issuer))))
            let message = problem.message(Person.english)
            #expect(message.count < 400)
            #expect(message.hasSuffix(". Check authority."))
        }
    }

    @Test("An attribute's name has an end, whatever the service calls it")
    func longNames() {
        let problem = Problem(.invalidAttributes([String(repeating: "n", count: 5000), "city"]))
        let message = problem.message(Person.english)
        #expect(message.contains("…") && message.contains("City") && message.count < 120)
    }
}
