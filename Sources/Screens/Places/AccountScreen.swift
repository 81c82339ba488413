/// `Your account`: who is signed in, since when, and how to stop being it.
extension ScreenBuilder {
    func account(_ account: AccountState) -> Screen {
        let summary = account.summary
        var elements: [Screen.Element] = []
        if let name = summary.name, !name.isEmpty {
            elements.append(.text(fewLines(name), Style(bold: true)))
        }
        let times = [
            "since": state.dayTime(summary.signedInAt, strings), "until": state.clock(summary.expiresAt),
        ]
        elements += [
            .text(fewLines(summary.username)), .gap,
            .fact(label: strings["account.signedIn"], value: strings("account.times", times)), .gap,
        ]
        elements += menu(under: account.menu.note)
        return screen(
            "title.account", elements, keys: [hint("key.upDown", "key.choose"), enter("key.open")])
    }

    /// Others chose the length of a name: what there is to do must not be pushed out of sight by it.
    private func fewLines(_ text: String) -> String {
        CleanText.truncated(CleanText.line(text), toColumns: 120)
    }
}
