import Foundation
import Synchronization
import TophhieCloudAuthentication

// Uses the documented API as an application would, with full Foundation, against a running devtenant.
// Arguments: the tenant's ready file.

let failures = Mutex(0)

func expect(_ condition: Bool, _ what: String) {
    print(condition ? "  ok     " : "  FAILED ", what)
    if !condition { failures.withLock { $0 += 1 } }
}

struct Ready: Decodable {
    let authority: URL, admin: URL, graph: URL, clientId: String, tenantId: String, adminToken: String
}

let ready = try JSONDecoder().decode(
    Ready.self, from: Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))

/// Asks the tenant's admin interface with curl: this program speaks to the service through the library only.
@discardableResult func admin(_ method: String, _ path: String, _ body: String? = nil) throws -> Data {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    curl.arguments =
        ["curl", "-sS", "--fail", "-X", method, "-H", "Authorization: Bearer \(ready.adminToken)"]
        + (body.map { ["-H", "Content-Type: application/json", "--data", $0] } ?? [])
        + ["\(ready.admin.absoluteString)/\(path)"]
    let output = Pipe()
    curl.standardOutput = output
    try curl.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    curl.waitUntilExit()
    return answer
}

func newestCode(for address: String) throws -> String {
    struct Message: Decodable { let code: String }
    return try JSONDecoder().decode([Message].self, from: admin("GET", "outbox?to=\(address)"))[0].code
}

var configuration = TophhieConfiguration(clientId: ready.clientId, authority: ready.authority)
configuration.graphEndpoint = ready.graph
configuration.tenantId = ready.tenantId
let store = MemoryTokenStore()
configuration.store = store

// MARK: Native sign-in

let native = TophhieNativeAuth()
expect(!native.isConfigured, "a new instance is not configured")
do {
    _ = try await native.signIn(email: "ada@example.com", password: "Lovelace-1843")
    expect(false, "a call before configure throws")
} catch NativeAuthError.notConfigured {
    expect(!NativeAuthError.notConfigured.localizedDescription.isEmpty, "a call before configure throws notConfigured")
}

do {
    try native.configure(clientId: "not a GUID", tenantSubdomain: "contoso", capabilities: .mfaRequired)
    expect(false, "bad values are refused")
} catch NativeAuthError.underlying(let error) {
    expect(error is ConfigurationError, "bad values throw underlying around a ConfigurationError")
    expect(error.localizedDescription.contains("clientId"), "which names the setting: \(error.localizedDescription)")
}

try native.configure(configuration)
expect(native.isConfigured, "configured")

if case .completed(let result) = try await native.signIn(
    email: "ada@example.com", password: "Lovelace-1843", scopes: ["User.Read"])
{
    expect(result.username == "ada@example.com", "ada signs in with her password")
    expect(result.idToken?.isEmpty == false && result.accountIdentifier?.isEmpty == false, "with ID token and account")
} else {
    expect(false, "ada signs in with her password")
}

if case .codeRequired(let step) = try await native.signIn(email: "grace@example.com") {
    expect(step.codeLength == 8 && step.channel == .email, "grace is asked for 8 digits from her e-mail")
    expect(step.sentTo.contains("@"), "sent to \(step.sentTo)")
    do {
        let right = try newestCode(for: "grace@example.com")
        _ = try await step.submitCode(right == "00000000" ? "11111111" : "00000000")
        expect(false, "a wrong code is refused")
    } catch NativeAuthError.invalidCode {
        expect(true, "a wrong code is invalidCode")
    }
    let result = try await step.submitCode(newestCode(for: "grace@example.com"))
    expect(result.username == "grace@example.com", "the same step takes the right code after it")
} else {
    expect(false, "grace is asked for a code")
}

/// The refusal of one attempt, which has to be a `NativeAuthError`.
func refusal(_ email: String, _ password: String?) async -> NativeAuthError? {
    do {
        _ = try await native.signIn(email: email, password: password)
        return nil
    } catch let error as NativeAuthError {
        expect(!error.localizedDescription.isEmpty, "in words: \(error.localizedDescription)")
        expect(error.localizedDescription == (error as any Error).localizedDescription, "the same words as any Error")
        return error
    } catch {
        expect(false, "another error: \(error)")
        return nil
    }
}

if case .invalidCredentials = await refusal("ada@example.com", "Wrong-Pass-1") {
    expect(true, "a wrong password is invalidCredentials")
} else {
    expect(false, "a wrong password is invalidCredentials")
}
if case .userNotFound = await refusal("nobody@example.com", "Wrong-Pass-1") {
    expect(true, "an unknown address is userNotFound")
} else {
    expect(false, "an unknown address is userNotFound")
}
if case .browserRequired = await refusal("linus@example.com", "anything") {
    expect(true, "a federated address is browserRequired")
} else {
    expect(false, "a federated address is browserRequired")
}
if case .invalidInput = await refusal("", "anything") {
    expect(true, "an empty address is invalidInput")
} else {
    expect(false, "an empty address is invalidInput")
}

let cancelled = Task { try await native.signIn(email: "ada@example.com", password: "Lovelace-1843") }
cancelled.cancel()
do {
    _ = try await cancelled.value
    expect(false, "a cancelled task throws CancellationError")
} catch is CancellationError {
    expect(true, "a cancelled task throws CancellationError")
}

// MARK: Second factor

var capable = configuration
capable.capabilities = [.mfaRequired, .registrationRequired]
try native.configure(capable)

/// A step that did not come.
struct Missing: Error {}

func newestCode(forPhone number: String) throws -> String {
    try newestCode(for: number.replacingOccurrences(of: "+", with: "%2B"))
}

func wrong(_ code: String) -> String { code == "00000000" ? "11111111" : "00000000" }

/// Whether `body` throws what `matches`; the words of the error are always fit to show.
func throwsError(_ what: String, _ matches: (any Error) -> Bool, _ body: () async throws -> Void) async {
    do {
        try await body()
        expect(false, what)
    } catch {
        expect(matches(error) && !error.localizedDescription.isEmpty, what)
    }
}

func factor() async throws -> MFAStep {
    guard case .mfaRequired(let step) = try await native.signIn(email: "alan@example.com", password: "Enigma-1912")
    else { throw Missing() }
    return step
}

let second = try await factor()
expect(second.availableMethods.map(\.channel) == [.email, .phone], "alan has two ways to verify")
expect(
    second.availableMethods.allSatisfy { $0.challengeType == "oob" && $0.loginHint != nil && !$0.id.isEmpty },
    "with id, type and hint")
guard case .selectionRequired(let methods, let selection) = try await second.requestChallenge(),
    case .verificationRequired(let byPhone) = try await selection.requestChallenge(methods[1])
else { throw Missing() }
expect(byPhone.channel == .phone && byPhone.codeLength == 8 && !byPhone.sentTo.isEmpty, "he picks his phone")
await throwsError("a wrong code is invalidCode", { if case NativeAuthError.invalidCode = $0 { true } else { false } }) {
    _ = try await byPhone.submitCode(wrong(newestCode(forPhone: "+15555550100")))
}
let resent = try await byPhone.resendCode()
let verified: TophhieNativeSignInResult = try await resent.submitCode(newestCode(forPhone: "+15555550100"))
expect(verified.username == "alan@example.com", "and signs in with a new code")
guard case .verificationRequired(let byEmail) = try await factor().requestChallenge(methods[0]) else {
    throw Missing()
}
expect(
    try await byEmail.submitCode(newestCode(for: "alan@example.com")).username == "alan@example.com", "or by e-mail")

// MARK: Registration

func registration(_ email: String, _ password: String) async throws -> StrongAuthRegistrationStep {
    guard case .strongAuthRegistrationRequired(let step) = try await native.signIn(email: email, password: password)
    else { throw Missing() }
    return step
}

let register = try await registration("joan@example.com", "Station-X-40")
expect(register.availableMethods.map(\.id) == ["email", "sms"], "joan may register an address or a phone")
await throwsError(
    "a blocked phone is invalidInput", { if case NativeAuthError.invalidInput = $0 { true } else { false } }
) {
    _ = try await register.registerSMS(phoneNumber: "+15556660100")
}
await throwsError(
    "a way that is not offered is noMatchingAuthMethod",
    { if case NativeAuthError.noMatchingAuthMethod = $0 { true } else { false } }
) {
    _ = try await register.register(methods[0], verificationContact: "joan@example.com")
}
guard case .verificationRequired(let registering) = try await register.registerEmail() else { throw Missing() }
expect(
    registering.channel == .email && registering.codeLength == 8 && registering.sentTo.contains("@"),
    "her own address by default")
let registered = try await registering.resendCode().submitCode(newestCode(for: "joan@example.com"))
expect(registered.username == "joan@example.com", "a code registers it and signs her in")

// MARK: Sign-up

try admin("PUT", "policy", #"{"registrationRequired":true}"#)
let start: SignUpCodeStep = try await native.signUp(email: "mary@example.com", password: nil, attributes: [:])
expect(start.codeLength == 8 && start.channel == .email && start.sentTo.contains("@"), "mary is sent a code")
guard
    case .passwordRequired(let passwordStep) = try await start.resendCode().submitCode(
        newestCode(for: "mary@example.com"))
else { throw Missing() }
await throwsError(
    "a weak password is invalidPassword", { if case NativeAuthError.invalidPassword = $0 { true } else { false } }
) {
    _ = try await passwordStep.submitPassword("weak")
}
guard
    case .attributesRequired(let attributes, let attributesStep) = try await passwordStep.submitPassword(
        "Somerville-1831")
else { throw Missing() }
let wanted: RequiredAttribute = attributes[0]
expect(
    wanted.name == "displayName" && wanted.type == "string" && wanted.required && wanted.regex != nil,
    "then asked for her name")
do {
    _ = try await attributesStep.submitAttributes(["displayName": String(repeating: "x", count: 65)])
    expect(false, "a bad one is invalidAttributes")
} catch NativeAuthError.invalidAttributes(let names) {
    expect(names == ["displayName"], "a bad one is invalidAttributes, by name")
}
guard case .completed(let made) = try await attributesStep.submitAttributes(["displayName": "Mary"]),
    case .strongAuthRegistrationRequired(let proven) = try await made.signIn(scopes: ["User.Read"]),
    case .completed(let newcomer) = try await proven.register(
        proven.availableMethods[0], verificationContact: "mary@example.com")
else { throw Missing() }
expect(newcomer.username == "mary@example.com", "her proven address is registered without a code, and she is in")
await throwsError(
    "an account that exists is userAlreadyExists",
    { if case NativeAuthError.userAlreadyExists = $0 { true } else { false } }
) {
    _ = try await native.signUp(email: "mary@example.com")
}
try admin("PUT", "policy", #"{"registrationRequired":false,"mfa":"required","mfaAfterCode":true}"#)
guard case .codeRequired(let firstFactor) = try await native.signIn(email: "grace@example.com"),
    case .strongAuthRegistrationRequired = try await firstFactor.resendCode().submitCodeForNextStep(
        newestCode(for: "grace@example.com"))
else { throw Missing() }
expect(true, "a second step can follow a code")
try admin("PUT", "policy", #"{"mfa":"off","mfaAfterCode":false}"#)

// MARK: Password reset

let reset: PasswordResetCodeStep = try await native.startPasswordReset(email: "ada@example.com")
expect(reset.codeLength == 8 && reset.sentTo.contains("*"), "ada is sent a code to reset her password")
await throwsError("a wrong code is invalidCode", { if case PasswordResetError.invalidCode = $0 { true } else { false } }) {
    _ = try await reset.submitCode(wrong(newestCode(for: "ada@example.com")))
}
let newPassword: PasswordResetNewPasswordStep = try await reset.resendCode().submitCode(
    newestCode(for: "ada@example.com"))
await throwsError(
    "a weak password is invalidPassword",
    { if case PasswordResetError.invalidPassword = $0 { true } else { false } }
) {
    try await newPassword.submitPassword("weak")
}
try await newPassword.submitPassword("Difference-1822")
if case .completed = try await native.signIn(email: "ada@example.com", password: "Difference-1822") {
    expect(true, "the new password works")
} else {
    expect(false, "the new password works")
}
await throwsError(
    "an account without a password is notSupported",
    { if case PasswordResetError.notSupported = $0 { true } else { false } }
) {
    _ = try await native.startPasswordReset(email: "grace@example.com")
}
await throwsError(
    "an unknown address is underlying around a ServiceError",
    { if case PasswordResetError.underlying(let wrapped) = $0 { wrapped is ServiceError } else { false } }
) {
    _ = try await native.startPasswordReset(email: "nobody@example.com")
}
/// An app's own stand-in has the same shape.
let service: any NativeAuthService = native
expect(service is TophhieNativeAuth && TophhieNativeAuth.shared !== native, "and the service can be stood in for")

// MARK: Interactive sign-in

/// Approves, or gives up, as soon as there is a code.
final class Person: TophhiePresenter {
    let email: String?
    let (givenUp, giveUp) = AsyncStream.makeStream(of: Void.self)

    init(approvingAs email: String?) { self.email = email }

    func present(_ challenge: InteractiveChallenge) async {
        if case .deviceCode(let code) = challenge {
            expect(code.verificationUri.hasSuffix("/device") && !code.userCode.isEmpty, "an address and a code")
            expect(code.expiresOn > Date(), "that end later than now")
        } else {
            expect(false, "a device code")
        }
        guard let email else { return giveUp.finish() }
        do {
            try admin("POST", "device/approve", #"{"email": "\#(email)"}"#)
        } catch {
            expect(false, "the code can be approved: \(error)")
        }
    }

    func challengeChanged(_ status: InteractiveStatus) async {}

    func dismissed() async { for await _ in givenUp {} }
}

let auth = TophhieAuth()
do {
    try auth.restoreCachedAccount()
    expect(false, "a call before configure throws")
} catch AuthError.notConfigured {
    expect(true, "a call before configure throws notConfigured")
}
do {
    try auth.configure(clientId: "not a GUID", redirectUri: "http://localhost", tenantSubdomain: "contoso")
    expect(false, "bad values are refused")
} catch AuthError.invalidConfiguration(let why) {
    expect(why.contains("clientId"), "bad values are invalidConfiguration: \(why)")
}
var interactive = configuration
interactive.store = MemoryTokenStore()
try auth.configure(interactive)
expect(auth.isConfigured && auth.currentAccount == nil, "configured, nobody signed in")

do {
    _ = try await auth.signIn(presenting: Person(approvingAs: nil))
    expect(false, "giving up throws")
} catch AuthError.userCancelled {
    expect(true, "giving up throws userCancelled")
}
let result = try await auth.signIn(
    presenting: Person(approvingAs: "linus@example.com"), scopes: ["User.Read"], prompt: .selectAccount,
    loginHint: "linus@example.com")
expect(result.username == "linus@example.com", "linus signs in with a device code")
expect(!result.accessToken.isEmpty && result.scopes.contains("User.Read"), "with an access token for User.Read")
expect(result.expiresOn.map { $0 > Date() } == true, "that ends later than now")
expect(auth.currentAccount?.username == "linus@example.com", "and is the current account")
let again = TophhieAuth()
try again.configure(interactive)
expect(again.currentAccount == auth.currentAccount, "another instance restores the account from the store")
try await auth.signOut()
expect(auth.currentAccount == nil, "signed out")
try expect(again.restoreCachedAccount() == nil, "and gone from the store")

let failed = failures.withLock { $0 }
print(failed == 0 ? "  all held" : "  \(failed) did not hold")
exit(failed == 0 ? 0 : 1)
