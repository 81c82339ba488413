import Glibc
import Screens
import Terminal
import Wire

/// `vestibule gallery`: every screen in every state, to be looked at. It asks no service and reads no configuration.
@MainActor
struct GalleryCommand {
    private let arguments: Arguments
    private let exhibits: [Exhibit]
    private let console: Console

    init(_ arguments: Arguments, _ screen: String?, _ console: Console) throws(UsageError) {
        self.arguments = arguments
        self.console = console
        guard let screen else {
            exhibits = Gallery.exhibits
            return
        }
        exhibits = Gallery.exhibits.filter { $0.screen == screen || $0.name == screen }
        if exhibits.isEmpty {
            throw UsageError(
                "\"\(CleanText.inSentence(screen))\" is no screen. The screens are \(Gallery.screens.joined(separator: ", "))."
            )
        }
    }

    func run() throws -> ExitCode {
        let settings = try Environment(arguments).settings()
        let strings = Wording.strings(settings)
        let isUTF8 = Wording.locale(settings).isUTF8
        guard !arguments.plain, !Environment.isSet("VESTIBULE_PLAIN"), isatty(0) == 1, isatty(1) == 1,
            let signals = Signals()
        else {
            printAll(strings, isUTF8)
            return .done
        }
        let choice = FrontEndChoice(
            wantsPlain: false, wantsColor: arguments.wantsColor, strings: strings, isUTF8: isUTF8)
        switch try choice.open(signals, tell: { console.note("vestibule: \($0)") }) {
        case .full(let frontEnd):
            let ending = GalleryLoop(exhibits, frontEnd, Bell(signals), strings, isUTF8: isUTF8).run()
            return ending.map { _ in .cancelled } ?? .done
        case .plain(let frontEnd):
            frontEnd.close()
            printAll(strings, isUTF8)
            return .done
        }
    }

    private func printAll(_ strings: Strings, _ isUTF8: Bool) {
        let size = Size(columns: 80, rows: 24)
        let painter = Painter(
            theme: Theme(Wording.theme, colors: 0), strings: strings, size: size, isUTF8: isUTF8)
        for exhibit in exhibits {
            let screen = Screen(exhibit.state(size: size, isUTF8: isUTF8), strings)
            console.out("== \(exhibit.name)")
            let text = painter.paint(screen).text
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                console.out(String(line))
            }
        }
    }
}
