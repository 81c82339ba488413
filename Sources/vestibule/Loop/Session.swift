import AuthFlow
import CProcess
import FoundationEssentials
import Glibc
import Screens
import Terminal
import TophhieCloudAuthentication
import Wire

/// One run of the front end against one tenant: wires terminal, state, loop and service together, and turns how it
/// ended into an exit status.
@MainActor
struct Session {
    let settings: Settings
    let configuration: TophhieConfiguration
    let cache: TokenCache
    let console: Console
    let log: Log
    var mode = AppOptions.Mode.browse
    var email: String?
    /// The password of `--password-stdin`.
    var password: Secret?
    var wantsPlain = false
    var wantsColor = true
    var wantsJSON = false
    var demo: DemoMailbox?

    func run() throws -> ExitCode {
        guard let signals = Signals() else { throw Self.noDescriptors }
        let strings = Wording.strings(settings)
        let isUTF8 = Wording.locale(settings).isUTF8
        let client = try makeClient()
        let final = password.map { password in
            FinalPassword(
                terminal: Self.ownTerminal, given: [.email: Secret(email ?? ""), .password: password],
                strings: strings, isUTF8: isUTF8, wake: { signals.wake() })
        }
        let frontEnd: any FrontEnd
        var options = options(client, isUTF8: isUTF8)
        if let final {
            frontEnd = final
            options.isPlain = true
        } else {
            let choice = FrontEndChoice(
                wantsPlain: wantsPlain, wantsColor: wantsColor, strings: strings, isUTF8: isUTF8,
                given: email.map { [.email: Secret($0)] } ?? [:],
                needsNoTerminal: mode == .deviceCode || (mode == .login && !signsInHere),
                isDemo: demo != nil)
            let opened = try choice.open(signals) { console.note("vestibule: \($0)") }
            frontEnd = opened.frontEnd
            switch opened {
            case .full(let full):
                options.drawsQR = full.drawsQR
                options.qrHalfBlocks = full.drawsHalfBlocks
            case .plain: options.isPlain = true
            }
        }
        let state = AppState(
            options: options, size: Size(columns: 80, rows: 24), at: configuration.time.elapsed())
        let service = Service(client, cache, demo: demo, log: log)
        let loop = EventLoop(
            state, frontEnd, Bell(signals), service.orders, strings,
            lifelines: Self.lifelines(isPlain: options.isPlain), time: configuration.time)
        let ending = loop.run()
        cache.takeNotes().forEach { console.note("vestibule: \($0)") }
        if let reason = loop.lateTrouble { console.note("vestibule: \(reason)") }
        if loop.state.leftPasswordAsItWas {
            console.note("vestibule: " + strings["account.passwordNotChanged"])
        }
        return try finish(
            ending, final, isShown: options.isPlain && final == nil, loop.state.activity)
    }

    /// Other providers have the device code only.
    private var signsInHere: Bool { configuration.provider == .entra }

    private func makeClient() throws(SettingsError) -> Client {
        var configuration = configuration
        configuration.store = cache.store
        do { return try Client(configuration) } catch {
            throw SettingsError(.invalidValue, error.localizedDescription)
        }
    }

    // MARK: - What the state is told

    private func options(_ client: Client, isUTF8: Bool) -> AppOptions {
        var signIn = SignInOptions(
            scopes: withOpenIDScopes(configuration.scopes), username: email, concealsAccounts: true)
        if let seconds = settings.number(.refusalSeconds), seconds > 0 {
            signIn.refusalDelay = .seconds(seconds)
        }
        var options = AppOptions(
            mode: mode, signIn: signIn, tenantName: tenantName(client), serviceHost: client.authority.host,
            hostName: Self.hostName)
        options.isDemo = demo != nil
        options.signsInHere = signsInHere
        options.isUTF8 = isUTF8
        let proxy = Proxy.choose(for: client.authority, configuration, environment: Environment.variable)
        options.isOffline =
            !Address.isLoopback(client.authority.host)
            && LocalNetwork.current.isOffline(for: client.authority, proxy: proxy)
        options.banner = banner()
        options.mentionsCapsLock = isatty(0) == 1
        let now = time(nil)
        options.epoch = now - Int(configuration.time.elapsed().components.seconds)
        // Only places outside of a conversation tell the time of day, and whose account it is.
        if mode == .browse {
            var clock = now
            var local = tm()
            if localtime_r(&clock, &local) != nil { options.utcOffset = local.tm_gmtoff }
            options.account = account()
        }
        return options
    }

    /// The file that `banner` names; one that is not there says nothing.
    private func banner() -> [String] {
        guard let path = settings.text(.banner), case .bytes(let bytes) = SettingsFile.read(path) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map(String.init)
    }

    /// Who is signed in already. Without a file nothing is loaded that could read one.
    private func account() -> AccountSummary? {
        guard let path = cache.path else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let store = cache.store
        guard let tokens = try? waiting({ try await store.tokens(for: nil) }) else { return nil }
        return AccountSummary(
            name: tokens.name.isEmpty || tokens.username.isEmpty ? nil : tokens.name, username: tokens.label,
            signedInAt: status.st_mtim.tv_sec, expiresAt: Int(tokens.expiresOn.timeIntervalSince1970))
    }

    private func tenantName(_ client: Client) -> String {
        if let name = configuration.tenantSubdomain { return name }
        let authority = client.authority
        let segment = authority.path.split(separator: "/").first.map(String.init) ?? ""
        if !segment.isEmpty, !segment.isGUID {
            return segment.hasSuffix(".onmicrosoft.com") ? String(segment.dropLast(16)) : segment
        }
        let isShared = authority.host.hasSuffix(".ciamlogin.com")
        return isShared ? String(authority.host.prefix { $0 != "." }) : authority.host
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A terminal at standard input, and where line prompts are read by somebody: a pipe that lost its reader will
    /// get no other (ssh without a terminal).
    private static func lifelines(isPlain: Bool) -> [Int32] {
        (isatty(0) == 1 ? [0] : []) + (isPlain ? [2] : [])
    }

    private static var ownTerminal: Int32? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        return terminal >= 0 ? terminal : nil
    }

    // MARK: - How it ended

    static let noDescriptors = Failure(
        .usage, "noDescriptors", "No file descriptors are left.", exit: .usage)

    private func finish(
        _ ending: EventLoop.Ending, _ final: FinalPassword?, isShown: Bool, _ activity: Activity
    ) throws(Failure) -> ExitCode {
        switch ending {
        case .exit(.left): return .done
        case .exit(.signedIn(let tokens)):
            if wantsJSON {
                console.out(JSONText.account(tokens))
            } else {
                console.out("Signed in as \(tokens.identity.label).")
            }
            return .done
        case .exit(.cancelled):
            if let (field, reason) = final?.unsent {
                let name = field == .password ? "invalidPassword" : "invalidInput"
                throw Failure(.nativeAuth, name, reason, exit: .refused)
            }
            guard let unasked = final?.unasked else { return .cancelled }
            throw Failure(
                .auth, "interactionRequired",
                "A person must go on at \"\(unasked)\", and there is no terminal to ask on.",
                exit: .personNeeded)
        case .exit(.failed(let problem)):
            var failure = Failure(problem, at: activity)
            failure.isShown = isShown
            throw failure
        case .signal(.interrupt): return .cancelled
        case .signal(let signal): signal.endProcess()
        }
    }
}

extension Signal {
    /// Ends the process by this signal, so that its parent sees the true one.
    func endProcess() -> Never {
        cprocess_end_by(exitStatus - 128)
        _exit(exitStatus)
    }
}
