import Wire

/// What a stage decided: where it stands now, and whose turn that makes it.
///
/// A stage cannot number requests or timers or give up running ones: ``Flow`` does, for all stages alike.
struct Transition {
    var stage: Stage
    var move: Move

    enum Move {
        case ask(Prompt, problem: Problem?)
        case send(WireRequest, showing: Prompt?)
        /// Without a prompt the one on screen stays.
        case pause(Duration, jitter: Duration, showing: Prompt?)
        case finish(Outcome)
    }
}

/// A flow's event as a stage sees it: numbers checked and taken off.
enum StageEvent {
    case started
    case answered(Answer)
    case replied(WireReply)
    case authenticated(TokenSet)
    case refused(WireError)
    case failed(Problem)
    case timerFired
    case wentBack
}
