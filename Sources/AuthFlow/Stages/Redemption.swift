import Wire

/// The stage that exchanges the continuation token of a sign-up or a registration for tokens
/// (protocol reference, 2.4 and 5.4).
package struct Redemption: Equatable, Sendable {
    private let tail: Tail
    private let token: ContinuationToken
    /// After a sign-up the service wants the user name too, and the account is news.
    private let isAfterSignUp: Bool

    static func begin(
        _ tail: Tail, _ token: ContinuationToken, isAfterSignUp: Bool, showing: Prompt?
    ) -> Transition {
        let stage = Redemption(tail: tail, token: token, isAfterSignUp: isAfterSignUp)
        let grant = TokenGrant.continuation(token, username: isAfterSignUp ? tail.username : nil)
        return Transition(
            stage: .redemption(stage),
            move: .send(.token(grant, scopes: tail.options.scopes), showing: showing))
    }

    func next(_ event: StageEvent, showing: Prompt?) -> Transition? {
        switch event {
        case .started:
            return Self.begin(tail, token, isAfterSignUp: isAfterSignUp, showing: showing)
        case .authenticated(let tokens):
            return Transition(stage: .redemption(self), move: .finish(.signedIn(tokens)))
        case .replied(.redirect(let reason)):
            return tail.browser(reason, from: .redemption(self))
        case .replied:
            return tail.restart(Problem(.malformed), news: news)
        case .refused(let error):
            return tail.handOver(error, showing: showing)
                ?? tail.restart(Problem(error, at: .token), news: news)
        case .failed(let problem):
            return tail.restart(problem, news: news)
        case .wentBack:
            return tail.restart(nil, news: news)
        case .answered, .timerFired:
            return nil
        }
    }

    private var news: IdentityPrompt.News? { isAfterSignUp ? .accountCreated : nil }
}

extension Redemption {
    init(afterSignUp token: ContinuationToken, _ tail: Tail) {
        self.init(tail: tail, token: token, isAfterSignUp: true)
    }
}
