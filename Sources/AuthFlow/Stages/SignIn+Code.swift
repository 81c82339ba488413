import Wire

// The half of a sign-in that is about a one-time code, and about the decoy that an unknown address gets.

extension SignIn {
    func ask(
        forCode challenge: CodeChallenge, _ token: ContinuationToken, _ attempt: Attempt, at now: Duration
    ) -> Transition {
        let prompt = codePrompt(challenge, for: attempt.username, resends: 0, at: now)
        let code = Code(username: attempt.username, token: token, prompt: prompt, begun: now)
        return rest(
            .code(prompt), .code(code), nil, since: attempt.since, origin: .identity(resumable: nil), at: now)
    }

    func decoy(_ attempt: Attempt, at now: Duration) -> Transition {
        let prompt = codePrompt(nil, for: attempt.username, resends: 0, at: now)
        let code = Code(username: attempt.username, token: nil, prompt: prompt, begun: now)
        return rest(
            .code(prompt), .code(code), nil, since: attempt.since, origin: .identity(resumable: nil), at: now)
    }

    /// What is shown must not tell a decoy from a code that was sent, so the service's words are not heard
    /// while accounts are concealed.
    private func codePrompt(
        _ challenge: CodeChallenge?, for username: String, resends: Int, at now: Duration
    ) -> CodePrompt {
        guard let challenge, !options.concealsAccounts else {
            return CodePrompt(
                sentTo: username, length: nil, channel: .email, resendAt: now + Self.resendInterval,
                resends: resends)
        }
        return CodePrompt(
            sentTo: challenge.target, length: challenge.length, channel: challenge.channel,
            resendAt: now + (challenge.interval ?? Self.resendInterval), resends: resends)
    }

    func code(_ event: StageEvent, _ code: Code, at now: Duration) -> Transition? {
        switch event {
        case .answered(.code(let digits)):
            guard !digits.isEmpty else { return ask(.code(code.prompt), step, Problem(.invalidCode)) }
            guard let token = code.token else { return decoyAnswer(code, at: now) }
            return send(
                .token(.oneTimeCode(digits, token), scopes: options.scopes), showing: .code(code.prompt),
                .checkingCode(code, since: now))
        case .answered(.resend):
            guard let token = code.token else { return decoyResend(code, at: now) }
            return send(
                .challenge(token, method: nil), showing: .code(code.prompt), .resending(code, since: now))
        case .wentBack:
            return ask(.identity(IdentityPrompt(username: code.username)), .identity(resumable: nil), nil)
        default:
            return nil
        }
    }

    private func decoyAnswer(_ code: Code, at now: Duration) -> Transition {
        if let expired = decoyExpired(code, at: now) { return expired }
        return rest(.code(code.prompt), step, Problem(.invalidCode), since: now, origin: step, at: now)
    }

    /// A new code begins a real conversation's lifetime anew, so it does a decoy's.
    private func decoyResend(_ code: Code, at now: Duration) -> Transition {
        if let expired = decoyExpired(code, at: now) { return expired }
        let prompt = codePrompt(nil, for: code.username, resends: code.prompt.resends + 1, at: now)
        let renewed = Code(username: code.username, token: nil, prompt: prompt, begun: now)
        return rest(.code(prompt), .code(renewed), nil, since: now, origin: step, at: now)
    }

    private func decoyExpired(_ code: Code, at now: Duration) -> Transition? {
        guard now - code.begun >= Self.lifetime else { return nil }
        return restart(code.username, Problem(.sessionExpired), since: now, at: now)
    }

    func checkingCode(
        _ event: StageEvent, _ code: Code, since: Duration, at now: Duration
    ) -> Transition? {
        switch event {
        case .authenticated(let tokens):
            return finish(.signedIn(tokens))
        case .replied(.redirect(let reason)):
            return finish(.browserRequired(reason: reason, username: code.username))
        case .replied:
            return ask(.code(code.prompt), .code(code), Problem(.malformed))
        case .refused(let error):
            if let more = tail(code.username).handOver(error, showing: .code(code.prompt)) { return more }
            let problem = likeDecoy(Problem(error, at: .token))
            if problem.kind == .sessionExpired {
                return restart(code.username, problem, since: since, at: now)
            }
            var code = code
            if let token = error.continuation { code.token = token }
            return rest(.code(code.prompt), .code(code), problem, since: since, origin: .code(code), at: now)
        case .failed(let problem):
            return ask(.code(code.prompt), .code(code), problem)
        case .wentBack:
            return ask(.code(code.prompt), .code(code), nil)
        case .started, .answered, .timerFired:
            return nil
        }
    }

    func resending(
        _ event: StageEvent, _ code: Code, since: Duration, at now: Duration
    ) -> Transition? {
        switch event {
        case .replied(.challenge(.code(let challenge), let token)):
            var kept = code
            kept.token = token
            var renewed = kept
            renewed.prompt = codePrompt(
                challenge, for: code.username, resends: code.prompt.resends + 1, at: now)
            return rest(
                .code(renewed.prompt), .code(renewed), nil, since: since, origin: .code(kept), at: now)
        case .replied(.redirect(let reason)):
            return finish(.browserRequired(reason: reason, username: code.username))
        case .replied:
            return ask(.code(code.prompt), .code(code), Problem(.malformed))
        case .refused(let error):
            // An error at a resend leaves the token as it was, unless it brings one (protocol reference, 1.4).
            var code = code
            if let token = error.continuation { code.token = token }
            let problem = likeDecoy(Problem(error, at: .challenge))
            if problem.kind == .sessionExpired {
                return restart(code.username, problem, since: since, at: now)
            }
            return rest(.code(code.prompt), .code(code), problem, since: since, origin: .code(code), at: now)
        case .failed(let problem):
            return ask(.code(code.prompt), .code(code), problem)
        case .wentBack:
            return ask(.code(code.prompt), .code(code), nil)
        case .started, .answered, .authenticated, .timerFired:
            return nil
        }
    }
}
