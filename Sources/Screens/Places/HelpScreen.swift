import AuthFlow

/// `Help`: what the screen below is for, and the keys that work there.
extension ScreenBuilder {
    func help() -> Screen {
        var page = screen(
            "title.help", helpElements + [.gap] + actions(),
            keys: [hint("key.upDown", "key.scroll"), enter("key.back")])
        page.scroll = state.overlay?.scroll ?? 0
        return page
    }

    private var helpElements: [Screen.Element] {
        let isOverMailbox = state.overlay?.mailbox != nil
        let words =
            isOverMailbox
            ? [.text(strings["mailbox.lead"])]
            : [.text(strings["help." + helpTopic])] + samplePeople + serviceDetail + lastReference
        return words + [.gap]
            + (isOverMailbox ? mailboxKeys : keyTable).map { row in
                .fact(label: strings[row.key], value: strings[row.meaning])
            }
    }

    /// Where a demo says whom one can sign in as.
    private var samplePeople: [Screen.Element] {
        state.options.isDemo && state.account == nil ? [.text(strings["welcome.demo"])] : []
    }

    /// What the service said about a browser, which is no sentence of ours.
    private var serviceDetail: [Screen.Element] {
        guard case .device(let prompt)? = state.conversation?.form.prompt, let reason = prompt.reason else {
            return []
        }
        return [.gap, prompt.detail(reason, strings)]
    }

    /// The reference of the problem that the screen below shows, and the advice that it has no room for.
    private var lastReference: [Screen.Element] {
        guard case .problem(let problem, let advice)? = state.conversation?.form.note else { return [] }
        let wantsAdvice = state.isCompact && advice.contains(.capsLock)
        return (wantsAdvice ? [.text(strings["advice.capsLock"])] : []) + reference(problem)
    }

    private var helpTopic: String {
        switch state.places.last {
        case .account: return "account"
        case .conversation(let conversation):
            switch conversation.form.prompt {
            case .identity(let prompt): return prompt.purpose == .reset ? "resetPassword" : "signIn"
            case .newAccount: return "createAccount"
            case .password: return "password"
            case .code: return "code"
            case .method: return "method"
            case .contact: return "contact"
            case .details(let prompt): return prompt.attributes.isEmpty ? "newPassword" : "details"
            case .device: return "device"
            }
        case .welcome, nil: return "welcome"
        }
    }

    private var hasSecret: Bool {
        state.conversation?.form.fields.contains { $0.draft.kind == .secret } == true
    }

    private var keyTable: [(key: String, meaning: String)] {
        var rows = [("key.tab", "help.tab"), ("key.arrows", "help.arrows"), ("key.enter", "help.enter")]
        rows.append(("key.esc", "help.esc"))
        switch state.conversation?.form.prompt {
        case .identity, .password, .newAccount, .details:
            if hasSecret { rows.append(("key.ctrlT", "help.ctrlT")) }
        case .method, .contact: break
        case .code: rows.append(("key.ctrlR", "help.ctrlR"))
        case .device:
            rows += [("key.n", "help.n"), ("key.p", "help.p")]
            if state.offersQRView { rows.append(("key.q", "help.q")) }
        case nil: break
        }
        if state.conversation?.form.fields.isEmpty == false {
            rows += [
                ("key.ctrlAE", "help.ctrlAE"), ("key.ctrlUK", "help.ctrlUK"), ("key.ctrlW", "help.ctrlW"),
            ]
            rows.append(("key.altBF", "help.altBF"))
        }
        if state.options.isDemo { rows.append(("key.f2", "help.f2")) }
        return rows + keysEverywhere
    }

    private var mailboxKeys: [(key: String, meaning: String)] {
        [("key.upDown", "key.scroll"), ("key.r", "key.refresh"), ("key.esc", "help.esc")] + keysEverywhere
    }

    private var keysEverywhere: [(key: String, meaning: String)] {
        [("key.ctrlC", "help.ctrlC"), ("key.ctrlL", "help.ctrlL"), ("key.ctrlZ", "help.ctrlZ")]
    }
}

extension AppState {
    /// How many elements the page over the screen has: what can be scrolled out.
    var overlayElementCount: Int {
        Screen(self, Strings([])).elements.count
    }
}

extension Overlay {
    /// Whether the arrows scroll it. The choices of `More…` are moved through instead.
    var scrolls: Bool { kind != .more }
}
