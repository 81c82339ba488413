import AuthFlow

/// Where a person is. Places lie on each other: Back takes the upper one away.
enum Place: Equatable, Sendable {
    case welcome(Menu)
    case conversation(Conversation)
    case account(AccountState)
}

/// A screen of choices.
struct Menu: Equatable, Sendable {
    /// nil is the first.
    var focus: ActionID?
    var note: Note?
}

/// The account screen.
struct AccountState: Equatable, Sendable {
    var summary: AccountSummary
    var menu = Menu()
    /// The moment at which signing out began.
    var signingOutSince: Duration?
}

/// What lies over a place for a while and leaves it as it was.
struct Overlay: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case help
        /// The commands of the screen below that it has no room for.
        case more
        case mailbox(Mailbox)
    }

    enum Mailbox: Equatable, Sendable {
        case loading
        case received([Mail])
        case unreachable
    }

    var kind: Kind
    var focus: ActionID?
    /// How many elements at the top are scrolled out.
    var scroll = 0
    /// The mailbox that the help was asked for on, to come back to.
    var mailbox: Mailbox?
}

/// A flow and the form in front of it.
struct Conversation: Equatable, Sendable {
    /// Why a person is here.
    enum Purpose: Equatable, Sendable {
        case signIn, signUp, resetPassword
        /// In a browser, because the person chose so.
        case browser
        /// In a browser, because the service demands it for what the person was about to do.
        case browserRequired(for: Prompt.Task)
    }

    /// What a running request is for.
    enum Work: Equatable, Sendable {
        case signingIn, sendingCode, checkingCode, gettingDeviceCode
        case creatingAccount, savingDetails, changingPassword
    }

    let purpose: Purpose
    var flow: Flow
    var form: Form
    /// Forms before this one, to come back to. They hold no secret.
    var earlier: [Form] = []
    /// The flow before the last answer, to come back to when the conversation goes on in a browser.
    var resting: Flow
    var work = Work.signingIn
    /// The moment at which the last answer was given, while it is worked on.
    var busySince: Duration?
    /// Whose account it is, as far as the person said so.
    var username: String?
    /// The moment at which a new device code was last asked for.
    var renewedAt: Duration?
    /// Whether the QR code has the screen for itself.
    var showsQR = false
    /// Whether the password sent last begins or ends with a space.
    var sentOuterSpace = false
    /// What became of the last answer, as long as the person did nothing since.
    var freshProblem: Problem?

    init?(_ purpose: Purpose, _ flow: Flow) {
        guard let prompt = flow.prompt else { return nil }
        self.purpose = purpose
        self.flow = flow
        resting = flow
        form = prompt.form()
    }
}
