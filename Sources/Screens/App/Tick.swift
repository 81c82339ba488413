import AuthFlow

/// When something on screen changes though nobody does anything.
enum Tick {
    /// No progress shows before, so that a quick answer does not flash.
    static let progressAfter = Duration.milliseconds(150)
    /// What is being waited for shows after this.
    static let detailAfter = Duration.seconds(5)
    /// A line prompt says again after this that it still waits.
    static let plainRepeat = Duration.seconds(30)
    /// Eight pictures of the spinner a second.
    static let spinner = Duration.milliseconds(125)

    static func phase(after elapsed: Duration) -> Int { Int((elapsed - progressAfter) / spinner) }
}

extension AppState {
    /// The moment at which the front end sends the next `.ticked`; nil: nothing changes by itself.
    package func nextTick(after now: Duration) -> Duration? {
        guard !isOver else { return nil }
        if overlay == nil || isBusy, let since = busySince {
            let elapsed = now - since
            // Line prompts have no spinner: one line after a while is all that a wait says.
            if options.isPlain {
                return elapsed < Tick.detailAfter ? since + Tick.detailAfter : now + Tick.plainRepeat
            }
            guard elapsed >= Tick.progressAfter else { return since + Tick.progressAfter }
            return since + Tick.progressAfter + Tick.spinner * (Tick.phase(after: elapsed) + 1)
        }
        guard overlay == nil, let end = countdownEnd, end > now else { return nil }
        return end - .seconds(Countdown.seconds(until: end, from: now) - 1)
    }

    /// Until when seconds are counted down on screen.
    private var countdownEnd: Duration? {
        guard !options.isPlain else { return nil }
        switch conversation?.form.prompt {
        case .device(let prompt): return prompt.grant?.expiresAt
        case .code(let prompt): return prompt.resendAt
        case .identity, .newAccount, .password, .method, .contact, .details, nil: return nil
        }
    }
}

/// The time that is left, in minutes and seconds.
enum Countdown {
    /// Whole seconds, the one that has begun included.
    static func seconds(until end: Duration, from now: Duration) -> Int {
        guard end > now else { return 0 }
        let (seconds, attoseconds) = (end - now).components
        return Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0)
    }

    static func text(until end: Duration, from now: Duration) -> String {
        let seconds = seconds(until: end, from: now)
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
