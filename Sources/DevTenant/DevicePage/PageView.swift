/// The device page as HTML: one form a page, no scripts, no inline style, every text escaped.
struct PageView {
    private let title: String
    private let content: String

    private init(title: String, content: String) {
        self.title = title
        self.content = content
    }

    static let outOfDate = PageView(
        title: "This form is out of date",
        content: """
            <p>It may have been open for too long, or it did not come from this page.</p>
            <p><a href="/device">Begin again</a></p>
            """)

    init(_ session: PageSession, problem: String?, request: DeviceRequest?, settings: TenantSettings) {
        let notice = problem.map { "<p class=\"problem\" role=\"alert\">\(escaped($0))</p>\n" } ?? ""
        let (title, body) = Self.body(session, request, settings)
        self.init(title: title, content: notice + body)
    }

    private static func body(
        _ session: PageSession, _ request: DeviceRequest?, _ settings: TenantSettings
    ) -> (String, String) {
        switch session.step {
        case .userCode:
            let explanation =
                "Enter the code that your own device shows. Never enter a code that somebody else gave or sent to you."
            return (
                "Enter the code",
                form(
                    session, explanation: explanation,
                    field(
                        "user_code", "Code", #"autocomplete="off" autocapitalize="characters" maxlength="32""#
                    ), "Next",
                    canRestart: false)
            )
        case .account:
            return (
                "Sign in",
                form(session, field("email", "E-mail", #"type="email" autocomplete="username""#), "Next")
            )
        case .password:
            return (
                "Enter your password",
                form(
                    session, explanation: session.email,
                    field("password", "Password", #"type="password" autocomplete="current-password""#),
                    "Sign in")
            )
        case .oneTimeCode: return ("Enter the code we sent", oneTimeCode(session))
        case .method: return ("Choose how to verify", form(session, choices(session.choices), "Send a code"))
        case .contact:
            return (
                "Add a way to verify",
                form(
                    session,
                    explanation:
                        "Your account needs a second way to know you: enter an e-mail address or a phone number.",
                    field("contact", "E-mail or phone", #"value="\#(escaped(session.email))""#), "Send a code"
                )
            )
        case .consent: return ("Let this device in?", consent(session, request, settings))
        case .approved:
            return ("The device is let in", "<p>You may close this page and go back to your device.</p>")
        case .declined: return ("Declined", "<p>The device was not let in. You may close this page.</p>")
        case .locked:
            return (
                "Too many wrong codes",
                "<p>No more codes can be entered here. Ask the device for a new one later.</p>"
            )
        }
    }

    private static func oneTimeCode(_ session: PageSession) -> String {
        let target = session.sentTo?.masked ?? ""
        let reason =
            session.purpose == "registration" ? " It also becomes your way to verify from now on." : ""
        return form(
            session, explanation: "A code is on its way to \(target).\(reason)",
            field("code", "Code", #"inputmode="numeric" autocomplete="one-time-code" maxlength="32""#),
            "Next",
            more: #"<button name="action" value="resend" formnovalidate>Send a new code</button>"#)
    }

    private static func consent(
        _ session: PageSession, _ request: DeviceRequest?, _ settings: TenantSettings
    ) -> String {
        let scopes = request.flatMap { try? Scopes($0.scopes).granted } ?? ""
        let facts = [
            ("Application", settings.clientID), ("Code", request?.shownCode ?? "expired"),
            ("Asks for", scopes),
            ("You are", session.email),
        ]
        let rows = facts.map { "<dt>\($0.0)</dt><dd>\(escaped($0.1))</dd>" }.joined()
        return """
            <p>A device that shows this code will be signed in as you.</p>
            <dl>\(rows)</dl>
            <p class="warning">Approve only what you began yourself, on a device that you can see. If somebody sent
            you the code, decline: approving would give them your account.</p>
            <form method="post" action="/device">
            \(hidden(session))<button name="decision" value="approve">Approve</button>
            <button name="decision" value="decline">Decline</button>
            </form>
            """
    }

    private static func form(
        _ session: PageSession, explanation: String = "", _ fields: String, _ button: String,
        more: String = "",
        canRestart: Bool = true
    ) -> String {
        let words = explanation.isEmpty ? "" : "<p>\(escaped(explanation))</p>\n"
        let restart =
            canRestart ? #"<button name="action" value="restart" formnovalidate>Begin again</button>"# : ""
        return """
            \(words)<form method="post" action="/device">
            \(hidden(session))\(fields)
            <button>\(button)</button>
            \(more)
            \(restart)
            </form>
            """
    }

    private static func hidden(_ session: PageSession) -> String {
        """
        <input type="hidden" name="csrf" value="\(escaped(session.csrf))">
        <input type="hidden" name="step" value="\(session.step.rawValue)">

        """
    }

    private static func field(_ name: String, _ label: String, _ attributes: String) -> String {
        #"<label for="\#(name)">\#(label)</label><input id="\#(name)" name="\#(name)" required autofocus \#(attributes)>"#
    }

    private static func choices(_ methods: [Account.Method]) -> String {
        methods.enumerated().map { index, method in
            let kind = method.channel == .email ? "E-mail" : "Text message"
            return #"<label><input type="radio" name="method" value="\#(index)" required>"#
                + " \(kind) to \(escaped(method.masked))</label>"
        }.joined(separator: "\n")
    }

    func response(status: Int) -> TenantResponse {
        let html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(escaped(title))</title>
            <link rel="stylesheet" href="/device/style.css">
            </head>
            <body>
            <main>
            <h1>\(escaped(title))</h1>
            \(content)
            </main>
            </body>
            </html>

            """
        let policy =
            "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        return TenantResponse(
            status: status,
            headers: [
                TenantHeader("Content-Type", "text/html; charset=utf-8"),
                TenantHeader("Content-Security-Policy", policy), TenantHeader("X-Frame-Options", "DENY"),
                TenantHeader("X-Content-Type-Options", "nosniff"),
                TenantHeader("Referrer-Policy", "no-referrer"),
                TenantHeader("Cache-Control", "no-store"),
            ], body: Array(html.utf8))
    }

    static let css = """
        body { margin: 0; font: 1.05rem/1.5 system-ui, sans-serif; color: #1b1f24; background: #f3f4f6; }
        main { max-width: 26rem; margin: 10vh auto; padding: 2rem; background: #fff; border-radius: .5rem; }
        h1 { margin-top: 0; font-size: 1.4rem; }
        label { display: block; margin: .8rem 0 .3rem; }
        input:not([type=radio]) { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; }
        button { margin: 1rem .5rem 0 0; padding: .5rem 1.1rem; font: inherit; }
        dt { font-weight: 600; }
        dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
        .problem { color: #a4000f; }
        .warning { padding: .8rem; background: #fff4d6; }
        @media (prefers-color-scheme: dark) {
          body { color: #e6e8eb; background: #14171a; }
          main { background: #1f2429; }
          .problem { color: #ff9aa2; }
          .warning { background: #4a3b00; }
        }

        """
}

/// Text made safe between tags and in quoted attributes; control characters become blanks.
private func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": out += "&amp;"
        case "<": out += "&lt;"
        case ">": out += "&gt;"
        case "\"": out += "&quot;"
        case "'": out += "&#39;"
        case _ where scalar.properties.generalCategory == .control: out += " "
        default: out.unicodeScalars.append(scalar)
        }
    }
    return out
}
