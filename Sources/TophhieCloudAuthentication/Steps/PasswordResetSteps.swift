import AuthFlow
import Wire

/// A code was sent to the address of an account whose password is to be reset.
///
/// It may be kept and tried again after ``PasswordResetError/invalidCode``.
public struct PasswordResetCodeStep: Sendable {
    private let place: CodePlace

    init(_ flow: Flow, _ runner: FlowRunner) throws {
        try flow.checkReset()
        guard let place = CodePlace(flow, runner) else { throw PasswordResetError.unknown }
        self.place = place
    }

    /// Where the code went, masked by the service.
    public var sentTo: String { place.prompt.sentTo }
    /// The number of digits.
    public var codeLength: Int { place.prompt.length ?? 0 }

    /// Proves the address (`/resetpassword/v1.0/continue`).
    ///
    /// - Parameter code: the digits as typed; white space in it is dropped.
    /// - Returns: the step that takes the new password.
    /// - Throws: ``PasswordResetError``, or `CancellationError`.
    public func submitCode(_ code: String) async throws -> PasswordResetNewPasswordStep {
        let flow = await place.submit(code)
        try flow.checkReset()
        guard case .asking(.details, _, _) = flow.state else { throw PasswordResetError.unknown }
        return PasswordResetNewPasswordStep(place: Place(flow), runner: place.runner)
    }

    /// Sends a new code; the one before stops working (`/resetpassword/v1.0/challenge`).
    ///
    /// - Returns: the step that goes on with the new code.
    /// - Throws: ``PasswordResetError``, or `CancellationError`.
    public func resendCode() async throws -> PasswordResetCodeStep {
        try PasswordResetCodeStep(await place.resend(), place.runner)
    }
}

/// The address is proven: the new password is next.
///
/// It may be kept and tried again after ``PasswordResetError/invalidPassword``.
public struct PasswordResetNewPasswordStep: Sendable {
    let place: Place
    let runner: FlowRunner

    /// Sets the password and waits until the service is done with it (`/resetpassword/v1.0/submit`, then
    /// `poll_completion`, for five minutes at most). It signs nobody in.
    ///
    /// - Parameter password: sent exactly as given; the service judges it.
    /// - Throws: ``PasswordResetError``, or `CancellationError`.
    public func submitPassword(_ password: String) async throws {
        let answer = Answer.details([:], newPassword: Secret(password))
        let flow = await runner.settle(place.flow, .answered(answer))
        place.moved(to: flow)
        try flow.checkReset()
        guard case .done(.passwordChanged) = flow.state else { throw PasswordResetError.unknown }
    }
}

extension Flow {
    /// Throws what went wrong as ``PasswordResetError``.
    fileprivate func checkReset() throws {
        switch state {
        case .asking(_, _, .some(let problem)), .done(.failed(let problem)): throw PasswordResetError(problem)
        case .done(.browserRequired): throw PasswordResetError.browserRequired
        case .done(.cancelled): throw CancellationError()
        case .asking, .waiting, .pausing, .done: return
        }
    }
}
