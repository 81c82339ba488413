import DevTenant
import Glibc
import Testing
import Wire

/// One TCP connection to a port of this machine, read as plain bytes.
private final class Connection {
    private let descriptor: Int32

    init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Everything up to the end of the connection.
    func rest() -> String {
        var out: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return String(decoding: out, as: UTF8.self) }
            out += chunk.prefix(count)
        }
    }
}

@Suite("On a loopback port")
struct LoopbackTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func get(_ path: String, _ port: UInt16, close: Bool = true) -> String {
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(close ? "Connection: close\r\n" : "")\r\n"
    }

    private func ask(_ path: String, _ port: UInt16) throws -> String {
        let connection = try Connection(port)
        connection.send(get(path, port))
        return connection.rest()
    }

    private func fault(_ fault: String, _ port: UInt16) -> Int {
        let headers = [
            "Host": "127.0.0.1:\(port)",
            "Authorization": "Bearer \(bench.tenant.adminToken.exposedAsString())",
        ]
        return bench.send("POST", "/admin/faults", headers, fault).status
    }

    @Test func answersUnderItsOwnAddress() throws {
        let server = try #require(Server(bench.tenant))
        defer { server.stop() }
        let port = server.port
        let answer = try ask("/contoso/v2.0/.well-known/openid-configuration", port)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("\"token_endpoint\":\"http://127.0.0.1:\(port)/"))
    }

    @Test func numbersConnections() throws {
        let server = try #require(Server(bench.tenant))
        defer { server.stop() }
        let port = server.port
        let connection = try Connection(port)
        connection.send(get("/device/style.css", port, close: false))
        connection.send(get("/device/style.css", port))
        _ = connection.rest()
        _ = try ask("/device/style.css", port)
        let headers = [
            "Host": "127.0.0.1:\(port)",
            "Authorization": "Bearer \(bench.tenant.adminToken.exposedAsString())",
        ]
        guard case .array(let entries)? = bench.send("GET", "/admin/log", headers).json else {
            Issue.record("no log")
            return
        }
        #expect(entries.map { $0["connection"] } == [1, 1, 2])
    }

    @Test func dropsAndTruncates() throws {
        let server = try #require(Server(bench.tenant))
        defer { server.stop() }
        let port = server.port
        #expect(fault(#"{"path":"/device/style.css","drop":true}"#, port) == 204)
        #expect(try ask("/device/style.css", port).isEmpty)
        #expect(fault(#"{"path":"/device/style.css","truncate":4}"#, port) == 204)
        let answer = try ask("/device/style.css", port)
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\nbody"))
        #expect(try ask("/device/style.css", port).count > 500)
    }

    @Test func aDelayHoldsUpNobodyElseAndEndsWithTheServer() throws {
        let server = try #require(Server(bench.tenant))
        defer { server.stop() }
        let port = server.port
        #expect(fault(#"{"path":"/device/style.css","delayMs":600000}"#, port) == 204)
        let slow = try Connection(port)
        slow.send(get("/device/style.css", port))
        var answers: [String] = []
        // The second request is answered whichever of the two meets the fault: the other waits.
        repeat { answers.append(try ask("/device", port)) } while logged(port) < 2
        #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
        server.stop()
        _ = slow.rest()
    }

    private func logged(_ port: UInt16) -> Int {
        let headers = [
            "Host": "127.0.0.1:\(port)",
            "Authorization": "Bearer \(bench.tenant.adminToken.exposedAsString())",
        ]
        guard case .array(let entries)? = bench.send("GET", "/admin/log", headers).json else { return 0 }
        return Set(entries.compactMap { $0["path"]?.text }).count
    }

    @Test func largeBodiesAreRefused() throws {
        let server = try #require(Server(bench.tenant))
        defer { server.stop() }
        let port = server.port
        let connection = try Connection(port)
        let size = Server.bodyLimit + 1
        connection.send(
            "POST /contoso/oauth2/v2.0/token HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
                + "Content-Length: \(size)\r\n\r\n")
        connection.send(String(repeating: "x", count: size))
        #expect(connection.rest().hasPrefix("HTTP/1.1 413 "))
    }

    @Test func aTakenPortIsToldApart() throws {
        let server = try #require(Server(bench.tenant))
        defer { server.stop() }
        #expect(Server(bench.tenant, port: server.port) == nil)
    }
}
