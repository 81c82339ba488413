import AuthFlow
import Wire

/// How the form follows the flow.
extension Conversation {
    /// Whether a code is out, and a person has the word in a browser.
    var isWaitingForBrowser: Bool {
        guard case .device(let prompt)? = flow.prompt, prompt.grant != nil, flow.outcome == nil else {
            return false
        }
        if case .asking = flow.state { return false }
        return !flow.isBusy
    }

    /// What the last answer came to, in the words of its screen; nil where nothing went wrong.
    var told: Problem? {
        switch flow.outcome {
        case .failed(let problem): problem
        case nil where flow.problem != nil: freshProblem
        default: nil
        }
    }

    var activity: Activity {
        if purpose.isInBrowser { return .browser }
        if purpose == .resetPassword { return .reset }
        guard form.prompt.asksWho else { return .verification }
        return form.prompt.task == .signUp ? .signUp : .signIn
    }

    mutating func reveal() {
        form.isRevealed = form.fields.contains { $0.draft.kind == .secret }
    }

    /// Notes down what is about to be answered, and keeps the flow as it is.
    mutating func remember(_ answer: Answer, _ work: Work) {
        if case .asking = flow.state { resting = flow }
        self.work = work
        busySince = nil
        freshProblem = nil
        sentOuterSpace = false
        switch answer {
        case .identity(let address, let password):
            username = address
            sentOuterSpace = password.map(Rules.hasOuterSpace) ?? false
        case .newAccount(let address, _, _): username = address
        case .password(let password): sentOuterSpace = Rules.hasOuterSpace(password)
        case .code, .method, .contact, .details, .resend: break
        }
    }

    /// Undoes the last answer, once the conversation goes on elsewhere.
    mutating func restore() {
        flow = resting
        busySince = nil
        form.forgetSecrets()
    }

    mutating func tell(_ event: FlowEvent, at now: Duration, _ options: AppOptions) -> [FlowEffect] {
        let before = flow
        if case .started = event { work = .gettingDeviceCode }
        let orders = flow.handle(event, at: now)
        guard flow != before || event.isByPerson else { return orders }
        busySince = flow.isBusy ? busySince ?? now : nil
        show(options)
        return orders
    }

    /// The question on screen becomes the flow's; what became of the last answer is put where it belongs.
    private mutating func show(_ options: AppOptions) {
        guard let prompt = flow.prompt else { return }
        if prompt.isSameQuestion(as: form.prompt) {
            if prompt.isRenewal(of: form.prompt) {
                form.forgetSecrets()
                form.note = .codeResent
            }
            form.prompt = prompt
        } else if let index = earlier.lastIndex(where: { prompt.isSameQuestion(as: $0.prompt) }) {
            form = earlier[index]
            form.prompt = prompt
            earlier.removeSubrange(index...)
        } else {
            // A sign-in is where every question before it is answered for good.
            if case .identity = prompt { earlier = [] } else { earlier.append(form.withoutSecrets()) }
            form = prompt.form()
        }
        guard case .asking(_, _, let answer?) = flow.state else { return }
        let problem = answer.told(at: prompt)
        freshProblem = problem
        if !prompt.keepsSecrets(after: problem) { form.forgetSecrets() }
        form.prompt.place(problem, in: &form, advice: advice(on: problem, options))
    }

    private func advice(on problem: Problem, _ options: AppOptions) -> [Note.Advice] {
        guard case .invalidCredentials = problem.kind else { return [] }
        return (sentOuterSpace ? [.outerSpace] : []) + (options.mentionsCapsLock ? [.capsLock] : [])
    }
}

extension Problem {
    /// That there is an account is told at its sign-up alone, whatever the service says elsewhere.
    fileprivate func told(at prompt: Prompt) -> Problem {
        guard kind == .userAlreadyExists, prompt.task != .signUp else { return self }
        return Problem(.refused, correlationID: correlationID)
    }
}

extension FlowEvent {
    /// Whether the person said something: what comes of it is news, even where it leads to the same question with
    /// the same problem. A decoy refuses at once, and must look like a service that refuses twice.
    var isByPerson: Bool { if case .answered = self { true } else { false } }

    /// Whether the service said something, so that it is within reach.
    var isAnswer: Bool {
        switch self {
        case .replied, .refused, .authenticated: true
        case .started, .answered, .failed, .timerFired, .wentBack, .cancelled: false
        }
    }
}

extension Problem.Kind {
    /// The answer was not judged at all: it may be sent again as it is.
    var isOutage: Bool {
        if case .unreachable = self { return true }
        return isPassing
    }
}
