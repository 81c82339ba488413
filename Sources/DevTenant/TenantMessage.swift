/// A header line.
package struct TenantHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A complete request as the tenant sees it, whether it came by a socket or from a test in the same process.
package struct TenantRequest: Sendable {
    package var method: String
    /// Path and query, percent-encoded.
    package var target: String
    package var headers: [TenantHeader]
    package var body: [UInt8]
    /// Numbers TCP connections from 1.
    package var connection: Int

    package init(
        method: String, target: String, headers: [TenantHeader] = [], body: [UInt8] = [], connection: Int = 1
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.connection = connection
    }

    /// The first header of that name, whatever its case.
    package func header(_ name: String) -> String? { headers(name).first }

    package func headers(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// An answer, with what a fault asks to be done to it on the way.
package struct TenantResponse: Sendable {
    package enum Delivery: Equatable, Sendable {
        case whole
        /// The length is announced in full, that many bytes are sent, then the connection closes.
        case truncated(Int)
        /// The connection closes without a word.
        case dropped
    }

    package var status: Int
    package var headers: [TenantHeader] = []
    package var body: [UInt8] = []
    package var delivery = Delivery.whole
    package var delayMilliseconds = 0

    package init(status: Int, headers: [TenantHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package static func json(_ value: JSON, status: Int = 200) -> TenantResponse {
        TenantResponse(
            status: status, headers: [TenantHeader("Content-Type", "application/json; charset=utf-8")],
            body: value.bytes)
    }

    package static let nothing = TenantResponse(status: 204)

    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    mutating func set(_ name: String, _ value: String) {
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append(TenantHeader(name, value))
    }
}
