import TophhieCloudAuthentication

/// `vestibule logout`: forgets the tokens on this machine. It asks no service.
@MainActor
struct LogoutCommand {
    private let settings: Settings
    private let console: Console

    init(_ settings: Settings, _ console: Console) {
        self.settings = settings
        self.console = console
    }

    func run() throws -> ExitCode {
        guard settings.isConfigured else {
            console.note("Nobody was signed in.")
            return .done
        }
        let cache = TokenCache(settings, try settings.configuration())
        var wasSignedIn = false
        do {
            wasSignedIn = try waiting { try await cache.store.tokens(for: nil) } != nil
            // What has no key here may be good where its key is: it goes too.
            _ = try waiting { try await cache.clear() }
        } catch let error as TokenStoreError {
            // What cannot be read is as good as forgotten; what can be read must go.
            if wasSignedIn {
                throw Failure(.configuration, "tokenCache", error.localizedDescription, exit: .configuration)
            }
            console.note("vestibule: \(error.localizedDescription)")
        }
        cache.takeNotes().forEach { console.note("vestibule: \($0)") }
        console.note(wasSignedIn ? "Signed out." : "Nobody was signed in.")
        return .done
    }
}
