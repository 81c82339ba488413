import AuthFlow

/// What is wrong with one field: by our own rules or by the service's, in one place.
///
/// It has no words; ``text(_:_:)`` finds them.
enum FieldProblem: Equatable, Sendable {
    case missing
    case notAnEmail
    /// A code has another length: the one given, or 4 to 12.
    case wrongLength(Int?)
    case tooLong
    case digitsOnly
    /// An answer that would not be sent as it was given.
    case charactersRefused
    /// The two passwords differ.
    case notTheSame
    case notAPhoneNumber
    case notANumber
    case notYesOrNo
    /// Not as the tenant's pattern wants it.
    case notAsAsked
    case refused(Problem.Kind)
    /// The service does not accept an attribute.
    case refusedAttribute
    /// A code was refused, and more than one was sent.
    case notTheNewestCode

    /// Of an answer given as a whole nothing was taken, which is not the same as that nothing was given.
    var leftNothing: Bool { [.tooLong, .charactersRefused, .digitsOnly].contains(self) }

    func text(_ field: FieldID, _ strings: Strings) -> String {
        switch self {
        case .missing:
            switch field {
            case .email: strings["field.email.missing"]
            case .password: strings["field.password.missing"]
            case .code: strings["field.code.missing"]
            case .newPassword: strings["field.newPassword.missing"]
            case .confirmPassword: strings["field.confirmPassword.missing"]
            case .phone: strings["field.phone.missing"]
            case .attribute: strings("field.attribute.missing", ["name": field.inSentence(strings)])
            }
        case .notAnEmail: strings["field.email.invalid"]
        case .wrongLength(let length?): strings("field.code.length", ["count": String(length)])
        case .wrongLength(nil): strings["field.code.lengthUnknown"]
        case .tooLong: strings("field.tooLong", ["count": String(Draft.limit)])
        case .digitsOnly: strings["field.code.digitsOnly"]
        case .charactersRefused: strings["field.charactersRefused"]
        case .notTheSame: strings["field.confirmPassword.differs"]
        case .notAPhoneNumber: strings["field.phone.invalid"]
        case .notANumber: strings["field.attribute.notANumber"]
        case .notYesOrNo: strings["field.attribute.notYesOrNo"]
        case .notAsAsked: strings("field.attribute.notAsAsked", ["name": field.inSentence(strings)])
        case .refused(let kind): kind.sentence(strings)
        case .refusedAttribute: strings("field.attribute.refused", ["name": field.inSentence(strings)])
        case .notTheNewestCode: strings["field.code.newest"]
        }
    }
}

/// Something about a field that is not wrong, but worth knowing.
enum FieldHint: Equatable, Sendable {
    case firstLineOnly, charactersLeftOut

    func text(_ strings: Strings) -> String {
        switch self {
        case .firstLineOnly: strings["field.firstLineOnly"]
        case .charactersLeftOut: strings["field.charactersLeftOut"]
        }
    }
}
