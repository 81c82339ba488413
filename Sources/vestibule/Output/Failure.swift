import AuthFlow

/// How a command failed, as it is told to scripts and people.
struct Failure: Error, Equatable, Sendable {
    var kind: Kind
    /// The camelCase name within the kind.
    var name: String
    /// A sentence for a person; not yet fit for a terminal.
    var message: String
    var attributes: [String]?
    var correlationID: String?
    /// The HTTP status of the answer that said so.
    var status: Int?
    var retryAfterSeconds: Int?
    var exit: ExitCode
    /// Whether the person has read it already: it is not printed again.
    var isShown = false

    /// The `type` of the JSON form.
    enum Kind: String, Sendable {
        case auth = "AuthError"
        case passwordReset = "PasswordResetError"
        case nativeAuth = "NativeAuthError"
        case usage = "Usage"
        case configuration = "Configuration"
        case network = "Network"
    }

    init(_ kind: Kind, _ name: String, _ message: String, exit: ExitCode) {
        self.kind = kind
        self.name = name
        self.message = message
        self.exit = exit
    }

    init(_ error: UsageError) { self.init(.usage, "invalidArguments", error.message, exit: .usage) }

    init(_ error: SettingsError) {
        self.init(.configuration, error.name.rawValue, error.message, exit: .configuration)
    }

    var json: JSONText {
        var members: [(String, JSONText)] = [("type", .text(kind.rawValue)), ("case", .text(name))]
        if let attributes { members.append(("attributes", .list(attributes.map { .text($0) }))) }
        members.append(("message", .text(message)))
        if let correlationID { members.append(("correlationId", .text(correlationID))) }
        if let status { members.append(("status", .number(status))) }
        if let retryAfterSeconds { members.append(("retryAfterSeconds", .number(retryAfterSeconds))) }
        return .object([("error", .object(members))])
    }
}
