import AuthFlow
import Wire

/// `Enter code`: a one-time code, and how to get another.
extension CodePrompt {
    func form() -> Form { Form(.code(self), fields: [Form.Field(id: .code, draft: Draft(.digits))]) }

    func submission(from form: inout Form) -> Prompt.Submission? {
        guard let draft = form.draft(.code), !draft.isEmpty else {
            form.mark(.code, .missing)
            return nil
        }
        guard Rules.isCode(count: draft.count, length: length) else {
            form.mark(.code, .wrongLength(length))
            return nil
        }
        return Prompt.Submission(answer: .code(draft.value), work: .checkingCode)
    }

    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        if !problem.kind.isOutage { form.focus = .field(.code) }
        guard case .invalidCode = problem.kind else { return false }
        form.mark(.code, resends > 0 ? .notTheNewestCode : .refused(problem.kind))
        return true
    }

    func offers(_ state: AppState) -> Offers {
        let other: [ActionID] = hasAlternatives ? [.otherWay] : []
        if state.options.isPlain {
            return Offers(rows: [[.submit, .resendCode], other + state.demoActions + [.back]])
        }
        if state.isCompact {
            return Offers(
                rows: [[.submit, .resendCode, .more]], more: other + state.commonActions + [.back])
        }
        if hasAlternatives {
            return Offers(
                rows: [[.submit, .resendCode], other + [.more]], more: state.commonActions + [.back])
        }
        return Offers(rows: [[.submit, .resendCode], [.back, .more]], more: state.commonActions)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        return view.screen(
            "title.enterCode",
            [.text(lead(view.strings)), .gap, view.field(form, .code, length: length)]
                + view.notes(form.note, else: [.gap]) + view.actions(),
            keys: [view.enter("key.continue"), view.hint("key.ctrlR", "key.newCode")])
    }

    private func lead(_ strings: Strings) -> String {
        guard let length else {
            // Only a sign-up makes no secret of which addresses are known: it sends to any.
            let key = purpose == .signUp ? "code.leadSignUp" : "code.leadConcealed"
            return strings(key, ["address": sentTo])
        }
        // English says "an 8-digit code", "an 11-digit code".
        let key = [8, 11].contains(length) ? "code.lead.an" : "code.lead"
        let way = channel == .sms ? key + ".sms" : key
        return strings(way, ["count": String(length), "address": sentTo])
    }

    /// The digits in groups, the ones to come as `_`, and where the cursor stands in that.
    static func grouped(_ digits: [Character], cursor: Int, length: Int) -> (text: String, cursor: Int) {
        let size = length % 4 == 0 ? 4 : length % 3 == 0 ? 3 : length
        var text = ""
        for index in 0..<max(length, digits.count) {
            if index > 0, index % size == 0, index < length { text.append(" ") }
            text.append(index < digits.count ? digits[index] : "_")
        }
        let before = cursor < length ? cursor / size : max(length - 1, 0) / size
        return (text, cursor + before)
    }
}
