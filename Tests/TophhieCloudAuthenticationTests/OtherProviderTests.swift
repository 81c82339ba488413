import AuthFlow
import FoundationEssentials
import TestSupport
import Testing
import Wire

@testable import TophhieCloudAuthentication

/// A device code at an OpenID provider that is not Entra, whose answers are as sparse as the standards allow.
@Suite struct OtherProviderTests {
    private static let root = "https://idp.example.com/api/oidc"
    private static let moment = 1_800_000_000
    private static let forge = Result { try TokenForge() }

    private let time = ManualTime(startingAt: Date(timeIntervalSince1970: Double(moment)))

    /// What the provider answers, by the last part of the path.
    private func answers(claims: [String: TokenForge.Value] = [:]) throws -> [String: String] {
        let forge = try Self.forge.get()
        guard case .rsa(let modulus, let exponent) = forge.material else { throw TokenForge.NoKey() }
        func text(_ bytes: [UInt8]) -> String {
            String(decoding: TokenForge.base64URL(Data(bytes)), as: UTF8.self)
        }
        let sparse: [String: TokenForge.Value] = [
            "iss": .text(Self.root), "sub": "rZJo7T3X", "aud": "terminal", "azp": "terminal",
            "iat": .number(Self.moment), "exp": .number(Self.moment + 3600),
        ]
        let token = try forge.token(
            header: ["alg": "RS256"], claims: sparse.merging(claims) { _, new in new })
        return [
            "openid-configuration": """
            {"issuer":"\(Self.root)","token_endpoint":"\(Self.root)/token","jwks_uri":"\(Self.root)/jwks",
            "device_authorization_endpoint":"\(Self.root)/device_authorization"}
            """,
            "jwks": #"{"keys":[{"kty":"RSA","n":"\#(text(modulus))","e":"\#(text(exponent))"}]}"#,
            "device_authorization": """
            {"device_code":"d","user_code":"7BUT-EAZM","verification_uri":"\(Self.root)/device","expires_in":"600"}
            """,
            "token": """
            {"token_type":"bearer","access_token":"a","expires_in":"3600","scope":"openid profile",
            "id_token":"\(String(decoding: token, as: UTF8.self))"}
            """,
        ]
    }

    private func runner(_ answers: [String: String]) throws -> (FlowRunner, ScriptedTransport) {
        let transport = ScriptedTransport { request, _ in
            answers[request.url.lastPathComponent].map { .reply($0) } ?? .reply(status: 404, "")
        }
        var configuration = TophhieConfiguration(
            clientId: "terminal", authority: try #require(URL(string: Self.root)))
        configuration.provider = .oidc
        configuration.transport = transport
        configuration.time = time.source
        return (FlowRunner(try Client(configuration)), transport)
    }

    private func redeem(_ runner: FlowRunner) async -> FlowEvent? {
        let request = WireRequest.token(.deviceCode(Secret("d")), scopes: ["openid"])
        return await runner.perform(.send(RequestID(2), request))
    }

    @Test func theSparsestAnswersWillDo() async throws {
        let (runner, transport) = try runner(try answers())
        guard
            case .replied(_, .device(let grant)) = await runner.perform(
                .send(RequestID(1), .deviceAuthorize(scopes: ["openid"])))
        else { throw Unexpected() }
        #expect(grant.userCode == "7BUT-EAZM")
        #expect(grant.interval == .seconds(5))
        #expect(grant.expiresIn == .seconds(600))
        guard case .authenticated(_, let tokens) = await redeem(runner) else { throw Unexpected() }
        #expect(tokens.identity.objectID == "rZJo7T3X")
        #expect(tokens.identity.tenantID == "")
        #expect(tokens.identity.label == "rZJo7T3X")
        #expect(tokens.refreshToken == nil)
        #expect(tokens.expiresAt == Self.moment + 3600)
        #expect(
            transport.asked.map(\.url.lastPathComponent)
                == ["openid-configuration", "device_authorization", "token", "jwks"])
    }

    /// `oid` and `tid` are anybody's to fill there: an account is what `sub` says.
    @Test func theSubjectIsTheAccount() async throws {
        let claims: [String: TokenForge.Value] = [
            "oid": "somebody else", "tid": "another tenant", "name": "Ada Lovelace",
            "email": "ada@example.com",
        ]
        let (runner, _) = try runner(try answers(claims: claims))
        guard case .authenticated(_, let tokens) = await redeem(runner) else { throw Unexpected() }
        #expect(
            tokens.identity
                == Identity(
                    objectID: "rZJo7T3X", tenantID: "", username: "ada@example.com", name: "Ada Lovelace"))
        #expect(runner.stored(tokens).account.homeAccountId == "rZJo7T3X")
        #expect(runner.stored(tokens).label == "ada@example.com")
    }

    @Test func aProviderWithoutDeviceCodesIsNamed() async throws {
        var answers = try answers()
        answers["openid-configuration"] = """
            {"issuer":"\(Self.root)","token_endpoint":"\(Self.root)/token","jwks_uri":"\(Self.root)/jwks"}
            """
        let (runner, _) = try runner(answers)
        guard
            case .failed(_, let problem) = await runner.perform(
                .send(RequestID(1), .deviceAuthorize(scopes: ["openid"])))
        else { throw Unexpected() }
        #expect(
            problem.kind == .misconfigured(.discovery(.endpointMissing("device_authorization_endpoint"))))
        #expect(AuthError(problem).localizedDescription.contains("has no device_authorization_endpoint"))
    }

    @Test(
        arguments: [
            ("Ada", "ada@example.com", "ada@example.com"), ("Ada", "", "Ada"), (nil, "", "id"),
            ("", "", "id"),
        ] as [(String?, String, String)])
    func thereIsAlwaysAWordForThePerson(name: String?, username: String, label: String) {
        #expect(Identity(objectID: "id", tenantID: "", username: username, name: name).label == label)
    }

    private struct Unexpected: Error {}
}
