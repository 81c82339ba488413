import DevTenant
import Testing
import Wire

@Suite("What a first factor leaves to be done")
struct PolicyTests {
    /// A row of the matrix: tenant's and person's MFA, registration, methods, capabilities → the answer of `/token`.
    struct Row: CustomTestStringConvertible, Sendable {
        var tenant: Policy.MFA = .off
        var person: Policy.MFA?
        var mustRegister: Bool?
        var methods: [Account.Method] = []
        var capabilities: String?
        var verdict: String

        var testDescription: String {
            "\(tenant) \(person.map { "\($0)" } ?? "-") \(mustRegister.map { "\($0)" } ?? "-") \(methods.count) "
                + "\(capabilities ?? "-") → \(verdict)"
        }
    }

    private static let email = [Account.Method(.email, "eve@example.com")]
    private static let sms = [Account.Method(.sms, "+15555550101")]
    private static let both = "mfa_required registration_required"
    private static let mfa = "invalid_grant mfa_required 50076"
    private static let registration = "invalid_grant registration_required 50079"

    static let rows: [Row] = [
        Row(verdict: "200"), Row(methods: email, verdict: "200"),
        Row(tenant: .optional, verdict: "200"), Row(tenant: .optional, methods: email, verdict: "redirect"),
        Row(tenant: .optional, methods: email, capabilities: both, verdict: mfa),
        Row(tenant: .required, methods: sms, capabilities: "mfa_required", verdict: mfa),
        Row(tenant: .required, methods: sms, capabilities: "registration_required", verdict: "redirect"),
        Row(tenant: .required, person: .off, methods: sms, verdict: "200"),
        Row(tenant: .off, person: .required, methods: sms, capabilities: both, verdict: mfa),
        Row(tenant: .off, person: .optional, verdict: "200"),
        Row(tenant: .required, verdict: "redirect"),
        Row(tenant: .required, capabilities: both, verdict: registration),
        Row(mustRegister: true, verdict: "redirect"),
        Row(mustRegister: true, capabilities: "registration_required", verdict: registration),
        Row(mustRegister: true, capabilities: "mfa_required", verdict: "redirect"),
        Row(mustRegister: true, methods: email, capabilities: both, verdict: "200"),
        Row(tenant: .required, mustRegister: true, methods: email, capabilities: both, verdict: mfa),
        Row(tenant: .optional, mustRegister: true, capabilities: both, verdict: registration),
    ]

    @Test(arguments: rows, [true, false])
    func matrix(_ row: Row, hasPassword: Bool) throws {
        var profile = Account.Profile()
        profile.mfa = row.person
        profile.registrationRequired = row.mustRegister
        profile.methods = row.methods
        var policy = Policy()
        policy.mfa = row.tenant
        policy.mfaAfterCode = true
        let bench = try Bench(
            "eve@example.com", password: hasPassword ? "Right-1" : nil, policy: policy, profile)
        let token = try bench.challenged("eve@example.com", capabilities: row.capabilities)
        let reply = hasPassword ? bench.password(token, "Right-1") : bench.code(token, try bench.newestCode())
        #expect(reply.verdict == row.verdict)
        #expect((reply["continuation_token"] != nil) == row.verdict.contains("_required"))
        if row.verdict == "redirect" {
            #expect(reply["redirect_reason"]?.hasPrefix("Client is missing ") == true)
            #expect(reply["access_token"] == nil)
        }
    }

    @Test func aCodeIsFollowedByNothingUnlessThePolicySaysSo() throws {
        var profile = Account.Profile()
        profile.mfa = .required
        profile.methods = Self.sms
        let bench = try Bench("eve@example.com", profile)
        let code = { try bench.newestCode(to: "eve@example.com") }
        #expect(bench.code(try bench.challenged("eve@example.com"), try code()).status == 200)
        bench.admin("PUT", "policy", #"{"mfaAfterCode":true}"#)
        let token = try bench.challenged("eve@example.com", capabilities: Self.both)
        #expect(bench.code(token, try code()).verdict == Self.mfa)
    }

    @Test func thePersonsRegistrationWinsOverTheTenants() throws {
        var policy = Policy()
        policy.registrationRequired = true
        var profile = Account.Profile()
        profile.registrationRequired = false
        let free = try Bench("eve@example.com", password: "Right-1", policy: policy, profile)
        #expect(free.password(try free.challenged("eve@example.com"), "Right-1").status == 200)
        profile.registrationRequired = nil
        let bound = try Bench("eve@example.com", password: "Right-1", policy: policy, profile)
        #expect(bound.password(try bound.challenged("eve@example.com"), "Right-1").verdict == "redirect")
    }

    @Test func methodsOutsideThePolicyDoNotCount() throws {
        var policy = Policy()
        policy.mfa = .required
        policy.strongMethods = [.sms]
        var profile = Account.Profile()
        profile.methods = Self.email
        let bench = try Bench("eve@example.com", password: "Right-1", policy: policy, profile)
        let token = try bench.challenged("eve@example.com", capabilities: Self.both)
        #expect(bench.password(token, "Right-1").verdict == Self.registration)
    }

    @Test func theDemoPeopleNeedWhatTheyAreFor() throws {
        let bench = try Bench()
        #expect(bench.password(try bench.challenged("alan@example.com"), "Enigma-1912").verdict == "redirect")
        #expect(
            bench.password(try bench.challenged("joan@example.com"), "Station-X-40").verdict == "redirect")
        let alan = try bench.challenged("alan@example.com", capabilities: Self.both)
        #expect(bench.password(alan, "Enigma-1912").verdict == Self.mfa)
        let joan = try bench.challenged("joan@example.com", capabilities: Self.both)
        #expect(bench.password(joan, "Station-X-40").verdict == Self.registration)
    }
}

@Suite("Codes, lock-out and accounts that may not come in")
struct AccountStateTests {
    @Test("VB-43 An older code stops working when a new one is sent")
    func resendReplacesTheCode() throws {
        let bench = try Bench()
        let token = try bench.challenged("grace@example.com")
        let old = try bench.newestCode()
        let next = try #require(bench.challenge(token)["continuation_token"])
        let new = try bench.newestCode()
        #expect(bench.code(token, new).verdict == "invalid_request 55200")
        if old != new { #expect(bench.code(next, old).verdict == "invalid_grant invalid_oob_value 50181") }
        #expect(bench.code(next, new).status == 200)
    }

    @Test func codesExpire() throws {
        var policy = Policy()
        policy.codeSeconds = 60
        let bench = try Bench("eve@example.com", policy: policy, Account.Profile())
        let token = try bench.challenged("eve@example.com")
        bench.advance(60)
        #expect(bench.code(token, try bench.newestCode()).verdict == "invalid_grant invalid_oob_value 50181")
        let next = try #require(bench.challenge(token)["continuation_token"])
        bench.advance(59)
        #expect(bench.code(next, try bench.newestCode()).status == 200)
    }

    @Test func codesAreBoundToTheirConversation() throws {
        let bench = try Bench()
        let first = try bench.challenged("grace@example.com")
        let code = try bench.newestCode()
        let second = try bench.challenged("grace@example.com")
        #expect(bench.code(first, code).status == 200)
        #expect(bench.code(second, try bench.newestCode()).status == 200)
    }

    @Test func aGuessedCodeDies() throws {
        var policy = Policy()
        policy.lockoutAfter = 3
        policy.codeLength = 4
        let bench = try Bench("eve@example.com", policy: policy, Account.Profile())
        let token = try bench.challenged("eve@example.com")
        let code = try bench.newestCode()
        #expect(code.count == 4)
        for _ in 1...3 { #expect(bench.code(token, "x").verdict == "invalid_grant invalid_oob_value 50181") }
        #expect(bench.code(token, code).verdict == "invalid_grant invalid_oob_value 50181")
    }

    @Test func wrongPasswordsLockForAWhile() throws {
        var policy = Policy()
        policy.lockoutAfter = 3
        let bench = try Bench("eve@example.com", password: "Right-1", policy: policy, Account.Profile())
        let token = try bench.challenged("eve@example.com")
        for _ in 1...3 { #expect(bench.password(token, "x").verdict == "invalid_grant 50126") }
        #expect(bench.password(token, "Right-1").verdict == "invalid_grant 50053")
        bench.advance(59)
        #expect(bench.password(token, "Right-1").verdict == "invalid_grant 50053")
        bench.advance(1)
        #expect(bench.password(token, "x").verdict == "invalid_grant 50126")
        #expect(bench.password(token, "Right-1").status == 200)
    }

    @Test func aRightPasswordClearsTheCount() throws {
        var policy = Policy()
        policy.lockoutAfter = 2
        let bench = try Bench("eve@example.com", password: "Right-1", policy: policy, Account.Profile())
        for _ in 1...3 {
            let token = try bench.challenged("eve@example.com")
            #expect(bench.password(token, "x").verdict == "invalid_grant 50126")
            #expect(bench.password(token, "Right-1").status == 200)
        }
    }

    @Test func disabledAndExpiredAccountsAreToldAfterTheProof() throws {
        var profile = Account.Profile()
        profile.disabled = true
        let disabled = try Bench("eve@example.com", password: "Right-1", profile)
        let token = try disabled.challenged("eve@example.com")
        #expect(disabled.password(token, "x").verdict == "invalid_grant 50126")
        #expect(disabled.password(token, "Right-1").verdict == "invalid_grant 50057")
        profile.disabled = false
        profile.mustChangePassword = true
        let expired = try Bench("eve@example.com", password: "Right-1", profile)
        #expect(
            expired.password(try expired.challenged("eve@example.com"), "Right-1").verdict
                == "invalid_request 50142")
    }

    @Test func peopleWhoMustUseABrowserAreRedirected() throws {
        var profile = Account.Profile()
        profile.mustUseBrowser = true
        let bench = try Bench("eve@example.com", password: "Right-1", profile)
        #expect(bench.initiate("eve@example.com").verdict == "redirect")
    }

    @Test("VB-37 The case of an address does not matter, and the directory's spelling comes back")
    func addressesIgnoreCase() throws {
        let bench = try Bench("Eve@Example.com", password: "Right-1", Account.Profile())
        #expect(bench.password(try bench.challenged("eve@example.COM"), "Right-1").status == 200)
    }
}
