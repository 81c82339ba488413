import AuthFlow

/// From a question to its form and back: one line a question, one file behind each.
extension Prompt {
    /// An empty form for it.
    func form() -> Form {
        switch self {
        case .identity(let prompt): prompt.form()
        case .password(let prompt): prompt.form()
        case .code(let prompt): prompt.form()
        case .device: Form(self)
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
        case .identity(let prompt): prompt.submission(action, from: &form, isPlain: isPlain)
        case .password(let prompt): prompt.submission(from: &form)
        case .code(let prompt): prompt.submission(from: &form)
        case .device: nil
        }
    }

    /// Shows what became of the answer: on the field at fault, or over the button.
    func place(_ problem: Problem, in form: inout Form, advice: [Note.Advice]) {
        let isPlaced =
            switch self {
            case .identity(let prompt): prompt.mark(problem, in: &form)
            case .password(let prompt): prompt.mark(problem, in: &form)
            case .code(let prompt): prompt.mark(problem, in: &form)
            case .device: false
            }
        if !isPlaced { form.note = .problem(problem, advice: advice) }
    }

    func offers(_ conversation: Conversation, _ state: AppState) -> Offers {
        switch self {
        case .identity(let prompt): prompt.offers(state)
        case .password(let prompt): prompt.offers(state)
        case .code(let prompt): prompt.offers(state)
        case .device(let prompt): prompt.offers(conversation, state)
        }
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        switch self {
        case .identity(let prompt): prompt.screen(conversation, view)
        case .password(let prompt): prompt.screen(conversation, view)
        case .code(let prompt): prompt.screen(conversation, view)
        case .device(let prompt): prompt.screen(conversation, view)
        }
    }

    /// Whether a form for the one serves the other.
    func isSameQuestion(as other: Prompt) -> Bool {
        switch (self, other) {
        case (.identity, .identity), (.device, .device): true
        case (.password(let a), .password(let b)): a.username == b.username
        case (.code(let a), .code(let b)): a.sentTo == b.sentTo
        default: false
        }
    }

    /// Whether a newer code is out than the one asked for before.
    func isRenewal(of other: Prompt) -> Bool {
        guard case .code(let new) = self, case .code(let old) = other else { return false }
        return new.resends > old.resends
    }
}
