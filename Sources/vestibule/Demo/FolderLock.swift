import Glibc

/// A folder that one process at a time may use, until this object or its process is gone.
///
/// It keeps nobody out who does not ask for it.
final class FolderLock: Sendable {
    private let file: Int32

    enum Failure: Error, Equatable {
        case inUse
        /// The number of the system's error.
        case unavailable(Int32)
    }

    init(_ folder: String) throws(Failure) {
        let file = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .unavailable(errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(file)
            throw reason == EWOULDBLOCK ? .inUse : .unavailable(reason)
        }
        self.file = file
    }

    deinit { close(file) }
}
