import FoundationEssentials
import Wire

/// Tokens as bytes and back: fields of a number, a length and a value.
///
/// Not JSON, whose strings could not be wiped. Numbers that are not known are passed over, so that a newer version's
/// record can still be read.
enum TokenRecord {
    private enum Field: UInt8 {
        case clientID = 1
        case authority, homeAccountID, identifier, username, name, tenantID, environment, scopes, expiry
        case access, refresh, id
    }

    static func encoded(_ tokens: StoredTokens) -> [UInt8] {
        var writer = Writer()
        writer.add(.clientID, tokens.account.clientId)
        writer.add(.authority, tokens.account.authority)
        writer.add(.homeAccountID, tokens.account.homeAccountId)
        writer.add(.identifier, tokens.identifier)
        writer.add(.username, tokens.username)
        writer.add(.name, tokens.name)
        writer.add(.tenantID, tokens.tenantId)
        writer.add(.environment, tokens.environment)
        writer.add(.scopes, tokens.scopes.joined(separator: " "))
        writer.add(.expiry, String(seconds(tokens.expiresOn)))
        tokens.accessSecret.withExposed { writer.add(.access, $0) }
        tokens.refreshSecret?.withExposed { writer.add(.refresh, $0) }
        tokens.idSecret?.withExposed { writer.add(.id, $0) }
        return writer.bytes
    }

    static func decoded(_ bytes: [UInt8]) -> StoredTokens? {
        var fields: [UInt8: ArraySlice<UInt8>] = [:]
        var rest = bytes[...]
        while let number = rest.popFirst() {
            guard let length = takeLength(&rest), length <= rest.count else { return nil }
            fields[number] = rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        func text(_ field: Field) -> String? {
            fields[field.rawValue].map { String(decoding: $0, as: UTF8.self) }
        }
        func secret(_ field: Field) -> Secret? { fields[field.rawValue].map { Secret(Array($0)) } }
        guard let client = text(.clientID), let authority = text(.authority), let home = text(.homeAccountID),
            let identifier = text(.identifier), let expiry = text(.expiry).flatMap(Int.init),
            let access = secret(.access)
        else { return nil }
        return StoredTokens(
            account: AccountID(clientId: client, authority: authority, homeAccountId: home),
            identifier: identifier, username: text(.username) ?? "", name: text(.name) ?? "",
            tenantId: text(.tenantID) ?? "", environment: text(.environment) ?? "",
            scopes: (text(.scopes) ?? "").split(separator: " ").map(String.init),
            expiresOn: Date(timeIntervalSince1970: Double(expiry)), accessSecret: access,
            refreshSecret: secret(.refresh), idSecret: secret(.id))
    }

    /// Whole seconds since 1970. A date that is no number has been over for ever, and a number too large or too small
    /// is the nearest that a date can be written for.
    private static func seconds(_ date: Date) -> Int {
        let seconds = date.timeIntervalSince1970
        guard !seconds.isNaN else { return 0 }
        // Date.distantPast and .distantFuture, about.
        return Int(min(max(seconds, -62_135_769_600), 64_092_211_200))
    }

    /// Texts with their lengths before them: no two lists give the same bytes.
    static func joined(_ texts: [String]) -> [UInt8] {
        texts.flatMap { length($0.utf8.count) + Array($0.utf8) }
    }

    /// Four bytes, the highest first.
    static func length(_ count: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }

    static func takeLength(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 4 else { return nil }
        defer { bytes = bytes.dropFirst(4) }
        return bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Grows by hand: an array that grows by itself leaves its old bytes behind.
    private struct Writer {
        private(set) var bytes: [UInt8] = []

        mutating func add(_ field: Field, _ text: String) { add(field, Array(text.utf8)) }

        mutating func add(_ field: Field, _ value: [UInt8]) {
            let head = [field.rawValue] + TokenRecord.length(value.count)
            if bytes.count + head.count + value.count > bytes.capacity {
                var larger: [UInt8] = []
                larger.reserveCapacity(max(8192, 2 * (bytes.count + head.count + value.count)))
                larger += bytes
                wipeBytes(&bytes)
                bytes = larger
            }
            bytes += head
            bytes += value
        }
    }
}
