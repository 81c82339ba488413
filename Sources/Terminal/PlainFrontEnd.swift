package import Screens
package import Wire

/// The same screens as line prompts: for screen readers, scripts, and terminals that can do no more.
///
/// It never moves the cursor, never shows a secret, and writes to one descriptor only, so that results on standard
/// output stay alone. A question is asked when a screen comes to rest; its answers go out together.
@MainActor package final class PlainFrontEnd: FrontEnd {
    private enum Step {
        /// Somebody else's turn: a request runs, or a browser is awaited.
        case waiting
        /// Asks the reading's field of this index.
        case field(Int)
        case choice([Screen.ActionView])
        case closed
    }

    private var step = Step.waiting
    private var reading: PlainReading?
    /// Answers to the fields of `reading` so far.
    private var answers: [(FieldID, Secret)] = []
    private var given: [FieldID: Secret]
    private var pending: [AppEvent] = []
    private var saidEnd = false
    private var wasBusy = false
    /// What was said last, so that it is not said again.
    private var saidTexts: [PlainReading.Line] = []
    private var saidCode: String?
    private var waitSaidAt: ContinuousClock.Instant?

    private var lines: LineReader
    private let terminal: PlainTerminal
    private let words: PlainWords
    private let now: @Sendable () -> ContinuousClock.Instant
    private let wake: @Sendable () -> Void

    /// Reads answers at `input` and writes everything to `output`. What is `given` is not asked for the first time.
    /// `wake` makes the event loop ask for ``events()`` though nothing came in.
    package init(
        input: Int32, output: Int32, strings: Strings, isUTF8: Bool, given: [FieldID: Secret] = [:],
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        wake: @escaping @Sendable () -> Void
    ) {
        terminal = PlainTerminal(input: input, output: output)
        // What comes by pipe was written by a program.
        lines = LineReader(terminal.input, isUTF8 || !terminal.isTerminal ? .utf8 : .ofLocale())
        words = PlainWords(strings: strings, isUTF8: isUTF8)
        self.given = given
        self.now = now
        self.wake = wake
    }

    package var descriptor: Int32? {
        switch step {
        case .field, .choice: lines.hasEnded ? nil : terminal.input
        case .waiting, .closed: nil
        }
    }

    package func events() -> [AppEvent] {
        if terminal.wasContinued() {
            pending.append(.resumed)
            if let prompt { terminal.prompt(prompt.text, isSecret: prompt.isSecret) }
        }
        readAnswers()
        defer { pending = [] }
        return pending
    }

    package func show(_ screen: Screen) {
        let reading = PlainReading(screen)
        if case .closed = step { return }
        if screen.isBusy {
            wasBusy = true
            terminal.hideTyping()
            sayWaiting(reading.detail)
            return
        }
        // The question that is open stays open while its screen does; it may have changed its look only.
        if let old = self.reading, isAsking, old.hasSameQuestions(as: reading) {
            self.reading = reading
            return
        }
        begin(reading)
    }

    package func redraw() {}

    package func suspend() { terminal.suspend() }

    package func printPlainly(_ lines: [String]) {
        for line in lines { terminal.say(words.line(line)) }
    }

    package func close() {
        if case .closed = step { return }
        step = .closed
        terminal.finish()
    }

    // MARK: Saying

    private var isAsking: Bool {
        switch step {
        case .field, .choice: true
        case .waiting, .closed: false
        }
    }

    private func begin(_ reading: PlainReading) {
        terminal.endLine()
        self.reading = reading
        answers = []
        step = .waiting
        // What was typed while a request ran was meant for nobody.
        if wasBusy { terminal.dropTypedAhead() }
        wasBusy = false
        if reading.isDevice {
            sayDevice(reading)
            return
        }
        sayTexts(reading.texts)
        for error in reading.errors { terminal.say(words.error(error)) }
        if !reading.fields.isEmpty {
            ask(0)
        } else {
            // One choice is none.
            if reading.choices.count == 1 { submit(reading.choices[0].id) } else { offer(reading.choices) }
        }
        // Answers may be here already, and nothing else would tell the loop.
        readAnswers()
        if !pending.isEmpty { wake() }
    }

    private func sayTexts(_ texts: [PlainReading.Line]) {
        for line in texts where !saidTexts.contains(line) {
            terminal.say(line.isExplanation ? words.explanation(line.text) : words.line(line.text))
        }
        saidTexts = texts
    }

    /// Once a code; countdowns are not read out.
    private func sayDevice(_ reading: PlainReading) {
        guard let code = reading.code, code != saidCode else { return }
        saidCode = code
        for error in reading.errors { terminal.say(words.error(error)) }
        for line in reading.texts where line.isExplanation { terminal.say(words.explanation(line.text)) }
        if let address = reading.address { terminal.say(words.open(address)) }
        terminal.say(words.enterCode(code))
        for line in reading.advice { terminal.say(words.line(line)) }
        saidTexts = reading.texts
    }

    /// At most once in half a minute.
    private func sayWaiting(_ detail: String?) {
        guard let detail else { return }
        if let waitSaidAt, now() - waitSaidAt < .seconds(30) { return }
        waitSaidAt = now()
        terminal.say(words.line(detail))
    }

    // MARK: Asking

    private struct Prompt {
        var text: String
        var isSecret: Bool
    }

    private var prompt: Prompt? {
        switch step {
        case .field(let index):
            guard let field = reading?.fields[index] else { return nil }
            return Prompt(text: words.prompt(field), isSecret: field.isSecret)
        case .choice: return Prompt(text: words.choice, isSecret: false)
        case .waiting, .closed: return nil
        }
    }

    private func ask(_ index: Int) {
        guard let reading else { return }
        guard index < reading.fields.count else { return submit(.submit) }
        step = .field(index)
        let field = reading.fields[index]
        if let answer = given.removeValue(forKey: field.id) {
            answers.append((field.id, answer))
            return ask(index + 1)
        }
        if let hint = field.hint, field.problem == nil { terminal.say(words.line(hint)) }
        if index == 0, reading.hasWaysInstead { terminal.say(words.waysInstead) }
        terminal.prompt(words.prompt(field), isSecret: field.isSecret)
    }

    private func offer(_ choices: [Screen.ActionView]) {
        if choices.isEmpty { return }
        step = .choice(choices)
        for (index, choice) in choices.enumerated() {
            terminal.say(words.line("\(index + 1). \(choice.label)"))
        }
        terminal.prompt(words.choice, isSecret: false)
    }

    private func submit(_ action: ActionID) {
        step = .waiting
        pending += answers.map { .filled($0.0, $0.1) } + [.activated(action)]
        answers = []
    }

    // MARK: Answers

    private func readAnswers() {
        while isAsking, let answer = lines.next() {
            switch answer {
            case .line(let line):
                terminal.answered()
                take(line)
            case .ended:
                step = .waiting
                terminal.endLine()
                if !saidEnd { pending.append(.inputEnded) }
                saidEnd = true
            }
        }
    }

    private func take(_ line: Secret) {
        switch step {
        case .field(let index): take(line, index)
        case .choice(let choices): take(line, choices)
        case .waiting, .closed: break
        }
    }

    private func take(_ line: Secret, _ index: Int) {
        guard let reading else { return }
        let field = reading.fields[index]
        switch field.id {
        case .code where line.isEmpty: return offer(reading.choicesAtCode(back: words.back))
        case .email where line.isEmpty && reading.hasWaysInstead: return offer(reading.choices)
        case .newPassword where line.isEmpty && reading.canAskAgain: return offer(reading.choices)
        case .password where line.isEmpty && reading.hasEmailCode: return submit(.emailCode)
        case _ where line.isEmpty && field.isOffered:
            answers.append((field.id, Secret(field.value)))
        default: answers.append((field.id, line))
        }
        ask(index + 1)
    }

    private func take(_ line: Secret, _ choices: [Screen.ActionView]) {
        let text = line.exposedAsString().drop { $0 == " " }
        guard let number = Int(text.prefix { $0 != " " }), choices.indices.contains(number - 1) else {
            terminal.say(words.badChoice(choices.count))
            terminal.prompt(words.choice, isSecret: false)
            return
        }
        submit(choices[number - 1].id)
    }
}

extension PlainReading {
    fileprivate func hasSameQuestions(as other: PlainReading) -> Bool {
        fields.map(\.id) == other.fields.map(\.id) && choices.map(\.id) == other.choices.map(\.id)
            && errors == other.errors && isDevice == other.isDevice
    }
}
