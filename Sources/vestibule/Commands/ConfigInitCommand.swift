import Glibc
import TophhieCloudAuthentication

/// `vestibule config init`: a first configuration file, with comments. It asks nothing and replaces nothing.
struct ConfigInitCommand {
    private let arguments: Arguments
    private let console: Console

    init(_ arguments: Arguments, _ console: Console) {
        self.arguments = arguments
        self.console = console
    }

    func run() throws -> ExitCode {
        try check()
        guard let path = Environment(arguments).personFile else {
            throw failure("unwritableFile", "There is no home folder: name the file with --config.")
        }
        try makeFolders(for: path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            if errno == EEXIST {
                throw failure("fileExists", "\(path) exists already and is left as it is. Edit it instead.")
            }
            throw failure("unwritableFile", "\(path): \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        let bytes = Array(Self.text(arguments.settings).utf8)
        guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            let reason = String(cString: strerror(errno))
            // Half a file would stand in the way of the next try.
            unlink(path)
            throw failure("unwritableFile", "\(path): \(reason).")
        }
        console.out("Wrote \(path).")
        console.note(
            arguments.settings[.clientId] == nil
                ? "Fill in the tenant and the client id, then run: vestibule config check"
                : "Now run: vestibule config check")
        return .done
    }

    /// What no command would take, with the machine's settings and the environment as they are, must not be written. What
    /// is not known yet stands in for itself as an example.
    private func check() throws {
        let chain = SettingsChain(environment: Environment.variable, flags: arguments.settings)
        var settings = try chain.settings()
        if settings.text(.clientId) == nil {
            settings.set(.clientId, .text(Self.exampleClient), from: .program)
        }
        if settings.text(.authority) == nil, settings.text(.tenantSubdomain) == nil {
            settings.set(.authority, .text(Self.exampleAuthority), from: .program)
        }
        _ = try Client(settings.configuration())
    }

    private static let exampleAuthority = "https://login.example.com/contoso.onmicrosoft.com"
    private static let exampleClient = "11111111-2222-4333-8444-555555555555"

    /// JSON with comments; what is not known yet is a comment too.
    static func text(_ known: [SettingKey: String]) -> String {
        func line(_ key: SettingKey, _ example: String) -> String {
            let value = JSONText.text(known[key] ?? example).description
            return "    \(known[key] == nil ? "// " : "")\"\(key.rawValue)\": \(value),"
        }
        return """
            // Settings of vestibule: JSON with comments. Every key is optional.
            // "vestibule config show" prints what is in effect, "vestibule config check" tries it.
            {
                // The tenant's name: the "contoso" of contoso.onmicrosoft.com.
            \(line(.tenantSubdomain, "contoso"))

                // The app registration: its Application (client) ID.
            \(line(.clientId, exampleClient))

                // In place of the name, the full address: custom domains, or a tenant on this machine.
            \(line(.authority, exampleAuthority))

                // Accept no other tenant than this (its GUID).
            \(line(.tenantId, "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"))

                // What a sign-in asks access to.
                // "scopes": ["User.Read"],

                // A proxy, and the CA certificates to trust where a proxy inspects connections (PEM).
                // "proxy": "http://proxy.example.com:8080",
                // "caFile": "/etc/ssl/certs/our-ca.pem",

                // Tokens: "file" (sealed, in ~/.local/state/vestibule) or "memory" (gone with the program).
                // "cache": "file",
            }

            """
    }

    private func makeFolders(for path: String) throws(Failure) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += folder.isEmpty && part.isEmpty ? "/" : part + "/"
            if folder == "/" { continue }
            if mkdir(folder, 0o700) != 0, errno != EEXIST {
                throw failure("unwritableFile", "\(folder): \(String(cString: strerror(errno))).")
            }
        }
    }

    private func failure(_ name: String, _ message: String) -> Failure {
        Failure(.configuration, name, message, exit: .configuration)
    }
}
