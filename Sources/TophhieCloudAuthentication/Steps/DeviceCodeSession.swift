import AuthFlow
import FoundationEssentials

/// One device-code sign-in between a flow and a presenter: whoever ends first, ends the other.
struct DeviceCodeSession: Sendable {
    private let runner: FlowRunner
    private let presenter: any TophhiePresenter

    init(_ runner: FlowRunner, _ presenter: any TophhiePresenter) {
        self.runner = runner
        self.presenter = presenter
    }

    /// Runs until the person has agreed, given up, or nothing more can come. Its result is at rest or over.
    @concurrent
    func run(scopes: [String]) async -> Flow {
        let start = Flow(.deviceCode(DeviceOptions(scopes: scopes)))
        return await withTaskGroup(of: Flow?.self) { group in
            group.addTask { await show(start) }
            group.addTask {
                await presenter.dismissed()
                return nil
            }
            var ended = start
            if let first = await group.next(), let flow = first {
                ended = flow
            } else {
                _ = ended.handle(.cancelled, at: runner.client.configuration.time.elapsed())
            }
            group.cancelAll()
            return ended
        }
    }

    private func show(_ start: Flow) async -> Flow {
        var shown = Shown()
        let flow = await runner.settle(start, .started) { flow in
            for change in shown.changes(to: flow, at: runner.client.configuration.time) {
                switch change {
                case .challenge(let challenge): await presenter.present(challenge)
                case .status(let status): await presenter.challengeChanged(status)
                }
            }
        }
        return flow
    }
}

/// What a presenter was told so far.
private struct Shown {
    enum Change {
        case challenge(InteractiveChallenge)
        case status(InteractiveStatus)
    }

    private var grant: DevicePrompt.Grant?
    private var interval: Duration?
    private var isEnding = false

    mutating func changes(to flow: Flow, at time: TimeSource) -> [Change] {
        switch flow.state {
        case .done(.signedIn):
            return [.status(.approved)]
        case .done(.failed(let problem)), .asking(_, _, .some(let problem)):
            let isExpired = [.deviceCodeExpired, .deviceCodeUnknown].contains(problem.kind)
            return isExpired ? [.status(.expired)] : []
        case .pausing(_, _, .device(let prompt)):
            guard let grant = prompt.grant else { return [] }
            return changes(to: grant, interval: flow.pollInterval, at: time)
        default:
            return []
        }
    }

    private mutating func changes(
        to grant: DevicePrompt.Grant, interval: Duration?, at time: TimeSource
    ) -> [Change] {
        var changes: [Change] = []
        let left = grant.expiresAt - time.elapsed()
        if grant != self.grant {
            let expiry = time.now().addingTimeInterval(TimeInterval(left.components.seconds))
            changes.append(
                .challenge(
                    .deviceCode(
                        InteractiveChallenge.DeviceCode(
                            verificationUri: grant.verificationURI, userCode: grant.userCode,
                            verificationUriComplete: grant.verificationURIComplete, expiresOn: expiry))))
            self.grant = grant
            self.interval = interval
            isEnding = false
        } else if let interval, let before = self.interval, interval > before {
            changes.append(.status(.slowedDown))
            self.interval = interval
        }
        if left < .seconds(60), !isEnding {
            changes.append(.status(.aboutToExpire))
            isEnding = true
        }
        return changes
    }
}
