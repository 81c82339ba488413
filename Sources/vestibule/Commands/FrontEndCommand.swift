/// `vestibule`: the front end.
@MainActor
struct FrontEndCommand {
    private let arguments: Arguments
    private let settings: Settings
    private let console: Console

    init(_ arguments: Arguments, _ settings: Settings, _ console: Console) {
        self.arguments = arguments
        self.settings = settings
        self.console = console
    }

    func run() throws -> ExitCode {
        let configuration = try settings.configuration()
        return try Session(
            settings: settings, configuration: configuration, cache: TokenCache(settings, configuration),
            console: console, log: try Log(settings, arguments.logLevel), wantsPlain: arguments.plain,
            wantsColor: arguments.wantsColor
        ).run()
    }
}
