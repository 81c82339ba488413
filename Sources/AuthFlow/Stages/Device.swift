import Wire

/// The stage of a device authorization (RFC 8628).
///
/// The first poll comes one interval after the code, every further one an interval after the answer before it.
package struct Device: Equatable, Sendable {
    let options: DeviceOptions
    private var step = Step.idle
    /// How many codes ran out; with the third the stage gives up.
    private var expiredCodes = 0

    private static let maximumExpiredCodes = 3
    /// RFC 8628, section 3.5.
    private static let slowDown = Duration.seconds(5)
    private static let maximumBackOff = Duration.seconds(60)

    private enum Step: Equatable, Sendable {
        case idle
        case authorizing
        case polling(Poll)
    }

    private struct Poll: Equatable, Sendable {
        var deviceCode: Secret
        var grant: DevicePrompt.Grant
        var interval: Duration
        /// In place of the interval after an answer that never came.
        var backOff: Duration?
    }

    init(_ options: DeviceOptions) { self.options = options }

    var isPolling: Bool { if case .polling = step { true } else { false } }

    var pollInterval: Duration? { if case .polling(let poll) = step { poll.interval } else { nil } }

    func next(_ event: StageEvent, at now: Duration) -> Transition? {
        switch (event, step) {
        case (.wentBack, _): transition(.finish(.cancelled))
        case (.started, .idle), (.answered(.resend), _): authorize()
        case (.replied(.device(let reply)), .authorizing): begin(reply, at: now)
        case (.refused(let error), .authorizing): ended(Problem(error, at: .deviceAuthorization))
        case (.timerFired, .polling(let poll)): now >= poll.grant.expiresAt ? expired() : ask(poll)
        case (.authenticated(let tokens), .polling): transition(.finish(.signedIn(tokens)))
        case (.refused(let error), .polling(let poll)): refused(error, poll, at: now)
        case (.failed(let problem), .polling(let poll)) where problem.kind.isPassing:
            wait(backedOff(poll), at: now)
        case (.failed(let problem), _): ended(problem)
        case (.replied, _): ended(Problem(.malformed))
        case (.started, _), (.answered, _), (.authenticated, _), (.refused, _), (.timerFired, _): nil
        }
    }

    private func transition(_ move: Transition.Move, step: Step? = nil, expired: Int? = nil) -> Transition {
        var next = self
        if let step { next.step = step }
        if let expired { next.expiredCodes = expired }
        return Transition(stage: .device(next), move: move)
    }

    private func prompt(_ grant: DevicePrompt.Grant?) -> Prompt {
        .device(DevicePrompt(grant: grant, username: options.username, reason: options.reason))
    }

    private func authorize() -> Transition {
        transition(.send(.deviceAuthorize(scopes: options.scopes), showing: prompt(nil)), step: .authorizing)
    }

    private func begin(_ reply: DeviceGrant, at now: Duration) -> Transition {
        let grant = DevicePrompt.Grant(
            userCode: reply.userCode, verificationURI: reply.verificationURI,
            verificationURIComplete: reply.verificationURIComplete, expiresAt: now + reply.expiresIn)
        return wait(Poll(deviceCode: reply.deviceCode, grant: grant, interval: reply.interval), at: now)
    }

    private func ask(_ poll: Poll) -> Transition {
        let grant = TokenGrant.deviceCode(poll.deviceCode)
        return transition(.send(.token(grant, scopes: options.scopes), showing: prompt(poll.grant)))
    }

    private func wait(_ poll: Poll, for time: Duration? = nil, at now: Duration) -> Transition {
        let time = min(time ?? poll.backOff ?? poll.interval, max(poll.grant.expiresAt - now, .zero))
        return transition(.pause(time, jitter: .zero, showing: prompt(poll.grant)), step: .polling(poll))
    }

    private func refused(_ error: WireError, _ poll: Poll, at now: Duration) -> Transition {
        var poll = poll
        switch error.error {
        case "authorization_pending":
            poll.backOff = nil
            return wait(poll, at: now)
        case "slow_down":
            poll.backOff = nil
            poll.interval = max(poll.interval + Self.slowDown, error.interval ?? .zero)
            return wait(poll, at: now)
        case "expired_token", "code_expired":
            return expired()
        case "bad_verification_code":
            return ended(Problem(.deviceCodeUnknown, wire: error))
        default:
            let problem = Problem(error, at: .token)
            switch problem.kind {
            case .throttled, .serviceUnavailable:
                return wait(backedOff(poll), for: error.retryAfter.map { max($0, poll.interval) }, at: now)
            case .refused where ["authorization_declined", "access_denied"].contains(error.error):
                return transition(.finish(.cancelled))
            default:
                return ended(problem)
            }
        }
    }

    private func backedOff(_ poll: Poll) -> Poll {
        var poll = poll
        poll.backOff = min((poll.backOff ?? poll.interval) * 2, max(Self.maximumBackOff, poll.interval))
        return poll
    }

    private func expired() -> Transition {
        guard expiredCodes + 1 < Self.maximumExpiredCodes else {
            return transition(.finish(.failed(Problem(.deviceCodeExpired))))
        }
        return transition(
            .ask(prompt(nil), problem: Problem(.deviceCodeExpired)), step: .idle, expired: expiredCodes + 1)
    }

    /// The code is of no use any more; a new one can be asked for.
    private func ended(_ problem: Problem) -> Transition {
        transition(.ask(prompt(nil), problem: problem), step: .idle)
    }
}
