import Wire

/// A stage that stands at one of several steps: what its moves are made of.
protocol SteppedStage {
    associatedtype Step: Equatable & Sendable

    var step: Step { get set }
    /// This stage among the others.
    var asStage: Stage { get }
}

extension SteppedStage {
    func ask(_ prompt: Prompt, _ step: Step, _ problem: Problem?) -> Transition {
        Transition(stage: stage(at: step), move: .ask(prompt, problem: problem))
    }

    func send(_ request: WireRequest, showing: Prompt?, _ step: Step) -> Transition {
        Transition(stage: stage(at: step), move: .send(request, showing: showing))
    }

    func finish(_ outcome: Outcome) -> Transition { Transition(stage: asStage, move: .finish(outcome)) }

    func browser(_ reason: String?, _ username: String) -> Transition {
        finish(.browserRequired(reason: reason, username: username))
    }

    func stage(at step: Step) -> Stage {
        var next = self
        next.step = step
        return next.asStage
    }
}

/// A question, and the step that takes its answer.
struct Turn<Step: Equatable & Sendable>: Equatable, Sendable {
    var prompt: Prompt
    var step: Step
}

/// A person's turn that waits for the moment at which a refusal may show.
///
/// What could be refused shows at the same moment, so that the time tells nothing about an account.
struct Hold<Step: Equatable & Sendable>: Equatable, Sendable {
    var next: Turn<Step>
    var problem: Problem?
    /// Where Back leads meanwhile.
    var back: Turn<Step>
}

/// A stage before a first factor was passed, whose refusals have their moment.
protocol HoldingStage: SteppedStage {
    var options: SignInOptions { get }

    static func holding(_ hold: Hold<Step>) -> Step
}

extension HoldingStage {
    /// The person's turn, not before the refusal's moment where there is one.
    ///
    /// - Parameters:
    ///   - since: when the person submitted what this answers.
    ///   - back: where Back leads meanwhile; without it to the same question, without the problem.
    func rest(
        _ prompt: Prompt, _ next: Step, _ problem: Problem?, since: Duration, back: Turn<Step>? = nil,
        at now: Duration
    ) -> Transition {
        guard let delay = options.refusalDelay, since + delay > now else { return ask(prompt, next, problem) }
        let turn = Turn(prompt: prompt, step: next)
        let hold = Hold(next: turn, problem: problem, back: back ?? turn)
        return Transition(
            stage: stage(at: Self.holding(hold)),
            move: .pause(since + delay - now, jitter: delay / 10, showing: nil))
    }

    func held(_ event: StageEvent, _ hold: Hold<Step>) -> Transition? {
        switch event {
        case .timerFired: ask(hold.next.prompt, hold.next.step, hold.problem)
        case .wentBack: ask(hold.back.prompt, hold.back.step, nil)
        default: nil
        }
    }
}
