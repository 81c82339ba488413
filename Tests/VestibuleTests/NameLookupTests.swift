import Glibc
import Testing
import TophhieCloudAuthentication

@testable import vestibule

@Suite("Looking up a name") struct NameLookupTests {
    private let elapsed = TimeSource.system.elapsed

    @Test func answerIsHandedOn() {
        for answer in [NameLookup.Answer.address("192.0.2.1"), .none("no such name")] {
            let lookup = NameLookup { $0 == "a.example" ? answer : .late }
            #expect(lookup.first(of: "a.example", within: .seconds(60), elapsed: elapsed) == answer)
        }
    }

    @Test func numbersAreFoundByTheSystem() {
        let found = NameLookup().first(of: "127.0.0.1", within: .seconds(60), elapsed: elapsed)
        #expect(found == .address("127.0.0.1"))
    }

    @Test("a name service that never answers is not waited for beyond the limit")
    func limit() throws {
        let end = try #require(WakePipe())
        let lookup = NameLookup { _ in
            // Until the test is over.
            var rope = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&rope, 1, -1)
            return .address("192.0.2.1")
        }
        #expect(lookup.first(of: "a.example", within: .milliseconds(1), elapsed: elapsed) == .late)
        end.ring()
    }
}
