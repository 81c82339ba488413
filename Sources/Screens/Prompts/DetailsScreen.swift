import AuthFlow
import Wire

/// `Your details`: a form that the tenant has put together. ``NewPasswordForm`` is its other half.
extension DetailsPrompt {
    func form() -> Form {
        var names: Set<String> = []
        let own = attributes.filter { names.insert($0.name).inserted }.map {
            Form.Field(id: .attribute($0.name), draft: Draft(.text))
        }
        return Form(.details(self), fields: own + (wantsPassword ? passwordFields : []))
    }

    func submission(from form: inout Form) -> Prompt.Submission? {
        var values: [String: String] = [:]
        for attribute in attributes where values[attribute.name] == nil {
            switch attribute.checked(form.text(.attribute(attribute.name))) {
            case .success(let value): values[attribute.name] = value
            case .failure(let reason): form.mark(.attribute(attribute.name), reason.problem)
            }
        }
        let password = wantsPassword ? checkedNewPassword(in: &form) : nil
        guard form.marks.isEmpty else { return nil }
        return Prompt.Submission(
            answer: .details(values, newPassword: password),
            work: purpose == .reset ? .changingPassword : wantsPassword ? .creatingAccount : .savingDetails)
    }

    /// Exactly the fields that are named, in the form's order; names without a field stay to be told.
    func mark(_ problem: Problem, in form: inout Form) -> Bool {
        switch problem.kind {
        case .invalidAttributes(let names):
            for field in form.fields {
                guard case .attribute(let name) = field.id, names.contains(name) else { continue }
                form.mark(field.id, .refusedAttribute)
            }
            let others = names.filter { form.draft(.attribute($0)) == nil }
            if others.isEmpty { return true }
            form.note = .problem(Problem(.invalidAttributes(others), wire: problem.wire), advice: [])
            return true
        case .invalidPassword where wantsPassword:
            form.mark(passwordField, .refused(problem.kind))
            return true
        case .resetUnfinished:
            form.note = .resetUnfinished
            form.focus = .action(.askAgain)
            return true
        default: return false
        }
    }

    func offers(_ state: AppState) -> Offers {
        let secret: [ActionID] = wantsPassword ? [.showSecret] : []
        let again: [ActionID] = canAskAgain ? [.askAgain, .signInInstead] : []
        if state.options.isPlain { return Offers(rows: [[.submit], again + [.back]]) }
        if state.isCompact {
            return Offers(
                rows: [[.submit] + again.prefix(1) + [.more]],
                more: again.dropFirst() + secret + state.commonActions + [.back])
        }
        if !again.isEmpty {
            return Offers(rows: [[.submit] + again, [.back, .more]], more: secret + state.commonActions)
        }
        return Offers(rows: [[.submit, .back, .more]], more: secret + state.commonActions)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        if attributes.isEmpty { return passwordScreen(conversation, view) }
        let form = conversation.form
        let own = form.fields.compactMap { field -> Screen.Element? in
            guard case .attribute(let name) = field.id else { return nil }
            guard let attribute = attributes.first(where: { $0.name == name }) else { return nil }
            return view.field(form, field.id, attribute)
        }
        return view.screen(
            "title.details",
            own + (wantsPassword ? passwordViews(form, view) : []) + view.notes(form.note) + view.actions(),
            keys: [view.tab, view.enter("key.continue")])
    }
}

extension ScreenBuilder {
    /// A field of the tenant's: whether it must be filled in, and what belongs there.
    fileprivate func field(_ form: Form, _ id: FieldID, _ attribute: RequiredAttribute) -> Screen.Element {
        guard case .field(var field) = field(form, id) else { return .gap }
        if attribute.isRequired { field.mark = strings["field.required"] }
        let isPlain = state.options.isPlain
        let optional: String? =
            attribute.isRequired ? nil : strings[isPlain ? "field.optional.plain" : "field.optional"]
        let hint = [attribute.kind.hint.map { strings[$0] }, optional].compactMap { $0 }
        if field.hint == nil, !hint.isEmpty { field.hint = hint.joined(separator: " ") }
        return .field(field)
    }
}

extension RequiredAttribute {
    /// What is typed for it (protocol reference, 3.4). An unknown type is text, which the service judges.
    enum Kind: Equatable, Sendable {
        case text, wholeNumber, yesOrNo, list

        /// The words about it, by their key.
        var hint: String? {
            switch self {
            case .text: nil
            case .wholeNumber: "field.hint.wholeNumber"
            case .yesOrNo: "field.hint.yesOrNo"
            case .list: "field.hint.list"
            }
        }
    }

    var kind: Kind {
        switch type.lowercased() {
        case "boolean", "bool": .yesOrNo
        case "int", "integer", "int32", "int64": .wholeNumber
        case "checkboxmultiselect": .list
        default: .text
        }
    }

    struct Misfit: Error { var problem: FieldProblem }

    /// What is sent for `text`: nil for nothing.
    func checked(_ text: String) -> Result<String?, Misfit> {
        let text = Rules.trimmed(text)
        if text.isEmpty { return isRequired ? .failure(Misfit(problem: .missing)) : .success(nil) }
        let value: String
        switch kind {
        case .text: value = text
        case .wholeNumber:
            guard let number = Rules.wholeNumber(text) else { return .failure(Misfit(problem: .notANumber)) }
            value = number
        case .yesOrNo:
            guard let word = Rules.yesOrNo(text) else { return .failure(Misfit(problem: .notYesOrNo)) }
            value = word ? "true" : "false"
        case .list:
            value = text.split(separator: ",").map { Rules.trimmed(String($0)) }.filter { !$0.isEmpty }
                .joined(separator: ",")
        }
        if let regex, !regex.isEmpty, Pattern.verdict(regex, on: value) == false {
            return .failure(Misfit(problem: .notAsAsked))
        }
        return .success(value)
    }
}
