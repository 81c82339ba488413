import Glibc

/// What wakes a thread that waits in `poll`. It carries nothing but that.
package final class WakePipe: Sendable {
    /// Readable from ``ring()`` until ``quiet()``.
    package let descriptor: Int32
    private let end: Int32

    /// Nil when no descriptors are left.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, end) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(end)
    }

    /// From any thread, but with no lock held: whoever wakes up would only wait for that.
    package func ring() {
        var byte: UInt8 = 1
        // A full pipe wakes just as well.
        _ = write(end, &byte, 1)
    }

    package func quiet() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }
}
