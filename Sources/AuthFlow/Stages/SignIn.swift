import Wire

/// The stage of a native sign-in by password or e-mail code (protocol reference, section 2).
///
/// The service decides which: a password that it does not want is dropped, one that it wants is asked for.
package struct SignIn: HoldingStage, Equatable, Sendable {
    let options: SignInOptions
    var step = Step.identity(resumable: nil)

    var asStage: Stage { .signIn(self) }

    enum Step: Equatable, Sendable {
        /// `resumable` holds the conversation in which the last password was refused.
        case identity(resumable: Conversation?)
        case initiating(Attempt)
        case challenging(Attempt)
        case password(Conversation)
        case checkingPassword(Attempt, Conversation, resumed: Bool)
        case code(CodeEntry)
        indirect case holding(Hold<Step>)
    }

    static func holding(_ hold: Hold<Step>) -> Step { .holding(hold) }

    /// What the person submitted, and when.
    struct Attempt: Equatable, Sendable {
        var username: String
        var password: Secret?
        var since: Duration
        /// The question that it answers, to return to.
        var origin: Prompt
    }

    struct Conversation: Equatable, Sendable {
        var username: String
        var token: ContinuationToken
    }

    init(_ options: SignInOptions) { self.options = options }

    func next(_ event: StageEvent, at now: Duration) -> Transition? {
        switch step {
        case .identity(let resumable):
            guard case .answered(.identity(let username, let password)) = event else { return nil }
            return submitted(username, password, resumable, at: now)
        case .initiating(let attempt):
            return initiating(event, attempt, at: now)
        case .challenging(let attempt):
            return challenging(event, attempt, at: now)
        case .password(let conversation):
            return password(event, conversation, at: now)
        case .checkingPassword(let attempt, let conversation, let resumed):
            return checkingPassword(event, attempt, conversation, resumed: resumed, at: now)
        case .code(let entry):
            return code(event, entry, at: now)
        case .holding(let hold):
            return held(event, hold)
        }
    }

    // MARK: - Address and password

    private func submitted(
        _ username: String, _ password: Secret?, _ resumable: Conversation?, at now: Duration
    ) -> Transition? {
        let username = username.trimmed
        let origin = Prompt.identity(IdentityPrompt(username: username))
        guard !username.isEmpty else { return ask(origin, step, Problem(.invalidInput)) }
        if let password, password.isEmpty { return ask(origin, step, Problem(.invalidPassword(.other))) }
        let attempt = Attempt(username: username, password: password, since: now, origin: origin)
        if let password, let resumable, resumable.username == username {
            return check(password, attempt, resumable, resumed: true)
        }
        return initiate(attempt)
    }

    private func initiate(_ attempt: Attempt) -> Transition {
        send(.initiate(username: attempt.username), showing: attempt.origin, .initiating(attempt))
    }

    private func initiating(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.proceed(let token, _)):
            return send(
                .challenge(token, method: nil), showing: attempt.origin, .challenging(attempt))
        case .replied(let reply):
            return unexpected(reply, attempt, at: now)
        case .refused(let error):
            return refused(error, at: .initiate, attempt, at: now)
        case .failed(let problem):
            return ask(attempt.origin, .identity(resumable: nil), problem)
        case .wentBack:
            return ask(attempt.origin, .identity(resumable: nil), nil)
        case .started, .answered, .authenticated, .timerFired:
            return nil
        }
    }

    private func challenging(_ event: StageEvent, _ attempt: Attempt, at now: Duration) -> Transition? {
        switch event {
        case .replied(.challenge(.password, let token)):
            let conversation = Conversation(username: attempt.username, token: token)
            if let password = attempt.password {
                return check(password, attempt, conversation, resumed: false)
            }
            let prompt = Prompt.password(PasswordPrompt(username: attempt.username))
            return rest(
                prompt, .password(conversation), nil, since: attempt.since,
                back: Turn(prompt: attempt.origin, step: .identity(resumable: nil)), at: now)
        case .replied(.challenge(.code(let challenge), let token)):
            return ask(forCode: challenge, token, attempt, at: now)
        case .replied(let reply):
            return unexpected(reply, attempt, at: now)
        case .refused(let error):
            return refused(error, at: .challenge, attempt, at: now)
        case .failed(let problem):
            return ask(attempt.origin, .identity(resumable: nil), problem)
        case .wentBack:
            return ask(attempt.origin, .identity(resumable: nil), nil)
        case .started, .answered, .authenticated, .timerFired:
            return nil
        }
    }

    private func password(_ event: StageEvent, _ conversation: Conversation, at now: Duration) -> Transition?
    {
        let origin = Prompt.password(PasswordPrompt(username: conversation.username))
        switch event {
        case .answered(.password(let password)):
            guard !password.isEmpty else { return ask(origin, step, Problem(.invalidPassword(.other))) }
            let attempt = Attempt(
                username: conversation.username, password: password, since: now, origin: origin)
            return check(password, attempt, conversation, resumed: false)
        case .wentBack:
            return ask(
                .identity(IdentityPrompt(username: conversation.username)), .identity(resumable: nil), nil)
        default:
            return nil
        }
    }

    private func check(
        _ password: Secret, _ attempt: Attempt, _ conversation: Conversation, resumed: Bool
    ) -> Transition {
        let grant = TokenGrant.password(password, username: attempt.username, conversation.token)
        return send(
            .token(grant, scopes: options.scopes), showing: attempt.origin,
            .checkingPassword(attempt, conversation, resumed: resumed))
    }

    private func checkingPassword(
        _ event: StageEvent, _ attempt: Attempt, _ conversation: Conversation, resumed: Bool, at now: Duration
    ) -> Transition? {
        let asked = step(for: attempt.origin, conversation)
        switch event {
        case .authenticated(let tokens):
            return finish(.signedIn(tokens))
        case .replied(let reply):
            return unexpected(reply, attempt, at: now)
        case .refused(let error):
            if let more = tail(attempt.username).handOver(error, showing: attempt.origin) { return more }
            let problem = options.concealed(Problem(error, at: .token))
            if problem.kind == .sessionExpired {
                // The password was not looked at: the conversation in which the last one was refused is over.
                if resumed { return initiate(attempt) }
                return restart(attempt.username, problem, since: attempt.since, at: now)
            }
            var conversation = conversation
            if let token = error.continuation { conversation.token = token }
            let asked = step(for: attempt.origin, conversation)
            return rest(attempt.origin, asked, problem, since: attempt.since, at: now)
        case .failed(let problem):
            return ask(attempt.origin, asked, problem)
        case .wentBack:
            return ask(attempt.origin, asked, nil)
        case .started, .answered, .timerFired:
            return nil
        }
    }

    /// Where the person was when the password of `conversation` was asked for.
    private func step(for origin: Prompt, _ conversation: Conversation) -> Step {
        if case .password = origin { .password(conversation) } else { .identity(resumable: conversation) }
    }

    // MARK: - Endings

    /// A refusal of the address itself, at one of the two steps before a credential is looked at.
    private func refused(
        _ error: WireError, at endpoint: Endpoint, _ attempt: Attempt, at now: Duration
    ) -> Transition {
        let problem = Problem(error, at: endpoint)
        if options.concealsAccounts, attempt.password == nil, problem.kind.tellsOfAccount {
            return ask(forCode: nil, nil, attempt, at: now)
        }
        return rest(
            attempt.origin, .identity(resumable: nil), options.concealed(problem), since: attempt.since,
            at: now)
    }

    private func unexpected(_ reply: WireReply, _ attempt: Attempt, at now: Duration) -> Transition {
        if case .redirect(let reason) = reply {
            return browser(reason, attempt.username)
        }
        return restart(attempt.username, Problem(.malformed), since: attempt.since, at: now)
    }

    /// What follows a first factor.
    func tail(_ username: String) -> Tail { Tail(options: options, username: username) }

    func restart(
        _ username: String, _ problem: Problem, since: Duration, at now: Duration
    ) -> Transition {
        rest(
            .identity(IdentityPrompt(username: username)), .identity(resumable: nil), problem, since: since,
            at: now)
    }
}

extension String {
    /// Without white space at its ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
