internal import CSQLite

/// What SQLite refused to do, and for which statement.
///
/// It never holds a bound value: neither SQLite's messages nor the names of our statements contain one.
public struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// SQLite's extended result code (https://www.sqlite.org/rescode.html).
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// SQLite's number.
        public let rawValue: Int32

        /// The code of that number.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The code without the detail in its upper bytes: `busy` for `busySnapshot`.
        public var primary: Code { Code(rawValue: rawValue & 0xFF) }

        /// Another connection holds a lock for longer than we waited.
        public static let busy = Code(rawValue: SQLITE_BUSY)
        /// A transaction that has read cannot write any more, because another one wrote meanwhile.
        public static let busySnapshot = Code(rawValue: SQLITE_BUSY | 2 << 8)
        /// The disk is full, or the file has reached its limit.
        public static let full = Code(rawValue: SQLITE_FULL)
        /// The file, or the folder with its journal, cannot be opened.
        public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        /// The file, its folder or the connection may only be read.
        public static let readOnly = Code(rawValue: SQLITE_READONLY)
        /// The file is not an SQLite database.
        public static let notADatabase = Code(rawValue: SQLITE_NOTADB)
        /// The file is a damaged database.
        public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        /// The operating system failed to read or write.
        public static let inputOutput = Code(rawValue: SQLITE_IOERR)
        /// A constraint of the schema would be broken.
        public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// A unique index already has such a row.
        public static let constraintUnique = Code(rawValue: SQLITE_CONSTRAINT | 8 << 8)
        /// The schema or SQL is wrong, or has changed; SQLite's general error.
        public static let error = Code(rawValue: SQLITE_ERROR)
        /// A statement was used wrongly, such as a parameter number that it does not have.
        public static let misuse = Code(rawValue: SQLITE_MISUSE)
    }

    /// What kind of failure it was.
    public let code: Code
    /// What SQLite says, or what we know better.
    public let message: String
    /// The name of the statement, or what was being done.
    public let statement: String

    /// Describes a failure.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it was.
    ///   - message: Words for a person; no value bound to a statement.
    ///   - statement: The name of the statement, or what was being done.
    public init(code: Code, message: String, statement: String) {
        self.code = code
        self.message = message
        self.statement = statement
    }

    /// One line for a log: the statement's name, the message, the number.
    public var description: String { "\(statement): \(message) (SQLite \(code.rawValue))" }
}

extension SQLiteError {
    /// The failure that a connection has just reported.
    init(_ code: Int32, of connection: OpaquePointer?, in statement: String) {
        let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
        self.init(code: Code(rawValue: code), message: message ?? "out of memory", statement: statement)
    }
}
