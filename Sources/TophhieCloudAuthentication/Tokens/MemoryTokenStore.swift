/// Tokens for as long as the process lives. Nothing of it reaches a disk (but by swapping).
public actor MemoryTokenStore: TokenStore {
    /// The newest last.
    private var kept: [StoredTokens] = []

    /// An empty store.
    public init() {}

    /// As ``TokenStore/tokens(for:)``: the account's tokens, or with nil those saved last.
    public func tokens(for account: AccountID?) -> StoredTokens? {
        guard let account else { return kept.last }
        return kept.last { $0.account == account }
    }

    /// As ``TokenStore/save(_:)``: in place of the account's own.
    public func save(_ tokens: StoredTokens) {
        kept.removeAll { $0.account == tokens.account }
        kept.append(tokens)
    }

    /// As ``TokenStore/remove(_:)``.
    public func remove(_ account: AccountID) { kept.removeAll { $0.account == account } }
}
