public import FoundationEssentials
package import Wire

/// The way to the service: one request out, one answer back.
///
/// It does not judge: any status is an answer. An implementation never follows a redirect, never sends a request
/// twice by itself, and returns early when the surrounding task is cancelled.
public protocol Transport: Sendable {
    /// Sends one request and waits for the whole answer.
    ///
    /// - Parameter request: to be sent as it is, its headers in their order.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``TransportError`` when there is none: ``TransportError/cancelled`` for a cancelled task.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// A request with its full address, as a transport gets it.
///
/// Its body may hold a password: it is wiped when the last copy of the request goes, and does not print.
public struct HTTPRequest: Equatable, Sendable {
    /// `GET`, `POST` or `PATCH`.
    public var method: String
    /// The whole address.
    public var url: URL
    /// In the order in which they are sent.
    public var headers: [HTTPField]
    /// How long the whole exchange may take; nil for the transport's own limit.
    public var timeLimit: Duration?
    package var content: Secret

    /// A request; `body` is copied to bytes that are wiped.
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

    /// An answer of a transport of one's own.
    public init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
        wire = Wire.HTTPResponse(
            status: status, headers: headers.map { HTTPHeader($0.name, $0.value) }, body: Secret(body))
    }

    /// The service's clock when it answered, in seconds since 1970.
    package var serverTime: Int? { wire.header("Date").flatMap(HTTPDate.seconds) }

    /// Whether it speaks to a browser and not to us: a redirect, a page, or a network that wants a sign-in of its own
    /// (RFC 6585, section 6). A refusal may come as a page and is a refusal all the same.
    package var isForBrowsers: Bool {
        switch status {
        case 300..<400, 511: true
        case 200..<300:
            wire.header("Content-Type")?.lowercased().hasPrefix("text/html") == true
                || wire.body.withExposed { $0.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }
                    == UInt8(ascii: "<")
        default: false
        }
    }

    /// The status code, 100 to 599.
    public var status: Int { wire.status }
    /// In the order in which they came.
    public var headers: [HTTPField] { wire.headers.map { HTTPField($0.name, $0.value) } }
    /// A copy of the body's bytes; it is not wiped.
    public var body: [UInt8] { wire.body.withExposed { $0 } }

    /// The status and the names of the headers.
    public var description: String { "HTTPResponse(\(status), \(headers))" }
    /// The same: a dump does not show the body either.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "headers": headers]) }
}

extension HTTPResponse {
    /// How long to wait before the same request is sent again: when the service itself said so (RFC 9110,
    /// section 10.2.3; RFC 6585, section 4) and it leaves time for an answer.
    func pause(within rest: Duration) -> Duration? {
        guard status == 429 || status == 503, let asked = wire.retryAfter else { return nil }
        let pause = max(asked, .seconds(1))
        return pause < rest ? pause : nil
    }
}

/// One header field (RFC 9110, section 5). It may hold an access token, so only its name prints.
public struct HTTPField: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Compared without case.
    public var name: String
    /// Without blanks at its ends.
    public var value: String

    /// A field with its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The name alone.
    public var description: String { "\(name): •••" }
    /// The name alone.
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
