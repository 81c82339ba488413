/// Chooses which lines of tall content are shown.
struct Window: Equatable {
    /// The lines shown, in order.
    private(set) var shown: [Int]
    /// How many lines with something in them are hidden above and below.
    private(set) var above = 0
    private(set) var below = 0

    /// From the element `scroll` on; without one as near to the top as keeps in view what has the focus and, where
    /// there is room for both, what is urgent.
    init(_ lines: [Line], height: Int, scroll: Int? = nil) {
        shown = Array(lines.indices)
        guard lines.count > height else { return }
        if let scroll {
            let start = lines.firstIndex { $0.element >= scroll } ?? lines.count
            shown = Array(lines.indices.dropFirst(min(start, lines.count - height)).prefix(height))
        } else {
            shown = Self.chosen(lines, height)
        }
        let visible = Set(shown)
        for index in lines.indices where !visible.contains(index) && !lines[index].isBlank {
            if index < shown.first ?? 0 { above += 1 } else { below += 1 }
        }
    }

    private static func chosen(_ lines: [Line], _ height: Int) -> [Int] {
        let focused = lines.indices.filter { lines[$0].isFocused }
        let needed = lines.indices.filter { lines[$0].isFocused || lines[$0].isUrgent }
        if let span = span(needed), span.count <= height {
            return stretch(around: span, of: lines.count, height: height)
        }
        if !focused.isEmpty, needed.count <= height {
            // Address and code stay though the focus is far from them: what lies between gives way.
            let others = lines.indices.filter { !needed.contains($0) }.prefix(height - needed.count)
            return (needed + others).sorted()
        }
        return stretch(around: span(focused) ?? 0..<min(height, lines.count), of: lines.count, height: height)
    }

    private static func span(_ indices: [Int]) -> Range<Int>? {
        guard let first = indices.first, let last = indices.last else { return nil }
        return first..<last + 1
    }

    /// One line after `span` is shown too, where there is room, so that the eye sees that there is more.
    private static func stretch(around span: Range<Int>, of count: Int, height: Int) -> [Int] {
        let end = min(count, span.upperBound + (span.count < height ? 1 : 0))
        let start = min(max(0, end - height), span.lowerBound)
        return Array(start..<min(count, start + height))
    }
}
