import Synchronization
import TophhieCloudAuthentication

/// Where this configuration's tokens are kept, by the setting `cache`, and what the person should be told of it.
final class TokenCache: Sendable {
    let store: any TokenStore
    private let file: FileTokenStore?
    private let noted = NoteBox()

    /// - Parameter location: where files may lie; nil when there is no home.
    init(
        _ settings: Settings, _ configuration: TophhieConfiguration,
        location: FileTokenStore.Location? = .standard()
    ) {
        let address = try? configuration.checkedAuthority()
        guard settings.text(.cache) != "memory", let location, let address else {
            (file, store) = (nil, MemoryTokenStore())
            if settings.text(.cache) != "memory" {
                noted.add("Tokens are kept in memory only: there is no home folder.")
            }
            return
        }
        let made = FileTokenStore(
            clientId: configuration.clientId, authority: address.origin + address.path, location: location,
            note: { [noted] in noted.add($0) })
        (file, store) = (made, made)
    }

    var kind: String { file == nil ? "memory" : "file" }

    /// Nil in memory, and where nothing can be read or written for want of a library.
    var path: String? { file.flatMap { FileTokenStore.isAvailable ? $0.path : nil } }

    var description: String {
        if file != nil, !FileTokenStore.isAvailable { return "nowhere: libsodium cannot be loaded" }
        return path.map { "sealed in the file \($0)" } ?? "in memory, gone with the program"
    }

    /// What happened that a person should know; each is given once.
    func takeNotes() -> [String] { noted.takeAll() }

    /// Forgets whatever is there, and returns whether there was something readable.
    func clear() async throws -> Bool {
        if let file { return try await file.removeAll() }
        var wasThere = false
        while let tokens = try await store.tokens(for: nil) {
            try await store.remove(tokens.account)
            wasThere = true
        }
        return wasThere
    }
}

/// Notes from whichever thread found something.
private final class NoteBox: Sendable {
    private let notes = Mutex<[String]>([])

    func add(_ text: String) { notes.withLock { $0.append(text) } }

    func add(_ note: FileTokenStore.Note) {
        switch note {
        case .movedAside(_, let to): add("The token cache could not be read; it now lies at \(to).")
        }
    }

    func takeAll() -> [String] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }
}
