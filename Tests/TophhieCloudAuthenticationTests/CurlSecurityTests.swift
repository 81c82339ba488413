import DevTenant
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import struct Wire.Secret

@testable import TophhieCloudAuthentication

@Suite struct CurlSecurityTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let certificate: String
        var host = "127.0.0.1"
        var isTrusted = true
        let problem: TransportError?
    }

    private static let issuer = "Example Inspection Root"

    @Test(
        "VB-65: a certificate that is refused is told with its host and issuer",
        arguments: [
            Row(testDescription: "good", certificate: TestCertificates.good, problem: nil),
            Row(
                testDescription: "issued by a stranger", certificate: TestCertificates.good, isTrusted: false,
                problem: .certificate(host: "127.0.0.1", issuer: issuer, .unknownIssuer)),
            Row(
                testDescription: "expired", certificate: TestCertificates.expired,
                problem: .certificate(host: "127.0.0.1", issuer: issuer, .expired)),
            Row(
                testDescription: "not yet valid", certificate: TestCertificates.early,
                problem: .certificate(host: "127.0.0.1", issuer: issuer, .notYetValid)),
            Row(
                testDescription: "of another host", certificate: TestCertificates.good, host: "localhost",
                problem: .certificate(host: "localhost", issuer: nil, .wrongHost)),
        ])
    func certificateIsChecked(_ row: Row) async throws {
        let server = try serve(DevTenant(), row.certificate)
        try await withFile(TestCertificates.authority) { file in
            let transport = CurlTransport(
                CurlTransport.Options(
                    caFile: row.isTrusted ? file : nil, trustsEnvironment: false, timeLimit: patience))
            let url = try #require(URL(string: "https://\(row.host):\(server.port)/contoso/none"))
            let result = await outcome(transport, url)
            if let problem = row.problem {
                #expect(result == .failure(problem))
                #expect(problem.localizedDescription.contains(row.host))
            } else {
                #expect(try result.get().status == 404)
            }
        }
    }

    @Test(
        "who speaks something else than TLS is said to",
        arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"])
    func otherProtocol(_ greeting: String) async throws {
        let server = try RawServer(greeting: greeting) { _ in .silence }
        defer { server.stop() }
        let transport = CurlTransport(
            CurlTransport.Options(trustsEnvironment: false, timeLimit: patience))
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        guard case .failure(.other(_, let text)) = await outcome(transport, url) else {
            Issue.record("\(greeting) was not refused")
            return
        }
        #expect(text == "what answers there does not speak TLS; check the address")
    }

    @Test func connectionIsReusedOverTLS() async throws {
        let tenant = try DevTenant()
        let server = try serve(tenant, TestCertificates.good)
        try await withFile(TestCertificates.authority) { file in
            let transport = CurlTransport(
                CurlTransport.Options(caFile: file, trustsEnvironment: false, timeLimit: patience))
            let admin = try #require(URL(string: "https://127.0.0.1:\(server.port)/contoso/none"))
            for _ in 0..<5 { _ = try await transport.send(HTTPRequest(method: "POST", url: admin)) }
            let log = try await transport.send(
                HTTPRequest(
                    url: try #require(URL(string: "https://127.0.0.1:\(server.port)/admin/log")),
                    headers: [HTTPField("Authorization", "Bearer \(tenant.adminToken.exposedAsString())")]))
            let entries = try JSONDecoder().decode([Entry].self, from: Data(log.body))
            #expect(entries.map(\.connection) == [1, 1, 1, 1, 1])
        }
    }

    @Test("VB-65: a CA file that is no help is named") func unusableFile() async throws {
        let server = try serve(DevTenant(), TestCertificates.good)
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let missing = CurlTransport(
            CurlTransport.Options(caFile: "/nowhere/ca.pem", trustsEnvironment: false, timeLimit: patience))
        #expect(await outcome(missing, url) == .failure(.caFileUnreadable(path: "/nowhere/ca.pem")))
        try await withFile("not a certificate") { file in
            let invalid = CurlTransport(
                CurlTransport.Options(caFile: file, trustsEnvironment: false, timeLimit: patience))
            #expect(await outcome(invalid, url) == .failure(.caFileInvalid(path: file)))
        }
    }

    @Test func wordsHoldNoCredentials() {
        let problems: [TransportError] = [
            .nameNotResolved(host: "h"), .connectionRefused(host: "h"), .unreachable(host: "h"), .timedOut,
            .proxy(name: "p:1", .wantsCredentials), .proxy(name: "p:1", .refused(status: 403)),
            .proxy(name: "p:1", .unreachable), .proxy(name: "p:1", .nameNotResolved),
            .certificate(host: "h", issuer: "i", .unknownIssuer),
            .certificate(host: "h", issuer: nil, .expired),
            .tlsTooOld(host: "h"), .caFileUnreadable(path: "/f"), .caFileInvalid(path: "/f"), .bodyTooLarge,
            .interrupted, .insecureAddress(host: "h"), .libraryMissing(name: "libcurl"), .cancelled,
            .other(code: 1, text: "t"),
        ]
        for problem in problems {
            let sentence = problem.localizedDescription
            #expect(sentence.hasSuffix(".") && sentence.count > 20, "\(problem)")
            // Checks are never to be turned off.
            #expect(!sentence.lowercased().contains("disable"))
        }
    }

    private struct Entry: Decodable {
        var connection: Int
    }

    private struct CannotServe: Error {}

    private func serve(_ tenant: DevTenant, _ chain: String) throws -> Server {
        let certificate = Server.Certificate(key: Array(TestCertificates.key.utf8), chain: Array(chain.utf8))
        guard let server = Server(tenant, certificate: certificate) else { throw CannotServe() }
        return server
    }

    private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/vestibule-" + UUID().uuidString
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { unlink(path) }
        try await body(path)
    }

    private func outcome(_ transport: CurlTransport, _ url: URL) async -> Result<HTTPResponse, TransportError>
    {
        await outcome(transport, HTTPRequest(url: url))
    }

    private func outcome(
        _ transport: CurlTransport, _ request: HTTPRequest
    ) async -> Result<HTTPResponse, TransportError> {
        do { return .success(try await transport.send(request)) } catch { return .failure(error) }
    }
}
