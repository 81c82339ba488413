public import FoundationEssentials

/// Why the file store cannot be used. Sign-in goes on without it: tokens can be kept in memory.
public enum TokenStoreError: LocalizedError, Equatable, Sendable {
    /// The folder is missing and cannot be made, or is not writable.
    case notWritable(path: String)
    /// It is somebody else's, or no folder but a link.
    case notPrivate(path: String)
    /// Cache and key would lie in one folder, where the key protects nothing.
    case sameFolder(path: String)
    /// Another process held the lock for too long.
    case busy(path: String)
    /// Reading or writing failed, with the system's words.
    case failed(path: String, reason: String)
    /// For a reason that is a sentence, and the tokens of whoever was signed in before cannot be removed either.
    case stays(username: String, reason: String)

    /// One sentence for a person, with the path: what stands in the way.
    public var errorDescription: String? {
        switch self {
        case .notWritable(let path): "Tokens cannot be kept: \(path) is not writable. Check its permissions."
        case .notPrivate(let path):
            "Tokens cannot be kept: \(path) is not a folder of yours alone. Check what it is and whose."
        case .sameFolder(let path):
            "Tokens cannot be kept: XDG_STATE_HOME and XDG_DATA_HOME both lead to \(path), and the key must not "
                + "lie beside what it protects."
        case .busy(let path): "Tokens cannot be kept: another process is holding \(path)."
        case .failed(let path, let reason): "Tokens cannot be kept: \(path): \(reason)."
        case .stays(let username, let reason): "\(reason) Still signed in here: \(username)"
        }
    }

    /// The same sentence; FoundationEssentials does not derive it.
    public var localizedDescription: String { errorDescription ?? "" }
}
