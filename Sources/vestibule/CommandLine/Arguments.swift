import Screens

/// What a command line asks for. It is read completely before anything is done.
struct Arguments: Equatable, Sendable {
    var command: Command
    /// What was given for settings, by key.
    var settings: [SettingKey: String] = [:]
    /// Stands in place of the person's own configuration file.
    var configFile: String?
    var logLevel = LogLevel.info
    var wantsColor = true
    /// Line prompts in place of the full screen.
    var plain = false

    enum Command: Equatable, Sendable {
        /// No command: the front end.
        case frontEnd
        case demo(Demo)
        case login(Login)
        case token(Token)
        case status(json: Bool)
        case logout
        /// Of one screen, or of all.
        case gallery(String?)
        case configInit, configCheck, configShow
        case help(CommandName?)
        case version
    }

    struct Login: Equatable, Sendable {
        var email: String?
        var start = Start.signIn
        var deviceCode = false
        var passwordFromStdin = false
        var json = false
    }

    struct Token: Equatable, Sendable {
        /// None: those of the configuration.
        var scopes: [String] = []
        var format = TokenFormat.text
    }

    /// Which flow a login begins with.
    enum Start: Equatable, Sendable { case signIn, signUp, resetPassword }

    struct Demo: Equatable, Sendable {
        var scenario = Scenario.standard
        var keep: String?
    }

    /// `words` are those behind the program's name.
    init(_ words: some Sequence<String>) throws(UsageError) {
        var reader = ArgumentReader(words)
        try reader.readAll()
        command = .frontEnd
        configFile = reader.last(.config)
        for (option, key) in [
            (Option.tenant, SettingKey.tenantSubdomain), (.clientID, .clientId), (.authority, .authority),
        ] {
            settings[key] = reader.last(option)
        }
        if let word = reader.last(.logLevel) { logLevel = try Self.choice(word, of: .logLevel) }
        wantsColor = !reader.has(.noColor)
        plain = reader.has(.plain)
        command = try Self.command(reader)
    }

    private static func command(_ reader: ArgumentReader) throws(UsageError) -> Command {
        if reader.has(.help) { return .help(reader.command) }
        if reader.has(.version) { return .version }
        switch reader.command {
        case nil: return .frontEnd
        case .demo:
            var demo = Demo(keep: reader.last(.keep))
            if let word = reader.last(.scenario) { demo.scenario = try choice(word, of: .scenario) }
            return .demo(demo)
        case .login: return .login(try login(reader))
        case .token:
            var token = Token(scopes: reader.all(.scope))
            if let word = reader.last(.format) { token.format = try choice(word, of: .format) }
            return .token(token)
        case .status: return .status(json: reader.has(.json))
        case .logout: return .logout
        case .gallery: return .gallery(reader.argument)
        case .configInit: return .configInit
        case .configCheck: return .configCheck
        case .configShow: return .configShow
        case .config: throw UsageError("config needs one of: init, check, show.")
        }
    }

    private static func login(_ reader: ArgumentReader) throws(UsageError) -> Login {
        if reader.has(.signUp), reader.has(.resetPassword) {
            throw UsageError("--sign-up and --reset-password cannot go together.")
        }
        let start: Start =
            reader.has(.signUp) ? .signUp : reader.has(.resetPassword) ? .resetPassword : .signIn
        let login = Login(
            email: try address(reader.last(.email)), start: start, deviceCode: reader.has(.deviceCode),
            passwordFromStdin: reader.has(.passwordStdin), json: reader.has(.json))
        if login.passwordFromStdin, login.deviceCode {
            throw UsageError("--password-stdin and --device-code cannot go together.")
        }
        if start != .signIn {
            let name = (start == .signUp ? Option.signUp : .resetPassword).rawValue
            for other in [Option.deviceCode, .passwordStdin] where reader.has(other) {
                throw UsageError("\(name) and \(other.rawValue) cannot go together.")
            }
        }
        if login.passwordFromStdin, login.email == nil {
            throw UsageError("--password-stdin needs --email as well.")
        }
        return login
    }

    /// An address without what nobody sees: left out, it would be another one. Blanks and line ends around it are a
    /// script's, and harmless.
    private static func address(_ text: String?) throws(UsageError) -> String? {
        guard let text = text?.trimmingBlanks() else { return nil }
        if text.isEmpty { throw UsageError("--email needs a value.") }
        let isVisible = text.unicodeScalars.allSatisfy { scalar in
            ![.control, .format].contains(scalar.properties.generalCategory)
        }
        guard isVisible else { throw UsageError("--email holds characters that no address has.") }
        return text
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ word: String, of option: Option
    ) throws(UsageError) -> Choice where Choice.RawValue == String {
        if let choice = Choice(rawValue: word) { return choice }
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("\(option.rawValue) is one of \(known), not \"\(CleanText.inSentence(word))\".")
    }
}

/// A command line that says nothing this program understands; exit status 2.
struct UsageError: Error, Equatable {
    /// One sentence, not yet fit for a terminal: it may quote what was typed.
    var message: String

    init(_ message: String) { self.message = message }
}

/// How `token` prints an access token.
enum TokenFormat: String, CaseIterable, Sendable {
    case text, json
    /// An object of `client.authentication.k8s.io/v1`.
    case execCredential = "exec-credential"
}

/// How much is written to the log that the setting `log` names.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case error, info, debug

    static func < (a: LogLevel, b: LogLevel) -> Bool {
        (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
}
