/// Tokens for as long as the process lives. Nothing of it reaches a disk (but by swapping).
public actor MemoryTokenStore: TokenStore {
    /// The newest last.
    private var kept: [StoredTokens] = []

    public init() {}

    public func tokens(for account: AccountID?) -> StoredTokens? {
        guard let account else { return kept.last }
        return kept.last { $0.account == account }
    }

    public func save(_ tokens: StoredTokens) {
        kept.removeAll { $0.account == tokens.account }
        kept.append(tokens)
    }

    public func remove(_ account: AccountID) { kept.removeAll { $0.account == account } }
}
