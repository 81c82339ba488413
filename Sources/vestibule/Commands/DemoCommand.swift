import Glibc
import TophhieCloudAuthentication

/// `vestibule demo`: the front end against a tenant of its own. The person's configuration and tokens are not
/// touched, nor looked at.
@MainActor
struct DemoCommand {
    private let arguments: Arguments
    private let demo: Arguments.Demo
    private let console: Console

    init(_ arguments: Arguments, _ demo: Arguments.Demo, _ console: Console) {
        self.arguments = arguments
        self.demo = demo
        self.console = console
    }

    func run() throws -> ExitCode {
        guard let program = DemoTenant.program() else {
            throw Failure(
                .configuration, "noDemoTenant",
                "devtenant is neither beside this program nor in PATH. Build both with: swift build",
                exit: .configuration)
        }
        if let keep = demo.keep, mkdir(keep, 0o700) != 0, errno != EEXIST {
            throw Failure(
                .configuration, "unwritableFile", "\(keep): \(String(cString: strerror(errno))).",
                exit: .configuration)
        }
        let tenant = try DemoTenant(program: program, keep: demo.keep)
        defer { tenant.stop() }
        let settings = settings(for: tenant.ready)
        let configuration = try settings.configuration()
        let mailbox = DemoMailbox(tenant.ready, configuration.transport)
        try prepare(mailbox)
        var session = Session(
            settings: settings, configuration: configuration, cache: cache(settings, configuration),
            console: console, log: .none)
        session.wantsPlain = arguments.plain
        session.wantsColor = arguments.wantsColor
        session.demo = mailbox
        return try session.run()
    }

    private func settings(for ready: DemoTenant.Ready) -> Settings {
        var settings = Settings()
        settings.set(.authority, .text(ready.authority), from: .program)
        settings.set(.clientId, .text(ready.clientId), from: .program)
        settings.set(.tenantId, .text(ready.tenantId), from: .program)
        settings.set(.graphEndpoint, .text(ready.graph), from: .program)
        if demo.keep == nil { settings.set(.cache, .text("memory"), from: .program) }
        return settings
    }

    private func cache(_ settings: Settings, _ configuration: TophhieConfiguration) -> TokenCache {
        let location = demo.keep.map { FileTokenStore.Location(cache: $0 + "/tokens", key: $0 + "/key") }
        return TokenCache(settings, configuration, location: location)
    }

    private func prepare(_ mailbox: DemoMailbox) throws {
        let orders = demo.scenario.orders
        if orders.isEmpty { return }
        let isDone = waiting {
            for order in orders where await !mailbox.order(order.method, order.path, order.body) {
                return false
            }
            return true
        }
        guard isDone else {
            throw Failure(
                .configuration, "noDemoTenant", "The demo's tenant does not know this scenario.",
                exit: .configuration)
        }
    }
}
