import Screens

/// Takes a command line apart by GNU's conventions: options and words in any order, `--name value` or
/// `--name=value`, `--` ends the options. It does not abbreviate, so that a later option breaks no script.
struct ArgumentReader {
    private(set) var command: CommandName?
    /// What a command is about, where it may be told so.
    private(set) var argument: String?
    private var given: [(option: Option, value: String?)] = []
    private var rest: ArraySlice<String>

    init(_ words: some Sequence<String>) { rest = ArraySlice(words) }

    func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

    /// The value given last.
    func last(_ option: Option) -> String? { given.last { $0.option == option }?.value }

    /// All values given, in order.
    func all(_ option: Option) -> [String] { given.filter { $0.option == option }.compactMap(\.value) }

    mutating func readAll() throws(UsageError) {
        var optionsEnded = false
        while let word = rest.popFirst() {
            if !optionsEnded, word == "--" {
                optionsEnded = true
            } else if !optionsEnded, word.hasPrefix("-"), word != "-" {
                try readOption(word)
            } else {
                try readWord(word)
            }
        }
        // Where an option does not belong is known only now: it may stand before its command.
        for (option, _) in given where !option.belongs(to: command) {
            throw UsageError(
                "\(option.rawValue) is no option of \"\(CommandName.title(command))\"."
                    + " See: \(CommandName.title(command)) --help")
        }
    }

    private mutating func readWord(_ word: String) throws(UsageError) {
        switch command {
        case nil:
            guard let name = CommandName(rawValue: word), !name.isSubcommand else {
                throw unknown(
                    "command", word, among: CommandName.allCases.filter { !$0.isSubcommand }.map(\.rawValue))
            }
            command = name
        case .config:
            guard let name = CommandName(rawValue: "config " + word) else {
                throw unknown("command of config", word, among: ["init", "check", "show"])
            }
            command = name
        case .gallery where argument == nil: argument = word
        case .some(let name):
            throw UsageError(
                "\(name.rawValue) takes no further words, but \"\(CleanText.inSentence(word))\" was given.")
        }
    }

    private mutating func readOption(_ word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let name = parts[0] == "-h" ? Option.help.rawValue : parts[0]
        guard let option = Option(rawValue: name) else {
            throw unknown("option", name, among: Option.allCases.map(\.rawValue))
        }
        guard option.argument != nil else {
            if parts.count > 1 { throw UsageError("\(name) takes no value.") }
            return given.append((option, nil))
        }
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
            throw UsageError("\(name) needs a value.")
        }
        given.append((option, value))
    }

    private func unknown(_ kind: String, _ word: String, among known: [String]) -> UsageError {
        let hint = Nearest.slip(word, among: known).map { " The nearest is \($0)." } ?? ""
        return UsageError("\"\(CleanText.inSentence(word))\" is no \(kind).\(hint) See: vestibule --help")
    }
}
