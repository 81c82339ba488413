import FoundationEssentials
import Testing
import Wire

@Suite("The published exchanges")
struct FixtureTests {
    @Test("Requests are encoded field by field, in order", arguments: Exchange.all)
    func encodes(_ exchange: Exchange) throws {
        let fixture = try Fixture(exchange.fixture)
        let request = exchange.request.encoded(for: exchange.client, correlationID: "c-1")
        #expect(request.method == .post)
        #expect(request.path == fixture.path)
        #expect(request.fields == fixture.fields)
    }

    @Test("Answers are decoded to what was published", arguments: Exchange.all)
    func decodes(_ exchange: Exchange) throws {
        let fixture = try Fixture(exchange.fixture)
        #expect(fixture.answers.count == exchange.answers.count)
        for (answer, expected) in zip(fixture.answers, exchange.answers) {
            let decoded = Result { () throws(WireError) in try exchange.request.decode(answer) }
            #expect(decoded == expected)
        }
    }

    @Test("Every fixture is used, and every endpoint has one")
    func isComplete() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(Exchange.all.map { $0.fixture + ".txt" }))
        #expect(Set(Exchange.all.map(\.request.endpoint)) == Set(Endpoint.allCases))
    }

    @Test("The first body of section 12.1, byte for byte")
    func encodesBytes() {
        let request = WireRequest.initiate(username: "ada@example.com")
        let expected =
            "client_id=11111111-2222-3333-4444-555555555555&username=ada%40example.com"
            + "&challenge_type=oob%20password%20redirect"
            + "&capabilities=mfa_required%20registration_required"
        #expect(request.encoded(for: .capable, correlationID: "c-1").body == Secret(expected))
    }
}
