import AuthFlow
import Wire

/// Codes, and where they are sent: at every step that has them.
extension Gallery {
    static let verification = codes + methods + contacts

    private static let codes = [
        Exhibit("enter-code") { guide in
            guide.submit()
            guide.reachCode()
            guide.type("482130")
        },
        Exhibit("enter-code", "refused") { guide in
            guide.submit()
            guide.reachCode()
            guide.type("482130")
            guide.press(.enter)
            guide.refuse(Guide.wrongCode)
        },
        Exhibit("enter-code", "resent") { guide in
            guide.submit()
            guide.reachCode()
            guide.wait(.seconds(31))
            guide.choose(.resendCode)
            guide.sendCode()
        },
        Exhibit("enter-code", "older") { guide in
            guide.submit()
            guide.reachCode()
            guide.wait(.seconds(31))
            guide.choose(.resendCode)
            guide.sendCode()
            guide.type("482130")
            guide.press(.enter)
            guide.refuse(Guide.wrongCode)
        },
        Exhibit("enter-code", "early") { guide in
            guide.submit()
            guide.reachCode()
            guide.wait(.seconds(6))
            guide.press(.control("r"))
        },
        Exhibit("enter-code", "sign-up", mode: .signUp) { $0.reachSignUpCode() },
        Exhibit("enter-code", "second-factor") { guide in
            guide.reachMethods("mfa_required", [Guide.email, Guide.sms])
            guide.choose(.method(Guide.email.id))
            guide.sendCode(to: "a***n@example.com")
            guide.type("482130")
            guide.wait(.seconds(6))
        },
        Exhibit("enter-code", "short") { guide in
            guide.reachMethods("mfa_required", [Guide.sms])
            guide.sendCode(.sms, to: "+1********6", length: 6)
            guide.type("4")
            guide.press(.enter)
        },
        Exhibit("enter-code", "registration") { guide in
            guide.reachMethods("registration_required", [Guide.newPhone])
            guide.fill(.phone, "+15555550100")
            guide.choose(.submit)
            guide.sendCode(.sms, to: "+1********0", length: 6)
        },
    ]

    private static let methods = [
        Exhibit("method") { $0.reachMethods("mfa_required", [Guide.email, Guide.sms]) },
        Exhibit("method", "gone") { guide in
            guide.reachMethods("mfa_required", [Guide.email, Guide.sms])
            guide.choose(.method(Guide.sms.id))
            guide.refuse(WireError(status: 400, error: "invalid_request", codes: [400002]))
        },
        Exhibit("method", "busy") { guide in
            guide.reachMethods("mfa_required", [Guide.email, Guide.sms])
            guide.choose(.method(Guide.sms.id))
            guide.wait(.milliseconds(500))
        },
        Exhibit("method", "registration") { guide in
            guide.reachMethods("registration_required", [Guide.newEmail, Guide.newPhone])
        },
    ]

    private static let contacts = [
        Exhibit("contact") { $0.reachMethods("registration_required", [Guide.newEmail]) },
        Exhibit("contact", "phone") { guide in
            guide.reachMethods("registration_required", [Guide.newEmail, Guide.newPhone])
            guide.choose(.method(Guide.newPhone.id))
        },
        Exhibit("contact", "invalid") { guide in
            guide.reachMethods("registration_required", [Guide.newPhone])
            guide.type("555 0100")
            guide.press(.enter)
        },
        Exhibit("contact", "refused") { guide in
            guide.reachMethods("registration_required", [Guide.newPhone])
            guide.type("+1 555 555 0100")
            guide.press(.enter)
            guide.refuse(
                WireError(
                    status: 400, error: "invalid_grant", suberror: "provider_blocked_by_rep",
                    continuation: Guide.token))
        },
        Exhibit("contact", "busy") { guide in
            guide.reachMethods("registration_required", [Guide.newEmail])
            guide.press(.enter)
            guide.wait(.milliseconds(500))
        },
    ]
}
