import CCurl
import Wire

/// One request under way: its handle, what is sent, what has come. It lives on its driver's thread.
final class CurlTransfer {
    typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    let easy: UnsafeMutableRawPointer
    let plan: CurlPlan
    /// 256 bytes, as CURLOPT_ERRORBUFFER wants.
    let words: UnsafeMutablePointer<CChar>
    let certificate: UnsafeMutablePointer<ccurl_certificate>
    private(set) var answer = CurlAnswer()
    private var continuation: Continuation?
    /// What is sent: libcurl reads from here, and it is wiped at the end.
    private var body: UnsafeMutableRawBufferPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var sent = 0

    /// Nil when libcurl gives no handle, or does not know an option that must not be left out.
    init?(_ plan: CurlPlan, _ continuation: Continuation) {
        guard let easy = ccurl_easy_init() else { return nil }
        self.easy = easy
        self.plan = plan
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        certificate = .allocate(capacity: 1)
        certificate.initialize(to: ccurl_certificate())
        body = plan.body.withExposed { bytes in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
            buffer.copyBytes(from: bytes)
            buffer[bytes.count] = 0
            return buffer
        }
        guard setUp() else {
            close()
            return nil
        }
        self.continuation = continuation
    }

    /// Hands out the result, once.
    func finish(_ result: Result<HTTPResponse, TransportError>) {
        continuation?.resume(returning: result)
        continuation = nil
    }

    /// Whether there was a connection, through the proxy too, on which the request could go out.
    var isUnderWay: Bool { sent > 0 }

    /// Gives everything back; the handle must be out of the multi handle.
    func close() {
        ccurl_easy_cleanup(easy)
        ccurl_list_free(fields)
        body.withMemoryRebound(to: UInt8.self) { for index in $0.indices { $0[index] = 0 } }
        body.deallocate()
        words.deallocate()
        certificate.deallocate()
        answer.wipe()
    }

    func result(_ code: CURLcode) -> Result<HTTPResponse, TransportError> {
        guard code == CURLE_OK else { return .failure(problem(code)) }
        let status = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE)
        // An interim answer is none (RFC 9110, section 15.2).
        guard answer.isHeaderWhole, status >= 200 else { return .failure(.interrupted) }
        return .success(answer.response(status: status))
    }

    fileprivate func take(_ bytes: UnsafeRawBufferPointer, isHeader: Bool) -> Bool {
        isHeader ? answer.takeHeader(bytes) : answer.takeBody(bytes)
    }

    /// libcurl repeats a request by itself when a kept connection turns out to be closed. Whether the service has
    /// read it by then is unknown, so only what changes nothing may go twice.
    fileprivate func maySend() -> Bool {
        sent += 1
        return sent == 1 || plan.method == "GET"
    }

    private func setUp() -> Bool {
        guard setAddress(), setSecurity(), setContent() else { return false }
        let context = Unmanaged.passUnretained(self).toOpaque()
        return ccurl_set_callbacks(easy, takeBody, takeHeader, mayGoOut, context) == CURLE_OK
            && ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words) == CURLE_OK
    }

    private func setAddress() -> Bool {
        set(CURLOPT_URL, plan.url) && set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_PROTOCOLS_STR, plan.isLoopback ? "http,https" : "https")
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_TIMEOUT_MS, plan.milliseconds)
            && set(CURLOPT_CONNECTTIMEOUT_MS, min(10_000, plan.milliseconds))
            // Names are looked up on a thread of their own, which a cancellation must not wait for: the driver may be
            // the program's main thread.
            && set(CURLOPT_QUICK_EXIT, 1)
            // Both said, so that libcurl asks no variable of the environment.
            && set(CURLOPT_PROXY, plan.proxy?.address ?? "") && set(CURLOPT_NOPROXY, "")
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setSecurity() -> Bool {
        _ = ccurl_watch_certificates(easy, certificate)
        let isSet =
            set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)) && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2) && set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        guard isSet, let file = plan.caFile else { return isSet }
        // In place of the system's certificates, so their folder must not be looked into.
        return set(CURLOPT_CAINFO, file) && ccurl_set_string(easy, CURLOPT_CAPATH, nil) == CURLE_OK
            && set(CURLOPT_PROXY_CAINFO, file)
            && ccurl_set_string(easy, CURLOPT_PROXY_CAPATH, nil) == CURLE_OK
    }

    private func setContent() -> Bool {
        // An empty Expect: no round trip to ask whether the body may come.
        for line in plan.headers + ["Expect:", "User-Agent: vestibule/\(Product.version)"] {
            guard let longer = ccurl_list_append(fields, line) else { return false }
            fields = longer
        }
        let isSet =
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            && ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields) == CURLE_OK
            && ccurl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(HTTPResponse.maximumBody))
                == CURLE_OK
        guard isSet, plan.method != "GET" else { return isSet }
        let length = curl_off_t(body.count - 1)
        return ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, length) == CURLE_OK
            && ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress) == CURLE_OK
            && (plan.method == "POST" || set(CURLOPT_CUSTOMREQUEST, plan.method))
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        ccurl_set_long(easy, option, value) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String) -> Bool {
        ccurl_set_string(easy, option, value) == CURLE_OK
    }
}

private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>, _ one: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int { take(bytes, one * count, context, isHeader: false) }

private func takeHeader(
    _ bytes: UnsafeMutablePointer<CChar>, _ one: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int { take(bytes, one * count, context, isHeader: true) }

private func take(
    _ bytes: UnsafeMutablePointer<CChar>, _ count: Int, _ context: UnsafeMutableRawPointer?, isHeader: Bool
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let isTaken = transfer.take(UnsafeRawBufferPointer(start: bytes, count: count), isHeader: isHeader)
    return isTaken ? count : -1
}

private func mayGoOut(
    _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?,
    _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    guard let context else { return CURL_PREREQFUNC_ABORT }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
