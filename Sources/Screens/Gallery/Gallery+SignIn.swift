import AuthFlow
import Wire

/// Where a person begins and ends, and the way between without detours.
extension Gallery {
    static let places = [
        Exhibit("welcome", mode: .browse),
        Exhibit("account", mode: .browse) { guide in
            guide.choose(.signIn)
            guide.submit()
            guide.reachPassword()
            guide.authenticate()
        },
        Exhibit(
            "account", "long", mode: .browse,
            with: { options in
                var summary = AccountSummary(Guide.tokens)
                summary.name = String(repeating: "Wilhelmina Augusta ", count: 6)
                summary.username = String(repeating: "a", count: 60) + "@example.com"
                options.account = summary
            }, reach: { _ in }),
        Exhibit(
            "account", "wide", mode: .browse,
            with: { options in
                var summary = AccountSummary(Guide.tokens)
                summary.name = "王小明 (Wáng Xiǎomíng)"
                options.account = summary
            }, reach: { _ in }),
        Exhibit("account", "browser", mode: .browse) { guide in
            guide.choose(.forgotPassword)
            guide.fill(.email, "ada@example.com")
            guide.choose(.submit)
            guide.reply(.redirect(reason: nil))
            guide.reply(.device(Guide.grant))
            guide.fireTimer()
            guide.authenticate()
        },
        Exhibit("account", "not-kept", mode: .browse, with: { $0.account = AccountSummary(Guide.tokens) }) {
            $0.tell(.account(.notKept("No space left on device.")))
        },
        Exhibit(
            "account", "not-signed-out", mode: .browse, with: { $0.account = AccountSummary(Guide.tokens) }
        ) {
            $0.choose(.signOut)
            $0.tell(.account(.notSignedOut("The file cannot be removed.")))
        },
        Exhibit("help") { $0.press(.function(1)) },
        Exhibit("more") { $0.choose(.more) },
        Exhibit("mailbox", with: { $0.isDemo = true }) { guide in
            guide.press(.function(2))
            let mail = Mail(
                to: "grace@example.com", channel: "email", code: "48213055", purpose: "signIn", at: 1000)
            guide.tell(.mailbox(.received([mail])))
        },
        Exhibit("mailbox", "empty", with: { $0.isDemo = true }) { guide in
            guide.press(.function(2))
            guide.tell(.mailbox(.received([])))
        },
    ]

    static let signIn = [
        Exhibit("sign-in") { $0.type("ada@example.com") },
        Exhibit("sign-in", "empty") { $0.press(.tab, .enter) },
        Exhibit("sign-in", "busy") { guide in
            guide.submit()
            guide.wait(.milliseconds(500))
        },
        Exhibit("sign-in", "slow") { guide in
            guide.submit()
            guide.wait(.seconds(6))
        },
        Exhibit("sign-in", "refused") { guide in
            guide.submit()
            guide.reachPassword()
            guide.refuse(Guide.wrongPassword)
        },
        Exhibit("sign-in", "outage") { guide in
            guide.submit()
            guide.fail(.unreachable(.timedOut(host: "contoso.ciamlogin.com")))
        },
        Exhibit("sign-in", "created", mode: .signUp) { guide in
            guide.reachSignUpCode()
            guide.fill(.code, "48213055")
            guide.choose(.submit)
            guide.reply(.finished)
        },
        Exhibit("sign-in", "changed", mode: .resetPassword) { guide in
            guide.reachNewPassword()
            guide.fill(.newPassword, "Analytical-1")
            guide.fill(.confirmPassword, "Analytical-1")
            guide.choose(.submit)
            guide.reply(.submitted(Guide.token, pollInterval: .seconds(2)))
            guide.fireTimer()
            guide.reply(.poll(.succeeded, nil))
        },
        Exhibit("sign-in", "long") {
            $0.type(String(repeating: "ada.lovelace.", count: 12) + "@example.com")
        },
        Exhibit("sign-in", "wide") { $0.type("王小明@例え.テスト") },
        Exhibit("password") { guide in
            guide.type("ada@example.com")
            guide.choose(.emailCode)
            guide.reachPassword()
        },
    ]
}
