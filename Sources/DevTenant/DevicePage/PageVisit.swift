import FoundationEssentials
import Wire

/// What a submitted form does to a session.
///
/// ```text
/// userCode → account ─┬ password ────┬─→ [method] → [oneTimeCode] ─┬→ consent → approved
///    ↓ 5 wrong        └ oneTimeCode ─┘    second factor, or         │         → declined
///  locked               (no password)   [contact] → [oneTimeCode] ─┘
///                                        registration
/// ```
struct PageVisit {
    var session: PageSession
    /// One sentence over the form.
    private(set) var problem: String?
    /// Set when the person has just proved who they are: the cookie changes then.
    private(set) var isNewlySignedIn = false

    private let exchange: Exchange
    private let records: Records

    init(session: PageSession, exchange: Exchange, records: Records) {
        self.session = session
        self.exchange = exchange
        self.records = records
    }

    mutating func take() throws {
        if exchange.form.text("action") == "restart", session.step != .locked {
            session.restart()
            return
        }
        switch session.step {
        case .userCode: try takeUserCode()
        case .account: try takeAccount()
        case .password: try takePassword()
        case .oneTimeCode: try takeOneTimeCode()
        case .method: try takeMethod()
        case .contact: try takeContact()
        case .consent: try takeDecision()
        case .approved, .declined, .locked: break
        }
    }

    /// Guesses are limited for each session and for all of them together (RFC 8628, section 5.1).
    private mutating func takeUserCode() throws {
        guard try records.attempts("userCode", now: exchange.now) < Throttle.userCodesPerMinute else {
            problem = "Too many wrong codes were entered on this page. Wait a minute."
            return
        }
        let typed = DeviceRequest.normalized(exchange.form.text("user_code") ?? "")
        if !typed.isEmpty, let request = try records.pendingRequest(userCode: typed, now: exchange.now) {
            session.userCode = request.userCode
            session.step = .account
            return
        }
        try records.noteAttempt("userCode", now: exchange.now)
        session.wrongUserCodes += 1
        problem = "That code is not right, or it has expired."
        if session.wrongUserCodes >= Throttle.userCodesPerSession { session.step = .locked }
    }

    private mutating func takeAccount() throws {
        let email = (exchange.form.text("email") ?? "").trimmed
        guard looksLikeEmail(email) else {
            problem = "Enter an e-mail address."
            return
        }
        session.email = email
        let account = try records.account(email: email)
        session.accountID = account?.id
        if let account, account.needsBrowser || !account.hasPassword {
            try send(.signIn, to: Account.Method(.email, account.email))
        } else {
            session.step = .password
        }
    }

    private mutating func takePassword() throws {
        let password = exchange.form.secret("password") ?? .empty
        guard !password.isEmpty else {
            problem = "Enter your password."
            return
        }
        var verdict = PasswordVerdict.wrong
        let known = try account()
        if var account = known {
            verdict = try records.judge(password, of: &account, policy: exchange.policy, now: exchange.now)
        }
        switch verdict {
        case .right: try goOn(hasProvedEmail: false)
        case .wrong: problem = "The address or the password is not right."
        case .locked: problem = "This account is locked for a while, after too many wrong passwords."
        }
    }

    private mutating func takeOneTimeCode() throws {
        guard let purpose = session.purpose.flatMap(OutboxEntry.Purpose.init(rawValue:)),
            let method = session.sentTo
        else { return session.restart() }
        if exchange.form.text("action") == "resend" { return try send(purpose, to: method) }
        let code = Secret((exchange.form.text("code") ?? "").filter { !$0.isWhitespace && $0 != "-" })
        guard
            try records.redeemCode(
                code, in: session.conversation, policy: exchange.policy, now: exchange.now)
        else {
            problem = "That code is not right. Use the newest one."
            return
        }
        switch purpose {
        case .signIn: try goOn(hasProvedEmail: true)
        case .registration:
            try register(method)
            try finishSignIn()
        default: try finishSignIn()
        }
    }

    private mutating func takeMethod() throws {
        guard let index = exchange.form.text("method").flatMap({ Int($0) }),
            session.choices.indices.contains(index)
        else {
            problem = "Choose one."
            return
        }
        try send(.secondFactor, to: session.choices[index])
    }

    /// Where the person wants codes from now on.
    private mutating func takeContact() throws {
        let typed = (exchange.form.text("contact") ?? "").trimmed
        let channel: Policy.Channel = typed.contains("@") ? .email : .sms
        let phone = typed.filter { !" -()/".contains($0) }
        let method = Account.Method(channel, channel == .email ? typed : phone)
        guard exchange.policy.strongMethods.contains(channel), method.isWellFormed else {
            problem =
                "That is neither an e-mail address nor a number like +15555550100 that can be used here."
            return
        }
        try send(.registration, to: method)
    }

    private mutating func takeDecision() throws {
        let decision = exchange.form.text("decision")
        guard let code = session.userCode, let account = try account(),
            ["approve", "decline"].contains(decision)
        else { return }
        let isApproval = decision == "approve"
        guard let request = try records.pendingRequest(userCode: code, now: exchange.now),
            try records.decide(request, account: isApproval ? account : nil, now: exchange.now)
        else {
            session.restart()
            problem = "That code has expired. Ask the device for a new one."
            return
        }
        session.step = isApproval ? .approved : .declined
    }

    private func account() throws -> Account? {
        try session.accountID.flatMap { try records.account(id: $0) }
    }

    private mutating func send(_ purpose: OutboxEntry.Purpose, to method: Account.Method) throws {
        do {
            try method.requireReachable(exchange.policy)
            try records.sendCode(
                for: purpose, to: method, in: session.conversation, policy: exchange.policy,
                now: exchange.now)
        } catch let refusal as ProtocolFailure {
            problem = refusal.text
            return
        }
        session.purpose = purpose.rawValue
        session.sentTo = method
        session.step = .oneTimeCode
    }

    /// After the first factor.
    private mutating func goOn(hasProvedEmail: Bool) throws {
        guard let account = try account() else { return session.restart() }
        do {
            try account.requireUsable()
        } catch {
            session.restart()
            problem =
                account.profile.disabled
                ? "This account is disabled." : "The password of this account must be changed first."
            return
        }
        let email = Account.Method(.email, account.email)
        switch Demand(for: account, under: exchange.policy) {
        case .nothing: try finishSignIn()
        case .secondFactor(let methods) where methods.count == 1: try send(.secondFactor, to: methods[0])
        case .secondFactor(let methods):
            session.choices = methods
            session.step = .method
        case .registration where hasProvedEmail && exchange.policy.strongMethods.contains(.email):
            try register(email)
            try finishSignIn()
        case .registration:
            session.step = .contact
        }
    }

    private func register(_ method: Account.Method) throws {
        guard var account = try account() else { return }
        try records.register(method, for: &account)
    }

    private mutating func finishSignIn() throws {
        session.step = .consent
        isNewlySignedIn = true
    }
}
