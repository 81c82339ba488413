import AuthFlow

/// What choosing something does.
extension AppState {
    mutating func activate(_ action: ActionID) -> [AppEffect] {
        if overlay?.kind == .more { overlay = nil }
        switch action {
        case .submit, .emailCode, .method: return submit(action)
        case .back, .leave: return goBack()
        case .signIn, .switchAccount: return begin(.signIn)
        case .deviceCode: return goOnInBrowser(.browser, username: typedAddress)
        case .createAccount: return begin(.signUp, username: typedAddress)
        case .forgotPassword: return begin(.resetPassword, username: typedAddress)
        case .signInInstead: return turn(to: .signIn, username: knownAddress)
        case .resetPassword: return turn(to: .resetPassword, username: knownAddress)
        case .continueInBrowser:
            // There is no password to reset: in the browser it is a sign-in like any other.
            return goOnInBrowser(.browserRequired(for: .signIn), username: knownAddress)
        case .sendEmailCode: return sendEmailCode()
        case .otherWay: return conversation?.form.prompt.hasAlternatives == true ? tell(.wentBack) : []
        case .askAgain:
            guard case .details(let prompt)? = conversation?.flow.prompt, prompt.canAskAgain else {
                return []
            }
            say(nil)
            return answer(.resend, .changingPassword)
        case .resendCode: return resendCode()
        case .newDeviceCode:
            guard let conversation, case .device? = conversation.flow.prompt else { return [] }
            // A key held down must not take away the code that somebody is typing elsewhere.
            if conversation.isWaitingForBrowser, let last = conversation.renewedAt, now < last + .seconds(5) {
                return []
            }
            let moment = now
            self.conversation?.renewedAt = moment
            self.conversation?.showsQR = false
            return answer(.resend, .gettingDeviceCode)
        case .showQR:
            conversation?.showsQR = true
            return []
        case .printPlainly:
            guard case .device(let prompt)? = conversation?.flow.prompt, let grant = prompt.grant else {
                return []
            }
            return [.printPlainly([CleanText.line(grant.verificationURI), CleanText.line(grant.userCode)])]
        case .close: return closeOverlay()
        case .showSecret:
            conversation?.reveal()
            return []
        case .more:
            overlay = Overlay(kind: .more)
            return []
        case .help:
            var mailbox = overlay?.mailbox
            if case .mailbox(let seen)? = overlay?.kind { mailbox = seen }
            overlay = Overlay(kind: .help, mailbox: mailbox)
            return []
        case .mailbox, .refreshMailbox:
            guard options.isDemo else { return [] }
            if case .mailbox? = overlay?.kind {} else { overlay = Overlay(kind: .mailbox(.loading)) }
            return [.readMailbox]
        case .redraw: return [.redraw]
        case .signOut:
            guard case .account(var account)? = places.last, account.signingOutSince == nil else { return [] }
            account.signingOutSince = now
            account.menu.note = nil
            places[places.count - 1] = .account(account)
            return [.account(.signOut)]
        }
    }

    /// One step back: what lies over the screen, then the question, then the place.
    mutating func goBack() -> [AppEffect] {
        if overlay != nil { return closeOverlay() }
        // Who goes back has read what became of the last answer.
        self.conversation?.freshProblem = nil
        guard let conversation else { return isBusy ? [] : pop() }
        if conversation.form.explanation != nil {
            self.conversation?.form.explanation = nil
            return []
        }
        if conversation.showsQR, showsQRView {
            self.conversation?.showsQR = false
            return []
        }
        let effects = tell(.wentBack)
        // A flow that stays where it is has no question before this one.
        if effects.isEmpty, self.conversation == conversation { return pop() }
        return effects
    }

    /// What came for a mailbox meanwhile found no place: it is read anew.
    private mutating func closeOverlay() -> [AppEffect] {
        overlay = overlay?.mailbox.map { Overlay(kind: .mailbox($0)) }
        return overlay == nil ? [] : [.readMailbox]
    }

    // MARK: - Answers

    private mutating func submit(_ action: ActionID) -> [AppEffect] {
        guard var form = conversation?.form, conversation?.flow.prompt != nil else { return [] }
        // Line by line nobody has seen yet that nothing was taken, and an empty field would mean something else.
        if options.isPlain, form.marks.values.contains(where: \.leftNothing) {
            conversation?.form.forgetSecrets()
            return []
        }
        form.marks = [:]
        form.hints = [:]
        form.note = nil
        let submission = form.prompt.submission(action, from: &form, isPlain: options.isPlain)
        conversation?.form = form
        guard let submission else { return [] }
        return answer(submission.answer, submission.work)
    }

    private mutating func resendCode() -> [AppEffect] {
        guard case .code(let prompt)? = conversation?.flow.prompt else { return [] }
        guard now >= prompt.resendAt else {
            conversation?.form.marks = [:]
            conversation?.freshProblem = nil
            say(.tooEarly(until: prompt.resendAt))
            return []
        }
        // What was wrong with digits for the code before says nothing about the new one.
        conversation?.form.marks = [:]
        say(nil)
        return answer(.resend, .sendingCode)
    }

    private mutating func answer(_ answer: Answer, _ work: Conversation.Work) -> [AppEffect] {
        conversation?.remember(answer, work)
        return tell(.answered(answer))
    }

    /// The address in the form, where it is one.
    private var typedAddress: String? {
        let text = Rules.trimmed(conversation?.form.text(.email) ?? "")
        return Rules.isEmail(text) ? text : nil
    }

    /// The same, else the one that was answered with before.
    private var knownAddress: String? { typedAddress ?? conversation?.username }

    /// A sign-in by code for the address of a reset that is none.
    private mutating func sendEmailCode() -> [AppEffect] {
        guard conversation?.form.explanation != nil, let address = knownAddress else { return [] }
        let effects = turn(to: .signIn, username: address)
        return effects + answer(.identity(address, nil), .sendingCode)
    }

    // MARK: - Account and mailbox

    mutating func handle(_ event: AccountEvent) -> [AppEffect] {
        switch event {
        case .signedOut:
            account = nil
            if case .account? = places.first {
                overlay = nil
                places = [.welcome(Menu())]
            }
        case .notKept(let reason):
            if case .account? = places.last { say(.notKept(reason)) }
        case .notSignedOut(let reason):
            guard case .account(var account)? = places.last else { break }
            account.signingOutSince = nil
            account.menu.note = .notSignedOut(reason)
            places[places.count - 1] = .account(account)
        }
        return []
    }

    mutating func handle(_ event: MailboxEvent) -> [AppEffect] {
        guard case .mailbox? = overlay?.kind else { return [] }
        switch event {
        case .received(let mails): overlay?.kind = .mailbox(.received(mails))
        case .unreachable: overlay?.kind = .mailbox(.unreachable)
        }
        overlay?.scroll = 0
        return []
    }
}
