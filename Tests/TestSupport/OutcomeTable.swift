import Testing
package import TophhieCloudAuthentication
package import Wire

/// What an SDK call may come to, as its error enum says it.
package enum Told: Hashable, Sendable {
    /// No error: the step went on, or waited and went on.
    case nothing
    case notConfigured, invalidCredentials, invalidCode, invalidInput, invalidPassword, userNotFound,
        userAlreadyExists, browserRequired, noMatchingAuthMethod, notSupported, unknown
    case invalidAttributes([String])
    case underlying(ServiceError.Reason)
    /// `underlying` around something else: no answer came, or none to be trusted.
    case underlyingOther
    case foreign

    package init(_ error: any Error) {
        switch error {
        case NativeAuthError.notConfigured, PasswordResetError.notConfigured: self = .notConfigured
        case NativeAuthError.invalidCredentials: self = .invalidCredentials
        case NativeAuthError.invalidCode, PasswordResetError.invalidCode: self = .invalidCode
        case NativeAuthError.invalidInput: self = .invalidInput
        case NativeAuthError.invalidPassword, PasswordResetError.invalidPassword: self = .invalidPassword
        case NativeAuthError.userNotFound: self = .userNotFound
        case NativeAuthError.userAlreadyExists: self = .userAlreadyExists
        case NativeAuthError.browserRequired, PasswordResetError.browserRequired: self = .browserRequired
        case NativeAuthError.noMatchingAuthMethod: self = .noMatchingAuthMethod
        case PasswordResetError.notSupported: self = .notSupported
        case NativeAuthError.unknown, PasswordResetError.unknown: self = .unknown
        case NativeAuthError.invalidAttributes(let names): self = .invalidAttributes(names)
        case NativeAuthError.underlying(let wrapped), PasswordResetError.underlying(let wrapped):
            self = (wrapped as? ServiceError).map { .underlying($0.reason) } ?? .underlyingOther
        default: self = .foreign
        }
    }
}

/// A row of the protocol reference's tables 11.1 and 11.2: an answer, and what it is told as.
package struct OutcomeRow: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let answer: ScriptedTransport.Answer
    /// At sign-in, sign-up, second factor and registration.
    package let native: Told
    package let reset: Told
    /// Where it is told otherwise.
    package let exceptions: [Endpoint: Told]
    /// `error` and `suberror`, for the check that none is missing.
    package let words: Set<String>

    package func expected(at station: Station) -> Told {
        exceptions[station.endpoint] ?? (station.isReset ? reset : native)
    }

    private static func row(
        _ error: String, _ codes: [Int] = [], suberror: String? = nil, text: String = "", more: String = "",
        status: Int = 400, headers: [HTTPField] = [], native: Told, reset: Told? = nil,
        except exceptions: [Endpoint: Told] = [:]
    ) -> OutcomeRow {
        let sub = suberror.map { #""suberror":"\#($0)","# } ?? ""
        let numbers = codes.map { String($0) }.joined(separator: ",")
        let body =
            #"{"error":"\#(error)",\#(sub)"error_description":"\#(text)","error_codes":[\#(numbers)]\#(more)}"#
        return OutcomeRow(
            testDescription: "\(status) \(error) \(suberror ?? "") \(numbers) \(text)",
            answer: .reply(status: status, headers: headers, body), native: native, reset: reset ?? native,
            exceptions: exceptions, words: Set([error] + [suberror].compactMap { $0 }))
    }

    private static func body(
        _ name: String, status: Int = 200, headers: [HTTPField] = [], _ body: String, _ told: Told,
        except exceptions: [Endpoint: Told] = [:]
    ) -> OutcomeRow {
        OutcomeRow(
            testDescription: name, answer: .reply(status: status, headers: headers, body), native: told,
            reset: told, exceptions: exceptions, words: [])
    }

    package static let all = states + people + inputs + setUp + conversations + troubles

    /// Next steps without the token that they need are unreadable.
    private static let states = [
        body("redirect", #"{"challenge_type":"redirect","redirect_reason":"why"}"#, .browserRequired),
        body(
            "redirect beside tokens", #"{"challenge_type":"Redirect","access_token":"a"}"#, .browserRequired),
        row("invalid_grant", [50076], suberror: "mfa_required", native: .unknown),
        row("invalid_grant", [50079], suberror: "registration_required", native: .unknown),
        row("credential_required", [55103], native: .unknown),
        row("attributes_required", [55106], native: .unknown),
        row(
            "attributes_required", [55106], more: #","continuation_token":"c","required_attributes":[]"#,
            native: .underlying(.refused), except: [.signUpContinue: .unknown]),
        row(
            "attributes_required", [55106],
            more: #","continuation_token":"c","required_attributes":[{"type":"string"}]"#,
            native: .underlying(.refused), except: [.signUpContinue: .unknown]),
        row("verification_required", native: .underlying(.refused)),
        body("an empty object", "{}", .unknown, except: [.signUpContinue: .nothing]),
        // A page of the network's own: nobody at the service said anything.
        body("a page for browsers", "<html>", .underlyingOther, except: [.resetPoll: .nothing]),
        body("no JSON", "certainly", .unknown), body("nothing", "", .unknown), body("a list", "[]", .unknown),
        body("a token that is none", #"{"continuation_token":7}"#, .unknown),
        body(
            "an odd challenge", #"{"challenge_type":"odd","status":"odd","methods":[]}"#, .unknown,
            except: [.signUpContinue: .nothing]),
    ]

    private static let people = [
        row("user_not_found", [50034], native: .userNotFound, reset: .underlying(.userNotFound)),
        row("invalid_grant", [50034], native: .userNotFound, reset: .underlying(.userNotFound)),
        row(
            "user_already_exists", [1_003_037], native: .userAlreadyExists, reset: .underlying(.refused)),
        row("invalid_grant", [50126], native: .invalidCredentials, reset: .underlying(.refused)),
        row("invalid_grant", [50056], native: .invalidCredentials, reset: .underlying(.refused)),
        row("invalid_request", [50126], native: .underlying(.refused)),
        row("invalid_grant", [50053], native: .underlying(.accountLocked)),
        row("invalid_grant", [50055], native: .underlying(.passwordExpired)),
        row("invalid_grant", [50057], native: .underlying(.accountDisabled)),
        row("invalid_request", [50142], native: .underlying(.passwordChangeRequired)),
        row("invalid_grant", [50142], native: .underlying(.passwordChangeRequired)),
        row(
            "invalid_request", [500_222], native: .underlying(.resetNotSupported), reset: .notSupported),
        row("unsupported_auth_method", native: .noMatchingAuthMethod, reset: .notSupported),
        row("auth_not_supported", native: .noMatchingAuthMethod, reset: .notSupported),
        row("invalid_grant", [400_002], native: .noMatchingAuthMethod, reset: .notSupported),
    ]

    private static let rules = [
        "password_too_short", "password_too_long", "password_too_weak", "password_banned",
        "password_recently_used", "password_is_invalid", "password_of_another_kind",
    ]

    private static let inputs =
        rules.map { row("invalid_grant", suberror: $0, native: .invalidPassword) } + [
            row("invalid_grant", [50181], suberror: "invalid_oob_value", native: .invalidCode),
            row("invalid_grant", [50181], native: .invalidCode),
            row(
                "invalid_grant", suberror: "attribute_validation_failed",
                more: #","invalid_attributes":[{"name":"city"},{"name":"state"}]"#,
                native: .invalidAttributes(["city", "state"]), reset: .underlying(.inputRefused)),
            row(
                "attribute_validation_failed", more: #","invalid_attributes":[{"name":"city"}]"#,
                native: .invalidAttributes(["city"]), reset: .underlying(.inputRefused)),
            row("invalid_grant", suberror: "attribute_validation_failed", native: .unknown),
            row(
                "invalid_request", [90100], text: "username parameter is empty or not valid",
                native: .invalidInput, reset: .underlying(.inputRefused)),
            row("invalid_request", [90101], native: .invalidInput, reset: .underlying(.inputRefused)),
            row(
                "invalid_request", [901_001], native: .underlying(.refused),
                except: [.registerChallenge: .invalidInput]),
            row(
                "access_denied", [550_024], suberror: "provider_blocked_by_rep",
                native: .underlying(.methodBlocked), except: [.registerChallenge: .invalidInput]),
            row(
                "access_denied", suberror: "provider_blocked_by_admin",
                native: .underlying(.methodBlocked), except: [.registerChallenge: .invalidInput]),
        ]

    private static let setUp = [
        row("invalid_client", suberror: "nativeauthapi_disabled", native: .notConfigured),
        row("invalid_client", native: .notConfigured),
        row("invalid_client", [7_000_218], status: 401, native: .notConfigured),
        row("invalid_client", [550_022], native: .notConfigured),
        row("unauthorized_client", [700_016], native: .notConfigured),
        row("invalid_request", [90002], native: .notConfigured),
        row(
            "invalid_request", [90100], text: "client_id parameter is empty or not valid",
            native: .notConfigured),
        row("invalid_scope", [70011], native: .underlying(.misconfigured)),
        row("invalid_resource", [500_011], native: .underlying(.misconfigured)),
        row("unsupported_challenge_type", [901_007], native: .underlying(.refused)),
        row("unsupported_grant_type", [70003], native: .underlying(.refused)),
    ]

    private static let conversations = [
        row("expired_token", [552_003], native: .underlying(.sessionExpired)),
        row("expired_token", [55112], native: .underlying(.sessionExpired)),
        row("invalid_request", [55200], native: .underlying(.sessionExpired)),
        row("invalid_request", [55000], native: .underlying(.sessionExpired)),
        row(
            "invalid_request", [55200], text: "does not support native credential recovery",
            native: .underlying(.sessionExpired), except: [.resetContinue: .notSupported]),
        row("invalid_grant", native: .underlying(.refused)),
        row("invalid_request", native: .underlying(.refused)),
        row("invalid_request", suberror: "introspect_required", native: .underlying(.refused)),
        row("a_word_of_tomorrow", suberror: "another", native: .underlying(.refused)),
        row("access_denied", [53003], native: .underlying(.blockedByPolicy)),
        row("consent_required", [65001], native: .underlying(.interactionRequired)),
    ]

    /// A poll takes these for a reason to look again later.
    private static let troubles = [
        row("invalid_request", [701_014], native: .underlying(.throttled), except: [.resetPoll: .nothing]),
        row(
            "temporarily_unavailable", [90055], status: 429, native: .underlying(.throttled),
            except: [.resetPoll: .nothing]),
        body(
            "429 for longer than one waits", status: 429, headers: [HTTPField("Retry-After", "200")], "",
            .underlying(.throttled), except: [.resetPoll: .nothing]),
        body("429 without a word", status: 429, "", .underlying(.throttled), except: [.resetPoll: .nothing]),
        row(
            "server_error", native: .underlying(.serviceUnavailable), except: [.resetPoll: .nothing]),
        row(
            "server_error", status: 500, native: .underlying(.serviceUnavailable),
            except: [.resetPoll: .nothing]),
        body(
            "503 from a proxy", status: 503, "<html>", .underlying(.serviceUnavailable),
            except: [.resetPoll: .nothing]),
        OutcomeRow(
            testDescription: "no answer", answer: .problem(.timedOut), native: .underlyingOther,
            reset: .underlyingOther, exceptions: [.resetPoll: .nothing], words: []),
        body("400 without JSON", status: 400, "<html>", .underlying(.refused)),
    ]
}
