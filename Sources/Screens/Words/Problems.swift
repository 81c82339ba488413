package import AuthFlow
import Wire

/// Problems in words: what happened, and who can do what about it.
///
/// Screens and plain lines say the same. The SDK's errors, which `--json` quotes, have sentences of their own.
extension Problem {
    /// One line for a person, without the reference.
    package func message(_ strings: Strings) -> String {
        if case .throttled = kind, let time = wire?.retryAfter, time > .zero {
            return strings("problem.throttledFor", ["time": time.words(strings)])
        }
        return kind.sentence(strings)
    }

    /// `Reference: …`, to be quoted when somebody else must help.
    ///
    /// Not for a refused address, password or code: there it would only tell such screens apart.
    package func reference(_ strings: Strings) -> String? {
        guard let correlationID, kind.isWorthQuoting else { return nil }
        return strings("problem.reference", ["id": correlationID])
    }
}

extension Problem.Kind {
    fileprivate var isWorthQuoting: Bool {
        switch self {
        case .misconfigured, .blockedByPolicy, .serviceUnavailable, .untrusted, .refused, .malformed,
            .throttled,
            .methodBlocked:
            true
        case .invalidCredentials, .userNotFound, .userAlreadyExists, .invalidCode, .invalidInput,
            .invalidPassword, .invalidAttributes, .noMatchingAuthMethod, .resetNotSupported, .resetUnfinished,
            .accountLocked, .accountDisabled, .passwordExpired, .passwordChangeRequired, .sessionExpired,
            .interactionRequired, .deviceCodeExpired, .deviceCodeUnknown, .unreachable:
            false
        }
    }

    /// Unknown, wrong, locked and disabled are one and the same to whoever is refused.
    var isOfAccount: Bool {
        switch self {
        case .invalidCredentials, .userNotFound, .accountLocked, .accountDisabled: true
        default: false
        }
    }

    func sentence(_ strings: Strings) -> String {
        switch self {
        case .invalidCredentials, .userNotFound, .accountLocked, .accountDisabled:
            strings["problem.invalidCredentials"]
        case .userAlreadyExists: strings["problem.userAlreadyExists"]
        case .invalidCode: strings["problem.invalidCode"]
        case .invalidInput: strings["problem.invalidInput"]
        case .invalidPassword(let rule): rule.sentence(strings)
        case .invalidAttributes(let names):
            strings(
                "problem.invalidAttributes",
                ["names": names.map { AttributeLabel.text($0, strings) }.joined(separator: ", ")])
        case .noMatchingAuthMethod: strings["problem.noMatchingAuthMethod"]
        case .resetNotSupported: strings["problem.resetNotSupported"]
        case .resetUnfinished: strings["problem.resetUnfinished"]
        case .passwordExpired: strings["problem.passwordExpired"]
        case .passwordChangeRequired: strings["problem.passwordChangeRequired"]
        case .methodBlocked: strings["problem.methodBlocked"]
        case .sessionExpired: strings["problem.sessionExpired"]
        case .throttled: strings["problem.throttled"]
        case .misconfigured(let misconfiguration): misconfiguration.sentence(strings)
        case .blockedByPolicy: strings["problem.blockedByPolicy"]
        case .interactionRequired: strings["problem.interactionRequired"]
        case .deviceCodeExpired: strings["problem.deviceCodeExpired"]
        case .deviceCodeUnknown: strings["problem.deviceCodeUnknown"]
        case .serviceUnavailable: strings["problem.serviceUnavailable"]
        case .unreachable(let problem): problem.sentence(strings)
        case .untrusted(let problem): problem.sentence(strings)
        case .refused: strings["problem.refused"]
        case .malformed: strings["problem.malformed"]
        }
    }
}

extension PasswordRule {
    fileprivate func sentence(_ strings: Strings) -> String {
        switch self {
        case .tooShort: strings["problem.password.tooShort"]
        case .tooLong: strings["problem.password.tooLong"]
        case .tooWeak: strings["problem.password.tooWeak"]
        case .banned: strings["problem.password.banned"]
        case .recentlyUsed: strings["problem.password.recentlyUsed"]
        case .invalid: strings["problem.password.invalid"]
        case .other: strings["problem.password.other"]
        }
    }
}

extension Misconfiguration {
    fileprivate func sentence(_ strings: Strings) -> String {
        switch self {
        case .unknownClient: strings["problem.setup.unknownClient"]
        case .nativeAuthenticationOff: strings["problem.setup.nativeOff"]
        case .publicClientOff: strings["problem.setup.publicClientOff"]
        case .unknownTenant: strings["problem.setup.unknownTenant"]
        case .discovery(.notFound(let status)):
            strings("problem.setup.discovery.notFound", ["status": String(status)])
        case .discovery(.notADocument): strings["problem.setup.discovery.notADocument"]
        case .discovery(.issuerRefused(let issuer)):
            strings("problem.setup.discovery.issuer", ["issuer": CleanText.inSentence(issuer, columns: 200)])
        case .discovery(.endpointRefused(let member)):
            strings("problem.setup.discovery.endpoint", ["member": member])
        case .discovery(.endpointMissing(let member)):
            strings("problem.setup.discovery.missing", ["member": member])
        case .discovery(.tenantMismatch): strings["problem.setup.discovery.tenant"]
        case .scope: strings["problem.setup.scope"]
        case .deviceAddress: strings["problem.setup.deviceAddress"]
        case .other: strings["problem.setup.other"]
        }
    }
}

extension TransportProblem {
    fileprivate func sentence(_ strings: Strings) -> String {
        switch self {
        case .nameNotResolved(let host): strings("problem.net.nameNotResolved", ["host": host])
        case .connectionRefused(let host): strings("problem.net.connectionRefused", ["host": host])
        case .unreachable(let host): strings("problem.net.unreachable", ["host": host])
        case .timedOut(let host): strings("problem.net.timedOut", ["host": host])
        case .proxy(let proxy, let problem): problem.sentence(proxy, strings)
        case .certificate(let host, let issuer, let problem): problem.sentence(host, issuer, strings)
        case .tlsTooOld(let host): strings("problem.net.tlsTooOld", ["host": host])
        case .caFileUnreadable(let path): strings("problem.net.caFileUnreadable", ["path": path])
        case .caFileInvalid(let path): strings("problem.net.caFileInvalid", ["path": path])
        case .intercepted(let host): strings("problem.net.intercepted", ["host": host])
        case .bodyTooLarge: strings["problem.net.bodyTooLarge"]
        case .interrupted(let host): strings("problem.net.interrupted", ["host": host])
        case .insecureAddress(let host): strings("problem.net.insecureAddress", ["host": host])
        case .libraryMissing(let name): strings("problem.net.libraryMissing", ["name": name])
        case .other(let code, let text):
            strings("problem.net.other", ["code": String(code), "text": text])
        }
    }
}

extension TransportProblem.ProxyProblem {
    fileprivate func sentence(_ proxy: String, _ strings: Strings) -> String {
        switch self {
        case .nameNotResolved: strings("problem.proxy.nameNotResolved", ["proxy": proxy])
        case .unreachable: strings("problem.proxy.unreachable", ["proxy": proxy])
        case .wantsCredentials: strings("problem.proxy.wantsCredentials", ["proxy": proxy])
        case .refused(let status):
            strings("problem.proxy.refused", ["proxy": proxy, "status": String(status)])
        }
    }
}

extension TransportProblem.CertificateProblem {
    /// Never suggests to do without the check.
    fileprivate func sentence(_ host: String, _ issuer: String?, _ strings: Strings) -> String {
        switch self {
        case .expired: strings("problem.certificate.expired", ["host": host])
        case .notYetValid: strings("problem.certificate.notYetValid", ["host": host])
        case .wrongHost: strings("problem.certificate.wrongHost", ["host": host])
        case .unknownIssuer:
            if let issuer, !issuer.isEmpty {
                strings("problem.certificate.unknownIssuer", ["host": host, "issuer": issuer])
            } else {
                strings("problem.certificate.issuerMissing", ["host": host])
            }
        case .other(let text): strings("problem.certificate.other", ["host": host, "text": text])
        }
    }
}

extension TrustProblem {
    fileprivate func sentence(_ strings: Strings) -> String {
        switch self {
        case .missing: strings["problem.trust.missing"]
        case .signature: strings["problem.trust.signature"]
        case .claim(let name): strings("problem.trust.claim", ["name": name])
        case .clock(let difference):
            strings(
                difference > .zero ? "problem.trust.clockAhead" : "problem.trust.clockBehind",
                ["difference": difference.words(strings)])
        case .keysUnavailable: strings["problem.trust.keysUnavailable"]
        }
    }
}

extension Duration {
    /// In the largest unit that says something, whichever way it points.
    fileprivate func words(_ strings: Strings) -> String {
        let seconds = Int(clamping: components.seconds.magnitude)
        if seconds < 120 { return strings("time.seconds", ["count": String(seconds)]) }
        if seconds < 7200 { return strings("time.minutes", ["count": String(seconds / 60)]) }
        return strings("time.hours", ["count": String(seconds / 3600)])
    }
}
