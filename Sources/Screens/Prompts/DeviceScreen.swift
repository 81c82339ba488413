import AuthFlow

/// `Continue in your browser`: address and code first, and always in view.
extension DevicePrompt {
    func offers(_ conversation: Conversation, _ state: AppState) -> Offers {
        guard grant != nil else {
            if conversation.flow.isBusy { return Offers(rows: [[.back]]) }
            return Offers(rows: [[.newDeviceCode, .back]], more: state.commonActions)
        }
        if state.options.isPlain { return Offers(rows: [[.newDeviceCode, .back]]) }
        if state.showsQRView { return Offers(rows: [[.back, .newDeviceCode], [.printPlainly]]) }
        if state.isDeviceCompact {
            return Offers(
                rows: [[.newDeviceCode, .printPlainly, .more]],
                more: (state.offersQRView ? [.showQR] : []) + state.commonActions + [.back])
        }
        return Offers(
            rows: [(state.offersQRView ? [.showQR] : []) + [.newDeviceCode, .printPlainly, .back, .more]],
            more: state.commonActions)
    }

    func screen(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        guard let grant else { return withoutCode(conversation, view) }
        var screen =
            if view.state.showsQRView {
                qrView(conversation, grant, view)
            } else if view.state.isDeviceCompact {
                compact(grant, view)
            } else {
                whole(conversation, grant, view)
            }
        screen.hidesCursor = true
        return screen
    }

    /// While a code is asked for, and when one ended.
    private func withoutCode(_ conversation: Conversation, _ view: ScreenBuilder) -> Screen {
        let notes = view.notes(conversation.form.note)
        return view.screen(
            "title.device",
            explanation(conversation, view) + notes + (notes.isEmpty ? [] : [.gap]) + view.actions(),
            keys: [view.enter("key.newCode")])
    }

    private func whole(_ conversation: Conversation, _ grant: Grant, _ view: ScreenBuilder) -> Screen {
        let strings = view.strings
        let isBeside = view.state.showsQRBeside
        var elements = explanation(conversation, view)
        elements += [
            .text(strings[isBeside ? "device.openOrScan" : "device.open"]),
            .address(CleanText.line(grant.verificationURI)), .gap,
            .text(strings["device.enter"]), .gap,
            .code(CleanText.line(grant.userCode)), .gap,
            .ends(strings["device.waiting"], strings("device.expires", ["time": remaining(grant, view)])),
            .gap,
            .text(advice(view)),
        ]
        if view.state.options.isPlain, let reason { elements.append(detail(reason, strings)) }
        elements += [.gap] + view.actions()
        var screen = view.screen("title.device", elements, keys: keys(view))
        screen.qrText = isBeside ? qrText : nil
        return screen
    }

    private func compact(_ grant: Grant, _ view: ScreenBuilder) -> Screen {
        let strings = view.strings
        var screen = view.screen(
            "title.device",
            [
                .text(strings["device.open.short"]), .address(CleanText.line(grant.verificationURI)), .gap,
                .text(strings["device.enter"]), .gap, .code(CleanText.line(grant.userCode)), .gap,
                .text(strings("device.advice.short", ["host": view.state.options.hostName])), .gap,
            ] + view.actions(), keys: keys(view))
        screen.header.right = remaining(grant, view)
        return screen
    }

    private func qrView(_ conversation: Conversation, _ grant: Grant, _ view: ScreenBuilder) -> Screen {
        let strings = view.strings
        var screen = view.screen(
            "title.device",
            [
                .text(strings["device.scan"]), .gap, .code(CleanText.line(grant.userCode)), .gap,
                .text(strings("device.expires", ["time": remaining(grant, view)])), .gap,
                .text(advice(view)), .gap,
            ] + view.actions(), keys: [view.enter("key.choose"), view.hint("key.n", "key.newCode")])
        screen.qrText = qrText
        screen.qrView = true
        return screen
    }

    // MARK: - Words

    private func keys(_ view: ScreenBuilder) -> [Screen.KeyHint] {
        let compact = view.state.isDeviceCompact
        let qr = view.state.offersQRView ? [view.hint("key.q", "key.qr")] : []
        return (compact ? [] : [view.tab]) + [view.enter(compact ? "key.newCode" : "key.choose")]
            + [view.hint("key.n", "key.newCode"), view.hint("key.p", "key.print")] + qr
    }

    /// Why a browser is needed, in our words; the service's own are data, and wait on the help page.
    private func explanation(_ conversation: Conversation, _ view: ScreenBuilder) -> [Screen.Element] {
        let key =
            switch conversation.purpose {
            case .browserRequired(for: .signIn): "device.why.required"
            case .browserRequired(for: .signUp): "device.why.signUp"
            case .browserRequired(for: .reset): "device.why.reset"
            case .signIn, .signUp, .resetPassword, .browser: String?.none
            }
        return key.map { [.notice(.init(.explanation, view.strings[$0])), .gap] } ?? []
    }

    /// What the service said about why, cleaned.
    func detail(_ reason: String, _ strings: Strings) -> Screen.Element {
        .text(strings("device.detail", ["reason": String(reason.prefix(300))]), Style(.dim))
    }

    private func advice(_ view: ScreenBuilder) -> String {
        let host = view.state.options.hostName
        guard let username, !username.isEmpty else {
            return view.strings("device.advice", ["host": host])
        }
        return view.strings("device.adviceFor", ["host": host, "address": username])
    }

    private func remaining(_ grant: Grant, _ view: ScreenBuilder) -> String {
        Countdown.text(until: grant.expiresAt, from: view.state.now)
    }

    /// What the QR code holds: the address with the code in it, where there is one.
    fileprivate var qrText: String? {
        grant.map { CleanText.line($0.verificationURIComplete ?? $0.verificationURI) }
    }
}

/// Where the QR code has room: beside the text, in a view of its own, or nowhere.
extension AppState {
    var showsQRBeside: Bool { !isDeviceCompact && qrSize?.fitsBesideCard(in: size) == true }
    var offersQRView: Bool { !showsQRBeside && qrSize?.fitsInView(in: size) == true }
    var showsQRView: Bool { conversation?.showsQR == true && offersQRView }

    private var qrSize: QRSize? {
        guard options.drawsQR, !options.isPlain, case .device(let prompt)? = conversation?.form.prompt,
            let text = prompt.qrText
        else { return nil }
        return QRSize(text, halfBlocks: options.isUTF8 && options.qrHalfBlocks)
    }
}
