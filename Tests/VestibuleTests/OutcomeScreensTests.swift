import AuthFlow
import Resources
import Screens
import TestSupport
import Testing
import TophhieCloudAuthentication
import Wire

/// The screens' half of the outcome matrix: the same answers at the same endpoints, as a person meets them.
///
/// Everything but the network and the terminal is the program's own.
@Suite struct OutcomeScreensTests {
    @Test("Each answer is shown as the outcome table says, wherever it comes", arguments: FormStation.all)
    func shows(_ station: FormStation) async throws {
        let visit = try Visit(station)
        let start = try await visit.reached()
        var alike: [Screen] = []
        var titles: Set<String> = []
        for row in OutcomeRow.all {
            let state = try await visit.meet(row.answer, from: start)
            let screen = Screen(state, Visit.english)
            let words = "\(screen)"
            let cell = Comment("\(row.testDescription): \(screen)")
            titles.insert(screen.title)
            try #require(!state.isBusy && state.exitReason == nil, cell)
            #expect(visit.tenant.isPlayed, "\(row.testDescription): the answer was never asked for")
            let expected = ExpectedScreen(row, at: station)
            #expect(ExpectedScreen(screen) == expected, cell)

            let isError = expected.notices.contains(.error)
            #expect(
                words.contains("Reference: ") == (isError && row.isWorthQuoting(at: station)), cell)
            if row.native == .userAlreadyExists, expected.marks != [.email] {
                #expect(!words.contains("There is an account"), cell)
            }
            if row.isAboutAccount
                || (row.native == .invalidCode && expected.marks == [.code] && !station.isRenewal)
            {
                alike.append(screen)
            }
            let asksWho = ["Sign in", "Create account"].contains(screen.title)
            #expect(asksWho || !words.contains("email or password"), cell)
            expectTyped(screen, row, at: station, cell)
            expectWaysOn(screen, row, at: station, cell)
            expectWayBack(from: state, at: station, cell)
        }
        if station.isConcealed { #expect(alike.allSatisfy { $0 == alike.first }) }
        #expect(titles.count > 1)
    }

    /// What was typed is still there; a password too, where it only has to be sent again.
    private func expectTyped(
        _ screen: Screen, _ row: OutcomeRow, at station: FormStation, _ cell: Comment
    ) {
        if screen.title == "Continue in your browser" { #expect("\(screen)".contains(station.address), cell) }
        for case .field(let field) in screen.elements {
            if field.id == .email {
                let contact = screen.title == "Add a way to verify" ? "j@example.com" : station.address
                #expect(field.value == contact, cell)
            } else if let value = station.typed[field.id] {
                #expect(field.value == value, cell)
            } else if field.isSecret, row.isOutage(at: station), station.home == station.question,
                !station.wantsCode
            {
                #expect(!field.value.isEmpty, cell)
            }
        }
    }

    /// Somewhere to go from here: the same once more, another way, another place.
    private func expectWaysOn(
        _ screen: Screen, _ row: OutcomeRow, at station: FormStation, _ cell: Comment
    ) {
        let actions = screen.actions
        switch screen.title {
        case "Continue in your browser": #expect(actions.contains(.newDeviceCode), cell)
        case "Choose how to verify":
            #expect(actions.contains { if case .method = $0 { true } else { false } }, cell)
            if row.expected(at: station.station) == .noMatchingAuthMethod {
                for case .choose(.method(let used)) in station.acts {
                    #expect(!actions.contains(.method(used)), cell)
                }
            }
        case "Reset password" where row.expected(at: station.station) == .notSupported:
            #expect(actions.contains(.continueInBrowser) && actions.contains(.sendEmailCode), cell)
        case "Create account" where row.expected(at: station.station) == .userAlreadyExists:
            #expect(actions.contains(.signInInstead) && actions.contains(.resetPassword), cell)
        default: #expect(actions.contains(.submit), cell)
        }
    }

    /// From a browser to the form that was left; from everywhere, step by step, to the end.
    private func expectWayBack(from state: AppState, at station: FormStation, _ cell: Comment) {
        var state = state
        let isBrowser = Screen(state, Visit.english).title == "Continue in your browser"
        for step in 0..<10 where state.exitReason == nil {
            let before = state
            _ = state.handle(.key(.escape), at: .seconds(100_000))
            #expect(
                Screen(state, Visit.english) != Screen(before, Visit.english) || state.exitReason != nil, cell
            )
            if isBrowser, step == 0 {
                #expect(Screen(state, Visit.english).title == station.question.title, cell)
            }
        }
        #expect(state.exitReason == .cancelled, cell)
    }

    @Test("No endpoint, way or answer that the SDK's half has is missing")
    func isComplete() {
        let cells = FormStation.all.count * OutcomeRow.all.count
        print(
            "outcome screens: \(FormStation.all.count) places × \(OutcomeRow.all.count) answers = \(cells)")
        #expect(FormStation.all.map(\.testDescription) == Station.all.map(\.testDescription))
        let shown = FormStation.all.flatMap { station in
            OutcomeRow.all.map { ExpectedScreen($0, at: station) }
        }
        #expect(
            Set(shown.map(\.title)) == [
                "Sign in", "Enter code", "Choose how to verify", "Add a way to verify", "Create account",
                "Your details", "Reset password", "New password", "Continue in your browser",
            ])
        #expect(
            Set(shown.flatMap(\.marks)) == [
                .email, .password, .newPassword, .code, .phone, .attribute("city"),
            ])
    }
}

/// A person at a program whose tenant is of paper.
private struct Visit {
    let station: FormStation
    let tenant = PaperTenant()
    let configuration: TophhieConfiguration
    let runner: FlowRunner

    static let english: Strings = {
        var size = 0
        let start = resources_locale("en", &size)
        return Strings(Array(UnsafeBufferPointer(start: start, count: size)))
    }()

    init(_ station: FormStation) throws {
        self.station = station
        configuration = tenant.configuration()
        runner = FlowRunner(try Client(configuration))
    }

    /// Up to the answer that asks the endpoint.
    func reached() async throws -> AppState {
        let signIn = SignInOptions(
            scopes: withOpenIDScopes(configuration.scopes), concealsAccounts: true)
        let options = AppOptions(
            mode: station.mode, signIn: signIn, tenantName: "Contoso", serviceHost: "contoso.ciamlogin.com",
            hostName: "here")
        var state = AppState(options: options, size: Size(columns: 80, rows: 24), at: .zero)
        await tell(&state, .flow(.started))
        for act in station.acts.dropLast() { try await perform(act, &state) }
        try #require(Screen(state, Self.english).title == station.question.title)
        return state
    }

    func meet(_ answer: ScriptedTransport.Answer, from start: AppState) async throws -> AppState {
        var state = start
        tenant.plan(answer, at: station.station.endpoint)
        try await perform(try #require(station.acts.last), &state)
        return state
    }

    private func perform(_ act: FormStation.Act, _ state: inout AppState) async throws {
        switch act {
        case .fill(let field, let text): await tell(&state, .filled(field, Secret(text)))
        case .choose(let action):
            try #require(Screen(state, Self.english).actions.contains(action))
            await tell(&state, .activated(action))
        case .later: try await configuration.time.sleep(.seconds(60))
        }
    }

    /// Tells it, and whatever comes of it until it is the person's turn. Nobody approves a device code.
    private func tell(_ state: inout AppState, _ event: AppEvent) async {
        var orders = state.handle(event, at: configuration.time.elapsed())[...]
        while let order = orders.popFirst() {
            guard case .flow(let effect) = order else { continue }
            if case .wait = effect, !state.isBusy { continue }
            guard let fact = await runner.perform(effect) else { continue }
            orders += state.handle(.flow(fact), at: configuration.time.elapsed())
        }
    }
}

extension ExpectedScreen {
    /// What there is of it.
    init(_ screen: Screen) {
        self.init(screen.title)
        for element in screen.elements {
            switch element {
            case .field(let field) where field.problem != nil: marks.append(field.id)
            case .notice(let notice): notices.append(notice.kind)
            default: break
            }
        }
    }
}

extension Screen {
    fileprivate var actions: [ActionID] {
        elements.flatMap { element -> [ActionID] in
            switch element {
            case .menu(let actions), .actions(let actions): actions.map(\.id)
            default: []
            }
        }
    }
}
