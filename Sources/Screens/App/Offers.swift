import AuthFlow

/// What can be chosen on a screen, row by row; the first one is what Enter means in the last field.
struct Offers: Equatable, Sendable {
    var rows: [[ActionID]]
    /// What `More…` opens: every command behind a key is somewhere among these.
    var more: [ActionID] = []

    func contains(_ action: ActionID) -> Bool {
        more.contains(action) || rows.contains { $0.contains(action) }
    }
}

extension AppState {
    /// Of the screen that is seen.
    var offers: Offers {
        switch overlay?.kind {
        case .help: Offers(rows: [[.back, .redraw]])
        case .mailbox: Offers(rows: [[.refreshMailbox, .back]])
        case .more: Offers(rows: placeOffers.more.map { [$0] } + [[.close]])
        case nil: placeOffers
        }
    }

    /// Of the place below whatever lies over it.
    var placeOffers: Offers {
        switch places.last {
        case .welcome: Offers(rows: welcomeActions.map { [$0] })
        case .account: Offers(rows: accountActions.map { [$0] })
        case .conversation(let conversation): conversation.form.prompt.offers(conversation, self)
        case nil: Offers(rows: [])
        }
    }

    /// The first screen is left, the others are gone back from.
    var backAction: ActionID { places.count > 1 ? .back : .leave }

    /// The commands of every form that have a key of their own.
    var commonActions: [ActionID] { menuActions + [.redraw] }

    /// The same in a menu, which is a screen of its own: the rest is on the help page.
    var menuActions: [ActionID] { demoActions + [.help] }

    /// Where the codes of a demo are, which has no other mailbox.
    var demoActions: [ActionID] { options.isDemo ? [.mailbox] : [] }

    /// Whether there is no room for a form's whole card.
    var isCompact: Bool { !options.isPlain && (size.columns < 62 || size.rows < 16) }

    /// Whether there is no room for the device code's whole card, which is taller.
    var isDeviceCompact: Bool { isCompact || (!options.isPlain && size.rows < 22) }
}
