import FoundationEssentials
import TophhieCloudAuthentication

/// `vestibule config check`: one line for each thing that a sign-in needs. It signs nobody in.
@MainActor
struct ConfigCheckCommand {
    private let settings: Settings
    private let console: Console

    init(_ settings: Settings, _ console: Console) {
        self.settings = settings
        self.console = console
    }

    func run() throws -> ExitCode {
        let configuration = try settings.configuration()
        console.out(
            "ok  Settings: client \(configuration.clientId) at \(configuration.authority.absoluteString)")
        let check = TenantCheck(try Client(configuration))
        var worst = ExitCode.done
        for step in TenantCheck.Step.allCases {
            let finding = waiting { await check.perform(step) }
            console.out(Self.line(step, finding))
            switch finding {
            case .good: continue
            case .wrong(_, let mend, let exit):
                if let mend { console.out("    \(mend)") }
                if worst == .done { worst = exit }
                // The rest would only say the same again.
                if step.isNeededByTheRest { return worst }
            }
        }
        return worst
    }

    private static func line(_ step: TenantCheck.Step, _ finding: TenantCheck.Finding) -> String {
        switch finding {
        case .good(let detail): "ok  \(step.rawValue): \(detail)"
        case .wrong(let what, _, _): "✗   \(step.rawValue): \(what)"
        }
    }
}
