import FoundationEssentials
import Wire

/// The page on which a person lets a device in (RFC 8628, section 3.3): HTML forms, no scripts.
///
/// It holds the doors: cookie, CSRF token, headers. What an answer leads to decides ``PageVisit``.
enum DevicePage {
    static let all: [Route] = [
        .global("GET", "/device", show), .global("POST", "/device", submit),
        .global("GET", "/device/style.css", style),
    ]

    static let cookieName = "devtenant_device"

    @Sendable private static func show(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let cookie = cookie(exchange.request)
        var session = try cookie.flatMap { try records.pageSession($0, now: exchange.now) }
        if let step = session?.step, [.approved, .declined].contains(step) { session?.restart() }
        guard let cookie, let session else { return try begin(exchange, records) }
        try records.save(session, cookie, now: exchange.now)
        return page(session, nil, exchange, records)
    }

    private static func begin(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        let session = PageSession()
        let cookie = try records.newCookie(for: session, replacing: nil, now: exchange.now)
        return setting(cookie, page(session, nil, exchange, records), exchange)
    }

    @Sendable private static func submit(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        guard let cookie = cookie(exchange.request),
            let session = try records.pageSession(cookie, now: exchange.now),
            exchange.form.secret("csrf") == Secret(session.csrf)
        else { return PageView.outOfDate.response(status: 403) }
        // A form of an earlier step, from the back button or a double click, changes nothing.
        guard [nil, session.step.rawValue].contains(exchange.form.text("step")) else {
            return page(session, "That form was no longer current.", exchange, records)
        }
        var visit = PageVisit(session: session, exchange: exchange, records: records)
        try visit.take()
        guard visit.isNewlySignedIn else {
            try records.save(visit.session, cookie, now: exchange.now)
            return page(visit.session, visit.problem, exchange, records)
        }
        visit.session.csrf = Random.token()
        let fresh = try records.newCookie(for: visit.session, replacing: cookie, now: exchange.now)
        return setting(fresh, page(visit.session, visit.problem, exchange, records), exchange)
    }

    private static func page(
        _ session: PageSession, _ problem: String?, _ exchange: Exchange, _ records: Records
    ) -> TenantResponse {
        let request = session.userCode.flatMap {
            try? records.pendingRequest(userCode: $0, now: exchange.now)
        }
        let view = PageView(session, problem: problem, request: request, settings: exchange.settings)
        return view.response(status: session.step == .locked ? 429 : 200)
    }

    @Sendable private static func style(_ exchange: Exchange, _ records: Records) throws -> TenantResponse {
        TenantResponse(
            status: 200,
            headers: [
                TenantHeader("Content-Type", "text/css; charset=utf-8"),
                TenantHeader("X-Content-Type-Options", "nosniff"),
            ], body: Array(PageView.css.utf8))
    }

    private static func cookie(_ request: TenantRequest) -> Secret? {
        let pairs = request.headers("Cookie").flatMap { $0.split(separator: ";") }.map(\.trimmed)
        let found = pairs.filter { $0.hasPrefix("\(cookieName)=") }
        return found.count == 1 ? found.first.map { Secret(String($0.dropFirst(cookieName.count + 1))) } : nil
    }

    private static func setting(
        _ cookie: Secret, _ response: TenantResponse, _ exchange: Exchange
    ) -> TenantResponse {
        var response = response
        let secure = exchange.tenant.origin.hasPrefix("https:") ? "; Secure" : ""
        response.set(
            "Set-Cookie",
            "\(cookieName)=\(cookie.exposedAsString()); Path=/device; HttpOnly; SameSite=Strict\(secure)")
        return response
    }
}
