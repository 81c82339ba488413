import Screens

/// A screen as it is read out: lines to say, questions to ask, choices to offer.
///
/// It is a pure reading of a ``Screen``; it asks nobody.
struct PlainReading: Equatable {
    /// Explanations and texts, to be said when they are new.
    var texts: [Line] = []
    /// What stands under a code: how to be careful with it.
    var advice: [String] = []
    /// What was refused, said every time.
    var errors: [String] = []
    var fields: [Screen.FieldView] = []
    /// What can be chosen in place of an answer, or where there is nothing to answer.
    var choices: [Screen.ActionView] = []
    var address: String?
    var code: String?
    /// What a long request waits for.
    var detail: String?
    var hasEmailCode = false

    struct Line: Equatable {
        var text: String
        var isExplanation = false
    }

    init(_ screen: Screen) {
        texts = screen.banner.map { Line(text: $0) }
        for element in screen.elements { read(element) }
        keepAcceptedAttributes()
    }

    /// Whether this screen waits for something that happens elsewhere, in a browser.
    var isDevice: Bool { code != nil && fields.isEmpty }

    /// The choices at an empty answer to `Code: `: a new code first, back last.
    func choicesAtCode(back: String) -> [Screen.ActionView] {
        let resend = choices.filter { $0.id == .resendCode }
        let others = choices.filter { ![.resendCode, .back, .submit].contains($0.id) }
        let backs = choices.filter { $0.id == .back }
        return resend + others + (backs.isEmpty ? [Screen.ActionView(id: .back, label: back)] : backs)
    }

    /// Whether the address is refused because it has an account: to send it again is of no use, so that Enter alone
    /// shows what else can be done with it.
    var hasWaysInstead: Bool { choices.contains { $0.id == .signInInstead } && fields.first?.id == .email }

    /// Whether the service may be asked once more about what it was given.
    var canAskAgain: Bool { choices.contains { $0.id == .askAgain } }

    /// Where only a tenant's own questions are marked, only these are asked again: the other answers stand.
    private mutating func keepAcceptedAttributes() {
        let marked = fields.filter { $0.problem != nil }
        let areAttributes = marked.allSatisfy { if case .attribute = $0.id { true } else { false } }
        if !marked.isEmpty, areAttributes { fields = marked }
    }

    private mutating func read(_ element: Screen.Element) {
        switch element {
        case .text(let text, _):
            if code == nil { texts.append(Line(text: text)) } else { advice.append(text) }
        case .notice(let notice):
            switch notice.kind {
            case .error: errors.append(notice.text)
            case .explanation: texts.append(Line(text: notice.text, isExplanation: true))
            }
        case .field(let field):
            fields.append(field)
            if let problem = field.problem { errors.append(problem) }
        case .menu(let actions), .actions(let actions): read(actions)
        case .code(let code): self.code = code
        case .address(let address): self.address = address
        case .fact(let label, let value): texts.append(Line(text: "\(label): \(value)"))
        case .progress(let progress): detail = progress.detail
        // Countdowns: a line that changes every second is no line to read out.
        case .ends, .gap: break
        }
    }

    private mutating func read(_ actions: [Screen.ActionView]) {
        for action in actions {
            switch action.id {
            case .emailCode where !fields.isEmpty: hasEmailCode = true
            // Answers go out by themselves; the others are what only a full screen can do.
            case .submit, .help, .more, .showQR, .printPlainly, .showSecret, .redraw: break
            default: choices.append(action)
            }
        }
    }
}

extension Screen.FieldView {
    /// Whether what stands in it is offered as the answer: Enter alone takes it again.
    var isOffered: Bool {
        switch id {
        case .email, .phone, .attribute: !value.isEmpty
        case .password, .confirmPassword, .newPassword, .code: false
        }
    }
}
