/// What Postgres, or the way to it, refused to do, and for which statement.
///
/// It never holds a value or a password: of the server's answer only those messages are kept that cannot contain one, and
/// never its detail.
public struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it was.
    public let sqlState: SQLState
    /// What the server says where that shows no values, or what we know.
    public let message: String
    /// The name of the statement, or what was being done; nil if it is not about one.
    public let statement: String?
    /// The constraint that would be broken.
    public let constraint: String?
    /// Whether the server may have stored what the call wrote, although it failed: the connection was lost while the
    /// answer to a commit was under way.
    public let mayHaveCommitted: Bool

    /// Describes a failure.
    ///
    /// - Parameters:
    ///   - sqlState: What kind of failure it was.
    ///   - message: Words for a person; no value of a parameter.
    ///   - statement: The name of the statement, or what was being done.
    ///   - constraint: The constraint that would be broken.
    ///   - mayHaveCommitted: Whether the work may be stored all the same.
    public init(
        sqlState: SQLState,
        message: String,
        statement: String? = nil,
        constraint: String? = nil,
        mayHaveCommitted: Bool = false
    ) {
        self.sqlState = sqlState
        self.message = message
        self.statement = statement
        self.constraint = constraint
        self.mayHaveCommitted = mayHaveCommitted
    }

    /// Whether the same call may go through later, when nothing but time has passed.
    public var isTransient: Bool { sqlState.isTransient }

    /// One line for a log: the statement's name, the message, the state.
    public var description: String { "\(statement.map { "\($0): " } ?? "")\(message) (\(sqlState.rawValue))" }
}
