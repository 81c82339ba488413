import DevTenant
import Testing
import Wire

/// A browser with one cookie, on the device page.
struct Browser {
    let bench: Bench
    var cookie: String?
    private(set) var page: Reply

    init(_ bench: Bench) {
        self.bench = bench
        page = bench.send("GET", "/device")
        take(page)
    }

    private mutating func take(_ reply: Reply) {
        page = reply
        if let line = reply.response.header("Set-Cookie") { cookie = String(line.prefix { $0 != ";" }) }
    }

    var title: String? {
        page.text.firstMatch(of: /<h1>(.*)<\/h1>/).map { String($0.1) }
    }

    func hidden(_ name: String) -> String? {
        page.text.split(separator: "\n").first { $0.contains("name=\"\(name)\"") }
            .flatMap { $0.firstMatch(of: /value="([^"]*)"/) }.map { String($0.1) }
    }

    @discardableResult
    mutating func submit(_ fields: [String: String]) -> String? {
        var all = fields
        for name in ["csrf", "step"] where all[name] == nil { all[name] = hidden(name) }
        take(bench.form("/device", all, cookie.map { ["Cookie": $0] } ?? [:]))
        return title
    }

    mutating func reload() { take(bench.send("GET", "/device", cookie.map { ["Cookie": $0] } ?? [:])) }
}

@Suite("The device page")
struct DevicePageTests {
    private let bench: Bench
    private let userCode: String
    private let deviceCode: String

    init() throws {
        bench = try Bench()
        let request = bench.post("/oauth2/v2.0/devicecode", ["scope": Bench.scopes])
        userCode = try #require(request["user_code"])
        deviceCode = try #require(request["device_code"])
    }

    private func poll() -> Reply {
        let grant = "urn:ietf:params:oauth:grant-type:device_code"
        return bench.post("/oauth2/v2.0/token", ["grant_type": grant, "device_code": deviceCode])
    }

    private func browser(for email: String) -> Browser {
        var browser = Browser(bench)
        browser.submit(["user_code": userCode])
        browser.submit(["email": email])
        return browser
    }

    @Test func passwordThenApproval() {
        var browser = Browser(bench)
        #expect(browser.title == "Enter the code")
        #expect(browser.submit(["user_code": userCode.lowercased()]) == "Sign in")
        #expect(browser.submit(["email": "ada@example.com"]) == "Enter your password")
        #expect(browser.submit(["password": "wrong"]) == "Enter your password")
        let before = browser.cookie
        #expect(browser.submit(["password": "Lovelace-1843"]) == "Let this device in?")
        #expect(browser.cookie != before)
        #expect(browser.page.text.contains(userCode) && browser.page.text.contains("ada@example.com"))
        #expect(poll().verdict == "authorization_pending 70016")
        #expect(browser.submit(["decision": "approve"]) == "The device is let in")
        #expect(poll().status == 200)
    }

    @Test func decline() {
        var browser = browser(for: "ada@example.com")
        browser.submit(["password": "Lovelace-1843"])
        #expect(browser.submit(["decision": "decline"]) == "Declined")
        #expect(poll().verdict == "authorization_declined 65004")
    }

    @Test(arguments: ["grace@example.com", "linus@example.com"])
    func peopleWithoutAPasswordUseACode(_ email: String) throws {
        var browser = browser(for: email)
        #expect(browser.title == "Enter the code we sent")
        #expect(browser.submit(["code": "1"]) == "Enter the code we sent")
        let old = try bench.newestCode(to: email)
        browser.submit(["action": "resend", "code": ""])
        let new = try bench.newestCode(to: email)
        if old != new { #expect(browser.submit(["code": old]) == "Enter the code we sent") }
        #expect(browser.submit(["code": " \(new.prefix(4))-\(new.suffix(4)) "]) == "Let this device in?")
        browser.submit(["decision": "approve"])
        #expect(poll().status == 200)
    }

    @Test func aSecondFactorIsAskedFor() throws {
        var browser = browser(for: "alan@example.com")
        #expect(browser.submit(["password": "Enigma-1912"]) == "Choose how to verify")
        #expect(browser.page.text.contains("+1********00"))
        #expect(browser.submit(["method": "7"]) == "Choose how to verify")
        #expect(browser.submit(["method": "1"]) == "Enter the code we sent")
        let outbox = bench.admin("GET", "outbox?to=%2B15555550100").json
        guard case .array(let entries)? = outbox else {
            Issue.record("no outbox")
            return
        }
        #expect(entries.first?["purpose"] == "secondFactor" && entries.first?["channel"] == "sms")
        #expect(browser.submit(["code": try bench.newestCode()]) == "Let this device in?")
        browser.submit(["decision": "approve"])
        #expect(poll().status == 200)
    }

    @Test(arguments: ["joan@example.com", "+1 (555) 555-0199"])
    func aMethodIsRegistered(_ contact: String) throws {
        var browser = browser(for: "joan@example.com")
        #expect(browser.submit(["password": "Station-X-40"]) == "Add a way to verify")
        for refused in ["", "joan", "+0", "+15556660100"] {
            #expect(browser.submit(["contact": refused]) == "Add a way to verify", "\(refused)")
        }
        #expect(browser.submit(["contact": contact]) == "Enter the code we sent")
        #expect(bench.admin("GET", "outbox").text.contains(#""purpose":"registration""#))
        #expect(browser.submit(["code": try bench.newestCode()]) == "Let this device in?")
        browser.submit(["decision": "approve"])
        #expect(poll().status == 200)
        let token = try bench.challenged(
            "joan@example.com", capabilities: "mfa_required registration_required")
        #expect(bench.password(token, "Station-X-40").verdict == "invalid_grant mfa_required 50076")
    }

    @Test func tooManyCodesAreToldOnThePage() {
        bench.admin("PUT", "policy", #"{"codeLimit":1}"#)
        var browser = browser(for: "grace@example.com")
        #expect(browser.submit(["action": "resend", "code": ""]) == "Enter the code we sent")
        #expect(browser.page.text.contains("Cannot generate more one-time passcodes"))
    }

    @Test func unknownAddressesLookLikeKnownOnes() {
        var browser = browser(for: "nobody@example.com")
        #expect(browser.title == "Enter your password")
        #expect(browser.submit(["password": "Lovelace-1843"]) == "Enter your password")
        #expect(browser.page.text.contains("The address or the password is not right."))
    }

    @Test func formsNeedTheirTokenAndTheirCookie() {
        var browser = browser(for: "ada@example.com")
        let other = Browser(bench)
        for csrf in ["", "x", other.hidden("csrf") ?? ""] {
            var forged = browser
            forged.submit(["password": "Lovelace-1843", "csrf": csrf])
            #expect(forged.page.status == 403)
        }
        var stranger = browser
        stranger.cookie = nil
        stranger.submit(["password": "Lovelace-1843"])
        #expect(stranger.page.status == 403)
        #expect(browser.submit(["password": "Lovelace-1843"]) == "Let this device in?")
    }

    @Test func formsOfAnEarlierStepChangeNothing() {
        var browser = browser(for: "ada@example.com")
        #expect(browser.submit(["email": "grace@example.com", "step": "account"]) == "Enter your password")
        browser.submit(["password": "Lovelace-1843"])
        #expect(browser.submit(["decision": "approve", "step": "password"]) == "Let this device in?")
        #expect(poll().verdict == "authorization_pending 70016")
    }

    @Test func fiveWrongCodesLockASession() {
        var browser = Browser(bench)
        for _ in 1...4 { #expect(browser.submit(["user_code": "BBBB-BBBB"]) == "Enter the code") }
        #expect(browser.submit(["user_code": "BBBB-BBBB"]) == "Too many wrong codes")
        #expect(browser.page.status == 429)
        browser.submit(["user_code": userCode, "action": "restart"])
        #expect(browser.page.status != 200)
        browser.reload()
        #expect(browser.title == "Too many wrong codes")
    }

    @Test func beginningAgainDoesNotResetTheCount() {
        var browser = Browser(bench)
        for _ in 1...4 { browser.submit(["user_code": "BBBB-BBBB"]) }
        browser.submit(["user_code": userCode])
        #expect(browser.submit(["action": "restart"]) == "Enter the code")
        #expect(browser.submit(["user_code": "BBBB-BBBB"]) == "Too many wrong codes")
    }

    @Test func wrongCodesOfAllSessionsAreLimitedByTheMinute() {
        for _ in 1...5 {
            var browser = Browser(bench)
            for _ in 1...4 { browser.submit(["user_code": "BBBB-BBBB"]) }
        }
        var browser = Browser(bench)
        #expect(browser.submit(["user_code": userCode]) == "Enter the code")
        #expect(browser.page.text.contains("Wait a minute"))
        bench.advance(60)
        #expect(browser.submit(["user_code": userCode]) == "Sign in")
    }

    @Test func anExpiredCodeCannotBeApproved() {
        var browser = browser(for: "ada@example.com")
        browser.submit(["password": "Lovelace-1843"])
        bench.advance(899)
        browser.reload()
        bench.advance(1)
        #expect(browser.submit(["decision": "approve"]) == "Enter the code")
        #expect(browser.page.text.contains("That code has expired"))
        #expect(poll().verdict == "expired_token 70020")
    }

    @Test func wrongPasswordsLockTheAccountHereToo() throws {
        bench.admin("PUT", "policy", #"{"lockoutAfter":2}"#)
        var browser = browser(for: "ada@example.com")
        for _ in 1...2 { browser.submit(["password": "x"]) }
        #expect(browser.submit(["password": "Lovelace-1843"]) == "Enter your password")
        #expect(browser.page.text.contains("locked for a while"))
        #expect(
            bench.password(try bench.challenged("ada@example.com"), "Lovelace-1843").verdict
                == "invalid_grant 50053")
    }

    @Test func textIsEscaped() {
        let browser = browser(for: "\"><b>'&x@example.com")
        #expect(browser.page.text.contains("&quot;&gt;&lt;b&gt;&#39;&amp;x@example.com"))
        #expect(!browser.page.text.contains("<b>"))
    }

    @Test func headersKeepThePageToItself() throws {
        let page = bench.send("GET", "/device").response
        let policy = try #require(page.header("Content-Security-Policy"))
        for part in [
            "default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'",
        ] {
            #expect(policy.contains(part))
        }
        #expect(page.header("X-Frame-Options") == "DENY")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("Cache-Control") == "no-store")
        let cookie = try #require(page.header("Set-Cookie"))
        #expect(cookie.hasSuffix("; Path=/device; HttpOnly; SameSite=Strict"))
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(!text.contains("<script") && !text.contains("style=") && !text.contains("<style"))
        #expect(
            bench.send("GET", "/device/style.css").response.header("Content-Type")
                == "text/css; charset=utf-8")
    }
}
