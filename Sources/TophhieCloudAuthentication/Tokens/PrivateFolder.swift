import Glibc

/// A folder that is the person's own, by its descriptor: what was checked is what is used.
///
/// It follows no links within, and knows nothing of tokens.
final class PrivateFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// What lies under a name.
    enum Content {
        case none
        /// Something that cannot be ours: a folder, a link, too large, not readable.
        case odd
        case bytes([UInt8])
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Nil when it is not there and not to be made.
    static func open(_ path: String, creating: Bool) throws(TokenStoreError) -> PrivateFolder? {
        if creating { try make(path) }
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR || errno == EACCES, !creating { return nil }
            if errno == ELOOP || errno == ENOTDIR { throw .notPrivate(path: path) }
            throw cannotUse(path)
        }
        let folder = PrivateFolder(path: path, descriptor: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw .notPrivate(path: path)
        }
        if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 { throw .notPrivate(path: path) }
        return folder
    }

    func isSame(as other: PrivateFolder) -> Bool {
        var mine = stat()
        var theirs = stat()
        guard fstat(descriptor, &mine) == 0, fstat(other.descriptor, &theirs) == 0 else { return true }
        return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
    }

    func read(_ name: String, atMost limit: Int) throws(TokenStoreError) -> Content {
        // NONBLOCK: a pipe in the file's place must not hang us.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return .none }
            guard Self.isOdd(errno) else { throw Self.cannotUse(path) }
            return .odd
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= limit
        else { return .odd }
        if status.st_mode & 0o077 != 0 { _ = fchmod(file, 0o600) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress?.advanced(by: filled), $0.count - filled, filled)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw Self.cannotUse(path) }
            // Shorter than it was a moment ago.
            if count == 0 { return .odd }
            filled += count
        }
        return .bytes(bytes)
    }

    /// Whether what cannot be opened is to blame itself. Descriptors, memory or a disk that are wanting may be back in a
    /// moment: nothing is given up for these.
    static func isOdd(_ code: Int32) -> Bool {
        switch code {
        case ELOOP, EACCES, EPERM, EISDIR, ENOTDIR, ENXIO, ENODEV, EOVERFLOW: true
        default: false
        }
    }

    /// The whole file or the old one, whatever happens: written aside, synced, renamed, the folder synced.
    func replace(_ name: String, with bytes: [UInt8]) throws(TokenStoreError) {
        let aside = name + ".new"
        // Left behind by a process that was killed; the lock is ours.
        unlinkat(descriptor, aside, 0)
        let file = openat(descriptor, aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw cannotWrite() }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0, write(bytes, to: file), fsync(file) == 0,
            renameat(descriptor, aside, descriptor, name) == 0
        else {
            let problem = cannotWrite()
            unlinkat(descriptor, aside, 0)
            throw problem
        }
        fsync(descriptor)
    }

    func remove(_ name: String) throws(TokenStoreError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw cannotWrite() }
        fsync(descriptor)
    }

    /// Takes everything out of a file that cannot be removed, as in a folder that is read-only.
    func empty(_ name: String) -> Bool {
        let file = openat(descriptor, name, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        fsync(file)
        close(file)
        return true
    }

    /// Gives whatever lies under `name` another name, which it returns. Of too many the last makes room.
    func moveAside(_ name: String) throws(TokenStoreError) -> String {
        let last = 99
        for number in 1...last {
            let aside = "\(name).damaged-\(number)"
            var status = stat()
            guard fstatat(descriptor, aside, &status, AT_SYMLINK_NOFOLLOW) != 0 || number == last else {
                continue
            }
            guard renameat(descriptor, name, descriptor, aside) == 0 else { break }
            fsync(descriptor)
            return aside
        }
        throw cannotWrite()
    }

    /// Runs `body` under the lock, which ends with the process, however that ends. Nil while another process, or
    /// another store of this one, holds it: it never waits.
    func tryLocked<R>(_ name: String, _ body: () throws -> R) throws -> R? {
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw cannotWrite() }
        defer { close(file) }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return try body() }
        guard errno == EWOULDBLOCK || errno == EINTR else { throw cannotWrite() }
        return nil
    }

    private func cannotWrite() -> TokenStoreError { Self.cannotUse(path) }

    /// What the last call of the system says.
    private static func cannotUse(_ path: String) -> TokenStoreError {
        switch errno {
        case EACCES, EPERM, EROFS: .notWritable(path: path)
        case let code: .failed(path: path, reason: String(cString: strerror(code)))
        }
    }

    private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// The folder and those above it, for the person alone where they are new.
    private static func make(_ path: String) throws(TokenStoreError) {
        guard path.hasPrefix("/") else { throw .notWritable(path: path) }
        var end = path.index(after: path.startIndex)
        while true {
            end = path[end...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o700) != 0, errno != EEXIST {
                var status = stat()
                // Read-only and unreadable parents are no hindrance while they are there.
                guard stat(part, &status) == 0 else { throw .notWritable(path: path) }
            }
            guard end < path.endIndex else { return }
            end = path.index(after: end)
        }
    }
}
