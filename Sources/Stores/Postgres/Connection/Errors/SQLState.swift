/// The five characters that name what went wrong (https://www.postgresql.org/docs/15/errcodes-appendix.html).
///
/// Those of the class `ZF` are Fanfare's own, for failures the server knows nothing of.
public struct SQLState: RawRepresentable, Hashable, Sendable {
    /// The five characters.
    public let rawValue: String

    /// The state of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first two characters: the kind of failure.
    public var category: String { String(rawValue.prefix(2)) }

    /// A connection could not be made.
    public static let cannotConnect = SQLState(rawValue: "08001")
    /// A connection was lost.
    public static let connectionFailure = SQLState(rawValue: "08006")
    /// Something the server does not do, such as running a plan whose result has changed.
    public static let featureNotSupported = SQLState(rawValue: "0A000")
    /// A value is not written as its type wants it.
    public static let invalidTextRepresentation = SQLState(rawValue: "22P02")
    /// A row refers to one that is not there.
    public static let foreignKeyViolation = SQLState(rawValue: "23503")
    /// A row with this key is there already.
    public static let uniqueViolation = SQLState(rawValue: "23505")
    /// A transaction was begun inside another one.
    public static let activeTransaction = SQLState(rawValue: "25001")
    /// The server takes no writes: a standby, or one that was the primary.
    public static let readOnlyTransaction = SQLState(rawValue: "25006")
    /// An earlier error has ended the transaction, so that nothing of it was stored.
    public static let failedTransaction = SQLState(rawValue: "25P02")
    /// The prepared statement is not there.
    public static let invalidStatementName = SQLState(rawValue: "26000")
    /// The password is wrong.
    public static let invalidPassword = SQLState(rawValue: "28P01")
    /// The database does not exist.
    public static let invalidCatalogName = SQLState(rawValue: "3D000")
    /// Two transactions cannot both be right; the same one may go through later.
    public static let serializationFailure = SQLState(rawValue: "40001")
    /// Two transactions waited for each other.
    public static let deadlockDetected = SQLState(rawValue: "40P01")
    /// The text is no SQL.
    public static let syntaxError = SQLState(rawValue: "42601")
    /// The table does not exist.
    public static let undefinedTable = SQLState(rawValue: "42P01")
    /// The server has as many connections as it takes.
    public static let tooManyConnections = SQLState(rawValue: "53300")
    /// A lock was not had in time.
    public static let lockNotAvailable = SQLState(rawValue: "55P03")
    /// The statement was cancelled, by somebody or by a timeout of the server.
    public static let queryCancelled = SQLState(rawValue: "57014")
    /// The server ended the connection, by an administrator's order or because it shuts down.
    public static let adminShutdown = SQLState(rawValue: "57P01")
    /// The server ended the connection because another process of it crashed.
    public static let crashShutdown = SQLState(rawValue: "57P02")
    /// The server starts, stops or recovers.
    public static let cannotConnectNow = SQLState(rawValue: "57P03")

    /// All connections of the pool are busy and none became free in time; nothing was sent.
    public static let poolBusy = SQLState(rawValue: "ZF001")
    /// The pool has been closed or not been opened; nothing was sent.
    public static let poolClosed = SQLState(rawValue: "ZF002")
    /// The server did not answer in time; the connection was given up.
    public static let timedOut = SQLState(rawValue: "ZF003")
    /// A value cannot be sent; nothing was.
    public static let unsendableValue = SQLState(rawValue: "ZF004")
    /// A result is not what the caller reads.
    public static let unexpectedResult = SQLState(rawValue: "ZF005")

    /// Whether the same call may go through later, when nothing but time has passed.
    public var isTransient: Bool {
        switch self {
        case .readOnlyTransaction, .lockNotAvailable, .queryCancelled, .poolBusy, .poolClosed, .timedOut: true
        case SQLState(rawValue: "25P03"): true  // idle in a transaction for too long
        case SQLState(rawValue: "58030"): true  // input or output error
        default:
            // Connections, rollbacks of the server's own accord, lack of resources, an operator's doing.
            ["08", "40", "53"].contains(category) || rawValue.hasPrefix("57P")
        }
    }

    /// Whether the server's message for it holds names and numbers of the schema only, and no value of a caller.
    ///
    /// Not so for data exceptions (22), which quote the value, and what functions raise (P0).
    var hasHarmlessMessage: Bool {
        let harmless: Set = [
            "08", "0A", "23", "25", "26", "28", "2D", "34", "3B", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
            "XX", "ZF",
        ]
        return harmless.contains(category)
    }
}
