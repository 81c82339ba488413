import Glibc

/// Writes text to a descriptor, all of it.
///
/// It buffers nothing and has no use for errors: a reader that is gone needs no answer.
enum FileDescriptorWriter {
    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = Glibc.poll(&poll, 1, 1000)
            } else if errno != EINTR {
                return
            }
        }
    }
}
