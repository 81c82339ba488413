import AuthFlow
import Synchronization
import Wire

/// What every step that waits for a one-time code has in common: the flow at rest at its question.
///
/// A copy shares the place: a refusal that brought a newer continuation token is remembered by all of them.
struct CodePlace: Sendable {
    let prompt: CodePrompt
    private let kept: Place
    let runner: FlowRunner
    /// Where the way that the code goes was picked, and may be picked anew.
    let origin: Place?

    init?(_ flow: Flow, _ runner: FlowRunner, origin: Place? = nil) {
        guard case .asking(.code(let prompt), _, nil) = flow.state else { return nil }
        self.prompt = prompt
        kept = Place(flow)
        self.runner = runner
        self.origin = origin
        origin?.follow(flow)
    }

    var channel: TophhieChannel { TophhieChannel(prompt.channel) }

    /// Tells the flow the code; its result is at rest or over.
    func submit(_ code: String) async -> Flow {
        await answer(.code(Secret(code.filter { !$0.isWhitespace })))
    }

    /// Asks for a new code.
    func resend() async -> Flow { await answer(.resend) }

    private func answer(_ answer: Answer) async -> Flow {
        let flow = await runner.settle(kept.flow, .answered(answer))
        kept.moved(to: flow)
        origin?.follow(flow)
        return flow
    }
}

/// A flow at rest that a step holds; a refusal may bring a newer continuation token, which is kept.
final class Place: Sendable {
    private let kept: Mutex<Flow>

    init(_ flow: Flow) { kept = Mutex(flow) }

    var flow: Flow { kept.withLock { $0 } }

    /// Stays at the same question: elsewhere, and at an end, this step has nothing more to say.
    func moved(to flow: Flow) {
        guard flow.problem != nil, let asked = flow.prompt else { return }
        kept.withLock { kept in
            if let question = kept.prompt, asked.isSameQuestion(as: question) { kept = flow }
        }
    }

    /// Takes the token of a conversation that went on from here, if Back leads here: the older one is used up.
    func follow(_ flow: Flow) {
        var back = flow
        // From a code to its contact, and from there to the choice. Nothing on the way asks for the time.
        for _ in 0..<2 {
            guard case .asking = back.state else { return }
            _ = back.handle(.wentBack, at: .zero)
            kept.withLock { kept in
                if let question = kept.prompt, let asked = back.prompt, asked.isSameQuestion(as: question) {
                    kept = back
                }
            }
        }
    }
}

extension Prompt {
    fileprivate func isSameQuestion(as other: Prompt) -> Bool {
        guard case .details(let details) = self, case .details(var others) = other else {
            return self == other
        }
        // Whether a submission is still being worked on changes nothing about what is asked.
        others.canAskAgain = details.canAskAgain
        return details == others
    }
}
