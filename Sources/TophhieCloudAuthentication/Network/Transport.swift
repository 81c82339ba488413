public import FoundationEssentials
package import Wire

/// The way to the service: one request out, one answer back.
///
/// It does not judge: any status is an answer. An implementation never follows a redirect, never sends a request
/// twice by itself, and returns early when the surrounding task is cancelled.
public protocol Transport: Sendable {
    /// Sends one request and waits for the whole answer.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// A request with its full address, as a transport gets it.
///
/// Its body may hold a password: it is wiped when the last copy of the request goes, and does not print.
public struct HTTPRequest: Equatable, Sendable {
    /// `GET`, `POST` or `PATCH`.
    public var method: String
    public var url: URL
    /// In the order in which they are sent.
    public var headers: [HTTPField]
    /// How long the whole exchange may take; nil for the transport's own limit.
    public var timeLimit: Duration?
    package var content: Secret

    public init(
        method: String = "GET", url: URL, headers: [HTTPField] = [], body: [UInt8] = [],
        timeLimit: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.timeLimit = timeLimit
        content = Secret(body)
    }

    /// A request of the protocol, sent to the whole address of its endpoint.
    package init(_ request: Wire.HTTPRequest, to url: URL, timeLimit: Duration? = nil) {
        method = request.method.rawValue
        self.url = url
        headers = request.headers.map { HTTPField($0.name, $0.value) }
        self.timeLimit = timeLimit
        content = request.body
    }

    /// A copy of the body's bytes, for the socket only: a transport wipes it once it is sent.
    public var body: [UInt8] { content.withExposed { $0 } }
}

/// An answer as it came.
///
/// Its body may hold tokens: it is wiped when the last copy of the answer goes, and does not print.
public struct HTTPResponse: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// What the protocol's decoder reads.
    package let wire: Wire.HTTPResponse

    /// The largest body that is taken: 1 MiB.
    public static let maximumBody = Wire.HTTPResponse.maximumBody

    public init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        wire = Wire.HTTPResponse(
            status: status, headers: headers.map { HTTPHeader($0.name, $0.value) }, body: Secret(body))
    }

    /// The service's clock when it answered, in seconds since 1970.
    package var serverTime: Int? { wire.header("Date").flatMap(HTTPDate.seconds) }

    /// The status code, 100 to 599.
    public var status: Int { wire.status }
    public var headers: [HTTPField] { wire.headers.map { HTTPField($0.name, $0.value) } }
    /// A copy of the body's bytes; it is not wiped.
    public var body: [UInt8] { wire.body.withExposed { $0 } }

    public var description: String { "HTTPResponse(\(status), \(headers))" }
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "headers": headers]) }
}

/// One header field (RFC 9110, section 5). It may hold an access token, so only its name prints.
public struct HTTPField: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    public var description: String { "\(name): •••" }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension URL {
    /// The address with `path`, which begins with a slash, behind it.
    package func extended(by path: String) -> URL {
        var text = absoluteString
        if text.hasSuffix("/") { text.removeLast() }
        return URL(string: text + path) ?? appending(path: path)
    }
}
