import FoundationEssentials
import TophhieCloudAuthentication

/// `vestibule token`: the access token that is kept, for scripts. It asks neither a person nor the service.
@MainActor
struct TokenCommand {
    private let arguments: Arguments.Token
    private let settings: Settings
    private let console: Console

    init(_ arguments: Arguments.Token, _ settings: Settings, _ console: Console) {
        self.arguments = arguments
        self.settings = settings
        self.console = console
    }

    /// Whoever gets a token must still have time to use it.
    private static let margin: TimeInterval = 60

    func run() throws -> ExitCode {
        let cache = TokenCache(settings, try settings.configuration())
        let found: StoredTokens?
        do {
            found = try waiting { try await cache.store.tokens(for: nil) }
        } catch let error as TokenStoreError {
            throw signInNeeded(error.localizedDescription)
        }
        cache.takeNotes().forEach { console.note("vestibule: \($0)") }
        guard let tokens = found else { throw signInNeeded("Nobody is signed in.") }
        guard tokens.expiresOn > Date().addingTimeInterval(Self.margin) else {
            throw signInNeeded("The access token has ended.")
        }
        let missing = arguments.scopes.filter { scope in
            !tokens.scopes.contains { $0.lowercased() == scope.lowercased() }
        }
        guard missing.isEmpty else {
            throw signInNeeded("The access token lacks \(missing.joined(separator: ", ")).")
        }
        write(tokens)
        return .done
    }

    private func write(_ tokens: StoredTokens) {
        let end = JSONText.text(tokens.expiresOn.formatted(.iso8601))
        let token = JSONText.text(tokens.accessToken)
        switch arguments.format {
        case .text: console.out(tokens.accessToken)
        case .json:
            console.out(
                .object([
                    ("accessToken", token), ("expiresOn", end), ("tenant", .text(tokens.tenantId)),
                    ("tokenType", .text("Bearer")),
                ]))
        case .execCredential:
            console.out(
                .object([
                    ("kind", .text("ExecCredential")),
                    ("apiVersion", .text("client.authentication.k8s.io/v1")),
                    ("status", .object([("token", token), ("expirationTimestamp", end)])),
                ]))
        }
    }

    private func signInNeeded(_ reason: String) -> Failure {
        Failure(
            .auth, "interactionRequired", "Sign-in needed. \(reason) To sign in: vestibule login",
            exit: .personNeeded)
    }
}
