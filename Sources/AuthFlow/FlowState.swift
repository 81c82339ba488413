package import Wire

/// Names one request of one flow; an answer with another is dropped.
package struct RequestID: Hashable, Sendable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// Names one wait of one flow.
package struct TimerID: Hashable, Sendable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

/// Whose turn it is.
package indirect enum FlowState: Equatable, Sendable {
    /// The person's; `problem` is what became of the last answer.
    case asking(Prompt, Stage, problem: Problem?)
    /// The service's; exactly one request is in flight. `showing` is what the person still sees.
    case waiting(RequestID, Stage, showing: Prompt?)
    /// Nobody's: a poll interval, or a refusal that waits for its moment.
    case pausing(TimerID, Stage, showing: Prompt?)
    /// Over; nothing moves it.
    case done(Outcome)
}

/// How a conversation ended.
package enum Outcome: Equatable, Sendable {
    case signedIn(TokenSet)
    /// The account exists; the token, where one came, is for its first sign-in.
    case accountCreated(username: String, ContinuationToken?)
    case passwordChanged(username: String)
    /// The service wants a browser (protocol reference, 1.7), for this user name where one is known.
    case browserRequired(reason: String?, username: String?)
    /// By the person, here or (device code) in the browser.
    case cancelled
    case failed(Problem)
}
