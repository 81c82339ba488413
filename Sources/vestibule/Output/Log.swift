import AuthFlow
import CProcess
import FoundationEssentials
import Glibc
import Screens
import Synchronization
import TophhieCloudAuthentication
import Wire

/// The log that the setting `log` names: one line for an event, with names and numbers only.
///
/// Nothing that was typed, no token and no address of a person ever goes into it.
final class Log: Sendable {
    private enum Place: Sendable {
        case none, system
        case file(Int32)
    }

    private let place: Place
    private let level: LogLevel

    /// No log at all.
    static let none = Log(.none, .error)

    private init(_ place: Place, _ level: LogLevel) {
        self.place = place
        self.level = level
    }

    /// Opens the log of the settings.
    convenience init(_ settings: Settings, _ level: LogLevel) throws(SettingsError) {
        switch settings.text(.log) {
        case "syslog": self.init(.system, level)
        case "file":
            guard let path = settings.text(.logFile) else {
                throw SettingsError(
                    .invalidValue, "\(settings.source(.log).name): log is \"file\", but logFile is not set.")
            }
            // NONBLOCK: a pipe without a reader must not hang us.
            let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
            let file = open(path, flags, 0o640)
            guard file >= 0 else {
                throw SettingsError(
                    .invalidValue,
                    "\(settings.source(.logFile).name): logFile \(path): \(String(cString: strerror(errno)))."
                )
            }
            self.init(.file(file), level)
        default: self.init(.none, level)
        }
    }

    deinit { if case .file(let file) = place { close(file) } }

    /// Writes `event` with its values, in the order given.
    func write(_ level: LogLevel, _ event: String, _ values: KeyValuePairs<String, String> = [:]) {
        if case .none = place { return }
        guard level <= self.level else { return }
        let line = Self.line(event, values)
        switch place {
        case .none: break
        case .system: cprocess_log(level == .error ? LOG_WARNING : LOG_INFO, line)
        case .file(let file):
            let bytes = Array("\(Date().formatted(.iso8601)) vestibule[\(getpid())] \(line)\n".utf8)
            _ = Glibc.write(file, bytes, bytes.count)
        }
    }

    /// `event key="value"`; everything but printable ASCII is escaped, and nothing is longer than 1 KiB.
    static func line(_ event: String, _ values: KeyValuePairs<String, String>) -> String {
        let text = values.reduce(into: event) { $0 += " \($1.key)=\"\(escaped($1.value))\"" }
        return String(text.prefix(1024))
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if (0x20..<0x7F).contains(scalar.value), scalar != "\"", scalar != "\\" {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
    }
}

extension Log {
    /// That a person was told `problem`: no sooner, no oftener and in no other words than on screen, so that these
    /// lines tell no more about an account than the screen does.
    func write(refusal problem: Problem, _ activity: Activity, _ reference: String) {
        if problem.isFailure { return }
        let name = Failure(problem, at: activity).name
        write(.info, "refused", ["at": activity.rawValue, "reference": reference, "case": name])
    }
}

extension Problem {
    /// Whether it is no answer of the service's: ``LoggingPerformer`` tells of it.
    fileprivate var isFailure: Bool {
        switch kind {
        case .unreachable, .untrusted, .misconfigured(.discovery): true
        default: false
        }
    }
}

/// Writes down each request and what came of it, and leaves both as they are.
///
/// An answer is for `debug`: which requests there were depends on whether there is an account.
struct LoggingPerformer: EffectPerformer {
    private let runner: FlowRunner
    private let log: Log

    init(_ runner: FlowRunner, _ log: Log) {
        self.runner = runner
        self.log = log
    }

    func perform(_ effect: FlowEffect) async -> FlowEvent? {
        let fact = await runner.perform(effect)
        guard case .send(_, let request) = effect else { return fact }
        let (endpoint, reference) = (request.endpoint.rawValue, runner.correlationID)
        switch fact {
        case .replied: log.write(.debug, "answered", ["endpoint": endpoint, "reference": reference])
        case .authenticated: log.write(.info, "signed-in", ["endpoint": endpoint, "reference": reference])
        case .refused(_, let error):
            let codes = error.codes.map { String($0) }.joined(separator: ",")
            log.write(
                .debug, "answered",
                [
                    "endpoint": endpoint, "reference": reference, "status": String(error.status),
                    "codes": codes,
                ])
        case .failed(_, let problem):
            log.write(
                .error, "failed",
                [
                    "endpoint": endpoint, "reference": reference,
                    "case": Failure(problem, request.endpoint.activity).name,
                ])
        default: log.write(.debug, "given-up", ["endpoint": endpoint, "reference": reference])
        }
        return fact
    }
}

extension Endpoint {
    /// Whose error a failure there is.
    fileprivate var activity: Activity {
        switch self {
        case .resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll: .reset
        case .deviceAuthorization: .browser
        default: .signIn
        }
    }
}
