import Glibc
import Testing

@testable import Terminal

@Suite(.serialized) struct SignalsTests {
    private static func isReadable(_ descriptor: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    /// The threads that run tests have their signals blocked.
    static func unblocked(_ body: () -> Void) {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    @Test func signalsWaitUntilTheyAreTaken() throws {
        let signals = try #require(Signals())
        _ = signals.pending()
        #expect(!Self.isReadable(signals.descriptor))
        Self.unblocked {
            raise(SIGWINCH)
            raise(SIGWINCH)
            raise(SIGINT)
        }
        #expect(Self.isReadable(signals.descriptor))
        #expect(signals.pending() == [.interrupt, .windowChanged])
        #expect(signals.pending().isEmpty)
        #expect(!Self.isReadable(signals.descriptor))
    }

    @Test func theBellIsHeardAndMeansNothingElse() throws {
        let signals = try #require(Signals())
        _ = signals.pending()
        signals.wake()
        #expect(Self.isReadable(signals.descriptor))
        #expect(signals.pending().isEmpty)
        #expect(!Self.isReadable(signals.descriptor))
    }

    @Test(arguments: [(Signal.interrupt, Int32(130)), (.terminate, 143), (.hangUp, 129)])
    func exitStatus(_ signal: Signal, _ status: Int32) { #expect(signal.exitStatus == status) }
}
