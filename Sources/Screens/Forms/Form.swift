import AuthFlow
import Wire

/// An answer in the making: drafts, focus, and what is wrong with them.
///
/// It has no words and no layout, and it sends nothing.
struct Form: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        let id: FieldID
        var draft: Draft
    }

    /// The question that it answers.
    var prompt: Prompt
    var fields: [Field]
    var focus: Stop?
    var marks: [FieldID: FieldProblem] = [:]
    var hints: [FieldID: FieldHint] = [:]
    /// What is to be said about the whole form.
    var note: Note?
    /// Whether secrets are shown: until the next key.
    var isRevealed = false
    /// What stands in place of the fields until Back.
    var explanation: Explanation?

    init(_ prompt: Prompt, fields: [Field] = []) {
        self.prompt = prompt
        self.fields = fields
        let first = fields.first { $0.draft.isEmpty } ?? fields.first
        focus = first.map { .field($0.id) }
    }

    func draft(_ id: FieldID) -> Draft? { fields.first { $0.id == id }?.draft }

    /// The text of a field that is no secret.
    func text(_ id: FieldID) -> String { draft(id).map { String($0.exposed) } ?? "" }

    /// The field that the cursor stands in.
    var focusedField: FieldID? {
        guard explanation == nil, case .field(let id)? = focus else { return nil }
        return fields.contains { $0.id == id } ? id : nil
    }

    var isInLastField: Bool { focusedField != nil && focusedField == fields.last?.id }

    // MARK: - Editing

    mutating func edit(_ edit: Edit, _ id: FieldID) {
        change(id) { $0.edit(edit) }
    }

    mutating func insert(_ text: Secret, _ id: FieldID) {
        var insertion = Draft.Insertion.whole
        change(id) { insertion = $0.insert(text) }
        note(insertion, id)
    }

    /// Puts a whole text in place of what stands in a field: nobody sees what is taken, so that it is all or nothing.
    mutating func fill(_ text: Secret, _ id: FieldID) {
        var refusal: FieldProblem?
        marks[id] = nil
        change(id) {
            $0.clear()
            switch $0.insert(text) {
            case .whole where $0.kind == .digits || $0.value == text: break
            case .unseenLeftOut: break
            case .tooLong: refusal = .tooLong
            case .whole, .firstLine, .filtered:
                $0.clear()
                refusal = $0.kind == .digits ? .digitsOnly : .charactersRefused
            }
        }
        if let refusal { marks[id] = refusal }
    }

    private mutating func change(_ id: FieldID, _ change: (inout Draft) -> Void) {
        guard let index = fields.firstIndex(where: { $0.id == id }) else { return }
        let before = fields[index].draft
        change(&fields[index].draft)
        guard !fields[index].draft.hasSameText(as: before) else { return }
        marks[id] = nil
        hints[id] = nil
    }

    private mutating func note(_ insertion: Draft.Insertion, _ id: FieldID) {
        switch insertion {
        case .whole: break
        case .firstLine: hints[id] = .firstLineOnly
        case .filtered where draft(id)?.kind == .digits: marks[id] = .digitsOnly
        case .filtered, .unseenLeftOut: hints[id] = .charactersLeftOut
        case .tooLong: marks[id] = .tooLong
        }
    }

    // MARK: - What is wrong

    /// Marks a field, and goes there if it is the first that is wrong.
    mutating func mark(_ id: FieldID, _ problem: FieldProblem) {
        if marks.isEmpty { focus = .field(id) }
        marks[id] = problem
    }

    /// Empties passwords and codes.
    mutating func forgetSecrets() {
        for index in fields.indices where fields[index].draft.kind != .text { fields[index].draft.clear() }
        isRevealed = false
    }

    func withoutSecrets() -> Form {
        var form = self
        form.forgetSecrets()
        return form
    }
}

/// A place that Tab reaches.
enum Stop: Hashable, Sendable {
    case field(FieldID)
    case action(ActionID)
}

/// What a form gives way to, because its question has no use: no error, but what there is instead.
enum Explanation: Equatable, Sendable {
    /// This account has no password here.
    case resetNotSupported(address: String)
}

/// Something to be said on a screen, without its words.
enum Note: Equatable, Sendable {
    case problem(Problem, advice: [Advice])
    case codeResent
    /// Why a reset begins though nobody asked for it: the problem of a sign-in.
    case resetBegins(Problem.Kind)
    /// The service took a new password and is not done with it.
    case resetUnfinished
    /// A reset went on in a browser: the sign-in is all that came of it.
    case passwordNotChanged
    /// A new code may be asked for at this moment only.
    case tooEarly(until: Duration)
    case notKept(String)
    case notSignedOut(String)

    /// What a person might look at after a refusal.
    enum Advice: Equatable, Sendable { case outerSpace, capsLock }
}
