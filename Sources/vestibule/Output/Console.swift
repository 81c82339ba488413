import Glibc
import Screens

/// Lines on the standard descriptors, harmless to a terminal. It never ends the process: what cannot be written
/// is lost, as for a closed pipe.
struct Console: Sendable {
    /// Results.
    func out(_ line: String) { Self.write(line, to: 1) }

    /// A result that is a machine's to read; it escapes by itself what must be.
    func out(_ json: JSONText) { Self.write(raw: json.description, to: 1) }

    /// What a person should know.
    func note(_ line: String) { Self.write(line, to: 2) }

    private static func write(_ line: String, to descriptor: Int32) {
        write(raw: CleanText.line(line), to: descriptor)
    }

    private static func write(raw line: String, to descriptor: Int32) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}

extension Console {
    /// Tells a failure: as JSON alone on stdout, or as a line on stderr.
    func tell(_ failure: Failure, asJSON: Bool) {
        if asJSON {
            out(failure.json)
        } else if !failure.isShown {
            note("vestibule: \(failure.message)")
        }
    }
}
