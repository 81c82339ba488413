import Wire

/// The stage that exchanges the continuation token of a sign-up or a registration for tokens
/// (protocol reference, 2.4 and 5.4).
package struct Redemption: Equatable, Sendable {
    private let tail: Tail
    private let token: ContinuationToken
    /// After a sign-up the service wants the user name too.
    private let isAfterSignUp: Bool

    init(afterSignUp token: ContinuationToken, _ tail: Tail) {
        self.tail = tail
        self.token = token
        isAfterSignUp = true
    }

    init(afterRegistration token: ContinuationToken, _ tail: Tail) {
        self.tail = tail
        self.token = token
        isAfterSignUp = false
    }

    func begin(showing: Prompt?) -> Transition {
        let grant = TokenGrant.continuation(token, username: isAfterSignUp ? tail.username : nil)
        return Transition(
            stage: .redemption(self),
            move: .send(.token(grant, scopes: tail.options.scopes), showing: showing))
    }

    func next(_ event: StageEvent, showing: Prompt?) -> Transition? {
        switch event {
        case .started: begin(showing: showing)
        case .authenticated(let tokens): finish(.signedIn(tokens))
        case .replied(.redirect(let reason)):
            finish(.browserRequired(reason: reason, username: tail.username))
        case .replied: tail.restart(Problem(.malformed))
        case .refused(let error):
            tail.handOver(error, showing: showing) ?? tail.restart(Problem(error, at: .token))
        case .failed(let problem): tail.restart(problem)
        case .wentBack: tail.restart(nil)
        case .answered, .timerFired: nil
        }
    }

    private func finish(_ outcome: Outcome) -> Transition {
        Transition(stage: .redemption(self), move: .finish(outcome))
    }
}
