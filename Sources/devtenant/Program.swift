import DevTenant
import Glibc

/// The command line: reads the arguments, does what they say, returns the exit status.
enum Program {
    /// An exit status with its line on stderr.
    struct Failure: Error {
        var status: Int32
        var line: String
    }

    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Command(arguments) {
            case .help: say(Command.helpText, to: STDOUT_FILENO)
            case .version: say(Command.versionLine + "\n", to: STDOUT_FILENO)
            case .serve(let options): try Serving(options).run()
            case .outbox(let recipient, let file): try Asking(file).outbox(recipient)
            case .users(let file): try Asking(file).users()
            }
            return 0
        } catch let misuse as Command.Misuse {
            complain("\(misuse); see devtenant --help")
            return 2
        } catch let failure as Failure {
            complain(failure.line)
            return failure.status
        } catch {
            complain("\(error)")
            return 3
        }
    }
}

/// One line for a person on stderr, whatever stands in it.
func complain(_ line: String) {
    say("devtenant: \(harmlessLine(line))\n", to: STDERR_FILENO)
}

func say(_ text: String, to descriptor: Int32) {
    _ = writeAll(Array(text.utf8), to: descriptor)
}

/// False when not all of it could be written.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written < 0 {
            if errno == EINTR { continue }
            return false
        }
        rest = rest.dropFirst(written)
    }
    return true
}

func readAll(_ path: String) throws(Program.Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        throw .init(status: 3, line: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .init(status: 3, line: "\(path): \(String(cString: strerror(errno)))") }
        if count == 0 { return bytes }
        bytes += chunk.prefix(count)
        guard bytes.count <= 64 << 20 else { throw .init(status: 3, line: "\(path): too large") }
    }
}
