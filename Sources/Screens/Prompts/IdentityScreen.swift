import AuthFlow
import Wire

/// `Sign in`: address and password together, and the other ways.
extension IdentityPrompt {
    func form() -> Form {
        Form(
            .identity(self),
            fields: [
                Form.Field(id: .email, draft: Draft(.text, username ?? "")),
                Form.Field(id: .password, draft: Draft(.secret)),
            ])
    }

    func submission(_ action: ActionID, from form: inout Form, isPlain: Bool) -> Prompt.Submission? {
        let address = Rules.trimmed(form.text(.email))
        let password = form.draft(.password)?.value ?? .empty
        // Line by line an empty password is the wish to go on without one.
        let wantsCode = action == .emailCode || (isPlain && password.isEmpty)
        if address.isEmpty {
            form.mark(.email, .missing)
        } else if !Rules.isEmail(address) {
            form.mark(.email, .notAnEmail)
        }
        if !wantsCode, password.isEmpty { form.mark(.password, .missing) }
        guard form.marks.isEmpty else { return nil }
        return Prompt.Submission(
            answer: .identity(address, wantsCode ? nil : password),
            work: wantsCode ? .sendingCode : .signingIn)
    }

    /// A refusal that is about both stands over the button; it does not say which of the two is wrong.
    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        switch problem.kind {
        case .invalidInput: form.mark(.email, .refused(problem.kind))
        case .invalidPassword: form.mark(.password, .refused(problem.kind))
        default:
            if !problem.kind.isOutage { form.focus = .field(.password) }
            return false
        }
        return true
    }

    func offers(_ state: AppState) -> Offers {
        let others: [ActionID] = [.createAccount, .forgotPassword, .deviceCode]
        let more = [.showSecret] + state.commonActions + [state.backAction]
        if state.options.isPlain {
            return Offers(rows: [[.submit, .emailCode], others, [state.backAction]])
        }
        if state.isCompact { return Offers(rows: [[.submit, .emailCode, .more]], more: others + more) }
        return Offers(rows: [[.submit, .emailCode], others + [.more]], more: more)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        return view.screen(
            "title.signIn",
            (news.map { [view.explanation($0.words), .gap] } ?? [])
                + [view.field(form, .email), .gap, view.field(form, .password)]
                + view.notes(form.note, else: [.gap])
                + view.actions(),
            keys: [view.tab, view.enter("key.signIn"), view.reveal])
    }
}

extension IdentityPrompt.News {
    fileprivate var words: String {
        switch self {
        case .accountCreated: "signIn.accountCreated"
        case .passwordChanged: "signIn.passwordChanged"
        }
    }
}
