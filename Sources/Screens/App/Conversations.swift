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
        var options = signIn
        options.username = username ?? (purpose == .signIn ? signIn.username : nil)
        let goal: Goal =
            switch purpose {
            case .signIn: .signIn(options)
            case .signUp: .signUp(options)
            case .resetPassword: .resetPassword(options)
            case .browser, .browserRequired:
                .deviceCode(DeviceOptions(scopes: signIn.scopes, username: username, reason: reason))
            }
        var conversation = Conversation(purpose, Flow(goal))
        conversation?.username = options.username
        return conversation
    }
}
