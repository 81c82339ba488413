import AuthFlow
import Wire

/// A breadth-first walk over everything that can happen to a flow, which writes down each broken law.
///
/// States that differ only in the numbers of their requests and timers are one; moments and repeated trouble
/// are bounded, so that the space is finite.
struct Walk {
    private(set) var transitions = 0
    /// How many refusals were mended.
    private(set) var repairs = 0
    private(set) var violations: [String] = []
    /// The steps of the stages that were reached.
    private(set) var steps: Set<String> = []
    /// The kinds of events that moved something.
    private(set) var moved: Set<String> = []
    var states: Int { places.count }

    private let terrain: Terrain
    private var places: [Place] = []
    private var known: [Int: [Int]] = [:]
    private var origins: [[Int]] = []

    fileprivate struct Place: Equatable {
        var flow: Flow
        /// The state without its number, by which places are told apart.
        var state: FlowState
        var moment: Int
        var strain: Int
        /// The newest numbers, in flight or stale.
        var request = RequestID(0)
        var timer = TimerID(0)
        /// What is in flight, in a waiting state.
        var sent: WireRequest?

        func isSame(as other: Place) -> Bool {
            moment == other.moment && strain == other.strain && state == other.state
        }
    }

    init(_ terrain: Terrain) {
        self.terrain = terrain
        let flow = Flow(terrain.goal)
        _ = enter(Place(flow: flow, state: flow.state, moment: 0, strain: 0))
        for letter in terrain.letters {
            lookForSecrets(in: letter.event(request: RequestID(0), timer: TimerID(0)) as Any)
        }
        var next = 0
        while next < places.count {
            visit(next)
            next += 1
        }
        lookForDeadEnds()
    }

    // MARK: - Walking

    private mutating func visit(_ index: Int) {
        let place = places[index]
        let now = Duration.seconds(terrain.moments[place.moment])
        var numbered: Set<String> = []
        for letter in terrain.letters {
            guard let event = letter.event(request: place.request, timer: place.timer) else {
                pass(time: place, index)
                continue
            }
            let strains = letter.isStrain || place.isResend(letter)
            if strains, place.strain >= 1 { continue }
            var flow = place.flow
            let orders = flow.handle(event, at: now)
            transitions += 1
            if letter.isNumbered, numbered.insert(letter.name).inserted {
                checkNumbers(place, letter, at: now)
            }
            guard !orders.isEmpty || flow != place.flow else { continue }
            check(place.flow.state, orders, flow.state, event)
            moved.insert(letter.name)
            var following = Place(
                flow: flow, state: flow.state.unnumbered, moment: place.moment,
                strain: place.strain + (strains ? 1 : 0), request: place.request, timer: place.timer)
            for order in orders { following.note(order) }
            let count = places.count
            let target = enter(following)
            if places.count > count {
                lookForSecrets(in: (flow, orders))
                checkConcealment(flow)
            }
            if letter.name != "cancelled", letter.name != "wentBack" || terrain.backIsAWayOut {
                origins[target].append(index)
            }
        }
        checkRepair(place, at: now)
        checkAnswer(place, at: now)
    }

    private mutating func pass(time place: Place, _ index: Int) {
        guard place.moment + 1 < terrain.moments.count else { return }
        var later = place
        later.moment += 1
        origins[enter(later)].append(index)
    }

    /// The place's index, new or known.
    private mutating func enter(_ place: Place) -> Int {
        let key = place.state.roughHash(place.moment, place.strain)
        if let index = known[key]?.first(where: { places[$0].isSame(as: place) }) { return index }
        known[key, default: []].append(places.count)
        places.append(place)
        origins.append([])
        if let step = place.state.step { steps.insert(step) }
        return places.count - 1
    }

    // MARK: - The laws

    private mutating func require(_ holds: Bool, _ law: @autoclosure () -> String) {
        if !holds, violations.count < 20 { violations.append(law()) }
    }

    /// What is done stays done; one request and one timer at most, given up when they are left.
    private mutating func check(
        _ before: FlowState, _ orders: [FlowEffect], _ after: FlowState, _ event: FlowEvent
    ) {
        if case .done = before { require(false, "done was moved by \(event)") }
        var (request, timer) = before.outstanding
        for order in orders {
            switch order {
            case .send(let id, _):
                require(request == nil && timer == nil, "a second request after \(event)")
                request = id
            case .wait(let id, let time, _):
                require(request == nil && timer == nil, "a second timer after \(event)")
                require(time >= .zero, "a wait into the past after \(event)")
                timer = id
            case .abandon(let id):
                require(request == id, "a request was given up that is not out")
                request = nil
            case .stopWaiting(let id):
                require(timer == id, "a timer was stopped that does not run")
                timer = nil
            case .save:
                if case .authenticated = event {} else { require(false, "tokens from \(event)") }
            }
        }
        require((request, timer) == after.outstanding, "books and state differ after \(event)")
    }

    /// An answer or a timer moves a flow only under the number that was asked.
    private mutating func checkNumbers(_ place: Place, _ letter: Letter, at now: Duration) {
        for offset in [-1, 1] {
            let request = RequestID(place.request.number + offset)
            let timer = TimerID(place.timer.number + offset)
            guard let event = letter.event(request: request, timer: timer) else { continue }
            var flow = place.flow
            let orders = flow.handle(event, at: now)
            require(orders.isEmpty && flow == place.flow, "moved by a stranger's \(event)")
        }
    }

    /// A refusal that can be mended returns to its question, with the old token unless a new one came.
    private mutating func checkRepair(_ place: Place, at now: Duration) {
        guard case .waiting(let id, _, let showing) = place.flow.state, let request = place.sent else {
            return
        }
        for newer in [nil, continuation("newest")] {
            guard let repair = Repair(request, showing: showing, newer) else { return }
            repairs += 1
            var flow = place.flow
            _ = flow.handle(.refused(id, repair.refusal), at: now)
            if case .pausing(let timer, _, _) = flow.state { _ = flow.handle(.timerFired(timer), at: now) }
            require(
                flow.prompt == showing && flow.problem != nil, "no repair at \(String(describing: showing))")
            let sent = flow.handle(.answered(repair.answer), at: now).firstNonNil {
                if case .send(_, let request) = $0 { request } else { nil }
            }
            require(sent == repair.request, "the token was lost at \(request)")
        }
    }

    /// A question takes the answer that it asks for. (A decoy that has just refused one refuses the next alike.)
    private mutating func checkAnswer(_ place: Place, at now: Duration) {
        guard case .asking(let prompt, let stage, _) = place.flow.state, let answer = prompt.answer else {
            return
        }
        if case .redemption = stage { return }
        var flow = place.flow
        _ = flow.handle(.answered(answer), at: now)
        require(flow != place.flow || place.flow.problem != nil, "\(prompt) does not take its answer")
    }

    /// While accounts are concealed nothing shows, before a first factor, that tells one from another.
    private mutating func checkConcealment(_ flow: Flow) {
        guard terrain.goal.concealsAccounts else { return }
        switch (flow.state.stage, flow.prompt) {
        case (.signIn, _), (.signUp, _), (.reset, .identity), (.reset, .code): break
        default: return
        }
        if let kind = flow.problem?.kind {
            require(![.userNotFound, .accountLocked, .accountDisabled].contains(kind), "shows \(kind)")
        }
        if case .code(let prompt) = flow.prompt {
            require(
                prompt.length == nil && prompt.sentTo.hasSuffix("example.com")
                    && !prompt.sentTo.contains("*"),
                "shows the service's words for a code")
        }
    }

    /// Dumps say what descriptions say, and take long: one in eight is looked at.
    private mutating func lookForSecrets(in value: Any) {
        var texts = [String(describing: value)]
        if places.count.isMultiple(of: 8) {
            texts.append("")
            dump(value, to: &texts[1])
        }
        for text in texts { require(!text.contains("canary"), "a secret in \(text)") }
    }

    /// From everywhere a way leads to an end or to the first question, without the person giving up.
    private mutating func lookForDeadEnds() {
        var reached = places.map { $0.state.isWayOut }
        var queue = reached.indices.filter { reached[$0] }
        while let index = queue.popLast() {
            for origin in origins[index] where !reached[origin] {
                reached[origin] = true
                queue.append(origin)
            }
        }
        for (place, isReached) in zip(places, reached) { require(isReached, "a dead end: \(place.state)") }
    }
}

extension Walk.Place {
    fileprivate mutating func note(_ order: FlowEffect) {
        switch order {
        case .send(let id, let request): (self.request, sent) = (id, request)
        case .wait(let id, _, _): timer = id
        case .abandon, .stopWaiting, .save: break
        }
    }

    /// A new code at a code's question, or in place of the answer to a code, counts the codes without end.
    fileprivate func isResend(_ letter: Letter) -> Bool {
        switch (letter, flow.prompt, sent) {
        case (.answered(.resend), .code, _), (.replied(.challenge), _, .resetContinue): true
        default: false
        }
    }
}

extension Goal {
    var concealsAccounts: Bool {
        switch self {
        case .signIn(let options), .signUp(let options), .resetPassword(let options): options.concealsAccounts
        case .signInAfterSignUp, .deviceCode: false
        }
    }
}
