import Glibc
import Screens
import Synchronization

/// Lines on the standard descriptors, harmless to a terminal and in characters that the locale has.
///
/// It never ends the process: what cannot be written is lost, and ``lost`` says why.
final class Console: Sendable {
    private let results: Int32
    private let isUTF8: Bool
    private let reason = Mutex<String?>(nil)

    /// - Parameters:
    ///   - results: the descriptor that results go to.
    ///   - isUTF8: whether the locale has more than ASCII.
    init(results: Int32 = 1, isUTF8: Bool = LocaleName(Environment.variable).isUTF8) {
        self.results = results
        self.isUTF8 = isUTF8
    }

    /// Why a result did not get to where it should have gone; nil when none was lost.
    var lost: String? { reason.withLock { $0 } }

    /// Results.
    func out(_ line: String) { result(clean(line)) }

    /// A result that is a machine's to read, in UTF-8 everywhere; it escapes by itself what must be.
    func out(_ json: JSONText) { result(json.description) }

    /// What a person should know.
    func note(_ line: String) { _ = Self.write(clean(line), to: 2) }

    private func clean(_ line: String) -> String {
        let clean = CleanText.line(line)
        return isUTF8 ? clean : ASCIIText.line(clean)
    }

    private func result(_ line: String) {
        let code = Self.write(line, to: results)
        if code != 0 { reason.withLock { $0 = $0 ?? String(cString: strerror(code)) } }
    }

    /// Returns 0, or why it could not be written.
    private static func write(_ line: String, to descriptor: Int32) -> Int32 {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
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
