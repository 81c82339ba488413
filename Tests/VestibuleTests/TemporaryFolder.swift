import Glibc

/// A folder of a test's own, gone with the value's last holder.
final class TemporaryFolder: Sendable {
    let path: String

    init?() {
        var template = Array("/tmp/vestibule-tests-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { return nil }
        path = made
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// Writes a file into it and gives its path.
    func write(_ text: String, to name: String) -> String {
        let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let bytes = Array(text.utf8)
        _ = Glibc.write(file, bytes, bytes.count)
        close(file)
        return path + "/" + name
    }

    private var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }
}
