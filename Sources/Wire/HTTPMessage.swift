/// A request before it has a host: what an endpoint is asked, in HTTP's terms.
package struct HTTPRequest: Equatable, Sendable {
    package enum Method: String, Sendable { case get = "GET", post = "POST", patch = "PATCH" }

    package var method: Method
    /// The path behind the tenant segment, with its leading slash: `/oauth2/v2.0/token`.
    package var path: String
    /// Header fields in the order in which they are sent.
    package var headers: [HTTPHeader]
    /// The body's bytes; empty for none.
    package var body: Secret

    package init(method: Method, path: String, headers: [HTTPHeader] = [], body: Secret = .empty) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// One header field.
package struct HTTPHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An answer as it came: any status, the header fields, the whole (bounded) body.
package struct HTTPResponse: Equatable, Sendable {
    /// The status code, 100 to 599.
    package var status: Int
    package var headers: [HTTPHeader]
    /// The body's bytes: at most ``maximumBody``.
    package var body: Secret

    /// Bodies beyond this many bytes are refused (1 MiB).
    package static let maximumBody = 1 << 20

    package init(status: Int, headers: [HTTPHeader] = [], body: Secret = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of the field, whose name is compared without case (RFC 9110, section 5.1).
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension String {
    /// The text, where it can be a reference for a person to quote: what comes from outside in its place could be
    /// of any length and say anything.
    package var asReference: String? {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && (1...64).contains(utf8.count) ? self : nil
    }
}

extension HTTPResponse {
    /// Our own correlation id, as the service sent it back.
    var reference: String? { header("client-request-id")?.asReference }
}
