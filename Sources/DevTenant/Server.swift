import CHTTPServer
import Synchronization

/// The tenant on a loopback port; the only user of libmicrohttpd.
///
/// Each connection has a thread, so a request that a fault delays holds up nobody else.
package final class Server: Sendable {
    /// In PEM.
    package struct Certificate: Sendable {
        package var key: [UInt8]
        package var chain: [UInt8]

        package init(key: [UInt8], chain: [UInt8]) {
            self.key = key
            self.chain = chain
        }
    }

    package static let bodyLimit = 1 << 20

    package let port: UInt16
    private let handle: Mutex<OpaquePointer?>
    private let tenant: DevTenant

    /// Nil when the port cannot be had, or the certificate cannot be used. Port 0 takes any.
    package init?(_ tenant: DevTenant, port: UInt16 = 0, certificate: Certificate? = nil) {
        let key = certificate.map { String(decoding: $0.key, as: UTF8.self) }
        let chain = certificate.map { String(decoding: $0.chain, as: UTF8.self) }
        // The server is stopped before the tenant goes: it is kept below.
        let context = Unmanaged.passUnretained(tenant).toOpaque()
        guard let handle = chttpd_start(port, Self.bodyLimit, key, chain, answer, context) else { return nil }
        self.port = chttpd_port(handle)
        self.handle = Mutex(handle)
        self.tenant = tenant
        tenant.move(to: "\(certificate == nil ? "http" : "https")://127.0.0.1:\(self.port)")
    }

    deinit { stop() }

    /// Ends every connection and gives the port back.
    package func stop() {
        let running = handle.withLock { handle -> OpaquePointer? in
            defer { handle = nil }
            return handle
        }
        if let running { chttpd_stop(running) }
    }
}

/// Called by libmicrohttpd on the connection's thread.
private func answer(context: UnsafeMutableRawPointer?, handle: OpaquePointer) {
    guard let context else { return }
    let tenant = Unmanaged<DevTenant>.fromOpaque(context).takeUnretainedValue()
    var response = TenantResponse(status: 413)
    if chttpd_body_too_large(handle) == 0 { response = tenant.respond(to: request(handle)) }
    if response.delayMilliseconds > 0 { chttpd_wait(handle, UInt32(response.delayMilliseconds)) }
    for header in response.headers { chttpd_reply_header(handle, header.name, header.value) }
    let status = UInt32(response.status)
    switch response.delivery {
    case .whole: chttpd_reply(handle, status, response.body, response.body.count)
    case .truncated(let count):
        chttpd_reply_truncated(handle, status, response.body, response.body.count, count)
    case .dropped: break
    }
}

private func request(_ handle: OpaquePointer) -> TenantRequest {
    var length = 0
    let bytes = chttpd_body(handle, &length)
    return TenantRequest(
        method: String(cString: chttpd_method(handle)), target: String(cString: chttpd_target(handle)),
        headers: (0..<chttpd_header_count(handle)).map {
            TenantHeader(
                String(cString: chttpd_header_name(handle, $0)),
                String(cString: chttpd_header_value(handle, $0)))
        },
        body: Array(UnsafeBufferPointer(start: bytes, count: length)),
        connection: Int(chttpd_connection(handle)))
}
