import AuthFlow
import Wire

/// `Choose how to verify`: the ways there are, one a line.
extension MethodPrompt {
    func submission(_ action: ActionID) -> Prompt.Submission? {
        guard case .method(let id) = action, methods.contains(where: { $0.id == id }) else { return nil }
        return Prompt.Submission(
            answer: .method(id), work: purpose == .registration ? .signingIn : .sendingCode)
    }

    func offers(_ state: AppState) -> Offers {
        let others: [ActionID] = [.back] + state.menuActions
        return Offers(rows: methods.map { [.method($0.id)] } + others.map { [$0] })
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let lead = purpose == .registration ? "method.lead.registration" : "method.lead"
        return view.screen(
            "title.method",
            [.text(view.strings[lead]), .gap] + view.menu(under: conversation.form.note),
            keys: [view.hint("key.upDown", "key.choose"), view.enter("key.continue")])
    }

    func label(_ id: AuthMethod.ID, _ strings: Strings) -> String {
        methods.first { $0.id == id }?.label(strings) ?? id.value
    }
}

extension AuthMethod {
    /// `Text message +1********6`, as far as the service says where to.
    fileprivate func label(_ strings: Strings) -> String {
        let key =
            switch channel {
            case .email: "method.email"
            case .sms: "method.sms"
            case .other: "method.other"
            }
        guard let loginHint, !loginHint.isEmpty else { return strings[key] }
        return strings[key] + " " + CleanText.line(loginHint)
    }
}
