import AuthFlow
import Wire

/// `Reset password`: the address that a code goes to, and, where an account has no password here, what there is
/// instead.
struct ResetScreen {
    let prompt: IdentityPrompt

    func form() -> Form {
        Form(
            .identity(prompt),
            fields: [Form.Field(id: .email, draft: Draft(.text, prompt.username ?? ""))])
    }

    func submission(from form: inout Form) -> Prompt.Submission? {
        guard let address = form.checkedAddress() else { return nil }
        return Prompt.Submission(answer: .identity(address, nil), work: .sendingCode)
    }

    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        switch problem.kind {
        case .invalidInput: form.mark(.email, .refused(problem.kind))
        case .resetNotSupported:
            form.explanation = .resetNotSupported(address: prompt.username ?? form.text(.email))
            form.focus = nil
        default: return false
        }
        return true
    }

    func offers(_ form: Form, _ state: AppState) -> Offers {
        if form.explanation != nil {
            return Offers(rows: [[.continueInBrowser], [.sendEmailCode], [.back]])
        }
        let back = state.backAction
        if state.options.isPlain { return Offers(rows: [[.submit], [back]]) }
        if state.isCompact { return Offers(rows: [[.submit, back, .more]], more: state.commonActions) }
        return Offers(rows: [[.submit, back, .more]], more: state.commonActions)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        if let explanation = form.explanation { return screen(explanation, view) }
        return view.screen(
            "title.resetPassword",
            view.notes(form.note?.isExplanation == true ? form.note : nil)
                + [.text(view.strings["resetPassword.lead"]), .gap, view.field(form, .email)]
                + view.notes(form.note?.isExplanation == true ? nil : form.note, else: [.gap])
                + view.actions(),
            keys: [view.enter("key.continue")])
    }

    private func screen(_ explanation: Explanation, _ view: ScreenBuilder) -> Screen {
        switch explanation {
        case .resetNotSupported(let address):
            view.screen(
                "title.resetPassword",
                [view.explanation("resetPassword.notSupported", ["address": address]), .gap]
                    + view.actions(isStacked: true),
                keys: [view.tab, view.enter("key.choose")])
        }
    }
}

extension Note {
    /// Why this screen is here, to be read before its fields.
    fileprivate var isExplanation: Bool { if case .resetBegins = self { true } else { false } }
}
