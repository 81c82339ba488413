import AuthFlow
import Wire

/// From a question to its form and back: one line a question, one file behind each.
extension Prompt {
    /// An empty form for it.
    func form() -> Form {
        switch self {
        case .identity(let prompt) where prompt.purpose == .reset: ResetScreen(prompt: prompt).form()
        case .identity(let prompt): prompt.form()
        case .newAccount(let prompt): prompt.form()
        case .password(let prompt): prompt.form()
        case .code(let prompt): prompt.form()
        case .contact(let prompt): prompt.form()
        case .details(let prompt): prompt.form()
        case .method, .device: Form(self)
        }
    }

    /// An answer, and what is done with it.
    struct Submission {
        var answer: Answer
        var work: Conversation.Work
    }

    /// What the form says; nil, with marks on the form, where it may not be sent.
    func submission(_ action: ActionID, from form: inout Form, isPlain: Bool) -> Submission? {
        switch self {
        case .identity(let prompt) where prompt.purpose == .reset:
            ResetScreen(prompt: prompt).submission(from: &form)
        case .identity(let prompt): prompt.submission(action, from: &form, isPlain: isPlain)
        case .newAccount(let prompt): prompt.submission(from: &form)
        case .password(let prompt): prompt.submission(from: &form)
        case .code(let prompt): prompt.submission(from: &form)
        case .method(let prompt): prompt.submission(action)
        case .contact(let prompt): prompt.submission(from: &form)
        case .details(let prompt): prompt.submission(from: &form)
        case .device: nil
        }
    }

    /// Shows what became of the answer: on the field at fault, or over the button.
    func place(_ problem: Problem, in form: inout Form, advice: [Note.Advice]) {
        let isPlaced =
            switch self {
            case .identity(let prompt) where prompt.purpose == .reset:
                ResetScreen(prompt: prompt).mark(problem, in: &form)
            case .identity(let prompt): prompt.mark(problem, in: &form)
            case .newAccount(let prompt): prompt.mark(problem, in: &form)
            case .password(let prompt): prompt.mark(problem, in: &form)
            case .code(let prompt): prompt.mark(problem, in: &form)
            case .contact(let prompt): prompt.mark(problem, in: &form)
            case .details(let prompt): prompt.mark(problem, in: &form)
            case .method, .device: false
            }
        if !isPlaced { form.note = .problem(problem, advice: advice) }
    }

    func offers(_ conversation: Conversation, _ state: AppState) -> Offers {
        switch self {
        case .identity(let prompt) where prompt.purpose == .reset:
            ResetScreen(prompt: prompt).offers(conversation.form, state)
        case .identity(let prompt): prompt.offers(state)
        case .newAccount(let prompt): prompt.offers(conversation.form, state)
        case .password(let prompt): prompt.offers(state)
        case .code(let prompt): prompt.offers(state)
        case .method(let prompt): prompt.offers(state)
        case .contact(let prompt): prompt.offers(state)
        case .details(let prompt): prompt.offers(state)
        case .device(let prompt): prompt.offers(conversation, state)
        }
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        switch self {
        case .identity(let prompt) where prompt.purpose == .reset:
            ResetScreen(prompt: prompt).screen(conversation, view)
        case .identity(let prompt): prompt.screen(conversation, view)
        case .newAccount(let prompt): prompt.screen(conversation, view)
        case .password(let prompt): prompt.screen(conversation, view)
        case .code(let prompt): prompt.screen(conversation, view)
        case .method(let prompt): prompt.screen(conversation, view)
        case .contact(let prompt): prompt.screen(conversation, view)
        case .details(let prompt): prompt.screen(conversation, view)
        case .device(let prompt): prompt.screen(conversation, view)
        }
    }
}

/// What questions have to do with each other.
extension Prompt {
    /// Whether a form for the one serves the other.
    func isSameQuestion(as other: Prompt) -> Bool {
        switch (self, other) {
        case (.identity(let a), .identity(let b)): a.purpose == b.purpose
        case (.newAccount, .newAccount), (.device, .device): true
        case (.password(let a), .password(let b)): a.username == b.username
        case (.code(let a), .code(let b)): a.sentTo == b.sentTo && a.purpose == b.purpose
        case (.method(let a), .method(let b)): a.purpose == b.purpose
        case (.contact(let a), .contact(let b)): a.method.id == b.method.id
        case (.details(let a), .details(let b)):
            a.purpose == b.purpose && a.attributes == b.attributes && a.wantsPassword == b.wantsPassword
        default: false
        }
    }

    /// Whether a newer code is out than the one asked for before.
    func isRenewal(of other: Prompt) -> Bool {
        guard case .code(let new) = self, case .code(let old) = other else { return false }
        return new.resends > old.resends
    }

    /// Whether each of its choices is an answer, with none of them the default.
    var isMenu: Bool { if case .method = self { true } else { false } }

    /// Whether it is about an address and a password: what an account is refused by.
    var asksWho: Bool {
        switch self {
        case .identity, .newAccount, .password: true
        case .code, .method, .contact, .details, .device: false
        }
    }

    /// Whether Back leads to another way to verify.
    var hasAlternatives: Bool {
        switch self {
        case .code(let prompt): prompt.hasAlternatives
        case .contact(let prompt): prompt.hasAlternatives
        default: false
        }
    }

    /// Whether passwords stay in the form: the problem is not about them, and they are to be sent once more.
    func keepsSecrets(after problem: Problem) -> Bool {
        if problem.kind.isOutage { return true }
        guard case .newAccount = self else { return problem.kind == .resetUnfinished }
        switch problem.kind {
        case .invalidAttributes, .userAlreadyExists, .invalidInput: return true
        default: return false
        }
    }

    /// What the person is about to get done.
    enum Task: Equatable, Sendable { case signIn, signUp, reset }

    var task: Task {
        switch self {
        case .identity(let prompt): prompt.purpose == .reset ? .reset : .signIn
        case .newAccount: .signUp
        case .code(let prompt): prompt.purpose.task
        case .details(let prompt): prompt.purpose.task
        case .password, .method, .contact, .device: .signIn
        }
    }
}

extension Verification {
    fileprivate var task: Prompt.Task {
        switch self {
        case .signIn, .secondFactor, .registration: .signIn
        case .signUp: .signUp
        case .reset: .reset
        }
    }
}
