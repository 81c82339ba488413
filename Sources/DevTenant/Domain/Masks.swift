/// Masked addresses and numbers, for display only; no client may rely on their form.
enum Masks {
    /// `ada@example.com` becomes `a***a@ex***le.com`.
    static func email(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@") else { return edges(address, 1) }
        let domain = address[address.index(after: at)...]
        let dot = domain.lastIndex(of: ".") ?? domain.endIndex
        return edges(address[..<at], 1) + "@" + edges(domain[..<dot], 2) + domain[dot...]
    }

    /// `+15555550100` becomes `+1********00`.
    static func phone(_ number: String) -> String {
        guard number.count > 4 else { return "***" }
        return number.prefix(2) + String(repeating: "*", count: number.count - 4) + number.suffix(2)
    }

    private static func edges(_ text: some StringProtocol, _ kept: Int) -> String {
        let kept = text.count > 2 * kept ? kept : 1
        guard text.count > 1 else { return "***" }
        return text.prefix(kept) + "***" + text.suffix(kept)
    }
}
