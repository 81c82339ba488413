import Glibc
import Wire

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

extension ReadyFile {
    /// How a ready file says that its tenant is asked. The file may be anybody's: it names this machine, and nothing
    /// in it ends a line of a request.
    package struct Admin: Sendable {
        package let address: String
        let token: Secret
        /// What a request has to have (RFC 6750, section 2.1).
        package var header: String { "Authorization: Bearer \(token.exposedAsString())" }

        /// Nil for anything that no devtenant wrote.
        package init?(parsing file: [UInt8]) {
            guard let ready = try? JSON(parsing: file), let address = ready["admin"]?.text,
                let token = ready["adminToken"]?.text, Self.isOurs(address),
                !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return nil }
            self.address = address
            self.token = Secret(token)
        }

        /// `http://127.0.0.1:PORT/admin` to the letter, or with https.
        private static func isOurs(_ address: String) -> Bool {
            ["http", "https"].contains { scheme in
                let (start, end) = ("\(scheme)://127.0.0.1:", "/admin")
                guard address.hasPrefix(start), address.hasSuffix(end) else { return false }
                let port = address.dropFirst(start.count).dropLast(end.count)
                return port.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(port) ?? 0 > 0
            }
        }
    }
}
