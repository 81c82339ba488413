import AuthFlow
import Wire

/// `Create account`: an address, and a password unless the account is to sign in with codes.
extension NewAccountPrompt {
    func form() -> Form {
        Form(
            .newAccount(self),
            fields: [
                Form.Field(id: .email, draft: Draft(.text, username ?? "")),
                Form.Field(id: .password, draft: Draft(.secret)),
                Form.Field(id: .confirmPassword, draft: Draft(.secret)),
            ])
    }

    func submission(from form: inout Form) -> Prompt.Submission? {
        let address = form.checkedAddress()
        let password = form.checkedPassword(.password)
        guard let address, let password, form.marks.isEmpty else { return nil }
        return Prompt.Submission(
            answer: .newAccount(address, password.isEmpty ? nil : password, attributes: [:]),
            work: .creatingAccount)
    }

    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        switch problem.kind {
        case .userAlreadyExists, .invalidInput: form.mark(.email, .refused(problem.kind))
        case .invalidPassword: form.mark(.password, .refused(problem.kind))
        default: return false
        }
        return true
    }

    func offers(_ form: Form, _ state: AppState) -> Offers {
        let more = [.showSecret] + state.commonActions
        let instead: [ActionID] =
            form.marks[.email] == .refused(.userAlreadyExists) ? [.signInInstead, .resetPassword] : []
        if state.options.isPlain { return Offers(rows: [[.submit], instead + [state.backAction]]) }
        if state.isCompact {
            return Offers(rows: [[.submit] + instead + [.more]], more: more + [state.backAction])
        }
        if instead.isEmpty { return Offers(rows: [[.submit, state.backAction, .more]], more: more) }
        return Offers(rows: [[.submit] + instead, [state.backAction, .more]], more: more)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        let isShort = view.state.isCompact || view.state.options.isPlain
        return view.screen(
            "title.createAccount",
            [
                view.field(form, .email), .gap,
                view.field(form, .password, hint: isShort ? nil : "field.password.mayBeEmpty"), .gap,
                view.field(form, .confirmPassword),
            ] + view.notes(form.note, else: [.gap]) + view.actions(),
            keys: [view.tab, view.enter("key.continue"), view.reveal])
    }
}

extension Form {
    /// The address without outer blanks; nil, with a mark, where it cannot be one.
    mutating func checkedAddress() -> String? {
        let address = Rules.trimmed(text(.email))
        if address.isEmpty {
            mark(.email, .missing)
        } else if !Rules.isEmail(address) {
            mark(.email, .notAnEmail)
        } else {
            return address
        }
        return nil
    }

    /// A password that was typed twice; nil, with a mark, where the two differ. Whether one is needed is not said.
    mutating func checkedPassword(_ id: FieldID) -> Secret? {
        let password = draft(id)?.value ?? .empty
        let again = draft(.confirmPassword)?.value ?? .empty
        if password == again { return password }
        if password.isEmpty {
            mark(id, .missing)
        } else {
            mark(.confirmPassword, again.isEmpty ? .missing : .notTheSame)
        }
        return nil
    }
}
