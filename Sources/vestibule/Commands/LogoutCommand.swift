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
        let wasSignedIn = try waiting { try await cache.clear() }
        cache.takeNotes().forEach { console.note("vestibule: \($0)") }
        console.note(wasSignedIn ? "Signed out." : "Nobody was signed in.")
        return .done
    }
}
