import Screens
import Terminal
import TophhieCloudAuthentication

/// `vestibule login`: signs in anew, keeps the tokens, and ends.
@MainActor
struct LoginCommand {
    private let arguments: Arguments
    private let login: Arguments.Login
    private let settings: Settings
    private let console: Console

    init(_ arguments: Arguments, _ login: Arguments.Login, _ settings: Settings, _ console: Console) {
        self.arguments = arguments
        self.login = login
        self.settings = settings
        self.console = console
    }

    private var mode: AppOptions.Mode {
        switch login.start {
        case .signIn: login.deviceCode ? .deviceCode : .login
        case .signUp: .signUp
        case .resetPassword: .resetPassword
        }
    }

    func run() throws -> ExitCode {
        let configuration = try settings.configuration()
        var session = Session(
            settings: settings, configuration: configuration, cache: TokenCache(settings, configuration),
            console: console, log: try Log(settings, arguments.logLevel))
        session.mode = mode
        session.email = login.email
        session.wantsPlain = arguments.plain
        session.wantsColor = arguments.wantsColor
        session.wantsJSON = login.json
        if login.passwordFromStdin {
            guard configuration.provider == .entra else {
                throw Failure(
                    .usage, "noPassword",
                    "--password-stdin is for Entra only; at other providers a browser asks for the password.",
                    exit: .usage)
            }
            guard let signals = Signals() else { throw Session.noDescriptors }
            let label = Wording.strings(settings)["field.password"]
            switch FinalPassword.readPassword(signals, label: label) {
            case .password(let password): session.password = password
            case .signal(.interrupt): return .cancelled
            case .signal(let signal): signal.endProcess()
            case .nothing:
                throw Failure(
                    .usage, "noPassword", "No password came on standard input.", exit: .usage)
            }
        }
        return try session.run()
    }
}
