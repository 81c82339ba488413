import AuthFlow

/// Which flow serves which purpose.
extension AppOptions {
    /// What the program opens on; nil where that is no conversation.
    var firstConversation: Conversation? {
        switch mode {
        case .browse: nil
        case .login: conversation(.signIn, username: signIn.username)
        case .signUp: conversation(.signUp, username: signIn.username)
        case .resetPassword: conversation(.resetPassword, username: signIn.username)
        case .deviceCode: conversation(.browser, username: signIn.username)
        }
    }

    /// - Parameter username: fills the address in; without one a sign-in has the one that the program was given.
    func conversation(
        _ purpose: Conversation.Purpose, username: String?, reason: String? = nil
    ) -> Conversation? {
        // What cannot be done here goes on in a browser at once.
        let isHere = signsInHere && !purpose.isInBrowser
        let username = username ?? (purpose == .signIn ? signIn.username : nil)
        let purpose = isHere || purpose.isInBrowser ? purpose : .browser
        var options = signIn
        options.username = username
        let goal: Goal =
            switch purpose {
            case .signIn: .signIn(options)
            case .signUp: .signUp(options)
            case .resetPassword: .resetPassword(options)
            case .browser, .browserRequired:
                .deviceCode(DeviceOptions(scopes: signIn.scopes, username: username, reason: reason))
            }
        var conversation = Conversation(purpose, Flow(goal))
        conversation?.username = username
        return conversation
    }
}

/// Which of them lies on which.
extension AppState {
    /// Lays a conversation over the place on screen, which keeps what was typed, but for secrets.
    mutating func begin(_ purpose: Conversation.Purpose, username: String? = nil) -> [AppEffect] {
        guard let next = options.conversation(purpose, username: username) else { return [] }
        conversation?.form.forgetSecrets()
        return open(next)
    }

    /// Puts a conversation in place of the one on screen, and of one for the same that lies under it.
    mutating func turn(
        to purpose: Conversation.Purpose, username: String?, news: IdentityPrompt.News? = nil
    ) -> [AppEffect] {
        guard conversation != nil, var next = options.conversation(purpose, username: username) else {
            return []
        }
        if let news, case .identity(var prompt) = next.form.prompt {
            prompt.news = news
            next.form.prompt = .identity(prompt)
        }
        let same = places.firstIndex { place in
            if case .conversation(let conversation) = place { conversation.purpose == purpose } else { false }
        }
        places.removeSubrange(min(same ?? places.count - 1, places.count - 1)...)
        return open(next)
    }

    /// Lays the device code over the place on screen, which keeps what was typed, but for secrets.
    mutating func goOnInBrowser(
        _ purpose: Conversation.Purpose, username: String?, reason: String? = nil
    ) -> [AppEffect] {
        guard let next = options.conversation(purpose, username: username, reason: reason) else { return [] }
        conversation?.form.forgetSecrets()
        return open(next)
    }

    mutating func open(_ conversation: Conversation) -> [AppEffect] {
        say(nil)
        overlay = nil
        places.append(.conversation(conversation))
        return tell(.started)
    }

    /// Puts a note on the place on screen.
    mutating func say(_ note: Note?) {
        switch places.last {
        case .welcome(var menu):
            menu.note = note
            places[places.count - 1] = .welcome(menu)
        case .account(var account):
            account.menu.note = note
            places[places.count - 1] = .account(account)
        case .conversation: conversation?.form.note = note
        case nil: break
        }
    }
}

extension Conversation.Purpose {
    var isInBrowser: Bool {
        switch self {
        case .browser, .browserRequired: true
        case .signIn, .signUp, .resetPassword: false
        }
    }
}
