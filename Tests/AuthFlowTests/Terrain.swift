import AuthFlow
import Wire

/// A goal to walk through, with everything that may happen on the way and when.
struct Terrain: Sendable {
    var name: String
    var goal: Goal
    var letters: [Letter]
    /// The moments at which things happen, in seconds: before, at and after each moment that matters.
    var moments: [Int]
    /// The steps that must be reached, by stage.
    var steps: Set<String>
    /// Event kinds that this goal never hears.
    var unheard: Set<String>
    /// Whether Back may count as the way out of a state.
    var backIsAWayOut = true

    static let all = [
        signIn(conceals: false, delay: nil), signIn(conceals: true, delay: nil),
        signIn(conceals: true, delay: .seconds(2)),
        signUp(conceals: true, goesOn: true), signUp(conceals: false, goesOn: false),
        tail(goesOn: true), tail(goesOn: false), reset(conceals: false, delay: nil),
        reset(conceals: true, delay: .seconds(2)), device,
    ]

    private static let codeSteps: Set = ["code.asked", "code.checking", "code.resending"]

    private static func steps(_ stage: String, _ steps: Set<String>) -> Set<String> {
        Set(steps.map { "\(stage).\($0)" })
    }

    private static func signIn(conceals: Bool, delay: Duration?) -> Terrain {
        let own: [Letter] = [
            .answered(.identity(ada, rightPassword)), .answered(.identity(ada, nil)),
            .answered(.identity("bo@example.com", rightPassword)), .answered(.identity("", nil)),
            .answered(.identity(ada, Secret(""))), .answered(.password(rightPassword)),
            .answered(.password(Secret(""))),
            .replied(.proceed(continuation("begun"), expiresIn: nil)),
            .replied(.challenge(.password, continuation("password"))),
            .refused(.unknown), .refused(.wrongPassword),
            .refused(.grant(50126, continuation: continuation("newer"))), .refused(.locked),
            .refused(.grant(50076, suberror: "mfa_required")),
            .refused(.grant(50076, suberror: "mfa_required", continuation: continuation("mfa"))),
            .refused(
                .grant(50079, suberror: "registration_required", continuation: continuation("register"))),
        ]
        let named: Set = ["identity", "initiating", "challenging", "password", "checkingPassword"]
        return Terrain(
            name: "sign-in, conceals: \(conceals), delay: \(delay != nil)",
            goal: .signIn(conceals: conceals, delay: delay), letters: Letter.common + Letter.codes + own,
            moments: delay == nil ? [0, 700] : [0, 1, 700],
            steps: steps("signIn", named.union(codeSteps).union(delay == nil ? [] : ["holding"]))
                .union(["secondFactor.introspecting", "registration.introspecting"]),
            unheard: delay == nil ? ["started", "timerFired"] : ["started"])
    }

    private static func signUp(conceals: Bool, goesOn: Bool) -> Terrain {
        let attribute = RequiredAttribute(name: "displayName", type: "string", isRequired: true, regex: nil)
        let own: [Letter] = [
            .answered(.newAccount(ada, rightPassword, attributes: [:])),
            .answered(.newAccount(ada, nil, attributes: ["displayName": "Ada"])),
            .answered(.newAccount(" ", nil, attributes: [:])),
            .answered(.newAccount(ada, Secret(""), attributes: [:])),
            .answered(.details([:], newPassword: nil)),
            .answered(.details(["displayName": "Ada"], newPassword: rightPassword)),
            .replied(.proceed(continuation("begun"), expiresIn: nil)),
            .replied(.challenge(.password, continuation("password"))),
            .refused(.step("credential_required", 55103)), .refused(.step("verification_required")),
            .refused(.step("attributes_required", 55106, attributes: [attribute])),
            .refused(.step("attributes_required", 55106)), .refused(.named("credential_required", [55103])),
            .refused(.named("user_already_exists", [1_003_037])), .refused(.weakPassword()),
            .refused(.badAttributes()), .refused(.grant(50076, suberror: "mfa_required")),
            .refused(.grant(50076, suberror: "mfa_required", continuation: continuation("mfa"))),
        ]
        let named: Set = ["identity", "starting", "challenging", "missingChallenge", "details", "submitting"]
        var expected = steps("signUp", named.union(codeSteps))
        if goesOn {
            expected.formUnion(["redemption", "secondFactor.introspecting", "signIn.identity"])
        }
        return Terrain(
            name: "sign-up, conceals: \(conceals), goes on: \(goesOn)",
            goal: .signUp(
                SignInOptions(scopes: wished, concealsAccounts: conceals, goesOnByItself: goesOn)),
            letters: Letter.common + Letter.codes + own, moments: [0], steps: expected,
            unheard: goesOn ? ["started", "timerFired"] : ["started", "timerFired", "authenticated"])
    }

    /// What follows a first factor: registration and second factor, entered from a sign-up's end.
    private static func tail(goesOn: Bool) -> Terrain {
        let own: [Letter] = [
            .answered(.method(AuthMethod.email.id)), .answered(.method(AuthMethod.sms.id)),
            .answered(.method(AuthMethod.ID("nowhere"))), .answered(.contact("+15555550100")),
            .answered(.contact(" ")), .replied(.proceed(continuation("begun"), expiresIn: nil)),
            .replied(.methods([.email, .sms], continuation("methods"))),
            .replied(.methods([.email], continuation("methods"))),
            .replied(.methods([.voice], continuation("methods"))),
            .replied(.preverified(continuation("preverified"))), .refused(.blocked), .refused(.badContact),
            .refused(.grant(400_002)),
            .refused(.grant(50076, suberror: "mfa_required", continuation: continuation("mfa"))),
            .refused(
                .grant(50079, suberror: "registration_required", continuation: continuation("register"))),
        ]
        let registration: Set = ["introspecting", "choosing", "contact", "challenging", "confirming"]
        return Terrain(
            name: "second factor and registration, goes on: \(goesOn)",
            goal: .signInAfterSignUp(
                continuation("signed-up"),
                SignInOptions(scopes: wished, username: ada, goesOnByItself: goesOn)),
            letters: Letter.common + Letter.codes + own, moments: [0],
            steps: steps("registration", registration.union(codeSteps))
                .union(
                    steps(
                        "secondFactor", codeSteps.union(["introspecting", "choosing", "challenging"]))
                )
                .union(["redemption", "signIn.identity"]),
            unheard: ["timerFired"])
    }

    private static func reset(conceals: Bool, delay: Duration?) -> Terrain {
        let own: [Letter] = [
            .answered(.identity(ada, nil)), .answered(.identity(" ", nil)),
            .answered(.details([:], newPassword: nil)), .answered(.details([:], newPassword: rightPassword)),
            .replied(.proceed(continuation("begun"), expiresIn: nil)),
            .replied(.submitted(continuation("submitted"), pollInterval: .seconds(2))),
            .replied(.poll(.inProgress, nil)), .replied(.poll(.succeeded, continuation("done"))),
            .replied(.poll(.failed, continuation("failed"))), .refused(.unknown), .refused(.locked),
            .refused(.named("invalid_request", [500_222])), .refused(.weakPassword()),
        ]
        let named: Set = ["identity", "starting", "challenging", "password", "submitting", "polling"]
        return Terrain(
            name: "reset, conceals: \(conceals), delay: \(delay != nil)",
            goal: .resetPassword(
                SignInOptions(scopes: [], concealsAccounts: conceals, refusalDelay: delay)),
            letters: Letter.common + Letter.codes + own, moments: delay == nil ? [0, 302] : [0, 302, 700],
            steps: steps("reset", named.union(codeSteps).union(delay == nil ? [] : ["holding"])),
            unheard: ["started", "authenticated"])
    }

    /// A code that lives for 12 s and may be polled for every 5 s.
    private static let device = Terrain(
        name: "device", goal: .device,
        letters: Letter.common + Letter.codes + [
            .replied(
                .device(
                    DeviceGrant(
                        deviceCode: Secret("canary-dc"), userCode: "U", verificationURI: "https://a",
                        expiresIn: .seconds(12), interval: .seconds(5)))),
            .refused(.named("authorization_pending")), .refused(.named("slow_down")),
            .refused(.named("authorization_declined")), .refused(.named("access_denied", [53003])),
            .refused(.named("bad_verification_code")), .refused(WireError(status: 503, malformed: .notJSON)),
        ], moments: [0, 5, 12, 24], steps: ["device.idle", "device.authorizing", "device.polling"],
        unheard: [], backIsAWayOut: false)
}

extension AuthMethod {
    static let email = AuthMethod(
        id: ID("m-email"), challengeType: .oneTimeCode, channel: .email, loginHint: "a***a@ex***le.com")
    static let sms = AuthMethod(
        id: ID("m-sms"), challengeType: .oneTimeCode, channel: .sms, loginHint: "+1********0")
    /// One that we cannot do.
    static let voice = AuthMethod(
        id: ID("m-voice"), challengeType: .oneTimeCode, channel: .other("voice"), loginHint: nil)
}

extension WireError {
    /// An "error" that is the service's next question.
    static func step(_ error: String, _ code: Int? = nil, attributes: [RequiredAttribute] = []) -> WireError {
        WireError(
            status: 400, error: error, codes: code.map { [$0] } ?? [],
            continuation: ContinuationToken("canary-step"),
            requiredAttributes: attributes)
    }

    static func weakPassword(_ newer: ContinuationToken? = nil) -> WireError {
        grant(399_246, suberror: "password_too_weak", continuation: newer)
    }

    static func badAttributes(_ newer: ContinuationToken? = nil) -> WireError {
        var error = grant(suberror: "attribute_validation_failed", continuation: newer)
        error.invalidAttributes = ["displayName"]
        return error
    }

    static let blocked = WireError(
        status: 400, error: "access_denied", suberror: "provider_blocked_by_rep", codes: [550_024])
    static let badContact = named("invalid_request", [901_001])
    static let tooManyCodes = named("invalid_request", [701_014])
}
