/// Turns the elements of a screen into lines of a width: how each is drawn, not where on the screen it stands.
struct Layout {
    /// How much room is spent on blank lines; the painter takes the first density that fits.
    enum Density: Equatable, CaseIterable {
        /// As designed for 80 columns and 24 rows.
        case roomy
        /// No blank line at the top, and the line for a field's message is also its distance to what follows.
        case compact
        /// No blank lines at all, and a code stands on the line of the text before it.
        case dense
    }

    let width: Int
    let density: Density
    let glyphs: Glyphs
    /// Between actions.
    let spacing: Int

    func lines(_ elements: [Screen.Element]) -> [Line] {
        var lines: [Line] = density == .roomy ? [.blank] : []
        let column = factColumn(elements)
        // What a progress with a phase has still to put in the place of actions.
        var progress: ArraySlice<Line>?
        for (index, element) in elements.enumerated() {
            let first = lines.count
            switch element {
            case .gap:
                if needsGap(after: index == 0 ? nil : elements[index - 1]) { lines.append(.blank) }
            case .code(let text):
                let drawn = code(text, joining: &lines)
                lines += drawn
            case .fact(let label, let value): lines += fact(label, value, column: column)
            case .progress(let view): progress = self.progress(view, over: elements[index...])
            case .actions, .menu:
                let block = choices(element)
                lines += progress == nil ? block : block.map { _ in progress?.popFirst() ?? .blank }
            default: lines += simple(element)
            }
            for line in lines.indices.dropFirst(first) { lines[line].element = index }
        }
        return lines + (progress ?? [])
    }

    private func needsGap(after element: Screen.Element?) -> Bool {
        switch (density, element) {
        case (.roomy, _): true
        case (.compact, .field): false
        case (.compact, _): true
        case (.dense, _): false
        }
    }

    /// An element whose lines depend on nothing around it.
    private func simple(_ element: Screen.Element) -> [Line] {
        switch element {
        case .text(let text, let style): paragraph(text, style: style)
        case .notice(let notice): self.notice(notice)
        case .field(let view): field(view)
        case .address(let text):
            Wrap.address(glyphs.line(text), columns: width).map { urgent(Line($0)) }
        case .ends(let left, let right): ends(left, right)
        case .actions, .menu, .code, .fact, .progress, .gap: []
        }
    }

    // MARK: Text

    private func paragraph(
        _ text: String, mark: String = "", style: Style = Style(), margin: Int = 0
    ) -> [Line] {
        let indent = CharacterWidth.of(mark)
        let wrapped = glyphs.lines(text).flatMap { Wrap.words($0, columns: width - indent - margin) }
        return wrapped.enumerated().map { index, text in
            var line = Line(index == 0 ? mark : String(repeated: " ", count: indent), style)
            line.append(text, style)
            return line
        }
    }

    private func notice(_ notice: Screen.Notice) -> [Line] {
        switch notice.kind {
        case .explanation: paragraph(notice.text, mark: glyphs.explanation, style: Style(.accent), margin: 1)
        case .error: paragraph(notice.text, mark: glyphs.error, style: Style(.error), margin: 1).map(urgent)
        }
    }

    private func urgent(_ line: Line) -> Line {
        var line = line
        line.isUrgent = true
        return line
    }

    private func code(_ text: String, joining lines: inout [Line]) -> [Line] {
        let code = glyphs.line(text)
        let indent = "    "
        let fits = { (used: Int) in used + indent.utf8.count + CharacterWidth.of(code) <= width }
        if density == .dense, let last = lines.last, last.width > 0, fits(last.width) {
            lines.removeLast()
            var line = last
            line.append(indent)
            line.append(code, Style(bold: true))
            return [urgent(line)]
        }
        let used = fits(0) ? indent : ""
        return Wrap.words(code, columns: width).map {
            var line = Line(used)
            line.append($0, Style(bold: true))
            return urgent(line)
        }
    }

    private func ends(_ left: String, _ right: String, margin: Int = 0) -> [Line] {
        let width = width - margin
        let (left, right) = (glyphs.line(left), glyphs.line(right))
        let rightWidth = CharacterWidth.of(right)
        var lines = Wrap.words(left, columns: width).map { Line($0) }
        guard rightWidth > 0 else { return lines }
        if let last = lines.last, last.width + rightWidth + (last.width > 0 ? 1 : 0) <= width {
            lines[lines.count - 1].pad(to: width - rightWidth)
            lines[lines.count - 1].append(right)
        } else {
            lines += Wrap.words(right, columns: width).map { text in
                var line = Line()
                line.pad(to: width - CharacterWidth.of(text))
                line.append(text)
                return line
            }
        }
        return lines
    }

    // MARK: Facts

    /// Where the values of all facts of a screen begin.
    private func factColumn(_ elements: [Screen.Element]) -> Int {
        let labels = elements.compactMap { element -> Int? in
            guard case .fact(let label, _) = element else { return nil }
            return CharacterWidth.of(glyphs.line(label)) + 2
        }
        return min(max(16, labels.max() ?? 0), width / 2)
    }

    private func fact(_ label: String, _ value: String, column: Int) -> [Line] {
        let labels = Wrap.words(glyphs.line(label), columns: column - 1)
        let values = glyphs.lines(value).flatMap { Wrap.words($0, columns: width - column) }
        return (0..<max(labels.count, values.count)).map { index in
            var line = Line(index < labels.count ? labels[index] : "", Style(.dim))
            if index < values.count { line.append(Line(values[index]), at: column) }
            return line
        }
    }

    // MARK: Fields

    private func field(_ view: Screen.FieldView) -> [Line] {
        let isFocused = view.cursor != nil
        let mark = view.mark.map { " " + glyphs.line($0) } ?? ""
        let label =
            CleanText.truncated(
                glyphs.line(view.label), toColumns: width - CharacterWidth.of(mark),
                ellipsis: glyphs.ellipsis) + mark
        var value = Line(isFocused ? glyphs.focus : " ", Style(.accent))
        let window = FieldWindow(view, columns: width - value.width, glyphs: glyphs)
        value.cursor = window.cursor.map { $0 + value.width }
        // Only the room that is left is underlined: attributes around each typed character would cost a dozen bytes.
        value.append(window.text)
        value.pad(to: width, Style(underlined: true))
        let labelLine = Line(label, view.problem == nil ? Style() : Style(.error, bold: true))
        return ([labelLine, value] + message(view)).map { line in
            var line = line
            line.isFocused = isFocused
            return line
        }
    }

    /// Always at least one line where there is room, so that nothing moves when a message comes.
    private func message(_ view: Screen.FieldView) -> [Line] {
        if let problem = view.problem {
            return paragraph(problem, mark: glyphs.error, style: Style(.error))
        }
        if let hint = view.hint { return paragraph(hint, style: Style(.dim)) }
        return density == .dense ? [] : [.blank]
    }

    // MARK: Progress

    /// nil before there is anything to show. Where the actions of `elements` have one line, what is being waited for
    /// takes it whole.
    private func progress(
        _ view: Screen.Progress, over elements: ArraySlice<Screen.Element>
    ) -> ArraySlice<Line>? {
        guard let phase = view.phase else { return nil }
        let frame = glyphs.spinner[abs(phase % glyphs.spinner.count)] + " "
        let lines = ends(frame + view.verb, view.stop, margin: 1)
        guard let detail = view.detail else { return lines[...] }
        let all = lines + paragraph(detail, style: Style(.dim))
        let room = elements.reduce(0) { $0 + choices($1).count }
        if room == 0 || all.count <= room { return all[...] }
        // How to stop is among the keys too.
        let columns = width - CharacterWidth.of(frame)
        let text = CleanText.truncated(glyphs.line(detail), toColumns: columns, ellipsis: glyphs.ellipsis)
        return [Line(frame + text)]
    }
}
