import FoundationEssentials
import Glibc
import Wire

/// One request in libcurl's terms, decided before its driver sees it. It does no networking.
struct CurlPlan: Sendable {
    let url: String
    let host: String
    /// Plain http is allowed, proxies are not.
    let isLoopback: Bool
    let method: String
    /// Whole header lines.
    let headers: [String]
    let body: Secret
    let milliseconds: Int
    let caFile: String?
    let proxy: Proxy?

    init(_ request: HTTPRequest, _ options: CurlTransport.Options) throws(TransportError) {
        guard let (scheme, host) = Address.schemeAndHost(of: request.url), request.url.user() == nil else {
            throw .other(code: 0, text: "the address is none of http or https")
        }
        isLoopback = Address.isLoopback(host)
        if scheme == "http", !isLoopback { throw .insecureAddress(host: host) }
        guard request.method.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }),
            !request.headers.contains(where: { !$0.isPlain })
        else { throw .other(code: 0, text: "the method or a header field holds a control character") }
        self.host = host
        url = request.url.absoluteString
        method = request.method
        // With a colon and nothing behind it libcurl would leave the field out.
        headers = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        body = request.content
        milliseconds = (request.timeLimit ?? options.timeLimit).milliseconds
        let environment = options.trustsEnvironment ? Self.environment : { _ in nil }
        caFile = options.caFile ?? environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
        proxy = Proxy.choose(scheme: scheme, host: host, setting: options.proxy, environment: environment)
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension HTTPField {
    /// Nothing in it can end the line or the name.
    fileprivate var isPlain: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

extension Duration {
    /// At least one, for libcurl reads 0 as "for ever".
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
