import AuthFlow
import Resources
import Screens
import Testing
import Wire

/// Somebody in front of the screens, with the service's answers and the clock in hand.
struct Person {
    var state: AppState
    var now = Duration.zero
    /// What the last event ordered.
    var effects: [AppEffect] = []
    /// Every request so far.
    var sent: [WireRequest] = []
    private var outstanding: Int?

    static let english: Strings = {
        var size = 0
        let start = resources_locale("en", &size)
        return Strings(Array(UnsafeBufferPointer(start: start, count: size)))
    }()

    static let large = Size(columns: 80, rows: 24)
    static let small = Size(columns: 40, rows: 12)

    init(
        _ mode: AppOptions.Mode = .login, size: Size = large, username: String? = nil,
        _ change: (inout AppOptions) -> Void = { _ in }
    ) {
        var options = AppOptions(
            mode: mode,
            signIn: SignInOptions(scopes: ["openid"], username: username, concealsAccounts: true),
            tenantName: "Contoso", serviceHost: "contoso.ciamlogin.com", hostName: "kiosk-7")
        change(&options)
        state = AppState(options: options, size: size, at: .zero)
        tell(.flow(.started))
    }

    // MARK: - Doing

    mutating func tell(_ event: AppEvent) {
        effects = state.handle(event, at: now)
        for case .flow(let effect) in effects {
            switch effect {
            case .send(let id, let request):
                outstanding = id.number
                sent.append(request)
            case .wait(let id, _, _): outstanding = id.number
            case .abandon, .stopWaiting, .save: break
            }
        }
    }

    mutating func press(_ keys: Key...) { for key in keys { tell(.key(key)) } }

    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    mutating func paste(_ text: String) { tell(.pasted(Secret(text))) }

    /// Address and password, as most people do.
    mutating func submit(_ address: String = "ada@example.com", _ password: String = "Lovelace-1843") {
        type(address)
        press(.tab)
        type(password)
        press(.enter)
    }

    // MARK: - The service

    mutating func reply(_ reply: WireReply) throws {
        tell(.flow(.replied(RequestID(try #require(outstanding)), reply)))
    }

    mutating func refuse(_ error: WireError) throws {
        tell(.flow(.refused(RequestID(try #require(outstanding)), error)))
    }

    mutating func fail(_ kind: Problem.Kind, correlationID: String? = nil) throws {
        let problem = Problem(kind, correlationID: correlationID)
        tell(.flow(.failed(RequestID(try #require(outstanding)), problem)))
    }

    mutating func authenticate() throws {
        tell(.flow(.authenticated(RequestID(try #require(outstanding)), Self.tokens)))
    }

    mutating func fireTimer() throws { tell(.flow(.timerFired(TimerID(try #require(outstanding))))) }

    /// To the point where the service looks at the password.
    mutating func reachPassword() throws {
        try reply(.proceed(Self.token, expiresIn: nil))
        try reply(.challenge(.password, Self.token))
    }

    mutating func reachCode(length: Int = 8) throws {
        try reply(.proceed(Self.token, expiresIn: nil))
        try reply(Self.codeChallenge(length: length))
    }

    mutating func reachDeviceCode() throws { try reply(.device(Self.grant)) }

    static let token = ContinuationToken("token")
    static let wrongPassword = WireError(status: 400, error: "invalid_grant", codes: [50126])
    static let wrongCode = WireError(
        status: 400, error: "invalid_grant", suberror: "invalid_oob_value", codes: [50181])
    static let unknownUser = WireError(status: 400, error: "user_not_found", codes: [50034])

    static func codeChallenge(length: Int = 8) -> WireReply {
        .challenge(
            .code(
                CodeChallenge(channel: .email, target: "g***e@example.com", length: length, interval: nil)),
            token)
    }

    static let address = "https://contoso.ciamlogin.com/common/oauth2/deviceauth"
    static let grant = DeviceGrant(
        deviceCode: Secret("device"), userCode: "WDJB-MJHT", verificationURI: address,
        expiresIn: .seconds(900), interval: .seconds(5))

    static let tokens = TokenSet(
        accessToken: Secret("access"), refreshToken: nil, idToken: Secret("id"), scopes: ["openid"],
        issuedAt: 1000, expiresAt: 4600,
        identity: Identity(objectID: "1", tenantID: "2", username: "ada@example.com", name: "Ada Lovelace"))

    // MARK: - Further ways

    mutating func fill(_ field: FieldID, _ text: String) { tell(.filled(field, Secret(text))) }
    mutating func choose(_ action: ActionID) { tell(.activated(action)) }

    /// Fills `Create account` in and sends it.
    mutating func signUp(_ address: String = "ada@example.com", _ password: String = "Lovelace-1843") {
        fill(.email, address)
        fill(.password, password)
        fill(.confirmPassword, password)
        choose(.submit)
    }

    /// To what the tenant asks for, in the middle of a sign-up.
    mutating func reachDetails(_ attributes: [RequiredAttribute]) throws {
        signUp()
        try reachCode()
        fill(.code, "48213055")
        choose(.submit)
        try refuse(
            WireError(
                status: 400, error: "attributes_required", continuation: Self.token,
                requiredAttributes: attributes))
    }

    /// From a password that was right to the ways to verify.
    mutating func reachMethods(
        _ methods: [AuthMethod], after suberror: String = "mfa_required"
    ) throws {
        submit("alan@example.com", "Enigma-1912")
        try reachPassword()
        try refuse(
            WireError(
                status: 400, error: "invalid_grant", suberror: suberror, continuation: Self.token))
        try reply(.methods(methods, Self.token))
    }

    /// From `Reset password` to the new one.
    mutating func reachNewPassword() throws {
        fill(.email, "ada@example.com")
        choose(.submit)
        try reachCode()
        fill(.code, "48213055")
        choose(.submit)
        try reply(.proceed(Self.token, expiresIn: nil))
    }

    static let email = AuthMethod(
        id: .init("1"), challengeType: .oneTimeCode, channel: .email, loginHint: "a***n@example.com")
    static let sms = AuthMethod(
        id: .init("2"), challengeType: .oneTimeCode, channel: .sms, loginHint: "+1********6")
    static let newEmail = AuthMethod(
        id: .init("email"), challengeType: .oneTimeCode, channel: .email, loginHint: "joan@example.com")
    static let newPhone = AuthMethod(
        id: .init("sms"), challengeType: .oneTimeCode, channel: .sms, loginHint: nil)
    static let emailGone = WireError(status: 400, error: "invalid_request", codes: [400002])

    static func smsChallenge(length: Int = 6) -> WireReply {
        .challenge(
            .code(CodeChallenge(channel: .sms, target: "+1********6", length: length, interval: nil)), token)
    }

    static func refusal(_ suberror: String, attributes: [String] = []) -> WireError {
        WireError(
            status: 400, error: "invalid_grant", suberror: suberror, continuation: token,
            invalidAttributes: attributes)
    }

    // MARK: - Seeing

    var screen: Screen { Screen(state, Self.english) }

    /// All words on the screen, in order, as a reader of the screen would have them.
    var words: String { Self.words(screen) }

    static func words(_ screen: Screen) -> String {
        screen.elements.flatMap { element -> [String] in
            switch element {
            case .text(let text, _), .code(let text), .address(let text): [text]
            case .notice(let notice): [notice.text]
            case .field(let field):
                [field.label, field.value] + [field.problem, field.hint].compactMap { $0 }
            case .menu(let actions), .actions(let actions): actions.map(\.label)
            case .fact(let label, let value): [label, value]
            case .ends(let left, let right): [left, right]
            case .progress(let progress):
                progress.phase == nil
                    ? [] : [progress.verb, progress.stop] + [progress.detail].compactMap { $0 }
            case .gap: []
            }
        }.joined(separator: "\n")
    }

    func field(_ id: FieldID) -> Screen.FieldView? {
        for case .field(let field) in screen.elements where field.id == id { return field }
        return nil
    }

    /// The field or action that has the focus.
    var focus: String? {
        for element in screen.elements {
            switch element {
            case .field(let field) where field.cursor != nil: return field.label
            case .menu(let actions), .actions(let actions):
                if let action = actions.first(where: \.isFocused) { return action.label }
            default: continue
            }
        }
        return nil
    }

    var actions: [ActionID] {
        screen.elements.flatMap { element -> [ActionID] in
            switch element {
            case .menu(let actions), .actions(let actions): actions.map(\.id)
            default: []
            }
        }
    }

    var notice: Screen.Notice? {
        for case .notice(let notice) in screen.elements { return notice }
        return nil
    }

    /// The password of the last request that had one.
    var sentPassword: [UInt8]? {
        for case .token(.password(let password, _, _), _) in sent.reversed() {
            return password.withExposed { $0 }
        }
        return nil
    }

    var sentCode: String? {
        for case .token(.oneTimeCode(let code, _), _) in sent.reversed() { return code.exposedAsString() }
        return nil
    }
}
