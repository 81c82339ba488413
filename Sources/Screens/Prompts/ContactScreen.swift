import AuthFlow
import Wire

/// `Add a way to verify`: an address or a phone number that codes will go to.
extension ContactPrompt {
    private var field: FieldID { method.channel == .sms ? .phone : .email }

    func form() -> Form {
        Form(
            .contact(self),
            fields: [Form.Field(id: field, draft: Draft(.text, method.knownContact ?? ""))])
    }

    func submission(from form: inout Form) -> Prompt.Submission? {
        guard let contact = field == .phone ? form.checkedPhoneNumber() : form.checkedAddress() else {
            return nil
        }
        return Prompt.Submission(answer: .contact(contact), work: .sendingCode)
    }

    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        switch problem.kind {
        case .invalidInput, .methodBlocked: form.mark(field, .refused(problem.kind))
        default: return false
        }
        return true
    }

    func offers(_ state: AppState) -> Offers {
        let back: ActionID = hasAlternatives ? .otherWay : .back
        if state.options.isPlain { return Offers(rows: [[.submit], [.back]]) }
        if state.isCompact { return Offers(rows: [[.submit, back, .more]], more: state.commonActions) }
        return Offers(rows: [[.submit, back, .more]], more: state.commonActions)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let form = conversation.form
        let lead = field == .phone ? "contact.lead.phone" : "contact.lead.email"
        return view.screen(
            "title.contact",
            [
                .text(view.strings[lead]), .gap,
                view.field(form, field, hint: field == .phone ? "field.phone.help" : nil),
            ] + view.notes(form.note, else: [.gap]) + view.actions(),
            keys: [view.enter("key.continue")])
    }
}

extension Form {
    /// The number as E.164 has it; nil, with a mark, where it cannot be one.
    fileprivate mutating func checkedPhoneNumber() -> String? {
        let text = Rules.trimmed(text(.phone))
        if text.isEmpty {
            mark(.phone, .missing)
        } else if let number = Rules.phoneNumber(text) {
            return number
        } else {
            mark(.phone, .notAPhoneNumber)
        }
        return nil
    }
}
