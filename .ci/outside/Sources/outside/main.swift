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
    try native.configure(clientId: "not a GUID", tenantSubdomain: "contoso")
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
