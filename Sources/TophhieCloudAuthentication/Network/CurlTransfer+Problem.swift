import CCurl
import Glibc

extension CurlTransfer {
    /// libcurl's result in our words.
    func problem(_ code: CURLcode) -> TransportError {
        if answer.isTooLarge { return .bodyTooLarge }
        if Self.opening.contains(code), let problem = TransportError.noDescriptors { return problem }
        switch code {
        // The look-up has a thread of its own.
        case CURLE_COULDNT_RESOLVE_HOST where text.contains("thread failed to start"): return other(code)
        case CURLE_COULDNT_RESOLVE_HOST: return .nameNotResolved(host: plan.host)
        case CURLE_COULDNT_RESOLVE_PROXY: return proxyProblem(.nameNotResolved) ?? other(code)
        case CURLE_PROXY: return proxyProblem(.unreachable) ?? other(code)
        case CURLE_COULDNT_CONNECT: return proxyProblem(.unreachable) ?? notConnected(code)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: return certificateProblem()
        case CURLE_SSL_CACERT_BADFILE: return caFileProblem() ?? other(code)
        case CURLE_SSL_CONNECT_ERROR: return tlsProblem(code)
        case CURLE_FILESIZE_EXCEEDED: return .bodyTooLarge
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return connectProblem() ?? silentProxyProblem() ?? .interrupted
        // Header lines beyond what libcurl keeps: the first until 8.5, the second since.
        case CURLE_OUT_OF_MEMORY where isUnderWay, CURLcode(rawValue: 100) where isUnderWay:
            return .bodyTooLarge
        // No status line, or what cannot follow one.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_FUNCTION_ARGUMENT:
            if isUnderWay { return other(code, "what answers there does not speak HTTP; check the address") }
            return connectProblem() ?? silentProxyProblem() ?? other(code)
        // Our own refusal to send a request twice.
        case CURLE_ABORTED_BY_CALLBACK: return .interrupted
        default: return other(code)
        }
    }

    /// What libcurl says where it could open nothing.
    private static let opening = [
        CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_FAILED_INIT,
        CURLE_SSL_CACERT_BADFILE,
    ]

    private var text: String { String(cString: words) }

    private func other(_ code: CURLcode) -> TransportError {
        other(code, text.isEmpty ? String(cString: ccurl_words(code)) : text)
    }

    private func other(_ code: CURLcode, _ text: String) -> TransportError {
        .other(code: Int(code.rawValue), text: text)
    }

    private func proxyProblem(_ problem: TransportError.ProxyProblem) -> TransportError? {
        plan.proxy.map { .proxy(name: $0.name, problem) }
    }

    /// The proxy's answer to CONNECT, when that is what failed.
    private func connectProblem() -> TransportError? {
        let status = ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE)
        guard status >= 300 else { return nil }
        return proxyProblem(status == 407 ? .wantsCredentials : .refused(status: status))
    }

    /// A proxy that was to make way by CONNECT, and said nothing that can be read (RFC 9110, section 9.3.6).
    private func silentProxyProblem() -> TransportError? {
        guard let proxy = plan.proxy, !proxy.isSOCKS, !isUnderWay,
            ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE) == 0
        else { return nil }
        return proxyProblem(.unreachable)
    }

    private func notConnected(_ code: CURLcode) -> TransportError {
        switch Int32(ccurl_get_long(easy, CURLINFO_OS_ERRNO)) {
        case ECONNREFUSED: .connectionRefused(host: plan.host)
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: .unreachable(host: plan.host)
        case ETIMEDOUT: .timedOut
        default: other(code)
        }
    }

    private func tlsProblem(_ code: CURLcode) -> TransportError {
        let words = text
        if words.contains("unsupported protocol") || words.contains("alert protocol version") {
            return .tlsTooOld(host: plan.host)
        }
        if words.contains("SSL_ERROR_SYSCALL") || words.contains("reset by peer")
            || words.contains("unexpected eof")
        {
            return .interrupted
        }
        // What OpenSSL calls bytes that are no record of TLS (RFC 8446, section 5.1).
        let foreign = ["wrong version number", "packet length too long", "record layer failure"]
        guard foreign.contains(where: words.contains) else { return other(code) }
        return silentProxyProblem() ?? other(code, "what answers there does not speak TLS; check the address")
    }

    private func caFileProblem() -> TransportError? {
        plan.caFile.map { access($0, R_OK) == 0 ? .caFileInvalid(path: $0) : .caFileUnreadable(path: $0) }
    }

    private func certificateProblem() -> TransportError {
        let issuer = withUnsafeBytes(of: certificate.pointee.issuer) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .certificate(host: plan.host, issuer: issuer.isEmpty ? nil : issuer, refusal())
    }

    /// By OpenSSL's verdict, X509_V_ERR_…; that the host does not fit is found by libcurl itself, after it.
    private func refusal() -> TransportError.CertificateProblem {
        switch ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) {
        case 9: .notYetValid
        case 10: .expired
        case 2, 18, 19, 20, 21, 27: .unknownIssuer
        case 62, 64: .wrongHost
        default: text.contains("subject name") ? .wrongHost : .other(text)
        }
    }
}

extension TransportError {
    /// Nil where the process can still open what a connection takes: two descriptors.
    static var noDescriptors: TransportError? {
        guard WakePipe() == nil else { return nil }
        return .other(code: Int(errno), text: "this process may open no more files or connections")
    }
}
