import AuthFlow

extension Screen {
    /// What `state` looks like, in the words of `strings`.
    package init(_ state: AppState, _ strings: Strings) {
        let view = ScreenBuilder(state: state, strings: strings)
        switch state.overlay?.kind {
        case .help: self = view.help()
        case .more: self = view.more()
        case .mailbox(let mailbox): self = view.mailbox(mailbox)
        case nil:
            switch state.places.last {
            case .welcome(let menu): self = view.welcome(menu)
            case .account(let account): self = view.account(account)
            case .conversation(let conversation): self = conversation.form.prompt.screen(conversation, view)
            case nil: self = view.screen("title.welcome", [], keys: [])
            }
        }
    }
}

/// The parts that screens have in common: fields, notes, actions, keys.
///
/// Each screen's own file puts them in order; it decides nothing about cells.
struct ScreenBuilder {
    let state: AppState
    let strings: Strings
    private let offers: Offers
    private let focus: Stop?

    init(state: AppState, strings: Strings) {
        self.state = state
        self.strings = strings
        offers = state.offers
        focus = state.focus(among: state.stops(offers))
    }

    func screen(_ title: String, _ elements: [Screen.Element], keys: [Screen.KeyHint]) -> Screen {
        let keys = state.isBusy ? [hint("key.esc", "key.cancel")] : ordered(keys)
        var screen = Screen(
            title: strings[title], header: header, elements: elements, keys: keys, isBusy: state.isBusy)
        if state.account == nil, state.overlay == nil { screen.banner = Banner.lines(state.options.banner) }
        return screen
    }

    private var header: Screen.Header {
        let tenant = CleanText.line(state.options.tenantName)
        return Screen.Header(
            left: state.options.isDemo ? strings("header.demo", ["tenant": tenant]) : tenant,
            right: state.account.map { CleanText.line($0.username) } ?? strings["header.product"])
    }

    // MARK: - Keys

    var tab: Screen.KeyHint { hint("key.tab", "key.next") }
    var reveal: Screen.KeyHint { hint("key.ctrlT", "key.show") }
    /// What Enter does where the focus is: `meaning` in the last field and on the default action.
    func enter(_ meaning: String) -> Screen.KeyHint {
        guard state.overlay == nil, let form = state.conversation?.form else {
            return hint("key.enter", meaning)
        }
        switch focus {
        case .field(let id) where id != form.fields.last?.id: return hint("key.enter", "key.next")
        case .action(let id) where !isDefault(id) && !form.prompt.isMenu:
            return hint("key.enter", "key.choose")
        case .field, .action, nil: return hint("key.enter", meaning)
        }
    }
    private func isDefault(_ id: ActionID) -> Bool { id == offers.rows.first?.first }
    func hint(_ key: String, _ meaning: String) -> Screen.KeyHint {
        Screen.KeyHint(strings[key], strings[meaning])
    }

    /// A screen's own keys, then those of all screens. Where few fit, how to get help comes early.
    private func ordered(_ own: [Screen.KeyHint]) -> [Screen.KeyHint] {
        let leaves = state.overlay == nil && state.backAction == .leave && !state.hasEarlierQuestion
        let back = [hint("key.esc", leaves ? "key.leave" : "key.back")]
        let help = state.overlay?.kind == .help ? [] : [hint("key.f1", "key.help")]
        let mailbox = state.options.isDemo && !state.isMailboxOpen ? [hint("key.f2", "key.mailbox")] : []
        guard state.isCompact else { return own + back + help + mailbox }
        let first = own.prefix {
            [strings["key.tab"], strings["key.enter"], strings["key.upDown"]].contains($0.key)
        }
        let shared = first.count > 1 ? help + back : back + help
        return first + shared + own.dropFirst(first.count) + mailbox
    }

    // MARK: - Fields and notes

    /// - Parameter hint: the key of what is to be said under it while there is nothing else to say.
    func field(_ form: Form, _ id: FieldID, length: Int? = nil, hint: String? = nil) -> Screen.Element {
        guard let field = form.fields.first(where: { $0.id == id }) else { return .gap }
        let isFocused = focus == .field(id) && state.overlay == nil && !state.isBusy
        let warns = isFocused && field.draft.kind == .secret && state.isCapsLockOn == true
        var (value, cursor) = shown(field.draft, isRevealed: form.isRevealed)
        if let length, Rules.codeLengths.contains(length) {
            (value, cursor) = CodePrompt.grouped(Array(value), cursor: cursor, length: length)
        }
        return .field(
            Screen.FieldView(
                id: id, label: id.label(strings), value: value, cursor: isFocused ? cursor : nil,
                isSecret: field.draft.kind == .secret, problem: form.marks[id]?.text(id, strings),
                hint: form.hints[id]?.text(strings)
                    ?? (warns ? strings["field.capsLock"] : hint.map { strings[$0] })))
    }

    /// What is drawn for a draft, and the cursor in it; drawing leaves characters out that have no cell.
    private func shown(_ draft: Draft, isRevealed: Bool) -> (String, Int) {
        if draft.kind == .secret, !isRevealed {
            return (String(repeated: "•", count: draft.count), draft.cursor)
        }
        let characters = draft.exposed
        func text(_ count: Int) -> String {
            CleanText.line(characters.prefix(count).reduce(into: "") { $0.append($1) })
        }
        return (text(characters.count), text(draft.cursor).count)
    }

    /// The note of a screen, or `other` in its place.
    func notes(_ note: Note?, else other: [Screen.Element] = []) -> [Screen.Element] {
        switch note {
        case nil: return state.isOffline ? [explanation("offline")] : other
        case .problem(let problem, let advice):
            // Where every line counts the reference waits on the help page, and so does a guess.
            let advice = advice.filter { !state.isCompact || $0 != .capsLock }
            let sentences = [sentence(problem)] + advice.map(text)
            return [.notice(.init(.error, sentences.joined(separator: " ")))]
                + (state.isCompact ? [] : reference(problem))
        case .codeResent: return [explanation("code.resent")]
        case .resetBegins(let kind): return [explanation(kind.resetReason), .gap]
        case .resetUnfinished: return [explanation("problem.resetUnfinished")]
        case .passwordNotChanged: return [explanation("account.passwordNotChanged")]
        case .tooEarly(let moment):
            guard state.now < moment else { return other }
            return [explanation("code.tooEarly", ["time": Countdown.text(until: moment, from: state.now)])]
        case .notKept(let reason): return [explanation("account.notKept", ["reason": reason])]
        case .notSignedOut(let reason):
            return [.notice(.init(.error, strings("account.notSignedOut", ["reason": reason])))]
        }
    }

    /// In words that fit the question.
    private func sentence(_ problem: Problem) -> String {
        guard let prompt = state.conversation?.form.prompt else { return problem.message(strings) }
        // Only a picker has another method to name: elsewhere another way in is wanted.
        if problem.kind == .noMatchingAuthMethod, !prompt.isOfMethods { return strings["problem.noWayHere"] }
        // Behind a code nobody is told about a password, nor which of these it is.
        if problem.kind.isOfAccount, !prompt.asksWho { return strings["problem.accountRefused"] }
        return problem.message(strings)
    }

    func reference(_ problem: Problem) -> [Screen.Element] {
        problem.reference(strings).map { [.text($0, Style(.dim))] } ?? []
    }

    func explanation(_ key: String, _ values: [String: String] = [:]) -> Screen.Element {
        .notice(.init(.explanation, strings(key, values)))
    }

    private func text(_ advice: Note.Advice) -> String {
        switch advice {
        case .outerSpace: strings["advice.outerSpace"]
        case .capsLock: strings["advice.capsLock"]
        }
    }

    // MARK: - Actions

    /// The rows of actions, and what is being done in their place.
    func actions(isStacked: Bool = false) -> [Screen.Element] {
        var elements = progress
        for (index, row) in offers.rows.enumerated() {
            if index > 0, !isStacked { elements.append(.gap) }
            elements.append(.actions(row.map(action)))
        }
        return elements
    }

    /// The choices of a menu, one a line, under the note of its screen.
    func menu(under note: Note? = nil) -> [Screen.Element] {
        let notes = notes(note)
        return notes + (notes.isEmpty ? [] : [.gap]) + progress
            + [.menu(offers.rows.flatMap { $0.map(action) })]
    }

    private func action(_ id: ActionID) -> Screen.ActionView {
        Screen.ActionView(
            id: id, label: label(id), isDefault: isDefault(id),
            isFocused: focus == .action(id))
    }

    private var progress: [Screen.Element] {
        guard let since = state.busySince else { return [] }
        let elapsed = state.now - since
        return [
            .progress(
                Screen.Progress(
                    phase: elapsed >= Tick.progressAfter ? Tick.phase(after: elapsed) : nil, verb: verb,
                    stop: strings["progress.stop"],
                    detail: elapsed >= Tick.detailAfter
                        ? strings(stillWaiting, ["host": state.options.serviceHost]) : nil))
        ]
    }

    private var stillWaiting: String {
        state.isCompact ? "progress.stillWaiting.short" : "progress.stillWaiting"
    }

    private var verb: String {
        guard let conversation = state.conversation else { return strings["progress.signingOut"] }
        switch conversation.work {
        case .signingIn: return strings["progress.signingIn"]
        case .sendingCode: return strings["progress.sendingCode"]
        case .checkingCode: return strings["progress.checkingCode"]
        case .gettingDeviceCode: return strings["progress.gettingDeviceCode"]
        case .creatingAccount: return strings["progress.creatingAccount"]
        case .savingDetails: return strings["progress.savingDetails"]
        case .changingPassword: return strings["progress.changingPassword"]
        }
    }
}

extension Problem.Kind {
    /// The words for a reset that begins because of this.
    fileprivate var resetReason: String {
        self == .passwordExpired ? "resetPassword.expired" : "resetPassword.required"
    }

    /// Whether only a new password helps: a reset begins.
    var wantsReset: Bool { self == .passwordChangeRequired || self == .passwordExpired }
}

extension Prompt {
    /// Whether it is about one way to verify among others.
    fileprivate var isOfMethods: Bool {
        switch self {
        case .method, .contact, .code: true
        default: false
        }
    }
}
