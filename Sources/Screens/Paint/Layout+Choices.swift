/// Menus and actions: what a person can choose.
extension Layout {
    func choices(_ element: Screen.Element) -> [Line] {
        switch element {
        case .menu(let choices): choices.map(choice)
        case .actions(let views): actions(views)
        default: []
        }
    }

    private func choice(_ view: Screen.ActionView) -> Line {
        var line = Line(view.isFocused ? glyphs.focus : " ", Style(.accent))
        line.isFocused = view.isFocused
        line.cursor = view.isFocused ? line.width : nil
        let label = CleanText.truncated(
            glyphs.line(view.label), toColumns: width - line.width, ellipsis: glyphs.ellipsis)
        line.append(label, Style(bold: view.isFocused))
        return line
    }

    /// Side by side as far as they fit; the lines after a default one begin under its label.
    private func actions(_ views: [Screen.ActionView]) -> [Line] {
        let indent = views.first?.isDefault == true ? 2 : 0
        var lines: [Line] = []
        for view in views {
            let action = self.action(view, columns: width - indent)
            let column = lines.last.map { nextColumn(after: $0, of: views) } ?? 0
            if let last = lines.indices.last, column + action.width <= width {
                lines[last].append(action, at: column)
            } else {
                var line = Line()
                line.append(action, at: lines.isEmpty ? 0 : indent)
                lines.append(line)
            }
        }
        return lines
    }

    /// One alternative to a default action stands in the same column on all cards, however short the default.
    private func nextColumn(after line: Line, of views: [Screen.ActionView]) -> Int {
        let isPair = views.count == 2 && views[0].isDefault && width >= 50
        return max(line.width + spacing, isPair ? 16 : 0)
    }

    private func action(_ view: Screen.ActionView, columns: Int) -> Line {
        let brackets = view.isDefault ? ("[ ", " ]") : ("", "")
        let label = CleanText.truncated(
            glyphs.line(view.label), toColumns: columns - brackets.0.count - brackets.1.count,
            ellipsis: glyphs.ellipsis)
        var line = Line(
            brackets.0 + label + brackets.1, Style(bold: view.isDefault, reversed: view.isFocused))
        line.isFocused = view.isFocused
        line.cursor = view.isFocused ? brackets.0.count : nil
        return line
    }
}
