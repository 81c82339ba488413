import DevTenant
import FoundationEssentials
import Testing

@Suite("Discovery, keys and tokens")
struct OpenIDTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test(arguments: ["contoso", "CONTOSO", "contoso.onmicrosoft.com", Bench.tenantID])
    func isServedUnderEveryName(_ name: String) {
        let document = bench.send("GET", "/\(name)/v2.0/.well-known/openid-configuration")
        let base = "\(Bench.origin)/\(Bench.tenantID)"
        #expect(document["issuer"] == "https://\(Bench.tenantID).ciamlogin.com/\(Bench.tenantID)/v2.0")
        #expect(document["token_endpoint"] == "\(base)/oauth2/v2.0/token")
        #expect(document["device_authorization_endpoint"] == "\(base)/oauth2/v2.0/devicecode")
        #expect(document["jwks_uri"] == "\(base)/discovery/v2.0/keys")
    }

    @Test func tokensCarryTheClaimsOfTheirScopes() throws {
        let reply = try bench.signIn()
        #expect(reply["token_type"] == "Bearer")
        #expect(reply["scope"] == "openid profile User.Read")
        #expect(reply.json?["expires_in"] == 3600)
        let token = try #require(reply["id_token"])
        let parts = token.split(separator: ".")
        #expect(parts.count == 3)
        let header = try #require(decoded(parts[0]))
        #expect(header["alg"]?.text == "RS256")
        guard case .array(let keys)? = bench.send("GET", "/contoso/discovery/v2.0/keys").json?["keys"] else {
            Issue.record("no keys")
            return
        }
        #expect(keys.map { $0["kid"]?.text } == [header["kid"]?.text])
        let claims = try #require(decoded(parts[1]))
        #expect(claims["aud"]?.text == Bench.client)
        #expect(claims["tid"]?.text == Bench.tenantID)
        #expect(claims["oid"]?.text == "3f0e2b6a-8c14-4a57-9d0b-1815120ad401")
        #expect(claims["preferred_username"]?.text == "ada@example.com")
        #expect(claims["exp"] == .int(1_796_003_600))
        #expect(claims["email"] == nil)
        #expect(claims["nonce"] == nil)
    }

    @Test(arguments: [
        ("openid", true, false), ("offline_access User.Read", false, true), ("User.Read", false, false),
        ("https://graph.microsoft.com/User.Read openid offline_access", true, true),
    ])
    func scopesDecideWhichTokensCome(_ scope: String, _ id: Bool, _ refresh: Bool) throws {
        let reply = try bench.signIn(scope: scope)
        #expect((reply["id_token"] != nil) == id)
        #expect((reply["refresh_token"] != nil) == refresh)
        #expect(reply["scope"]?.contains("offline_access") == false)
    }

    @Test(arguments: [("1", true), ("true", true), (nil, false), ("0", false)])
    func clientInfoComesWhenAsked(_ asked: String?, _ comes: Bool) throws {
        let token = try #require(try bench.signIn()["refresh_token"])
        var fields = ["grant_type": "refresh_token", "refresh_token": token]
        fields["client_info"] = asked
        #expect((bench.post("/oauth2/v2.0/token", fields)["client_info"] != nil) == comes)
    }

    @Test func refreshingGivesNewTokensUntilTheyAreRevoked() throws {
        let first = try #require(try bench.signIn()["refresh_token"])
        let reply = refresh(first)
        let second = try #require(reply["refresh_token"])
        #expect(second != first)
        #expect(reply["scope"] == "openid profile User.Read")
        #expect(bench.admin("POST", "revoke", #"{"email":"ada@example.com"}"#).status == 204)
        #expect(refresh(second).verdict == "invalid_grant bad_token 50173")
        #expect(refresh("nonsense").verdict == "invalid_grant bad_token 70000")
    }

    @Test func refreshTokensEndAfterNinetyDays() throws {
        let token = try #require(try bench.signIn()["refresh_token"])
        bench.advance(89 * 86_400)
        #expect(refresh(token).status == 200)
        bench.advance(2 * 86_400)
        #expect(refresh(token).verdict == "invalid_grant bad_token 700082")
    }

    private func refresh(_ token: String) -> Reply {
        bench.post("/oauth2/v2.0/token", ["grant_type": "refresh_token", "refresh_token": token])
    }

    private func decoded(_ part: Substring) -> JSON? {
        let text = part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: String(text) + padding).flatMap { try? JSON(parsing: Array($0)) }
    }
}
