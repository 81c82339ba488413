import AuthFlow
import Wire

/// Keys, pastes, and what front ends without keys say instead.
extension AppState {
    mutating func press(_ key: Key) -> [AppEffect] {
        guard let command = Command(key) else { return [] }
        if isBusy, !command.isHeardWhileBusy { return [] }
        touch()
        switch command {
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .interrupt: return interrupt()
        case .back: return goBack()
        case .help: return activate(.help)
        case .mailbox: return options.isDemo ? activate(.mailbox) : []
        case .resend: return resend()
        case .reveal:
            if overlay == nil { conversation?.reveal() }
            return []
        case .next: return move(by: 1)
        case .previous: return move(by: -1)
        case .activate: return enter()
        case .insert(let character): return type(character)
        case .edit(let edit):
            change { $0.edit(edit, $1) }
            return []
        case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown: return steer(command)
        }
    }

    mutating func paste(_ text: Secret) -> [AppEffect] {
        guard !isBusy else { return [] }
        touch()
        change { $0.insert(text, $1) }
        return []
    }

    mutating func fill(_ field: FieldID, _ text: Secret) -> [AppEffect] {
        guard !isBusy, overlay == nil else { return [] }
        touch()
        conversation?.form.fill(text, field)
        return []
    }

    /// Any key hides a shown secret, and makes the last answer's problem an old one.
    private mutating func touch() {
        guard conversation != nil else { return }
        conversation?.form.isRevealed = false
        conversation?.freshProblem = nil
    }

    /// Edits the field that has the focus.
    private mutating func change(_ edit: (inout Form, FieldID) -> Void) {
        guard overlay == nil, let field = conversation?.form.focusedField else { return }
        if var form = conversation?.form {
            edit(&form, field)
            conversation?.form = form
        }
    }

    // MARK: - Focus

    /// Every place that Tab reaches, in its order.
    func stops(_ offers: Offers) -> [Stop] {
        let actions = offers.rows.flatMap { $0.map { Stop.action($0) } }
        guard overlay == nil, case .conversation(let conversation)? = places.last,
            conversation.form.explanation == nil
        else { return actions }
        return conversation.form.fields.map { .field($0.id) } + actions
    }

    /// Where the focus is. One that is not offered any more falls back to the first.
    func focus(among stops: [Stop]) -> Stop? {
        let wanted: Stop? =
            if let overlay {
                overlay.focus.map { .action($0) }
            } else {
                switch places.last {
                case .welcome(let menu): menu.focus.map { .action($0) }
                case .account(let account): account.menu.focus.map { .action($0) }
                case .conversation(let conversation): conversation.form.focus
                case nil: nil
                }
            }
        return wanted.flatMap { stops.contains($0) ? $0 : nil } ?? stops.first
    }

    private mutating func setFocus(_ stop: Stop) {
        let action: ActionID? = if case .action(let id) = stop { id } else { nil }
        if overlay != nil {
            overlay?.focus = action
            return
        }
        switch places.last {
        case .welcome(var menu):
            menu.focus = action
            places[places.count - 1] = .welcome(menu)
        case .account(var account):
            account.menu.focus = action
            places[places.count - 1] = .account(account)
        case .conversation: conversation?.form.focus = stop
        case nil: break
        }
    }

    private mutating func move(by step: Int) -> [AppEffect] {
        let stops = stops(offers)
        guard !stops.isEmpty else { return [] }
        let index = focus(among: stops).flatMap { stops.firstIndex(of: $0) } ?? 0
        setFocus(stops[(index + step + stops.count) % stops.count])
        return []
    }

    /// The arrows and their like: within a field they edit, on a page they scroll, elsewhere they move.
    private mutating func steer(_ command: Command) -> [AppEffect] {
        if overlay?.scrolls == true, scroll(command) { return [] }
        if overlay == nil, conversation?.form.focusedField != nil, let edit = command.asEdit {
            change { $0.edit(edit, $1) }
            return []
        }
        switch command {
        case .up, .left: return move(by: -1)
        case .down, .right: return move(by: 1)
        default: return []
        }
    }

    private mutating func scroll(_ command: Command) -> Bool {
        guard let now = overlay?.scroll else { return false }
        let last = max(overlayElementCount - 1, 0)
        let page = max(size.rows - 6, 1)
        let target: Int
        switch command {
        case .up: target = now - 1
        case .down: target = now + 1
        case .pageUp: target = now - page
        case .pageDown: target = now + page
        case .home: target = 0
        case .end: target = last
        default: return false
        }
        overlay?.scroll = min(max(target, 0), last)
        return true
    }

    // MARK: - Typing and Enter

    private mutating func type(_ character: Character) -> [AppEffect] {
        if overlay == nil, conversation?.form.focusedField != nil {
            change { $0.insert(Secret(String(character)), $1) }
            return []
        }
        let offers = offers
        if character == " ", case .action(let action)? = focus(among: stops(offers)) {
            return activate(action)
        }
        guard let action = ActionID(letter: character), offers.contains(action) else { return [] }
        return activate(action)
    }

    private mutating func enter() -> [AppEffect] {
        let offers = offers
        switch focus(among: stops(offers)) {
        case .action(let action): return activate(action)
        case .field:
            guard conversation?.form.isInLastField == true, let action = offers.rows.first?.first else {
                return move(by: 1)
            }
            return activate(action)
        case nil: return []
        }
    }

    private mutating func resend() -> [AppEffect] {
        guard overlay == nil else { return [] }
        for action in [ActionID.resendCode, .newDeviceCode] where offers.contains(action) {
            return activate(action)
        }
        return []
    }

    /// Stops what is running, else leaves.
    private mutating func interrupt() -> [AppEffect] {
        // Signing out is no conversation: it is finished while the program ends.
        guard let conversation, isBusy || conversation.isWaitingForBrowser else { return leave() }
        overlay = nil
        return tell(.wentBack)
    }
}

extension Command {
    fileprivate var asEdit: Edit? {
        switch self {
        case .left: .left
        case .right: .right
        case .home: .home
        case .end: .end
        default: nil
        }
    }
}

extension ActionID {
    /// On screens without a field a letter does it too.
    fileprivate init?(letter: Character) {
        switch letter {
        case "n", "N": self = .newDeviceCode
        case "q", "Q": self = .showQR
        case "p", "P": self = .printPlainly
        case "r", "R": self = .refreshMailbox
        default: return nil
        }
    }
}
