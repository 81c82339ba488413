import Glibc
import Testing
import TophhieCloudAuthentication

@Suite("Threads") struct ThreadsTests {
    private func isHeld(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }

    private func isPending(_ signal: Int32) -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, signal) == 1
    }

    @Test("signals wait until the work is done, those of a crash do not, and a broken pipe is over with it")
    func held() {
        let before = isHeld(SIGTERM)
        withSignalsHeld {
            #expect(isHeld(SIGTERM) && isHeld(SIGINT) && isHeld(SIGPIPE))
            #expect(!isHeld(SIGSEGV) && !isHeld(SIGABRT))
            raise(SIGPIPE)
            #expect(isPending(SIGPIPE))
        }
        #expect(!isPending(SIGPIPE))
        #expect(isHeld(SIGTERM) == before)
    }

    @Test("a thread of ours takes no signals, and blocks nobody")
    func quiet() async {
        let isQuiet = await withCheckedContinuation { continuation in
            if !startThread({ continuation.resume(returning: isHeld(SIGTERM)) }) {
                continuation.resume(returning: false)
            }
        }
        #expect(isQuiet)
        let thread = pthread_self()
        let other = await Task(executorPreference: ThreadPerJob.shared) { @concurrent in pthread_self() }
            .value
        #expect(other != thread)
    }
}
