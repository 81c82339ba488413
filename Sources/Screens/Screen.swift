package import Wire

/// What a person sees, independent of cells and colours: the card's title and its content from top to bottom.
///
/// It is not laid out: ``Painter`` does that for a full screen, the plain front end reads it out line by line.
package struct Screen: Equatable, Sendable {
    package var title: String
    /// The line above the card.
    package var header: Header
    package var elements: [Element]
    /// What an administrator has to say, over the card as far as there is room. It may be left out.
    package var banner: [String] = []
    /// The keys that work now, most useful first.
    package var keys: [KeyHint]
    /// Whether an answer is being worked on; what the person does meanwhile is dropped, but for going back.
    package var isBusy: Bool
    /// What the QR code on this screen holds, where one is to be shown: beside the card, or, with ``qrView``,
    /// in a layout of its own. It fits: ``QRSize`` said so.
    package var qrText: String?
    package var qrView: Bool
    /// How many elements at the top are scrolled out; nil where scrolling follows the focus.
    package var scroll: Int?
    /// Whether the cursor is hidden: where something counts down each second while nothing is typed, moving it there
    /// and back costs a slow line far more than the digit.
    package var hidesCursor = false

    package init(
        title: String, header: Header, elements: [Element], keys: [KeyHint], isBusy: Bool = false,
        qrText: String? = nil, qrView: Bool = false, scroll: Int? = nil
    ) {
        self.title = title
        self.header = header
        self.elements = elements
        self.keys = keys
        self.isBusy = isBusy
        self.qrText = qrText
        self.qrView = qrView
        self.scroll = scroll
    }

    package struct Header: Equatable, Sendable {
        package var left: String
        package var right: String

        package init(left: String, right: String) {
            self.left = left
            self.right = right
        }
    }

    package enum Element: Equatable, Sendable {
        /// A paragraph, wrapped at words.
        case text(String, Style = Style())
        /// An explanation or an error that is about the whole screen.
        case notice(Notice)
        case field(FieldView)
        /// A menu, one choice a line.
        case menu([ActionView])
        /// Actions side by side, wrapped; the default one first, in brackets.
        case actions([ActionView])
        /// A code alone on a line, bold.
        case code(String)
        /// An address, on one unbroken line wherever that is wide enough.
        case address(String)
        /// A label and its value in two columns.
        case fact(label: String, value: String)
        /// Two texts at the ends of one line.
        case ends(String, String)
        /// In place of the actions while busy: spinner frame, verb, and how to stop.
        ///
        /// The actions and menus stay in the list after it: once the progress has a phase they are left blank and
        /// it stands on their first lines, so that nothing else moves.
        case progress(Progress)
        /// A blank line that a small screen may leave out.
        case gap
    }

    package struct Notice: Equatable, Sendable {
        package enum Kind: Equatable, Sendable { case explanation, error }

        package var kind: Kind
        /// The sentence, without its mark.
        package var text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    package struct FieldView: Equatable, Sendable {
        package var id: FieldID
        package var label: String
        /// What is said behind the label: that an answer is required.
        package var mark: String?
        /// What is typed; a secret's characters are dots already, unless it is shown.
        package var value: String
        /// Where the cursor stands, in graphemes of `value`; nil without focus.
        package var cursor: Int?
        package var isSecret: Bool
        /// The message under the field, without its mark.
        package var problem: String?
        /// Something to know before typing, in the message's place while there is none.
        package var hint: String?

        package init(
            id: FieldID, label: String, mark: String? = nil, value: String, cursor: Int?,
            isSecret: Bool = false, problem: String? = nil, hint: String? = nil
        ) {
            self.id = id
            self.label = label
            self.mark = mark
            self.value = value
            self.cursor = cursor
            self.isSecret = isSecret
            self.problem = problem
            self.hint = hint
        }
    }

    package struct ActionView: Equatable, Sendable {
        package var id: ActionID
        package var label: String
        package var isDefault: Bool
        package var isFocused: Bool

        package init(id: ActionID, label: String, isDefault: Bool = false, isFocused: Bool = false) {
            self.id = id
            self.label = label
            self.isDefault = isDefault
            self.isFocused = isFocused
        }
    }

    package struct Progress: Equatable, Sendable {
        /// Counts up eight times a second; nil before the first 150 ms are over: the actions stay as they are.
        package var phase: Int?
        package var verb: String
        package var stop: String
        /// What is being waited for, after five seconds.
        package var detail: String?

        package init(phase: Int?, verb: String, stop: String, detail: String? = nil) {
            self.phase = phase
            self.verb = verb
            self.stop = stop
            self.detail = detail
        }
    }

    package struct KeyHint: Equatable, Sendable {
        package var key: String
        package var meaning: String

        package init(_ key: String, _ meaning: String) {
            self.key = key
            self.meaning = meaning
        }
    }
}

/// Names a field of a form.
package enum FieldID: Hashable, Sendable {
    case email, password, confirmPassword, code, newPassword, phone
    /// One that the tenant asks for, by its name on the wire.
    case attribute(String)
}

/// Names something that a person can do by choosing it.
package enum ActionID: Hashable, Sendable {
    /// The form's default button.
    case submit
    case back
    /// Closes what lies over a screen.
    case close
    case signIn, emailCode
    /// A device code: sign in another way.
    case deviceCode
    case createAccount, forgotPassword
    /// Where an account cannot be made, because there is one: both with the address that was typed.
    case signInInstead, resetPassword
    /// Where a password cannot be reset: both for the address that was typed.
    case continueInBrowser, sendEmailCode
    /// One of the ways to verify.
    case method(AuthMethod.ID)
    /// Back to the choice of ways to verify.
    case otherWay
    /// Whether the service is done with a new password by now.
    case askAgain
    case resendCode
    /// Another code at `Continue in your browser`.
    case newDeviceCode
    case showQR, printPlainly
    /// Shows the typed password until the next key.
    case showSecret
    /// The commands that there is no room for.
    case more
    case help, mailbox, refreshMailbox, redraw
    case signOut, switchAccount
    case leave
}
