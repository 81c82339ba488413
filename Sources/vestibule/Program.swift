import CProcess
import Glibc
import TophhieCloudAuthentication
import Wire

/// The program from its first act to its exit status: which command runs, and who is told how it went.
@MainActor
enum Program {
    static func run(_ words: [String]) -> ExitCode {
        cprocess_open_standard()
        cprocess_harden()
        // libcurl writes the secrets of TLS there.
        unsetenv("SSLKEYLOGFILE")
        let console = Console()
        let status = run(words, console)
        guard let reason = console.lost else { return status }
        console.note("vestibule: The result could not be written to standard output: \(reason).")
        return status == .done ? .refused : status
    }

    private static func run(_ words: [String], _ console: Console) -> ExitCode {
        let arguments: Arguments
        do {
            arguments = try Arguments(words)
        } catch {
            console.tell(Failure(error), asJSON: words.prefix { $0 != "--" }.contains("--json"))
            return .usage
        }
        do {
            return try run(arguments, console)
        } catch let failure as Failure {
            console.tell(failure, asJSON: arguments.wantsJSON)
            return failure.exit
        } catch let error as UsageError {
            console.tell(Failure(error), asJSON: arguments.wantsJSON)
            return .usage
        } catch let error as SettingsError {
            console.tell(Failure(error), asJSON: arguments.wantsJSON)
            return .configuration
        } catch {
            let failure = Failure(.auth, "unknown", "Something unexpected happened.", exit: .refused)
            console.tell(failure, asJSON: arguments.wantsJSON)
            return .refused
        }
    }

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        switch arguments.command {
        case .help(let command):
            for line in Help.text(for: command).split(separator: "\n", omittingEmptySubsequences: false) {
                console.out(String(line))
            }
            return .done
        case .version:
            console.out("\(Product.name) \(Product.version)")
            return .done
        case .demo(let demo): return try DemoCommand(arguments, demo, console).run()
        case .gallery(let screen): return try GalleryCommand(arguments, screen, console).run()
        case .configInit: return try ConfigInitCommand(arguments, console).run()
        default: break
        }
        let environment = Environment(arguments)
        let settings = try environment.settings()
        switch arguments.command {
        case .status(let json): return try StatusCommand(settings, console).run(asJSON: json)
        case .token(let token): return try TokenCommand(token, settings, console).run()
        case .logout: return try LogoutCommand(settings, console).run()
        case .configShow: return ConfigShowCommand(settings, console).run()
        case .configCheck: return try ConfigCheckCommand(settings, console).run()
        case .login(let login): return try LoginCommand(arguments, login, settings, console).run()
        default: return try FrontEndCommand(arguments, settings, console).run()
        }
    }
}

extension Arguments {
    /// Whether what went wrong is told as JSON.
    var wantsJSON: Bool {
        switch command {
        case .login(let login): login.json
        case .status(let json): json
        case .token(let token): token.format == .json
        default: false
        }
    }
}
