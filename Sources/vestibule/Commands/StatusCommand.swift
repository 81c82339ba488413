import FoundationEssentials
import TophhieCloudAuthentication

/// `vestibule status`: who is signed in here, and how tokens are kept. It asks no service.
@MainActor
struct StatusCommand {
    private let settings: Settings
    private let console: Console

    init(_ settings: Settings, _ console: Console) {
        self.settings = settings
        self.console = console
    }

    func run(asJSON: Bool) throws -> ExitCode {
        guard settings.isConfigured else {
            throw nobody("Nobody is signed in: no tenant is configured. See: vestibule config init")
        }
        let cache = TokenCache(settings, try settings.configuration())
        let found: StoredTokens?
        do {
            found = try waiting { try await cache.store.tokens(for: nil) }
        } catch let error as TokenStoreError {
            throw nobody("Nobody is signed in. \(error.localizedDescription)")
        }
        cache.takeNotes().forEach { console.note("vestibule: \($0)") }
        guard let tokens = found else { throw nobody("Nobody is signed in. To sign in: vestibule login") }
        if asJSON {
            console.out(JSONText.account(tokens, cache: cache))
            return .done
        }
        // Other providers need not tell an address, nor a name.
        let isFull = !tokens.name.isEmpty && !tokens.username.isEmpty
        console.out(isFull ? "\(tokens.name) <\(tokens.username)>" : tokens.label)
        console.out("Tenant:       \(tokens.tenantId.isEmpty ? tokens.environment : tokens.tenantId)")
        let scopes = resourceScopes(tokens.scopes)
        if !scopes.isEmpty { console.out("Scopes:       \(scopes.joined(separator: " "))") }
        let isOver = tokens.expiresOn <= Date()
        console.out("Access token: \(isOver ? "ended" : "until") \(tokens.expiresOn.formatted(.iso8601))")
        console.out("Tokens:       \(cache.description)")
        return .done
    }

    private func nobody(_ message: String) -> Failure {
        Failure(.auth, "noAccount", message, exit: .personNeeded)
    }
}
