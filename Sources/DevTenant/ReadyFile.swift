import Glibc

/// The file that tells others where the tenant is; 0600, since the admin token is in it.
///
/// It appears complete or not at all, and never in place of another file.
package struct ReadyFile: Sendable {
    package let path: String

    package init(_ path: String, _ contact: Contact) throws(StoreFailure) {
        self.path = path
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreFailure("\(path) cannot be written: \(reason(errno))") }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let line = Array((contact.json(pid: Int(getpid()), withToken: true).description + "\n").utf8)
        guard write(descriptor, line, line.count) == line.count else {
            throw StoreFailure("\(path) cannot be written: \(reason(errno))")
        }
        guard link(draft, path) == 0 else {
            throw StoreFailure(
                errno == EEXIST
                    ? "\(path) is there already: remove it if no devtenant uses it"
                    : "\(path) cannot be written: \(reason(errno))")
        }
    }

    package func remove() { unlink(path) }
}
