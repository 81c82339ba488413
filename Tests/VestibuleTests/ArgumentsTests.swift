import Testing

@testable import vestibule

@Suite("Arguments") struct ArgumentsTests {
    struct Line: Sendable, CustomTestStringConvertible {
        var words: [String]
        var expected: Arguments.Command

        init(_ line: String, _ expected: Arguments.Command) {
            words = line.split(separator: " ").map(String.init)
            self.expected = expected
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let commands: [Line] = [
        Line("", .frontEnd),
        Line("--plain", .frontEnd),
        Line("demo", .demo(.init())),
        Line("demo --scenario slow --keep=/x", .demo(.init(scenario: .slow, keep: "/x"))),
        Line("login", .login(.init())),
        Line("login --email a@b.c --json", .login(.init(email: "a@b.c", json: true))),
        Line("login --email=a=b@c.d", .login(.init(email: "a=b@c.d"))),
        Line("--device-code login", .login(.init(deviceCode: true))),
        Line(
            "login --password-stdin --email a@b.c",
            .login(.init(email: "a@b.c", passwordFromStdin: true))),
        Line("login --email first@b.c --email last@b.c", .login(.init(email: "last@b.c"))),
        Line("login --email=\ta@b.c\r\n", .login(.init(email: "a@b.c"))),
        Line("token", .token(.init())),
        Line(
            "token --scope A --format=json --scope B", .token(.init(scopes: ["A", "B"], format: .json))),
        Line("token --format exec-credential", .token(.init(format: .execCredential))),
        Line("login --sign-up", .login(.init(start: .signUp))),
        Line(
            "login --reset-password --email a@b.c --plain",
            .login(.init(email: "a@b.c", start: .resetPassword))),
        Line("gallery", .gallery(nil)),
        Line("gallery sign-in --plain", .gallery("sign-in")),
        Line("status", .status(json: false)),
        Line("status --json", .status(json: true)),
        Line("logout", .logout),
        Line("config init", .configInit),
        Line("config --tenant contoso check", .configCheck),
        Line("config show", .configShow),
        Line("--help", .help(nil)),
        Line("-h", .help(nil)),
        Line("login --help", .help(.login)),
        Line("config --help", .help(.config)),
        Line("--version", .version),
        Line("login -- ", .login(.init())),
        Line("-- login", .login(.init())),
    ]

    @Test("a command line is understood", arguments: commands)
    func understands(_ line: Line) throws {
        #expect(try Arguments(line.words).command == line.expected)
    }

    @Test(
        "a wrong command line is refused, naming what is wrong",
        arguments: [
            ("login --jsom", "--jsom", "--json"),
            ("logni", "logni", "login"),
            ("tokne", "tokne", "token"),
            ("token --format yaml", "yaml", "exec-credential"),
            ("token --json", "--json", "vestibule token"),
            ("gate", "gate", "vestibule --help"),
            ("config shwo", "shwo", "show"),
            ("login --email", "--email", "needs a value"),
            ("login --email=", "--email", "needs a value"),
            ("login --email \u{1B}]0;x\u{07}a@b.c", "--email", "no address has"),
            ("login --email a@b.c\u{202E}", "--email", "no address has"),
            ("login --json=yes", "--json", "takes no value"),
            ("status --email a@b.c", "--email", "vestibule status"),
            ("login a@b.c", "a@b.c", "no further words"),
            ("login -- --json", "--json", "no further words"),
            ("login --password-stdin", "--password-stdin", "--email"),
            ("login --password-stdin --email a@b.c --device-code", "--password-stdin", "--device-code"),
            ("login --sign-up --reset-password", "--sign-up", "--reset-password"),
            ("login --sign-up --device-code", "--sign-up", "--device-code"),
            ("login --reset-password --password-stdin --email a@b.c", "--reset-password", "--password-stdin"),
            ("gallery sign-in account", "account", "no further words"),
            ("demo --scenario none", "none", "slow"),
            ("--log-level loud", "loud", "debug"),
            ("config", "config", "init, check, show"),
            ("-x", "-x", "vestibule --help"), ("statsu", "statsu", "The nearest is status"),
            ("login --emial a", "--emial", "The nearest is --email"),
        ])
    func refuses(_ line: String, _ culprit: String, _ cure: String) {
        let error = #expect(throws: UsageError.self) {
            try Arguments(line.split(separator: " ").map(String.init))
        }
        #expect(error?.message.contains(culprit) == true)
        #expect(error?.message.contains(cure) == true)
        #expect(error?.message.contains("\n") == false)
    }

    @Test(
        "only a slip of the fingers is answered with a guess",
        arguments: ["frobnicate", "--timeout=1", "-x", "x"])
    func noGuess(_ word: String) {
        let error = #expect(throws: UsageError.self) { try Arguments([word]) }
        #expect(error?.message.contains("nearest") == false)
    }

    @Test("options for settings and for the file stand anywhere")
    func settings() throws {
        let arguments = try Arguments([
            "--config=/c", "--client-id", "id", "status", "--tenant", "contoso", "--authority", "https://x",
            "--log-level", "debug", "--no-color",
        ])
        #expect(arguments.configFile == "/c")
        #expect(
            arguments.settings == [.clientId: "id", .tenantSubdomain: "contoso", .authority: "https://x"])
        #expect(arguments.logLevel == .debug)
        #expect(!arguments.wantsColor)
    }

    @Test("every option and command is in the help that it belongs to")
    func help() {
        for option in Option.allCases {
            let commands: [CommandName?] = [nil] + CommandName.allCases
            for command in commands where option.belongs(to: command) && command != .config {
                #expect(Help.text(for: command).contains(option.rawValue), "\(option) of \(command as Any)")
            }
        }
        for command in CommandName.allCases {
            #expect(Help.text(for: nil).contains(command.rawValue))
            #expect(Help.text(for: command).hasPrefix("Usage: vestibule \(command.rawValue)"))
        }
    }

    @Test("help fits a terminal of 90 columns", arguments: [nil] + CommandName.allCases)
    func helpFits(_ command: CommandName?) {
        for line in Help.text(for: command).split(separator: "\n") { #expect(line.count <= 90, "\(line)") }
    }
}
