import Glibc
import Screens
import Terminal
import Wire

/// Decides which front end there can be, by the options, the descriptors and the terminal, and opens it.
@MainActor
struct FrontEndChoice {
    var wantsPlain: Bool
    var wantsColor: Bool
    var strings: Strings
    var isUTF8: Bool
    /// Answers that need not be asked for.
    var given: [FieldID: Secret] = [:]
    /// What cannot be asked is not: the sign-in needs no terminal, or ends where it needs one.
    var needsNoTerminal = false
    /// It is the demo, which has no other way in than line prompts.
    var isDemo = false

    enum Opened {
        case full(CursesFrontEnd)
        case plain(PlainFrontEnd)

        var frontEnd: any FrontEnd {
            switch self {
            case .full(let frontEnd): frontEnd
            case .plain(let frontEnd): frontEnd
            }
        }
    }

    /// - Parameter tell: is told why there is no full screen, where that is not the person's choice.
    func open(_ signals: Signals, tell: (String) -> Void) throws(Failure) -> Opened {
        if wantsPlain || Environment.isSet("VESTIBULE_PLAIN") {
            return .plain(plain(reading: 0, signals))
        }
        guard isatty(0) == 1 else {
            guard needsNoTerminal else { throw noTerminal }
            return .plain(plain(reading: Self.nothing, signals))
        }
        guard let output = Self.terminalOutput else { throw noTerminal }
        let name = Environment.variable("TERM") ?? ""
        do {
            return .full(
                try CursesFrontEnd(
                    terminal: name, input: 0, output: output,
                    options: CursesFrontEnd.Options(
                        strings: strings, theme: Wording.theme, usesColor: usesColor, isUTF8: isUTF8,
                        isRemote: Environment.isSet("SSH_CONNECTION") || Environment.isSet("SSH_TTY"))))
        } catch {
            tell(Self.explanation(error))
            return .plain(plain(reading: 0, signals))
        }
    }

    private func plain(reading input: Int32, _ signals: Signals) -> PlainFrontEnd {
        PlainFrontEnd(
            input: input, output: 2, strings: strings, isUTF8: isUTF8, given: given, wake: { signals.wake() })
    }

    private var usesColor: Bool { wantsColor && !Environment.isSet("NO_COLOR") }

    /// Standard output may be a file that a result goes to, or another terminal than the one that is typed on, whose
    /// echo would stay.
    private static var terminalOutput: Int32? {
        for descriptor: Int32 in [1, 2] where isatty(descriptor) == 1 && isTypedOn(descriptor) {
            return descriptor
        }
        // Terminals are mostly open for both.
        if fcntl(0, F_GETFL) & O_ACCMODE == O_RDWR { return 0 }
        let terminal = Glibc.open("/proc/self/fd/0", O_RDWR | O_CLOEXEC | O_NOCTTY)
        return terminal >= 0 ? terminal : nil
    }

    private static func isTypedOn(_ descriptor: Int32) -> Bool {
        var (input, output) = (stat(), stat())
        return fstat(0, &input) == 0 && fstat(descriptor, &output) == 0 && input.st_rdev == output.st_rdev
    }

    private static var nothing: Int32 { Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }

    static func explanation(_ obstacle: CursesFrontEnd.Obstacle) -> String {
        switch obstacle {
        case .plainTerminal(""): "TERM is not set, so there are line prompts in place of the full screen."
        case .plainTerminal(let name):
            "The terminal \"\(CleanText.inSentence(name))\" cannot move its cursor, so there are line prompts in place of the full screen."
        case .unknownTerminal(let name):
            "The terminal \"\(CleanText.inSentence(name))\" is not known here, so there are line prompts in place of the full screen."
        case .unavailable:
            "The terminal cannot be set up, so there are line prompts in place of the full screen."
        }
    }

    private var noTerminal: Failure {
        let cure =
            isDemo
            ? "\"vestibule demo --plain\", which reads the answers from standard input."
            : "\"vestibule login --device-code\", or --password-stdin with --email."
        return Failure(
            .usage, "noTerminal", "There is no terminal to ask on. Use \"ssh -t\", or \(cure)",
            exit: .personNeeded)
    }
}
