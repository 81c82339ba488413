import Wire

// The half of a sign-in that is about a one-time code, and about the decoy that an unknown address gets.

extension SignIn {
    /// - Parameter challenge: nil for a decoy, and so is the token.
    func ask(
        forCode challenge: CodeChallenge?, _ token: ContinuationToken?, _ attempt: Attempt, at now: Duration
    ) -> Transition {
        let entry = CodeEntry(
            .signIn, challenge, token, for: attempt.username, conceals: options.concealsAccounts, at: now)
        return rest(
            entry.question, .code(entry), nil, since: attempt.since,
            back: Turn(prompt: attempt.origin, step: .identity(resumable: nil)), at: now)
    }

    func code(_ event: StageEvent, _ entry: CodeEntry, at now: Duration) -> Transition? {
        if entry.isChecking {
            if case .authenticated(let tokens) = event { return finish(.signedIn(tokens)) }
            if case .refused(let error) = event,
                let more = tail(entry.username).handOver(error, showing: entry.question)
            {
                return more
            }
        }
        switch entry.next(event, at: now) {
        case .ask(let entry, let problem, let moment?):
            return rest(
                entry.question, .code(entry), problem, since: moment.since,
                back: Turn(prompt: moment.origin.question, step: .code(moment.origin)), at: now)
        case .ask(let entry, let problem, nil):
            return ask(entry.question, .code(entry), problem)
        case .submit(let digits, let token, let entry):
            return send(
                .token(.oneTimeCode(digits, token), scopes: options.scopes), showing: entry.question,
                .code(entry))
        case .resend(let token, let entry):
            return send(.challenge(token, method: nil), showing: entry.question, .code(entry))
        case .restart(let problem, let since):
            return restart(entry.username, problem, since: since, at: now)
        case .browser(let reason):
            return browser(reason, entry.username)
        case .leave:
            return ask(.identity(IdentityPrompt(username: entry.username)), .identity(resumable: nil), nil)
        case nil:
            return nil
        }
    }
}
