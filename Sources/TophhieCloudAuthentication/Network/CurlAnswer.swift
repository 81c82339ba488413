import Wire

/// An answer while it comes in: bounded, and wiped if it is not handed out.
struct CurlAnswer {
    private var headers: [HTTPField] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var used = 0
    /// The empty line that ends a header section came (RFC 9112, section 2.1): libcurl takes an answer that breaks off
    /// before it for a whole one.
    private(set) var isHeaderWhole = false
    /// More came than is taken.
    private(set) var isTooLarge = false

    /// Far beyond what the service sends.
    private static let maximumHeaders = 1 << 16

    /// One line, with its end. False ends the transfer.
    mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaders else {
            isTooLarge = true
            return false
        }
        let text = String(decoding: line, as: UTF8.self)
        // A status line begins a new answer: what came before was an interim one (RFC 9110, section 15.2).
        if used == 0, text.hasPrefix("HTTP/") { (headers, isHeaderWhole) = ([], false) }
        if text == "\r\n" || text == "\n" { isHeaderWhole = true }
        // Trailers, behind the body, say nothing that is asked for.
        guard used == 0, let colon = text.firstIndex(of: ":") else { return true }
        headers.append(HTTPField(String(text[..<colon]), Self.trimmed(text[text.index(after: colon)...])))
        return true
    }

    /// False ends the transfer.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard used + bytes.count <= HTTPResponse.maximumBody else {
            isTooLarge = true
            return false
        }
        if used + bytes.count > body.count { grow(to: max(used + bytes.count, body.count * 2, 4096)) }
        body.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[used...]).copyBytes(from: bytes)
        }
        used += bytes.count
        return true
    }

    mutating func response(status: Int) -> HTTPResponse {
        let bytes = Array(body[..<used])
        wipe()
        return HTTPResponse(status: status, headers: headers, body: bytes)
    }

    mutating func wipe() {
        Wire.wipe(&body)
        used = 0
    }

    /// An array that grows by itself leaves its old bytes behind.
    private mutating func grow(to size: Int) {
        var larger = [UInt8](repeating: 0, count: size)
        larger.withUnsafeMutableBytes { new in body.withUnsafeBytes { new.copyMemory(from: $0) } }
        Wire.wipe(&body)
        body = larger
    }

    private static func trimmed(_ value: Substring) -> String {
        var value = value
        while let first = value.first, first.isWhitespace { value.removeFirst() }
        while let last = value.last, last.isWhitespace { value.removeLast() }
        return String(value)
    }
}
