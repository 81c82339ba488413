/// `Welcome`: where `vestibule` opens while nobody is signed in.
extension ScreenBuilder {
    func welcome(_ menu: Menu) -> Screen {
        // On a small screen the help page says it.
        let demo: [Screen.Element] =
            state.options.isDemo && !state.isCompact ? [.text(strings["welcome.demo"])] : []
        return screen(
            "title.welcome",
            [.text(strings("welcome.lead", ["tenant": state.options.tenantName]))] + demo + [.gap]
                + self.menu(under: menu.note),
            keys: [hint("key.upDown", "key.choose"), enter("key.open")])
    }
}

extension AppState {
    var welcomeActions: [ActionID] {
        let ways: [ActionID] =
            options.signsInHere ? [.signIn, .createAccount, .forgotPassword, .deviceCode] : [.signIn]
        return ways + menuActions + [.leave]
    }

    var accountActions: [ActionID] { [.switchAccount, .signOut] + menuActions + [.leave] }

    /// Whether Back leads to another question before it leads away from here.
    var hasEarlierQuestion: Bool { conversation?.earlier.isEmpty == false }

    var isMailboxOpen: Bool { if case .mailbox? = overlay?.kind { true } else { false } }
}
