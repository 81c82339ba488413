import FoundationEssentials
import Glibc
import Screens

/// A tenant of the demo's own: a `devtenant` that runs on this machine as long as this object, and not longer.
///
/// It is told that it is over by the end of its input, so that it ends even when this process is killed.
@MainActor
final class DemoTenant {
    /// What the tenant says about itself, in its ready file.
    struct Ready: Decodable, Equatable, Sendable {
        var authority: String
        var graph: String
        var admin: String
        var clientId: String
        var tenantId: String
        var adminToken: String
    }

    let ready: Ready
    private let child: ChildProcess
    private let lock: FolderLock?

    /// - Parameters:
    ///   - program: the path of `devtenant`.
    ///   - keep: the folder of its database, and of the port it had; nil for a tenant that forgets.
    init(program: String, keep: String?) throws(Failure) {
        lock = try keep.map(Self.lock)
        guard let folder = Self.makePrivateFolder() else {
            throw Self.failure("There is no place for temporary files. Set TMPDIR to one.")
        }
        let file = folder + "/ready.json"
        defer {
            unlink(file)
            rmdir(folder)
        }
        var words = ["serve", "--ready-file", file, "--until-stdin-closes"]
        if let keep { words += ["--db", keep + "/tenant.db"] }
        let port = keep.flatMap(Self.port(in:))
        (child, ready) = try Self.start(program, words, port: port, file: file)
        if let keep { Self.note(ready, in: keep) }
    }

    func stop() { child.stop() }

    /// The port of the last time, if it is still free: tokens are kept by address.
    private static func start(
        _ program: String, _ words: [String], port: Int?, file: String
    ) throws(Failure) -> (ChildProcess, Ready) {
        if let port {
            let again = ChildProcess(program, words + ["--port", String(port)])
            if let again, let ready = answer(in: file, of: again) { return (again, ready) }
            unlink(file)
        }
        guard let child = ChildProcess(program, words) else {
            throw failure("\(program) cannot be started. Build it with: swift build")
        }
        if let ready = answer(in: file, of: child) { return (child, ready) }
        let words = child.lastWords
        throw failure("The demo's tenant did not start\(words.isEmpty ? "" : ": \(words)").")
    }

    private static func answer(in file: String, of child: ChildProcess) -> Ready? {
        // Making its keys takes a moment on a slow machine.
        for _ in 0..<1500 {
            if case .bytes(let bytes) = SettingsFile.read(file),
                let ready = try? JSONDecoder().decode(Ready.self, from: Data(bytes))
            {
                return ready
            }
            guard child.isRunning else { return nil }
            usleep(10_000)
        }
        child.stop()
        return nil
    }

    // MARK: - Its place

    /// Beside our own program, then in `PATH`.
    static func program() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        var folders: [String] = []
        if count > 0 {
            let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            folders.append(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
        }
        folders += (Environment.variable("PATH") ?? "").split(separator: ":").map(String.init)
        return folders.map { $0 + "/devtenant" }.first { access($0, X_OK) == 0 }
    }

    private static func makePrivateFolder() -> String? {
        let parent = Environment.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array((parent + "/vestibule-demo-XXXXXX").utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return nil }
            return String(cString: start)
        }
    }

    /// Two tenants on one database would each take the other's port, and so the address of what was kept.
    private static func lock(_ folder: String) throws(Failure) -> FolderLock {
        do {
            return try FolderLock(folder)
        } catch {
            let place = CleanText.inSentence(folder)
            switch error {
            case .inUse:
                throw failure("\(place) is in use by another demo. Leave that first, or keep elsewhere.")
            case .unavailable(let reason): throw failure("\(place): \(String(cString: strerror(reason))).")
            }
        }
    }

    private static func port(in folder: String) -> Int? {
        guard case .bytes(let bytes) = SettingsFile.read(folder + "/port") else { return nil }
        return Int(String(decoding: bytes, as: UTF8.self).trimmingBlanks()).flatMap {
            (1024...65535).contains($0) ? $0 : nil
        }
    }

    private static func note(_ ready: Ready, in folder: String) {
        guard let port = URL(string: ready.authority)?.port else { return }
        let file = open(folder + "/port", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        let text = Array("\(port)\n".utf8)
        _ = write(file, text, text.count)
        close(file)
    }

    private static func failure(_ message: String) -> Failure {
        Failure(.configuration, "noDemoTenant", message, exit: .configuration)
    }
}
