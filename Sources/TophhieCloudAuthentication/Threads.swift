import Glibc

/// Runs each job on a thread that ends with it: for what may block, as files do, apart from the threads that tasks share.
package final class ThreadPerJob: TaskExecutor {
    package static let shared = ThreadPerJob()

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        if !startThread(run) { run() }
    }
}

/// Starts a thread that ends with `body`. False when there can be none.
///
/// Neither it nor the threads that it starts take signals: those belong to the main thread.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(ThreadBody(run: body))
    let isStarted = withSignalsHeld {
        pthread_create(&thread, &attributes, runThread, argument.toOpaque()) == 0
    }
    if !isStarted { argument.release() }
    return isStarted
}

/// Runs `body` while this thread takes no signals but those of a crash; the threads that it starts never do.
///
/// The SIGPIPE of a connection that the other side closed is over with it: OpenSSL writes with plain `write`.
package func withSignalsHeld<Result>(_ body: () -> Result) -> Result {
    var held = sigset_t()
    var before = sigset_t()
    sigfillset(&held)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] { sigdelset(&held, crash) }
    pthread_sigmask(SIG_SETMASK, &held, &before)
    defer {
        if sigismember(&before, SIGPIPE) == 0 {
            var pipes = sigset_t()
            sigemptyset(&pipes)
            sigaddset(&pipes, SIGPIPE)
            var none = timespec()
            sigtimedwait(&pipes, nil, &none)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return body()
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
