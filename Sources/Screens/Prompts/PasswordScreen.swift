import AuthFlow
import Wire

/// `Sign in` once more: the password alone, where the service wants one after all.
extension PasswordPrompt {
    func form() -> Form {
        Form(.password(self), fields: [Form.Field(id: .password, draft: Draft(.secret))])
    }

    func submission(from form: inout Form) -> Prompt.Submission? {
        guard let password = form.draft(.password)?.value, !password.isEmpty else {
            form.mark(.password, .missing)
            return nil
        }
        return Prompt.Submission(answer: .password(password), work: .signingIn)
    }

    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        if !problem.kind.isOutage { form.focus = .field(.password) }
        guard case .invalidPassword = problem.kind else { return false }
        form.mark(.password, .refused(problem.kind))
        return true
    }

    func offers(_ state: AppState) -> Offers {
        if state.options.isPlain { return Offers(rows: [[.submit], [.back]]) }
        let more = [.showSecret] + state.commonActions
        return Offers(rows: [[.submit, .back, .more]], more: more)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        return view.screen(
            "title.signIn",
            [
                .text(view.strings("signIn.passwordWanted", ["address": username])), .gap,
                view.field(form, .password),
            ] + view.notes(form.note, else: [.gap]) + view.actions(),
            keys: [view.enter("key.signIn"), view.reveal])
    }
}
