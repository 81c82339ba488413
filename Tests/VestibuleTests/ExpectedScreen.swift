import Screens
import TestSupport
import TophhieCloudAuthentication
import Wire

/// The outcome table's word on a cell: which screen, with what on it.
struct ExpectedScreen: Equatable, Sendable {
    var title: String
    var marks: [FieldID] = []
    var notices: [Screen.Notice.Kind] = []

    init(_ title: String, marks: [FieldID] = [], notices: [Screen.Notice.Kind] = []) {
        self.title = title
        self.marks = marks
        self.notices = notices
    }

    private init(_ question: FormStation.Question, marked field: FieldID) {
        self.init(question.title, marks: [field])
    }

    private init(error question: FormStation.Question) { self.init(question.title, notices: [.error]) }

    /// - Parameter told: what the SDK says there.
    init(_ row: OutcomeRow, at station: FormStation) {
        let home = station.home
        self =
            if row.isAboutAccount {
                Self.aboutAccount(station)
            } else {
                switch row.expected(at: station.station) {
                case .nothing: Self("Sign in", notices: [.explanation])
                case .browserRequired: Self("Continue in your browser", notices: [.explanation])
                case .userAlreadyExists where station.part == .signUp && home != .signIn:
                    Self(.newAccount, marked: .email)
                case .invalidCode where home == .code: Self(home, marked: .code)
                case .invalidPassword: Self.password(station)
                case .invalidInput: Self.input(station)
                case .underlying(.inputRefused) where row.native == .invalidInput: Self.input(station)
                case .invalidAttributes(let names): Self.attributes(names, station)
                case .noMatchingAuthMethod: Self.method(station)
                case .notSupported: Self("Reset password", notices: [.explanation])
                case .underlying(.sessionExpired): Self(error: station.start)
                case .underlying(.passwordChangeRequired), .underlying(.passwordExpired):
                    // Only a sign-in wants another password.
                    station.part == .reset || (station.part == .signUp && home != .signIn)
                        ? Self(error: home) : Self("Reset password", notices: [.explanation])
                default: Self(error: home)
                }
            }
        // The account was made all the same.
        if station.part == .signUp, home == .signIn, title == "Sign in" { notices = [.explanation] + notices }
    }

    /// Unknown, wrong, locked and disabled: the refusal of a password, a decoy's code screen, a wrong code.
    private static func aboutAccount(_ station: FormStation) -> Self {
        switch station.home {
        case .signIn where station.wantsCode, .reset: Self("Enter code")
        case .code where station.isConcealed && station.isRenewal:
            Self("Enter code", notices: [.explanation])
        case .code where station.isConcealed || (station.part == .signUp && !station.isChallengeAfterCode):
            Self(.code, marked: .code)
        default: Self(error: station.home)
        }
    }

    private static func password(_ station: FormStation) -> Self {
        if let field = station.home.password { return Self(station.home, marked: field) }
        // A sign-up is given its password with the address.
        if station.part == .signUp { return Self(.newAccount, marked: .password) }
        return Self(error: station.home)
    }

    private static func input(_ station: FormStation) -> Self {
        if let field = station.home.contact { return Self(station.home, marked: field) }
        // A new code for a contact that is refused after all.
        if station.part == .registration, station.station.endpoint == .registerChallenge {
            return Self(.contactAddress, marked: .email)
        }
        return Self(error: station.home)
    }

    private static func attributes(_ names: [String], _ station: FormStation) -> Self {
        guard station.part == .signUp, station.home != .signIn else { return Self(error: station.home) }
        guard station.home == .details else { return Self(error: .newAccount) }
        let isOnForm = names.filter { $0 == "city" }
        return Self(
            station.home.title, marks: isOnForm.map { .attribute($0) },
            notices: isOnForm == names ? [] : [.error])
    }

    /// To the picker, where there is one.
    private static func method(_ station: FormStation) -> Self {
        switch station.home {
        case .method, .phone: Self(error: .method)
        case .code where [.secondFactor, .registration].contains(station.part): Self(error: .method)
        default: Self(error: station.home)
        }
    }
}

extension OutcomeRow {
    /// Whether a stranger would learn from it whether there is such an account.
    var isAboutAccount: Bool {
        [.userNotFound, .invalidCredentials, .underlying(.accountLocked), .underlying(.accountDisabled)]
            .contains(native)
    }

    /// Whether somebody who can help would ask for the reference.
    func isWorthQuoting(at station: FormStation) -> Bool {
        switch expected(at: station.station) {
        case .userAlreadyExists: ExpectedScreen(self, at: station).marks.isEmpty
        case .unknown, .notConfigured, .underlying(.refused), .underlying(.misconfigured),
            .underlying(.blockedByPolicy), .underlying(.methodBlocked), .underlying(.serviceUnavailable),
            .underlying(.throttled):
            !isAboutAccount
        default: false
        }
    }

    /// Whether the answer was not judged, so that it is sent again as it is.
    func isOutage(at station: FormStation) -> Bool {
        [.underlyingOther, .underlying(.serviceUnavailable), .underlying(.throttled)]
            .contains(expected(at: station.station))
    }
}
