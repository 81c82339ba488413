import DevTenant
import Glibc

/// `devtenant serve`: from the options to the end of the process.
///
/// Signals are blocked in every thread and waited for in the main one, so that no handler ever runs once there is
/// something to give back. Before that they end the process where it stands: a file that is read may never end.
struct Serving {
    let options: Command.ServeOptions

    init(_ options: Command.ServeOptions) { self.options = options }

    func run() throws {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] {
            sigaddset(&signals, number)
            signal(number) { _ in _exit(0) }
        }
        signal(SIGPIPE, SIG_IGN)
        // Blocked for a moment already: the thread that watches stdin is never the one that takes a signal.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        if options.endsWithStdin { try endWithStdin() }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)

        let tenant = try makeTenant()
        let certificate = try certificate()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard let server = Server(tenant, port: options.port, certificate: certificate) else {
            throw Program.Failure(
                status: 3,
                line: options.key == nil
                    ? "port \(options.port) on 127.0.0.1 cannot be had"
                    : "port \(options.port) on 127.0.0.1 cannot be had, or the certificate and key cannot be used"
            )
        }
        let contact = try tenant.contact()
        let file = try options.readyFile.map { try ReadyFile($0, contact) }
        defer { file?.remove() }
        say(
            contact.json(pid: Int(getpid()), withToken: isatty(STDOUT_FILENO) == 0).description + "\n",
            to: STDOUT_FILENO)
        try tenant.warmUp()

        var number: Int32 = 0
        while sigwait(&signals, &number) != 0 {}
        server.stop()
    }

    private func makeTenant() throws -> DevTenant {
        var seed = Seed.demo
        if let path = options.seed {
            do {
                seed = try Seed(json: readAll(path))
            } catch let failure as SeedFailure {
                throw Program.Failure(status: 3, line: "\(path): \(failure)")
            }
        }
        let tenant = try DevTenant(seed: seed, store: TenantStore(path: options.database))
        if !tenant.isNew, options.seed != nil {
            complain("the database has a tenant already; the seed file was left alone")
        }
        return tenant
    }

    private func certificate() throws -> Server.Certificate? {
        guard let key = options.key, let chain = options.certificate else { return nil }
        return Server.Certificate(key: try readAll(key), chain: try readAll(chain))
    }

    /// A thread waits for the end of stdin and then sends what a person would send.
    private func endWithStdin() throws {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, waitForEndOfStdin, nil) == 0 else {
            throw Program.Failure(status: 3, line: "stdin cannot be watched")
        }
        pthread_detach(thread)
    }
}

private func waitForEndOfStdin(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 || (count < 0 && errno == EINTR) { continue }
        kill(getpid(), SIGTERM)
        return nil
    }
}
