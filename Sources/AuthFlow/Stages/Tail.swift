import Wire

/// What every stage behind the first needs to know: whose sign-in it is, and how it goes on.
struct Tail: Equatable, Sendable {
    var options: SignInOptions
    var username: String
    /// What is told with the address, where the whole sign-in begins anew.
    var news: IdentityPrompt.News?

    /// Back to the address, from where the whole sign-in begins anew.
    func restart(_ problem: Problem?) -> Transition {
        let prompt = IdentityPrompt(username: username, news: news)
        return Transition(
            stage: .signIn(SignIn(options)),
            move: .ask(.identity(prompt), problem: problem.map { options.concealed($0) }))
    }

    /// What a first factor, a sign-up or a registration is followed by, when the service wants more.
    func handOver(_ error: WireError, showing: Prompt?) -> Transition? {
        guard let token = error.continuation else { return nil }
        switch error.suberror {
        case "mfa_required": return SecondFactor.begin(self, token, showing: showing)
        case "registration_required": return Registration.begin(self, token, showing: showing)
        default: return nil
        }
    }
}
