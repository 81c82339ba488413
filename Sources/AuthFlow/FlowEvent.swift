package import Wire

/// A fact, told to a flow.
package enum FlowEvent: Equatable, Sendable {
    /// The flow may begin: a device authorization asks for its code, the others wait for an answer.
    case started
    case answered(Answer)
    case replied(RequestID, WireReply)
    /// Tokens came, and their ID token was verified.
    case authenticated(RequestID, TokenSet)
    case refused(RequestID, WireError)
    /// No usable answer came, or tokens that are not to be trusted; the reference is the one we sent.
    case failed(RequestID, Problem)
    case timerFired(TimerID)
    /// Back: from a question to the one before, from a running request to its question.
    case wentBack
    case cancelled
}

/// An order, given by a flow.
package enum FlowEffect: Equatable, Sendable {
    case send(RequestID, WireRequest)
    case abandon(RequestID)
    /// Wait so long, and up to `jitter` more.
    case wait(TimerID, Duration, jitter: Duration)
    case stopWaiting(TimerID)
    case save(TokenSet)
}
