import Testing
import Wire

/// A fixture, the request that must encode to it, and the values that its answers must decode to.
struct Exchange: Sendable, CustomTestStringConvertible {
    var fixture: String
    var client = ClientIdentity.contoso
    var request: WireRequest
    var answers: [Result<WireReply, WireError>]

    var testDescription: String { fixture }

    static let all = signIn + secondFactor + registration + signUp + reset + browserAndDevice
}

/// An error with the members that all of section 12's error bodies share.
private func refusal(
    _ error: String, _ suberror: String? = nil, _ codes: [Int] = [], _ description: String? = nil,
    next: String? = nil, required: [RequiredAttribute] = [], invalid: [String] = [],
    unverified: [String] = [], claims: String? = nil
) -> Result<WireReply, WireError> {
    .failure(
        WireError(
            status: 400, error: error, suberror: suberror, codes: codes, description: description,
            continuation: next.map { ContinuationToken($0) }, requiredAttributes: required,
            invalidAttributes: invalid, unverifiedAttributes: unverified, correlationID: "c-1",
            traceID: "t-1", timestamp: "2026-11-30 05:00:00Z", claims: claims))
}

private func token(_ text: String) -> ContinuationToken { ContinuationToken(text) }

extension Exchange {
    fileprivate static let signIn = [
        Exchange(
            fixture: "12.1-initiate", client: .capable, request: .initiate(username: "ada@example.com"),
            answers: [
                .success(.proceed(token("ct-1"), expiresIn: nil)),
                refusal("user_not_found", nil, [50034], "AADSTS50034: The user account does not exist."),
            ]),
        Exchange(
            fixture: "12.1-challenge", client: .capable, request: .challenge(token("ct-1"), method: nil),
            answers: [.success(.challenge(.password, token("ct-2")))]),
        Exchange(
            fixture: "12.1-token", client: .capable,
            request: .token(
                .password(Secret("Wrong-Pass-1"), username: "ada@example.com", token("ct-2")),
                scopes: ["openid", "profile", "offline_access", "User.Read"]),
            answers: [
                refusal("invalid_grant", nil, [50126], "AADSTS50126: Error validating credentials ..."),
                .success(
                    .tokens(
                        TokenReply(
                            scopes: ["openid", "profile", "offline_access", "User.Read"],
                            expiresIn: .seconds(3599), accessToken: Secret("at-1"),
                            refreshToken: Secret("rt-1"), idToken: Secret("eyJ..."),
                            clientInfo: "eyJ1aWQiOiIuLi4iLCJ1dGlkIjoiLi4uIn0"))),
                .success(.redirect(reason: "Client is missing mfa_required capability")),
            ]),
        Exchange(
            fixture: "12.2-initiate", client: .codeOnly, request: .initiate(username: "bo@example.com"),
            answers: [.success(.proceed(token("ct-1"), expiresIn: nil))]),
        Exchange(
            fixture: "12.2-challenge", client: .codeOnly, request: .challenge(token("ct-1"), method: nil),
            answers: [
                .success(
                    .challenge(
                        .code(
                            CodeChallenge(
                                channel: .email, target: "b***o@ex***le.com", length: 8,
                                interval: .seconds(300))), token("ct-2")))
            ]),
        Exchange(
            fixture: "12.2-token", client: .codeOnly,
            request: .token(
                .oneTimeCode(Secret("00000000"), token("ct-2")),
                scopes: ["openid", "profile", "offline_access"]),
            answers: [refusal("invalid_grant", "invalid_oob_value", [50181], "AADSTS50181: ...")]),
    ]

    fileprivate static let secondFactor = [
        Exchange(
            fixture: "12.3-token",
            request: .token(
                .password(Secret("Right pass+1"), username: "ada@example.com", token("ct-2")),
                scopes: ["openid"]),
            answers: [refusal("invalid_grant", "mfa_required", [50076], "AADSTS50076: ...", next: "ct-3")]),
        Exchange(
            fixture: "12.3-introspect", request: .introspect(token("ct-3")),
            answers: [
                .success(
                    .methods(
                        [
                            AuthMethod(
                                id: AuthMethod.ID("m-email"), challengeType: .oneTimeCode, channel: .email,
                                loginHint: "a***a@ex***le.com"),
                            AuthMethod(
                                id: AuthMethod.ID("m-sms"), challengeType: .oneTimeCode, channel: .sms,
                                loginHint: "+44********1"),
                        ], token("ct-4")))
            ]),
        Exchange(
            fixture: "12.3-challenge",
            request: .challenge(token("ct-4"), method: AuthMethod.ID("m-sms")),
            answers: [
                .success(
                    .challenge(
                        .code(
                            CodeChallenge(channel: .sms, target: "+44********1", length: 8, interval: nil)),
                        token("ct-5"))),
                refusal("access_denied", "provider_blocked_by_rep", [550024]),
                .success(.redirect(reason: nil)),
            ]),
        Exchange(
            fixture: "12.3-second-factor",
            request: .token(.secondFactor(Secret("73190442"), token("ct-5")), scopes: ["openid"]),
            answers: [
                .success(
                    .tokens(
                        TokenReply(
                            scopes: ["openid"], expiresIn: .seconds(4141), accessToken: Secret("at-1"))))
            ]),
    ]

    fileprivate static let registration = [
        Exchange(
            fixture: "12.4-token",
            request: .token(.continuation(token("ct-6"), username: nil), scopes: ["openid"]),
            answers: [refusal("invalid_grant", "registration_required", [50079], next: "ct-3")]),
        Exchange(
            fixture: "12.4-introspect", request: .registerIntrospect(token("ct-3")),
            answers: [
                .success(
                    .methods(
                        [
                            AuthMethod(
                                id: AuthMethod.ID("email"), challengeType: .oneTimeCode, channel: .email,
                                loginHint: "ada@example.com"),
                            AuthMethod(
                                id: AuthMethod.ID("sms"), challengeType: .oneTimeCode, channel: .sms,
                                loginHint: nil),
                        ], token("ct-4")))
            ]),
        Exchange(
            fixture: "12.4-challenge",
            request: .registerChallenge(
                token("ct-4"),
                RegistrationTarget(
                    challengeType: .oneTimeCode, channel: .email, contact: "ada.backup+1@example.com")),
            answers: [
                .success(
                    .challenge(
                        .code(
                            CodeChallenge(
                                channel: .email, target: "ada.backup+1@example.com", length: 8,
                                interval: nil)), token("ct-5"))),
                refusal("invalid_request", nil, [901001]),
                .success(.preverified(token("ct-5"))),
            ]),
        Exchange(
            fixture: "12.4-continue",
            request: .registerContinue(code: Secret("55120983"), token("ct-5")),
            answers: [.success(.proceed(token("ct-6"), expiresIn: nil))]),
        Exchange(
            fixture: "12.4-continue-preverified", request: .registerContinue(code: nil, token("ct-5")),
            answers: [.success(.proceed(token("ct-6"), expiresIn: nil))]),
    ]

    fileprivate static let signUp = [
        Exchange(
            fixture: "12.5-start", client: .capable,
            request: .signUpStart(username: "cy@example.com", password: nil, attributes: [:]),
            answers: [
                .success(.proceed(token("su-1"), expiresIn: nil)),
                refusal("user_already_exists", nil, [1_003_037]),
            ]),
        Exchange(
            fixture: "12.5-start-complete", client: .capable,
            request: .signUpStart(
                username: "cy@example.com", password: Secret("Long-Enough-77"),
                attributes: ["extension_2588abcd_age": "36", "displayName": "Cy \"T\" Twombly/ü"]),
            answers: [refusal("invalid_grant", "password_too_weak", [399246])]),
        Exchange(
            fixture: "12.5-challenge", client: .capable, request: .signUpChallenge(token("su-1")),
            answers: [
                .success(
                    .challenge(
                        .code(
                            CodeChallenge(
                                channel: .email, target: "c***y@ex***le.com", length: 8,
                                interval: .seconds(300))), token("su-2"))),
                .success(.challenge(.password, token("su-4"))),
            ]),
        Exchange(
            fixture: "12.5-continue-code",
            request: .signUpContinue(.code(Secret("90817263")), token("su-2")),
            answers: [refusal("credential_required", nil, [55103], "AADSTS55103: ...", next: "su-3")]),
        Exchange(
            fixture: "12.5-continue-password",
            request: .signUpContinue(.password(Secret("Long-Enough-77")), token("su-4")),
            answers: [
                refusal("invalid_grant", "password_too_short", [], "AADSTS..."),
                refusal(
                    "attributes_required", nil, [55106], next: "su-5",
                    required: [
                        RequiredAttribute(
                            name: "displayName", type: "string", isRequired: true, regex: nil),
                        RequiredAttribute(
                            name: "postalCode", type: "string", isRequired: true, regex: "^[0-9]{5}$"),
                        RequiredAttribute(
                            name: "extension_0123456789abcdef0123456789abcdef_memberNo", type: "int",
                            isRequired: false, regex: nil),
                    ]),
            ]),
        Exchange(
            fixture: "12.5-continue-attributes",
            request: .signUpContinue(
                .attributes([
                    "displayName": "Cy Twombly", "postalCode": "ABC",
                    "extension_0123456789abcdef0123456789abcdef_memberNo": "77",
                ]), token("su-5")),
            answers: [
                refusal("invalid_grant", "attribute_validation_failed", invalid: ["postalCode"]),
                refusal("verification_required", next: "su-5b", unverified: ["email"]),
                .success(.proceed(token("su-6"), expiresIn: nil)),
                .success(.finished),
            ]),
        Exchange(
            fixture: "12.5-token",
            request: .token(
                .continuation(token("su-6"), username: "cy@example.com"),
                scopes: ["openid", "profile", "offline_access"]),
            answers: [
                .success(
                    .tokens(
                        TokenReply(
                            tokenType: "bearer", scopes: ["openid", "profile", "offline_access"],
                            expiresIn: .seconds(3599), accessToken: Secret("at-1"))))
            ]),
    ]

    fileprivate static let reset = [
        Exchange(
            fixture: "12.6-start", client: .codeOnly, request: .resetStart(username: "ada@example.com"),
            answers: [
                .success(.proceed(token("pr-1"), expiresIn: nil)),
                refusal("invalid_request", nil, [500222]),
            ]),
        Exchange(
            fixture: "12.6-challenge", client: .codeOnly, request: .resetChallenge(token("pr-1")),
            answers: [
                .success(
                    .challenge(
                        .code(
                            CodeChallenge(
                                channel: .email, target: "a***a@ex***le.com", length: 8, interval: nil)),
                        token("pr-2")))
            ]),
        Exchange(
            fixture: "12.6-continue",
            request: .resetContinue(code: Secret("31415926"), token("pr-2")),
            answers: [
                .success(.proceed(token("pr-3"), expiresIn: .seconds(600))),
                .success(
                    .challenge(
                        .code(
                            CodeChallenge(
                                channel: .email, target: "a***a@ex***le.com", length: 6, interval: nil)),
                        token("pr-3"))),
            ]),
        Exchange(
            fixture: "12.6-submit",
            request: .resetSubmit(newPassword: Secret("Brand-New-88"), token("pr-3")),
            answers: [
                .success(.submitted(token("pr-4"), pollInterval: .seconds(2))),
                refusal("invalid_grant", "password_too_weak"),
            ]),
        Exchange(
            fixture: "12.6-poll", request: .resetPoll(token("pr-4")),
            answers: [
                .success(.poll(.notStarted, nil)), .success(.poll(.inProgress, nil)),
                .success(.poll(.failed, token("pr-4b"))), .success(.poll(.succeeded, token("pr-5"))),
            ]),
    ]

    fileprivate static let browserAndDevice = [
        Exchange(
            fixture: "12.7-devicecode",
            request: .deviceAuthorize(scopes: ["openid", "profile", "offline_access", "User.Read"]),
            answers: [
                .success(
                    .device(
                        DeviceGrant(
                            deviceCode: Secret("dc-long-secret"), userCode: "F4KQ7ZT2M",
                            verificationURI: "https://microsoft.com/devicelogin", expiresIn: .seconds(900),
                            interval: .seconds(5),
                            message: "To sign in, open ... and enter the code F4KQ7ZT2M.")))
            ]),
        Exchange(
            fixture: "12.7-token",
            request: .token(.deviceCode(Secret("dc-long-secret")), scopes: ["openid"]),
            answers: [
                refusal("authorization_pending", nil, [70016], "AADSTS70016: ..."),
                .failure(WireError(status: 400, error: "slow_down", interval: .seconds(10))),
                .success(
                    .tokens(
                        TokenReply(
                            scopes: ["openid", "profile", "User.Read"], expiresIn: .seconds(3599),
                            accessToken: Secret("at"), refreshToken: Secret("rt"),
                            idToken: Secret("eyJ...")))),
                refusal("expired_token", nil, [70020]),
            ]),
        Exchange(
            fixture: "12.8-refresh", request: .token(.refresh(Secret("rt-1")), scopes: ["User.Read"]),
            answers: [
                refusal("invalid_grant", "bad_token", [50173], "AADSTS50173: ..."),
                refusal(
                    "interaction_required", "basic_action", [50076], claims: "{\"access_token\":{}}"),
            ]),
        Exchange(
            fixture: "8.3-code",
            request: .token(
                .authorizationCode(
                    Secret("code-1"), redirectURI: "http://127.0.0.1:49152/",
                    verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")), scopes: ["openid"]),
            answers: [refusal("invalid_grant", nil, [54005])]),
    ]
}
