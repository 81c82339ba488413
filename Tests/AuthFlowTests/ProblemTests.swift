import AuthFlow
import Testing
import Wire

/// The rows of the protocol reference's section 11, and the codes of its section 6.3.
@Suite("What a refusal means")
struct ProblemTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var error: WireError
        var endpoint: Endpoint
        var kind: Problem.Kind
        var testDescription: String { "\(error.error) \(error.suberror ?? "") \(error.codes) → \(kind)" }

        init(
            _ word: String, _ suberror: String? = nil, _ codes: [Int] = [], at endpoint: Endpoint = .token,
            status: Int = 400, text: String? = nil, continuation: ContinuationToken? = nil,
            invalid: [String] = [], malformed: MalformedReply? = nil, means kind: Problem.Kind
        ) {
            error = WireError(
                status: status, error: word, suberror: suberror, codes: codes, description: text,
                continuation: continuation, invalidAttributes: invalid, correlationID: "c",
                malformed: malformed)
            self.endpoint = endpoint
            self.kind = kind
        }
    }

    @Test("By the first row that fits", arguments: accounts + inputs + configuration + trouble)
    func reads(_ row: Row) {
        let problem = Problem(row.error, at: row.endpoint)
        #expect(problem.kind == row.kind)
        #expect(problem.wire == row.error)
        #expect(problem.correlationID == "c")
    }

    private static let accounts = [
        Row("user_not_found", means: .userNotFound), Row("invalid_grant", nil, [50034], means: .userNotFound),
        Row("user_already_exists", at: .signUpStart, means: .userAlreadyExists),
        Row("invalid_request", nil, [1_003_037], at: .signUpStart, means: .userAlreadyExists),
        Row("invalid_grant", nil, [50126], means: .invalidCredentials),
        Row("invalid_request", nil, [50126], at: .introspect, means: .refused),
        Row("invalid_grant", nil, [50056], means: .invalidCredentials),
        Row("invalid_grant", nil, [50053], means: .accountLocked),
        Row("invalid_grant", nil, [50055], means: .passwordExpired),
        Row("invalid_grant", nil, [50057], means: .accountDisabled),
        Row("invalid_request", nil, [50142], means: .passwordChangeRequired),
        Row("invalid_grant", nil, [50142], means: .passwordChangeRequired),
        Row("invalid_request", nil, [500222], at: .resetStart, means: .resetNotSupported),
        Row("unsupported_auth_method", at: .initiate, means: .noMatchingAuthMethod),
        Row("auth_not_supported", at: .signUpStart, means: .noMatchingAuthMethod),
        Row("invalid_grant", nil, [400002], means: .noMatchingAuthMethod),
        Row("unsupported_auth_method", at: .resetStart, means: .resetNotSupported),
        Row("invalid_grant", nil, [400002], at: .resetContinue, means: .resetNotSupported),
    ]

    private static let inputs = [
        Row("invalid_grant", "invalid_oob_value", [50181], means: .invalidCode),
        Row("invalid_grant", "invalid_oob_value", means: .invalidCode),
        Row("invalid_grant", nil, [50181], means: .invalidCode),
        Row("invalid_grant", "password_too_short", at: .signUpContinue, means: .invalidPassword(.tooShort)),
        Row("invalid_grant", "password_too_long", at: .signUpContinue, means: .invalidPassword(.tooLong)),
        Row(
            "invalid_grant", "password_too_weak", [399246], at: .resetSubmit,
            means: .invalidPassword(.tooWeak)),
        Row("invalid_grant", "password_banned", at: .resetPoll, means: .invalidPassword(.banned)),
        Row(
            "invalid_grant", "password_recently_used", at: .resetPoll, means: .invalidPassword(.recentlyUsed)),
        Row("invalid_grant", "password_is_invalid", at: .signUpStart, means: .invalidPassword(.invalid)),
        Row("invalid_grant", "password_of_tomorrow", at: .signUpStart, means: .invalidPassword(.other)),
        Row(
            "invalid_grant", "attribute_validation_failed", at: .signUpContinue, invalid: ["city"],
            means: .invalidAttributes(["city"])),
        Row(
            "attribute_validation_failed", at: .signUpStart, invalid: ["city"],
            means: .invalidAttributes(["city"])),
        Row("invalid_grant", "attribute_validation_failed", at: .signUpStart, means: .malformed),
        Row(
            "invalid_request", nil, [90100], at: .initiate,
            text: "AADSTS90100: username parameter is empty or not valid.", means: .invalidInput),
        Row("invalid_request", nil, [90101], at: .signUpStart, means: .invalidInput),
        Row("invalid_request", nil, [901001], at: .registerChallenge, means: .invalidInput),
        Row("invalid_request", nil, [901001], at: .challenge, means: .refused),
        Row(
            "access_denied", "provider_blocked_by_rep", [550024], at: .registerChallenge, means: .invalidInput
        ),
        Row("access_denied", "provider_blocked_by_admin", at: .registerChallenge, means: .invalidInput),
        Row("access_denied", "provider_blocked_by_rep", [550024], at: .challenge, means: .methodBlocked),
        Row("access_denied", nil, [550024], at: .challenge, means: .methodBlocked),
    ]

    private static let configuration = [
        Row(
            "invalid_client", "nativeauthapi_disabled", at: .initiate,
            means: .misconfigured(.nativeAuthenticationOff)),
        Row("invalid_client", nil, [7_000_218], status: 401, means: .misconfigured(.publicClientOff)),
        Row("invalid_client", nil, [550022], at: .initiate, means: .misconfigured(.publicClientOff)),
        Row("unauthorized_client", nil, [700016], at: .initiate, means: .misconfigured(.unknownClient)),
        Row("unauthorized_client", means: .misconfigured(.unknownClient)),
        Row(
            "invalid_request", nil, [90100], at: .initiate,
            text: "AADSTS90100: client_id parameter is empty or not valid.",
            means: .misconfigured(.unknownClient)),
        Row("invalid_request", nil, [90002], at: .initiate, means: .misconfigured(.unknownTenant)),
        Row("invalid_client", means: .misconfigured(.other)),
        Row("invalid_scope", nil, [70011], means: .misconfigured(.scope)),
        Row("invalid_resource", nil, [500011], means: .misconfigured(.scope)),
        Row("invalid_grant", nil, [28002], means: .misconfigured(.scope)),
    ]

    private static let trouble = [
        Row("expired_token", nil, [552003], means: .sessionExpired),
        Row("expired_token", nil, [55112], at: .challenge, means: .sessionExpired),
        Row("invalid_request", nil, [55200], at: .introspect, means: .sessionExpired),
        Row("invalid_request", nil, [55000], at: .challenge, means: .sessionExpired),
        Row("invalid_request", nil, [701014], at: .challenge, means: .throttled),
        Row("", status: 429, malformed: .notJSON, means: .throttled),
        Row("temporarily_unavailable", nil, [90055], means: .throttled),
        Row("temporarily_unavailable", means: .serviceUnavailable),
        Row("server_error", means: .serviceUnavailable),
        Row("", status: 503, malformed: .notJSON, means: .serviceUnavailable),
        Row("invalid_grant", nil, [50126], status: 500, means: .serviceUnavailable),
        Row("access_denied", nil, [53000], means: .blockedByPolicy),
        Row("invalid_grant", nil, [53003], means: .blockedByPolicy),
        Row("access_denied", nil, [530032], means: .blockedByPolicy),
        Row("access_denied", nil, [530035], means: .blockedByPolicy),
        Row("access_denied", nil, [50105], means: .blockedByPolicy),
        Row("interaction_required", "basic_action", [50076], means: .interactionRequired),
        Row("login_required", means: .interactionRequired),
        Row("consent_required", means: .interactionRequired),
        Row("invalid_grant", nil, [50079], means: .interactionRequired),
        Row("invalid_grant", nil, [65001], means: .interactionRequired),
        Row("invalid_grant", "mfa_required", [50076], means: .malformed),
        Row("invalid_grant", "registration_required", means: .malformed),
        Row("credential_required", nil, [55103], at: .signUpContinue, means: .malformed),
        Row("attributes_required", at: .signUpContinue, means: .malformed),
        Row("", status: 200, malformed: .missing("challenge_type"), means: .malformed),
        Row("invalid_grant", means: .refused), Row("invalid_grant", "brand_new", [1], means: .refused),
        Row("invalid_request", means: .refused), Row("unsupported_grant_type", nil, [70003], means: .refused),
        Row("unsupported_challenge_type", nil, [901007], at: .initiate, means: .refused),
        Row("verification_required", at: .signUpContinue, continuation: continuation("x"), means: .refused),
        Row("access_denied", means: .refused), Row("", status: 404, malformed: .notJSON, means: .refused),
        Row("invalidGrant", status: 401, means: .refused),
    ]

    @Test(
        "What waiting alone may mend",
        arguments: [
            (.throttled, true), (.serviceUnavailable, true), (.unreachable(.timedOut(host: "h")), true),
            (.unreachable(.nameNotResolved(host: "h")), true), (.unreachable(.tlsTooOld(host: "h")), false),
            (.invalidCredentials, false), (.malformed, false),
        ] as [(Problem.Kind, Bool)])
    func passes(kind: Problem.Kind, passing: Bool) { #expect(kind.isPassing == passing) }
}
