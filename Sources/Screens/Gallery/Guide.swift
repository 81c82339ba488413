import AuthFlow
import Wire

/// Leads through the screens: types for a person, answers for a service, and turns the clock.
struct Guide {
    private(set) var state: AppState
    private var now = Duration.zero
    /// The number of the request or wait that is answered next.
    private var outstanding = 0

    init(_ options: AppOptions, _ size: Size) {
        state = AppState(options: options, size: size, at: .zero)
        tell(.flow(.started))
    }

    // MARK: The person

    mutating func tell(_ event: AppEvent) {
        for case .flow(let effect) in state.handle(event, at: now) {
            switch effect {
            case .send(let id, _): outstanding = id.number
            case .wait(let id, _, _): outstanding = id.number
            case .abandon, .stopWaiting, .save: break
            }
        }
    }

    mutating func press(_ keys: Key...) { for key in keys { tell(.key(key)) } }
    mutating func type(_ text: String) { for character in text { press(.character(character)) } }
    mutating func choose(_ action: ActionID) { tell(.activated(action)) }
    mutating func fill(_ field: FieldID, _ text: String) { tell(.filled(field, Secret(text))) }

    mutating func wait(_ time: Duration) {
        now += time
        tell(.ticked)
    }

    mutating func submit(_ address: String = "ada@example.com", _ password: String = "Lovelace-1843") {
        type(address)
        press(.tab)
        type(password)
        press(.enter)
    }

    // MARK: The service

    mutating func reply(_ reply: WireReply) { tell(.flow(.replied(RequestID(outstanding), reply))) }
    mutating func refuse(_ error: WireError) { tell(.flow(.refused(RequestID(outstanding), error))) }
    mutating func fireTimer() { tell(.flow(.timerFired(TimerID(outstanding)))) }
    mutating func authenticate() { tell(.flow(.authenticated(RequestID(outstanding), Self.tokens))) }

    mutating func fail(_ kind: Problem.Kind) {
        tell(.flow(.failed(RequestID(outstanding), Problem(kind, correlationID: Self.reference))))
    }

    mutating func proceed() { reply(.proceed(Self.token, expiresIn: nil)) }

    mutating func sendCode(
        _ channel: Channel = .email, to target: String = "a***a@example.com", length: Int = 8
    ) {
        let challenge = CodeChallenge(channel: channel, target: target, length: length, interval: nil)
        reply(.challenge(.code(challenge), Self.token))
    }

    mutating func reachPassword() {
        proceed()
        reply(.challenge(.password, Self.token))
    }

    mutating func reachCode() {
        proceed()
        sendCode()
    }

    /// From a sign-in whose password was right.
    mutating func reachMethods(_ suberror: String, _ methods: [AuthMethod]) {
        submit("alan@example.com", "Enigma-1912")
        reachPassword()
        refuse(
            WireError(
                status: 400, error: "invalid_grant", suberror: suberror, continuation: Self.token))
        reply(.methods(methods, Self.token))
    }

    /// From `Create account` to what the tenant asks for.
    mutating func reachDetails(_ attributes: [RequiredAttribute] = Self.attributes) {
        reachSignUpCode()
        fill(.code, "48213055")
        choose(.submit)
        refuse(
            WireError(
                status: 400, error: "attributes_required", continuation: Self.token,
                requiredAttributes: attributes))
    }

    mutating func reachSignUpCode() {
        fill(.email, "ada@example.com")
        fill(.password, "Lovelace-1843")
        fill(.confirmPassword, "Lovelace-1843")
        choose(.submit)
        proceed()
        sendCode()
    }

    /// From `Reset password` to the new one.
    mutating func reachNewPassword() {
        fill(.email, "ada@example.com")
        choose(.submit)
        proceed()
        sendCode()
        fill(.code, "48213055")
        choose(.submit)
        proceed()
    }

    // MARK: What they say

    static let reference = "1f0a5d1c-7e52-4a0b-9d3e-77b1c2d3e4f5"
    static let token = ContinuationToken("token")
    static let wrongPassword = WireError(status: 400, error: "invalid_grant", codes: [50126])
    static let wrongCode = WireError(
        status: 400, error: "invalid_grant", suberror: "invalid_oob_value", codes: [50181])

    static let tokens = TokenSet(
        accessToken: Secret("access"), refreshToken: nil, idToken: Secret("id"), scopes: ["openid"],
        issuedAt: 1000, expiresAt: 4600,
        identity: Identity(objectID: "1", tenantID: "2", username: "ada@example.com", name: "Ada Lovelace"))

    static let grant = DeviceGrant(
        deviceCode: Secret("device"), userCode: "WDJB-MJHT",
        verificationURI: "https://contoso.ciamlogin.com/common/oauth2/deviceauth", expiresIn: .seconds(900),
        interval: .seconds(5))

    static let email = AuthMethod(
        id: .init("1"), challengeType: .oneTimeCode, channel: .email, loginHint: "a***n@example.com")
    static let sms = AuthMethod(
        id: .init("2"), challengeType: .oneTimeCode, channel: .sms, loginHint: "+1********6")
    static let newEmail = AuthMethod(
        id: .init("email"), challengeType: .oneTimeCode, channel: .email, loginHint: "joan@example.com")
    static let newPhone = AuthMethod(
        id: .init("sms"), challengeType: .oneTimeCode, channel: .sms, loginHint: nil)

    static let attributes = [
        attribute("displayName", isRequired: true), attribute("city", isRequired: true),
        attribute("postalCode", isRequired: true), attribute("extension_2588abcd_loyaltyNumber"),
    ]

    static func attribute(
        _ name: String, _ type: String = "string", isRequired: Bool = false, regex: String? = nil
    ) -> RequiredAttribute {
        RequiredAttribute(name: name, type: type, isRequired: isRequired, regex: regex)
    }

    static func badAttributes(_ names: [String]) -> WireError {
        WireError(
            status: 400, error: "invalid_grant", suberror: "attribute_validation_failed",
            continuation: token, invalidAttributes: names)
    }

    static func badPassword(_ rule: PasswordRule) -> WireError {
        WireError(status: 400, error: "invalid_grant", suberror: rule.rawValue, continuation: token)
    }
}
