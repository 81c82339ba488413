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
    }

    /// Wrong usage, in one line.
    package struct Misuse: Error, Equatable, Sendable, CustomStringConvertible {
        package var description: String
    }

    package init(_ arguments: [String]) throws(Misuse) {
        var rest = Arguments(arguments)
        var readyFile: String?
        var recipient: String?
        var options = ServeOptions()
        while let option = try rest.nextOption() {
            switch (rest.verb, option) {
            case (_, "--help"), (_, "-h"):
                self = .help
                return
            case (_, "--version"):
                self = .version
                return
            case ("serve", "--port"): options.port = try rest.port()
            case ("serve", "--db"): options.database = try rest.value()
            case ("serve", "--seed"): options.seed = try rest.value()
            case ("serve", "--tls-cert"): options.certificate = try rest.value()
            case ("serve", "--tls-key"): options.key = try rest.value()
            case ("serve", "--until-stdin-closes"): options.endsWithStdin = true
            case ("outbox", "--to"): recipient = try rest.value()
            case ("serve", "--ready-file"), ("outbox", "--ready-file"), ("users", "--ready-file"):
                readyFile = try rest.value()
            default:
                throw Misuse(description: "unknown option \(option)\(rest.verb.map { " for \($0)" } ?? "")")
            }
            try rest.finishOption()
        }
        options.readyFile = readyFile
        switch (rest.verb, readyFile) {
        case ("serve", _):
            guard (options.certificate == nil) == (options.key == nil) else {
                throw Misuse(description: "--tls-cert and --tls-key go together")
            }
            self = .serve(options)
        case ("outbox", let file?): self = .outbox(recipient: recipient, readyFile: file)
        case ("users", let file?): self = .users(readyFile: file)
        case ("outbox", nil), ("users", nil): throw Misuse(description: "--ready-file FILE is missing")
        case (let verb?, _): throw Misuse(description: "unknown command \(verb)")
        case (nil, _): throw Misuse(description: "a command is missing: serve, outbox or users")
        }
    }

    /// Walks the arguments in GNU fashion: `--name value`, `--name=value`, and `--` ends the options.
    private struct Arguments {
        private var rest: ArraySlice<String>
        private var option = ""
        private var attached: String?
        private(set) var verb: String?

        init(_ arguments: [String]) { rest = arguments[...] }

        mutating func nextOption() throws(Misuse) -> String? {
            while let argument = rest.popFirst() {
                if argument == "--" {
                    for word in rest { try take(word) }
                    rest = []
                } else if argument.hasPrefix("-"), argument != "-" {
                    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    option = parts.first.map(String.init) ?? argument
                    attached = parts.count > 1 ? String(parts[1]) : nil
                    return option
                } else {
                    try take(argument)
                }
            }
            return nil
        }

        private mutating func take(_ word: String) throws(Misuse) {
            guard verb == nil else { throw Misuse(description: "unexpected argument \(word)") }
            verb = word
        }

        mutating func value() throws(Misuse) -> String {
            defer { attached = nil }
            guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                throw Misuse(description: "\(option) needs a value")
            }
            return value
        }

        mutating func port() throws(Misuse) -> UInt16 {
            let text = try value()
            guard let port = UInt16(text) else { throw Misuse(description: "\(text) is no port") }
            return port
        }

        func finishOption() throws(Misuse) {
            if attached != nil { throw Misuse(description: "\(option) takes no value") }
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

        outbox prints the one-time codes, newest first, users prints the people, both as JSON, one
        entry a line, asking the devtenant that wrote FILE.

        Exit status: 0 done, 2 wrong usage, 3 a file or the port cannot be used, 5 no answer.

          --help, --version     also everywhere

        """
}
