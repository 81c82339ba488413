import FoundationEssentials
import Glibc

/// One configuration file: its bytes, and the names and values in them.
enum SettingsFile {
    enum Content: Equatable {
        case bytes([UInt8])
        case missing
        /// Why it cannot be read: the end of a sentence.
        case failure(String)
    }

    /// Far beyond any configuration.
    private static let largest = 1 << 20

    /// - Parameter objection: why a file of this state is not to be read: the end of a sentence, or nil.
    static func read(_ path: String, objection: (stat) -> String? = { _ in nil }) -> Content {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .failure(reason(errno))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return .failure(reason(errno)) }
        if let words = objection(status) { return .failure(words) }
        let isPipe = status.st_mode & S_IFMT == S_IFIFO
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN, waits(for: file) { continue }
                return .failure(reason(errno))
            }
            if count == 0 {
                // Nobody writes to it: settings that did not come are not settings that are not set.
                return isPipe && bytes.isEmpty
                    ? .failure("it is a pipe, and nothing came from it") : .bytes(bytes)
            }
            bytes += buffer[..<count]
            if bytes.count > largest { return .failure("it is larger than 1 MiB") }
        }
    }

    /// Whether more came from a pipe whose writer takes its time.
    private static func waits(for file: Int32) -> Bool {
        var pipe = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        return poll(&pipe, 1, patience) > 0
    }

    /// Milliseconds.
    private static let patience: Int32 = 5000

    /// Why settings of a file are not obeyed: they say where passwords go, so nobody else may have written them. A group
    /// may, as where each person is a group.
    ///
    /// - Parameter isNamed: on the command line, so that its owner is the person's own choice.
    static func objection(to status: stat, isNamed: Bool, user: uid_t = geteuid()) -> String? {
        // Neither a terminal nor /dev/null is a file that somebody wrote.
        guard status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFIFO else { return nil }
        if status.st_mode & 0o002 != 0 {
            return "anybody may write to it, and it says where passwords go. Mend it with: chmod o-w"
        }
        guard isNamed || status.st_uid == user || status.st_uid == 0 else {
            return "it is neither yours nor the superuser's, and it says where passwords go"
        }
        return nil
    }

    /// JSON5, as an object; a blank file is one without settings.
    static func decode(_ bytes: [UInt8], path: String) throws(SettingsError) -> [String: SettingValue] {
        if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return [:] }
        // RFC 8259, section 8.1.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SettingsError(.invalidSyntax, "\(path): this is not text in UTF-8.")
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            return try decoder.decode([String: SettingValue].self, from: Data(bytes))
        } catch DecodingError.typeMismatch {
            throw SettingsError(.invalidSyntax, "\(path): the whole file must be one object: { … }.")
        } catch {
            throw SettingsError(
                .invalidSyntax, "\(path): this is not JSON. Look for a missing comma, quote or brace.")
        }
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
