/// An administrator's words as they stand in a file such as `/etc/issue`, made fit for a few lines of cells.
enum Banner {
    /// No banner is longer: what is beyond is never looked at.
    static let maximumLines = 50

    /// Without controls and without the codes that getty would fill in; blank lines at both ends go.
    static func lines(_ lines: [String]) -> [String] {
        let clean = lines.prefix(maximumLines).map { CleanText.line(withoutGettyCodes($0)) }
        let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
        guard let first = clean.firstIndex(where: { !isBlank($0) }),
            let last = clean.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(clean[first...last])
    }

    /// agetty(8): a backslash and a letter, some with an argument in braces. Two backslashes are one.
    private static func withoutGettyCodes(_ line: String) -> String {
        var result = ""
        var rest = line[...]
        while let character = rest.popFirst() {
            guard character == "\\", let code = rest.popFirst() else {
                result.append(character)
                continue
            }
            if code == "\\" { result.append(code) }
            if rest.first == "{", let end = rest.firstIndex(of: "}") {
                rest = rest[rest.index(after: end)...]
            }
        }
        return result
    }
}
