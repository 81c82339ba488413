import Glibc
import Synchronization
import TophhieCloudAuthentication

/// Looks up a host's address as libcurl will, but not for longer than it may take: the system's own call has no limit,
/// and waits for one dead name server after the other.
struct NameLookup: Sendable {
    enum Answer: Equatable, Sendable {
        case address(String)
        /// There is none, with the system's words.
        case none(String)
        /// Nothing came in time.
        case late
    }

    /// Takes as long as it likes, on a thread of its own.
    var resolve: @Sendable (String) -> Answer = Self.askSystem

    /// Blocks, for `limit` at most.
    func first(of host: String, within limit: Duration, elapsed: () -> Duration) -> Answer {
        guard let bell = WakePipe() else { return .none("no descriptors are left") }
        let box = Box()
        let isStarted = startThread { [resolve] in
            let answer = resolve(host)
            box.answer.withLock { $0 = answer }
            bell.ring()
        }
        guard isStarted else { return .none("no thread can be started") }
        let end = elapsed() + limit
        while true {
            var rope = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&rope, 1, (end - elapsed()).milliseconds)
            if let answer = box.answer.withLock({ $0 }) { return answer }
            if count == 0 { return .late }
        }
    }

    private final class Box: Sendable { let answer = Mutex<Answer?>(nil) }

    @Sendable private static func askSystem(_ host: String) -> Answer {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        guard code == 0, let first = found else { return .none(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        getnameinfo(
            first.pointee.ai_addr, first.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
            NI_NUMERICHOST)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return .address(String(decoding: bytes, as: UTF8.self))
    }
}
