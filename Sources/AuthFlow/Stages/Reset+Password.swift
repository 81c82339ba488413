import Wire

// The half of a reset that is about the new password, and about the service's work on it.

extension Reset {
    /// How long one submission is polled for.
    private static let patience = Duration.seconds(300)

    /// The question for the new password.
    struct NewPassword: Equatable, Sendable {
        var username: String
        var token: ContinuationToken
        /// One that the service has not finished with: it may be asked for again.
        var submitted: Submission?

        var question: Prompt {
            .details(DetailsPrompt(purpose: .reset, wantsPassword: true, canAskAgain: submitted != nil))
        }

        /// As it shows while something is being worked on.
        var busy: Prompt { NewPassword(username: username, token: token).question }
    }

    /// A new password that the service is working on: polled with, and submitted anew with, the same token.
    struct Submission: Equatable, Sendable {
        var username: String
        var token: ContinuationToken
        var interval: Duration
        var until: Duration

        /// The question again, with this still being worked on or not.
        func asked(stillWorking: Bool, token newer: ContinuationToken? = nil) -> NewPassword {
            NewPassword(username: username, token: newer ?? token, submitted: stillWorking ? self : nil)
        }
    }

    func ask(_ asked: NewPassword, _ problem: Problem?) -> Transition {
        ask(asked.question, .password(asked), problem)
    }

    func password(_ event: StageEvent, _ asked: NewPassword, at now: Duration) -> Transition? {
        switch event {
        case .answered(.details(_, let password)):
            guard let password, !password.isEmpty else {
                return ask(asked, Problem(.invalidPassword(.other)))
            }
            return send(
                .resetSubmit(newPassword: password, asked.token), showing: asked.busy,
                .submitting(NewPassword(username: asked.username, token: asked.token)))
        case .answered(.resend):
            guard var submission = asked.submitted else { return nil }
            submission.until = now + Self.patience
            return poll(submission)
        case .wentBack: return restart(asked.username, nil)
        default: return nil
        }
    }

    func submitting(_ event: StageEvent, _ asked: NewPassword, at now: Duration) -> Transition? {
        switch event {
        case .replied(.submitted(let token, let interval)):
            return wait(
                Submission(
                    username: asked.username, token: token, interval: interval, until: now + Self.patience),
                at: now)
        case .replied(.redirect(let reason)): return browser(reason, asked.username)
        case .replied: return ask(asked, Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .resetSubmit)
            if [.sessionExpired, .resetNotSupported].contains(problem.kind) {
                return restart(asked.username, problem)
            }
            var asked = asked
            // A refusal leaves the token as it was, unless it brings one (protocol reference, 1.4).
            if let token = error.continuation { asked.token = token }
            return ask(asked, problem)
        case .failed(let problem): return ask(asked, problem)
        case .wentBack: return ask(asked, nil)
        case .started, .answered, .authenticated, .timerFired: return nil
        }
    }

    func polling(_ event: StageEvent, _ submission: Submission, at now: Duration) -> Transition? {
        switch event {
        case .timerFired: return poll(submission)
        case .replied(.poll(.succeeded, _)):
            return finish(.passwordChanged(username: submission.username))
        case .replied(.poll(.failed, let newer)):
            return ask(submission.asked(stillWorking: false, token: newer), Problem(.malformed))
        case .replied(.poll(.notStarted, _)), .replied(.poll(.inProgress, _)):
            return wait(submission, at: now)
        case .replied(.redirect(let reason)): return browser(reason, submission.username)
        case .replied: return ask(submission.asked(stillWorking: true), Problem(.malformed))
        case .refused(let error):
            let problem = Problem(error, at: .resetPoll)
            switch problem.kind {
            case .sessionExpired, .resetNotSupported: return restart(submission.username, problem)
            case .throttled, .serviceUnavailable: return wait(submission, for: error.retryAfter, at: now)
            case .invalidPassword:
                return ask(submission.asked(stillWorking: false, token: error.continuation), problem)
            default: return ask(submission.asked(stillWorking: true), problem)
            }
        case .failed(let problem) where problem.kind.isPassing: return wait(submission, at: now)
        case .failed(let problem): return ask(submission.asked(stillWorking: true), problem)
        case .wentBack: return ask(submission.asked(stillWorking: true), nil)
        case .started, .answered, .authenticated: return nil
        }
    }

    private func poll(_ submission: Submission) -> Transition {
        send(
            .resetPoll(submission.token), showing: submission.asked(stillWorking: false).question,
            .polling(submission))
    }

    private func wait(_ submission: Submission, for time: Duration? = nil, at now: Duration) -> Transition {
        let time = max(time ?? .zero, submission.interval, .seconds(1))
        guard now + time <= submission.until else {
            return ask(submission.asked(stillWorking: true), Problem(.resetUnfinished))
        }
        return Transition(
            stage: stage(at: .polling(submission)),
            move: .pause(
                time, jitter: .zero, showing: submission.asked(stillWorking: false).question))
    }
}
