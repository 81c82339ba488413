import Glibc
import Testing

@testable import Terminal

/// On the main thread: others have their signals blocked.
@MainActor @Suite(.serialized) struct SignalsTests {
    private static func isReadable(_ descriptor: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    @Test func signalsWaitUntilTheyAreTaken() throws {
        let signals = try #require(Signals())
        _ = signals.pending()
        #expect(!Self.isReadable(signals.descriptor))
        raise(SIGWINCH)
        raise(SIGWINCH)
        raise(SIGINT)
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
