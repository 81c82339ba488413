import CSQLite

/// Why the store or a primitive of it failed, in one sentence without a secret.
package struct StoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = description }
}

/// What a column holds.
enum Column: Equatable, Sendable {
    case text(String), int(Int), real(Double), null

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
}

/// A row by column names.
struct Row: Sendable {
    fileprivate var columns: [String: Column]

    func optionalText(_ name: String) -> String? {
        if case .text(let text)? = columns[name] { text } else { nil }
    }

    func text(_ name: String) -> String { optionalText(name) ?? "" }

    func int(_ name: String) -> Int {
        if case .int(let number)? = columns[name] { number } else { 0 }
    }

    func optionalReal(_ name: String) -> Double? {
        if case .real(let number)? = columns[name] { number } else { nil }
    }

    func real(_ name: String) -> Double { optionalReal(name) ?? 0 }
}

/// One connection to a database, the only owner of its handle.
///
/// It is not for two threads at once: the store guards it.
final class SQLite {
    private let handle: OpaquePointer

    init(path: String) throws(StoreFailure) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw StoreFailure("The database \(path) cannot be opened.")
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit { sqlite3_close_v2(handle) }

    private var failure: StoreFailure { StoreFailure("SQLite: \(String(cString: sqlite3_errmsg(handle))).") }

    /// Several statements without parameters.
    func script(_ sql: String) throws(StoreFailure) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    @discardableResult
    func run(_ sql: String, _ values: Column...) throws(StoreFailure) -> Int {
        _ = try query(sql, values)
        return Int(sqlite3_changes(handle))
    }

    func rows(_ sql: String, _ values: Column...) throws(StoreFailure) -> [Row] { try query(sql, values) }

    func row(_ sql: String, _ values: Column...) throws(StoreFailure) -> Row? { try query(sql, values).first }

    private func query(_ sql: String, _ values: [Column]) throws(StoreFailure) -> [Row] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure
        }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            guard bind(value, to: statement, at: Int32(index + 1)) == SQLITE_OK else { throw failure }
        }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(Row(columns: columns(of: statement)))
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    private func bind(_ value: Column, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .text(let text):
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            return sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
        case .int(let number): return sqlite3_bind_int64(statement, index, Int64(number))
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .null: return sqlite3_bind_null(statement, index)
        }
    }

    private func columns(of statement: OpaquePointer) -> [String: Column] {
        var columns: [String: Column] = [:]
        for index in 0..<sqlite3_column_count(statement) {
            let name = String(cString: sqlite3_column_name(statement, index))
            switch sqlite3_column_type(statement, index) {
            case SQLITE_INTEGER: columns[name] = .int(Int(sqlite3_column_int64(statement, index)))
            case SQLITE_FLOAT: columns[name] = .real(sqlite3_column_double(statement, index))
            case SQLITE_NULL: columns[name] = .null
            default:
                let length = Int(sqlite3_column_bytes(statement, index))
                let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, index), count: length)
                columns[name] = .text(String(decoding: bytes, as: UTF8.self))
            }
        }
        return columns
    }
}
