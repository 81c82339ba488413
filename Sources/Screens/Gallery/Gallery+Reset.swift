import AuthFlow
import Wire

/// A forgotten password, and what goes on in a browser.
extension Gallery {
    static let reset =
        [
            Exhibit("reset-password", mode: .resetPassword) { $0.type("ada@example.com") },
            Exhibit("reset-password", "empty", mode: .resetPassword) { $0.press(.enter) },
            Exhibit("reset-password", "busy", mode: .resetPassword) { guide in
                guide.type("ada@example.com")
                guide.press(.enter)
                guide.wait(.milliseconds(500))
            },
            Exhibit("reset-password", "outage", mode: .resetPassword) { guide in
                guide.type("ada@example.com")
                guide.press(.enter)
                guide.fail(.serviceUnavailable)
            },
            Exhibit("reset-password", "required") { guide in
                guide.submit()
                guide.reachPassword()
                guide.refuse(WireError(status: 400, error: "invalid_request", codes: [50142]))
            },
            Exhibit("reset-password", "explained", mode: .resetPassword) { guide in
                guide.type("linus@example.com")
                guide.press(.enter)
                guide.refuse(WireError(status: 400, error: "invalid_request", codes: [500222]))
            },
            Exhibit("new-password", mode: .resetPassword) { $0.reachNewPassword() },
            Exhibit("new-password", "filled", mode: .resetPassword) { guide in
                guide.reachNewPassword()
                guide.type("Analytical-1")
                guide.press(.tab)
                guide.type("Analytical-1", revealed: true)
            },
        ]
        + [
            PasswordRule.tooShort, .tooLong, .tooWeak, .banned, .recentlyUsed, .invalid, .other,
        ].map { rule in
            Exhibit("new-password", rule.rawValue.replacing("_", with: "-"), mode: .resetPassword) { guide in
                guide.reachNewPassword()
                guide.submitNewPassword()
                guide.refuse(Guide.badPassword(rule))
            }
        } + [
            Exhibit("new-password", "busy", mode: .resetPassword) { guide in
                guide.reachNewPassword()
                guide.submitNewPassword()
                guide.reply(.submitted(Guide.token, pollInterval: .seconds(2)))
                guide.wait(.milliseconds(500))
            },
            Exhibit("new-password", "unfinished", mode: .resetPassword) { guide in
                guide.reachNewPassword()
                guide.submitNewPassword()
                guide.reply(.submitted(Guide.token, pollInterval: .seconds(2)))
                guide.wait(.seconds(301))
                guide.fireTimer()
                guide.reply(.poll(.inProgress, Guide.token))
            },
        ]

    static let device = [
        Exhibit("device") { guide in
            guide.submit()
            guide.reply(.redirect(reason: "This user must use a browser."))
            guide.reply(.device(Guide.grant))
            guide.wait(.seconds(28))
        },
        Exhibit("device", "sign-up", mode: .signUp) { guide in
            guide.fill(.email, "linus@example.com")
            guide.choose(.submit)
            guide.reply(.redirect(reason: nil))
            guide.reply(.device(Guide.grant))
        },
        Exhibit("device", "reset", mode: .resetPassword) { guide in
            guide.fill(.email, "linus@example.com")
            guide.choose(.submit)
            guide.reply(.redirect(reason: nil))
            guide.reply(.device(Guide.grant))
        },
        Exhibit("device", "expired") { guide in
            guide.choose(.deviceCode)
            guide.reply(.device(Guide.grant))
            guide.wait(.seconds(900))
            guide.fireTimer()
        },
    ]
}

extension Guide {
    fileprivate mutating func submitNewPassword() {
        fill(.newPassword, "Analytical-1")
        fill(.confirmPassword, "Analytical-1")
        choose(.submit)
    }

    /// Types, and shows what was typed.
    fileprivate mutating func type(_ text: String, revealed: Bool) {
        type(text)
        if revealed { press(.control("t")) }
    }
}
