/// Finds what somebody probably meant. It only ever suggests; nothing is done on its word.
enum Nearest {
    /// The candidate with the fewest edits from `word`, without case; the first of equals.
    static func to(_ word: String, among candidates: [String]) -> String? {
        let wanted = Array(word.lowercased().prefix(longest))
        return candidates.map { (name: $0, edits: edits(wanted, Array($0.lowercased()))) }
            .min { $0.edits < $1.edits }?.name
    }

    /// The same, but nil where the word is too far from each: it was not a slip of the fingers.
    static func slip(_ word: String, among candidates: [String]) -> String? {
        func letters(_ word: String) -> [Character] {
            Array(word.lowercased().drop { $0 == "-" }.prefix(longest))
        }
        guard let nearest = to(word, among: candidates) else { return nil }
        let limit = max(1, letters(word).count / 3)
        return edits(letters(word), letters(nearest)) <= limit ? nearest : nil
    }

    /// A word may be as long as its sender likes, the table must not.
    private static let longest = 100

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func edits(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
                row.append(best)
            }
            before = last
            last = row
        }
        return last[b.count]
    }
}
