import AuthFlow
import Wire

/// Everything that a front end shows and everything that a key can change.
///
/// It is told facts and gives orders, as ``Flow`` does, which it carries inside. It knows no terminal and no clock:
/// the moment comes with every event. `Screen(state, strings)` is what it looks like.
package struct AppState: Equatable, Sendable {
    package let options: AppOptions
    package private(set) var size: Size
    /// Who is signed in.
    package internal(set) var account: AccountSummary?
    /// Why the program ends; nothing moves after that.
    package private(set) var exitReason: ExitReason?
    /// A pattern, as a comparison looks the type of both sides up at run time: the first paint waits for it.
    var isOver: Bool { if case nil = exitReason { false } else { true } }
    /// The moment of the last event.
    private(set) var now: Duration
    /// Never empty; the last one is seen.
    var places: [Place]
    var overlay: Overlay?
    /// Nil where nobody can tell.
    private(set) var isCapsLockOn: Bool?
    /// Until something answers.
    private(set) var isOffline: Bool
    private var numbering = Numbering()
    /// Whether a reset ended with a sign-in in a browser, so that the password is what it was.
    package private(set) var leftPasswordAsItWas = false

    /// The program tells it `.flow(.started)` first of all.
    package init(options: AppOptions, size: Size, at now: Duration) {
        self.options = options
        self.size = size
        self.now = now
        isOffline = options.isOffline
        account = options.mode == .browse ? options.account : nil
        if let conversation = options.firstConversation {
            places = [.conversation(conversation)]
        } else if let account {
            places = [.account(AccountState(summary: account))]
        } else {
            places = [.welcome(Menu())]
        }
    }

    /// Tells it a fact, learnt at `now`, and gives its orders.
    package mutating func handle(_ event: AppEvent, at now: Duration) -> [AppEffect] {
        guard !isOver else { return [] }
        self.now = now
        switch event {
        case .key(let key): return press(key)
        case .pasted(let text): return paste(text)
        case .filled(let field, let text): return fill(field, text)
        case .activated(let action):
            guard !isBusy || action == .back || action == .leave else { return [] }
            return activate(action)
        case .flow(let event): return numbering.inward(event).map { tell($0) } ?? []
        case .account(let event): return handle(event)
        case .mailbox(let event): return handle(event)
        case .resized(let size):
            self.size = size
            return []
        case .capsLock(let isOn):
            isCapsLockOn = isOn
            return []
        case .ticked: return []
        case .resumed:
            forgetSecrets()
            return [.redraw]
        case .endRequested: return leave()
        case .inputEnded: return endInput()
        }
    }

    // MARK: - The conversation

    /// The one on screen.
    var conversation: Conversation? {
        get { if case .conversation(let conversation)? = places.last { conversation } else { nil } }
        set {
            guard let newValue, conversation != nil else { return }
            places[places.count - 1] = .conversation(newValue)
        }
    }

    /// Whether an answer is being worked on. Waiting for a person in a browser is not.
    package var isBusy: Bool { busySince != nil }

    /// The moment since which.
    var busySince: Duration? {
        switch places.last {
        case .conversation(let conversation): conversation.busySince
        case .account(let account): account.signingOutSince
        case .welcome, nil: nil
        }
    }

    /// Tells the flow on screen a fact, and follows where it goes.
    mutating func tell(_ event: FlowEvent) -> [AppEffect] {
        if event.isAnswer { isOffline = false }
        guard var conversation else { return [] }
        var options = options
        // What can be seen on the field itself needs no guess after it.
        if isCapsLockOn != nil { options.mentionsCapsLock = false }
        let before = conversation.flow
        let orders = conversation.tell(event, at: now, options)
        self.conversation = conversation
        var effects = orders.map { AppEffect.flow(numbering.outward($0)) }
        if conversation.flow != before || event.isByPerson, let problem = conversation.told {
            effects.append(.refused(problem, conversation.activity))
        }
        if let outcome = conversation.flow.outcome { return effects + follow(outcome) }
        // Once for each answer: a problem that is still there does not hold anybody who goes back.
        if conversation.flow != before, let problem = conversation.flow.problem, problem.kind.wantsReset,
            conversation.flow.prompt?.task == .signIn
        {
            return effects + beginReset(because: problem, username: conversation.username)
        }
        return effects
    }

    /// What a sign-in wants, where only a new password helps. Back leads to the sign-in.
    private mutating func beginReset(because problem: Problem, username: String?) -> [AppEffect] {
        let effects = begin(.resetPassword, username: username)
        conversation?.form.note = .resetBegins(problem.kind)
        conversation?.freshProblem = problem
        return effects
    }

    private mutating func follow(_ outcome: Outcome) -> [AppEffect] {
        overlay = nil
        switch outcome {
        case .signedIn(let tokens):
            let summary = AccountSummary(tokens)
            account = summary
            leftPasswordAsItWas = conversation?.purpose == .browserRequired(for: .reset)
            guard options.mode == .browse else { return exit(.signedIn(tokens)) }
            places = [.account(AccountState(summary: summary))]
            if leftPasswordAsItWas { say(.passwordNotChanged) }
            return []
        case .accountCreated(let username, _):
            return turn(to: .signIn, username: username, news: .accountCreated)
        case .passwordChanged(let username):
            return turn(to: .signIn, username: username, news: .passwordChanged)
        case .browserRequired(let reason, let username):
            conversation?.restore()
            let task = conversation?.form.prompt.task ?? .signIn
            return goOnInBrowser(.browserRequired(for: task), username: username, reason: reason)
        case .cancelled:
            return pop()
        case .failed(let problem):
            guard places.count > 1 else { return exit(.failed(problem)) }
            places.removeLast()
            say(.problem(problem, advice: []))
            conversation?.freshProblem = problem
            return []
        }
    }

    /// What the person is at, or was when the program ended.
    package var activity: Activity { conversation?.activity ?? .signIn }

    // MARK: - Leaving

    /// Takes the place on screen away; the first one ends the program.
    mutating func pop() -> [AppEffect] {
        guard places.count > 1 else { return leave() }
        places.removeLast()
        return []
    }

    mutating func leave() -> [AppEffect] { exit(account == nil ? .cancelled : .left) }

    private mutating func exit(_ reason: ExitReason) -> [AppEffect] {
        var effects: [AppEffect] = []
        if var conversation {
            effects = conversation.flow.handle(.cancelled, at: now).map { .flow(numbering.outward($0)) }
        }
        forgetSecrets()
        exitReason = reason
        return effects + [.exit(reason)]
    }

    /// Right after a refusal or an outage that is the end's reason. What waits for no input goes on.
    private mutating func endInput() -> [AppEffect] {
        guard let conversation else { return leave() }
        if isBusy || conversation.isWaitingForBrowser { return [] }
        if let problem = conversation.freshProblem { return exit(.failed(problem)) }
        return leave()
    }

    private mutating func forgetSecrets() {
        for index in places.indices {
            guard case .conversation(var conversation) = places[index] else { continue }
            conversation.form.forgetSecrets()
            places[index] = .conversation(conversation)
        }
    }
}
