/// `Demo mailbox`: what the demo's tenant sent, newest first. Nothing real is ever in it.
extension ScreenBuilder {
    func mailbox(_ mailbox: Overlay.Mailbox) -> Screen {
        var page = screen(
            "title.mailbox",
            [.text(strings["mailbox.lead"], Style(.dim)), .gap] + messages(mailbox) + actions(),
            keys: [hint("key.upDown", "key.scroll"), hint("key.r", "key.refresh")])
        page.scroll = state.overlay?.scroll ?? 0
        return page
    }

    private func messages(_ mailbox: Overlay.Mailbox) -> [Screen.Element] {
        switch mailbox {
        case .loading: return [.text(strings["mailbox.loading"]), .gap]
        case .unreachable: return [.notice(.init(.error, strings["mailbox.unreachable"])), .gap]
        case .received(let mails):
            guard !mails.isEmpty else { return [.text(strings["mailbox.empty"]), .gap] }
            return mails.flatMap { mail -> [Screen.Element] in
                [
                    .text(
                        strings(
                            "mailbox.message",
                            [
                                "time": state.clock(mail.at), "purpose": purpose(mail.purpose),
                                "address": mail.to,
                            ])),
                    .code(CleanText.line(mail.code)), .gap,
                ]
            }
        }
    }

    private func purpose(_ word: String) -> String {
        switch word {
        case "signIn": strings["mailbox.signIn"]
        case "signUp": strings["mailbox.signUp"]
        case "secondFactor": strings["mailbox.secondFactor"]
        case "registration": strings["mailbox.registration"]
        case "reset": strings["mailbox.reset"]
        default: word
        }
    }
}
