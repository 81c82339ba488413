import AuthFlow
import Wire

/// `New password`, and the password that a tenant asks for in the middle of a sign-up: typed twice, judged by the
/// service alone.
extension DetailsPrompt {
    /// Named after what it is for: a new account's first password is no new one.
    var passwordField: FieldID { purpose == .reset ? .newPassword : .password }

    var passwordFields: [Form.Field] {
        [
            Form.Field(id: passwordField, draft: Draft(.secret)),
            Form.Field(id: .confirmPassword, draft: Draft(.secret)),
        ]
    }

    /// nil, with a mark, where there is none or the two differ.
    func checkedNewPassword(in form: inout Form) -> Secret? {
        guard let password = form.checkedPassword(passwordField) else { return nil }
        if !password.isEmpty { return password }
        form.mark(passwordField, .missing)
        return nil
    }

    func passwordViews(_ form: Form, _ view: ScreenBuilder) -> [Screen.Element] {
        [view.field(form, passwordField), .gap, view.field(form, .confirmPassword)]
    }

    func passwordScreen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        let isReset = purpose == .reset
        let lead: [Screen.Element] =
            isReset ? [] : [.text(view.strings["createAccount.passwordWanted"]), .gap]
        return view.screen(
            isReset ? "title.newPassword" : "title.createAccount",
            lead + passwordViews(form, view) + view.notes(form.note, else: [.gap]) + view.actions(),
            keys: [view.tab, view.enter("key.continue"), view.reveal])
    }
}
