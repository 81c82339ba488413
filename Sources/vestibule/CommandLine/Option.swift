/// The commands of this version, by the words that call them.
enum CommandName: String, CaseIterable, Sendable {
    case demo, login, token, status, logout, gallery, config
    case configInit = "config init"
    case configCheck = "config check"
    case configShow = "config show"

    var isSubcommand: Bool { rawValue.contains(" ") }

    static func title(_ command: Self?) -> String {
        command.map { "vestibule " + $0.rawValue } ?? "vestibule"
    }
}

/// Every option, by its name.
enum Option: String, CaseIterable, Sendable {
    case config = "--config"
    case tenant = "--tenant"
    case clientID = "--client-id"
    case authority = "--authority"
    case logLevel = "--log-level"
    case noColor = "--no-color"
    case help = "--help"
    case version = "--version"
    case scenario = "--scenario"
    case keep = "--keep"
    case email = "--email"
    case signUp = "--sign-up"
    case resetPassword = "--reset-password"
    case deviceCode = "--device-code"
    case passwordStdin = "--password-stdin"
    case plain = "--plain"
    case json = "--json"
    case scope = "--scope"
    case format = "--format"

    /// What its value is called in help; nil for an option without one.
    var argument: String? {
        switch self {
        case .config: "FILE"
        case .tenant: "SUBDOMAIN"
        case .clientID: "ID"
        case .authority: "URL"
        case .logLevel: "LEVEL"
        case .scenario: "NAME"
        case .keep: "DIR"
        case .email: "ADDRESS"
        case .scope: "SCOPE"
        case .format: "FORMAT"
        case .noColor, .help, .version, .signUp, .resetPassword, .deviceCode, .passwordStdin, .plain, .json:
            nil
        }
    }

    /// Whether it means something to the command.
    func belongs(to command: CommandName?) -> Bool {
        switch self {
        case .config, .tenant, .clientID, .authority, .logLevel, .noColor, .help, .version: true
        case .scenario, .keep: command == .demo
        case .email, .signUp, .resetPassword, .deviceCode, .passwordStdin: command == .login
        case .plain: command == nil || command == .demo || command == .login || command == .gallery
        case .scope, .format: command == .token
        case .json: command == .login || command == .status
        }
    }
}
