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

    static func read(_ path: String) -> Content {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .failure(reason(errno))
        }
        defer { close(file) }
        var status = stat()
        let isPipe = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
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

    /// JSON5, as an object; a blank file is one without settings.
    static func decode(_ bytes: [UInt8], path: String) throws(SettingsError) -> [String: SettingValue] {
        if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return [:] }
        // RFC 8259, section 8.1.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SettingsError(.invalidSyntax, "\(path): this is not text in UTF-8.")
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let settings: [String: SettingValue]
        do {
            settings = try decoder.decode([String: SettingValue].self, from: Data(bytes))
        } catch DecodingError.typeMismatch {
            throw SettingsError(.invalidSyntax, "\(path): the whole file must be one object: { … }.")
        } catch {
            throw SettingsError(
                .invalidSyntax, "\(path): this is not JSON. Look for a missing comma, quote or brace.")
        }
        // The decoder takes one of two without a word.
        let names = SettingNames.inOrder(of: bytes)
        guard names.count == settings.count else {
            var seen: Set<String> = []
            let doubled = names.first { !seen.insert($0).inserted }.map { "\"\($0)\"" } ?? "A setting"
            throw SettingsError(.invalidSyntax, "\(path): \(doubled) is set twice.")
        }
        return settings
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
