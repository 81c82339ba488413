import AuthFlow
import Glibc
import Screens
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

@testable import vestibule

@Suite("Log") @MainActor struct LogTests {
    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    @Test("a line has its values in order, escaped and bounded")
    func line() {
        #expect(
            Log.line("refused", ["endpoint": "/token", "case": "a\"b\n\u{1B}é"])
                == #"refused endpoint="/token" case="a\u{22}b\u{a}\u{1b}\u{e9}""#)
        #expect(Log.line("e", ["v": String(repeating: "x", count: 5000)]).count == 1024)
    }

    /// What somebody does who may be a stranger, and what is logged of it.
    struct Attempt: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var mode: AppOptions.Mode
        var address: String
        var acts: [AppEvent]
        var lines: [String]
    }

    private nonisolated static let code: [AppEvent] = [
        .filled(.code, Secret("00000000")), .activated(.submit),
    ]

    private nonisolated static let attempts = [
        Attempt(
            testDescription: "a password", mode: .login, address: "ada@example.com",
            acts: [.filled(.password, Secret("Wrong-Pass-1")), .activated(.submit)],
            lines: [#"refused at="sign-in" reference case="invalidCredentials""#]),
        Attempt(
            testDescription: "a code by e-mail", mode: .login, address: "grace@example.com",
            acts: [.activated(.emailCode)] + code + code,
            lines: Array(repeating: #"refused at="verification" reference case="invalidCode""#, count: 2)),
        Attempt(
            testDescription: "a reset", mode: .resetPassword, address: "ada@example.com",
            acts: [.activated(.submit)] + code + code,
            lines: Array(repeating: #"refused at="reset" reference case="invalidCode""#, count: 2)),
    ]

    @Test("a known and an unknown address leave the same lines", arguments: attempts)
    func tellsNoAccountsApart(_ attempt: Attempt) async throws {
        for address in [attempt.address, "nobody@example.com"] {
            let lines = try await lines(attempt, address)
            #expect(lines == attempt.lines, "\(address)")
        }
    }

    @Test("requests are for debug, where each has its line")
    func requests() async throws {
        let lines = try await lines(Self.attempts[0], "ada@example.com", .debug)
        #expect(lines.filter { $0.hasPrefix("answered ") }.count == 3)
        #expect(lines.contains { $0.hasSuffix(#"status="400" codes="50126""#) })
    }

    @Test(
        "a refusal of a reset is one of a reset",
        arguments: [
            (Problem.Kind.resetNotSupported, "notSupported"), (.refused, "underlying"),
            (.accountLocked, "underlying"),
        ])
    func resets(_ kind: Problem.Kind, _ name: String) throws {
        let log = try log(.info)
        log.write(refusal: Problem(kind), .reset, "r")
        #expect(try written() == [#"refused at="reset" reference case="\#(name)""#])
    }

    @Test("what the service never said is the requests' to tell")
    func failures() throws {
        let log = try log(.info)
        log.write(refusal: Problem(.unreachable(.timedOut(host: "h"))), .signIn, "r")
        #expect(try written() == [])
    }

    // MARK: - A program without a terminal

    private func log(_ level: LogLevel) throws -> Log {
        var settings = Settings()
        settings.set(.log, .text("file"), from: .program)
        settings.set(.logFile, .text(folder.write("", to: "log")), from: .program)
        return try Log(settings, level)
    }

    /// The lines without time, process and reference.
    private func written() throws -> [String] {
        let file = try #require(fopen(folder.path + "/log", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map { line in
            let event = line.firstRange(of: "] ").map { line[$0.upperBound...] } ?? line
            return String(event).replacing(/reference="[^"]+"/, with: "reference")
        }
    }

    private func lines(
        _ attempt: Attempt, _ address: String, _ level: LogLevel = .info
    ) async throws -> [String] {
        let tenant = try TestTenant()
        let client = try Client(try tenant.configuration(capabilities: [.mfaRequired]))
        var settings = Settings()
        settings.set(.cache, .text("memory"), from: .program)
        let cache = TokenCache(settings, client.configuration)
        let orders = Service(client, cache, log: try log(level)).orders
        let options = AppOptions(
            mode: attempt.mode,
            signIn: SignInOptions(scopes: withOpenIDScopes(["User.Read"]), concealsAccounts: true),
            tenantName: "contoso", serviceHost: "127.0.0.1", hostName: "here")
        var state = AppState(options: options, size: Size(columns: 80, rows: 24), at: .zero)
        for act in [.flow(.started), .filled(.email, Secret(address))] + attempt.acts {
            var effects = state.handle(act, at: tenant.time.elapsed)[...]
            while let effect = effects.popFirst() {
                switch effect {
                case .flow(let effect):
                    guard let fact = await orders.performer(effect).perform(effect) else { continue }
                    effects += state.handle(.flow(fact), at: tenant.time.elapsed)
                case .refused(let problem, let activity): orders.refused(problem, activity)
                default: continue
                }
            }
        }
        return try written()
    }
}
