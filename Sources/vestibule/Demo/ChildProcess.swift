import Glibc

/// A program that runs as long as its input is open. It gets no terminal of ours: signals for us are not for it.
@MainActor
final class ChildProcess {
    private let id: pid_t
    private var input: Int32
    private let errors: Int32
    private var hasEnded = false

    init?(_ program: String, _ words: [String]) {
        guard let (inputRead, inputWrite) = Self.pipe() else { return nil }
        guard let (errorRead, errorWrite) = Self.pipe() else {
            close(inputRead)
            close(inputWrite)
            return nil
        }
        defer {
            close(inputRead)
            close(errorWrite)
        }
        input = inputWrite
        errors = errorRead
        _ = fcntl(errors, F_SETFL, O_NONBLOCK)
        guard let id = Self.spawn(program, words, input: inputRead, errors: errorWrite) else {
            close(inputWrite)
            close(errorRead)
            return nil
        }
        self.id = id
    }

    isolated deinit {
        stop()
        close(errors)
    }

    var isRunning: Bool {
        if !hasEnded { hasEnded = waitpid(id, nil, WNOHANG) == id }
        return !hasEnded
    }

    /// Closes its input; what does not end by that within two seconds is ended by force.
    func stop() {
        if input >= 0 { close(input) }
        input = -1
        for step in 0..<300 where isRunning {
            if step == 200 { kill(id, SIGTERM) }
            usleep(10_000)
        }
        if isRunning {
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
            hasEnded = true
        }
    }

    /// The last line that it wrote to its standard error.
    var lastWords: String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 65_536 {
            let count = read(errors, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func pipe() -> (read: Int32, write: Int32)? {
        var pair: [Int32] = [-1, -1]
        guard Glibc.pipe(&pair) == 0 else { return nil }
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (pair[0], pair[1])
    }

    private static func spawn(_ program: String, _ words: [String], input: Int32, errors: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = ([program] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        return posix_spawn(&id, program, &actions, &attributes, &arguments, environ) == 0 ? id : nil
    }
}
