/// What the program was asked to do, read from its arguments.
package enum Command: Equatable, Sendable {
    case serve(ServeOptions)
    case outbox(recipient: String?, readyFile: String)
    case users(readyFile: String)
    case help
    case version

    package struct ServeOptions: Equatable, Sendable {
        package var port: UInt16 = 0
        package var database: String?
        package var seed: String?
        package var readyFile: String?
        package var certificate: String?
        package var key: String?
        package var endsWithStdin = false

        package init() {}
    }

    /// Wrong usage, in one line.
    package struct Misuse: Error, Equatable, Sendable, CustomStringConvertible {
        package var description: String
    }

    package init(_ arguments: [String]) throws(Misuse) {
        let words = try Words(arguments)
        if words.options["--help"] != nil || words.options["-h"] != nil {
            self = .help
            return
        }
        if words.options["--version"] != nil {
            self = .version
            return
        }
        guard let verb = words.verb else {
            throw Misuse(description: "a command is missing: serve, outbox or users")
        }
        guard let known = Self.known[verb] else { throw Misuse(description: "unknown command \(verb)") }
        for option in words.options.keys.sorted() where !known.contains(option) {
            throw Misuse(description: "unknown option \(option) for \(verb)")
        }
        if verb == "serve" {
            self = .serve(try Self.serveOptions(words))
            return
        }
        guard let readyFile = words.options["--ready-file"] else {
            throw Misuse(description: "--ready-file FILE is missing")
        }
        self =
            verb == "users"
            ? .users(readyFile: readyFile)
            : .outbox(
                recipient: words.options["--to"], readyFile: readyFile)
    }

    private static let known: [String: Set<String>] = [
        "serve": [
            "--port", "--db", "--seed", "--ready-file", "--tls-cert", "--tls-key", "--until-stdin-closes",
        ],
        "outbox": ["--to", "--ready-file"], "users": ["--ready-file"],
    ]

    private static func serveOptions(_ words: Words) throws(Misuse) -> ServeOptions {
        var options = ServeOptions()
        if let text = words.options["--port"] {
            guard let port = UInt16(text) else { throw Misuse(description: "\(text) is no port") }
            options.port = port
        }
        options.database = words.options["--db"]
        options.seed = words.options["--seed"]
        options.readyFile = words.options["--ready-file"]
        options.certificate = words.options["--tls-cert"]
        options.key = words.options["--tls-key"]
        options.endsWithStdin = words.options["--until-stdin-closes"] != nil
        guard (options.certificate == nil) == (options.key == nil) else {
            throw Misuse(description: "--tls-cert and --tls-key go together")
        }
        return options
    }

    /// The arguments sorted in GNU fashion: `--name value`, `--name=value`, and `--` ends the options.
    private struct Words {
        private static let flags: Set<String> = ["--help", "-h", "--version", "--until-stdin-closes"]

        private(set) var options: [String: String] = [:]
        private(set) var verb: String?

        init(_ arguments: [String]) throws(Misuse) {
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                if argument == "--" {
                    for word in rest { try take(word) }
                    return
                }
                guard argument.hasPrefix("-"), argument != "-" else {
                    try take(argument)
                    continue
                }
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts.first.map(String.init) ?? argument
                let attached = parts.count > 1 ? String(parts[1]) : nil
                if Self.flags.contains(name) {
                    guard attached == nil else { throw Misuse(description: "\(name) takes no value") }
                    options[name] = ""
                } else if Command.known.values.contains(where: { $0.contains(name) }) {
                    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                        throw Misuse(description: "\(name) needs a value")
                    }
                    options[name] = value
                } else {
                    throw Misuse(description: "unknown option \(name)")
                }
            }
        }

        private mutating func take(_ word: String) throws(Misuse) {
            guard verb == nil else { throw Misuse(description: "unexpected argument \(word)") }
            verb = word
        }
    }

    package static let versionLine = "devtenant 0.1.0"

    package static let helpText = """
        devtenant: an identity service on this machine, for demos and tests

          devtenant serve [--port N] [--db FILE] [--seed FILE] [--ready-file FILE]
                          [--tls-cert FILE --tls-key FILE] [--until-stdin-closes]
          devtenant outbox [--to EMAIL] --ready-file FILE
          devtenant users --ready-file FILE

        serve answers on 127.0.0.1 until SIGTERM, which ends it with status 0.
          --port N              the port; 0, the default, takes any that is free
          --db FILE             keep the state in FILE (mode 0600); without it, in memory
          --seed FILE           the tenant and its people, in JSON; without it, the demo people.
                                It fills a new database only
          --ready-file FILE     write where it is and its admin token to FILE (mode 0600), and remove
                                it at the end. A FILE that is there already is left alone: status 3
          --tls-cert, --tls-key serve https with this certificate and key, in PEM
          --until-stdin-closes  also end when stdin does
        Once it is ready it prints one line of JSON; the admin token is in it only when stdout is not
        a terminal. Codes are never printed: ask for the outbox.

        A seed's policy, and PUT ADMIN/policy while it runs, decide what the tenant demands. Beside what
        the names say:
          signUp                false: sign-up is refused with unsupported_auth_method
          selfServiceReset      false: a reset is refused with code 500222
          mfa                   off, optional (where the person has a method) or required
          mfaAfterCode          true: ask for a second factor after an e-mail code too, not only after
                                a password
          strongMethods         the kinds of second factors that count: email, sms
          blockedPhones         beginnings of numbers that are refused with provider_blocked_by_rep;
                                +1555666 unless changed
          blockedRegions        the same with provider_blocked_by_admin; none unless changed
          codeLimit             codes that one address is sent in half an hour, then 701014; 50
          resendSeconds         told to clients as interval; an earlier resend is served all the same
          lockoutAfter          wrong passwords until an account is locked, for 60 seconds, and wrong
                                codes until a code is dead
          resetPolls            at which poll a reset has succeeded and the new password counts; 1
          attributes            name, type (string, int, boolean or CheckboxMultiSelect, whose values
                                are separated by commas), required, regex (PCRE2)
        Refusals that no rule brings about, delays and outages: POST ADMIN/faults.

        outbox prints the one-time codes, newest first, users prints the people, both as JSON, one
        entry a line, asking the devtenant that wrote FILE.

        Exit status: 0 done, 2 wrong usage, 3 a file or the port cannot be used, 5 no answer.

          --help, --version     also everywhere

        """
}
