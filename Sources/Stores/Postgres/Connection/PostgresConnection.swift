internal import CPostgres

/// A connection to a server, for one thread.
///
/// The class is not `Sendable`: made as the resource of a thread, it is kept there by the compiler. After a failure that
/// lost the connection `isLost` is true, and every call throws.
final class PostgresConnection {
    /// Statements kept; the module has fewer, so the limit only bounds SQL made at run time.
    static let cacheLimit = 256

    let link: PostgresLink
    /// Stops what the connection runs, from another thread.
    let cancellation: PostgresCancellation?
    private let location: PostgresLocation
    /// How long the server may take for one call.
    private var callLimit: Duration
    private var texts: [String: String] = [:]
    var cache = StatementCache()
    /// How many statements were prepared; a cached one counts once.
    var prepared = 0

    init(_ link: PostgresLink, to location: PostgresLocation, callLimit: Duration) {
        self.link = link
        self.location = location
        self.callLimit = callLimit
        self.cancellation = unsafe PostgresCancellation(link.raw)
    }

    /// True when it cannot be used any more.
    var isLost: Bool { link.isLost }

    /// True between BEGIN and COMMIT or ROLLBACK, also after an error in between.
    var isInTransaction: Bool {
        let status = unsafe PQtransactionStatus(link.raw)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    var preparesStatements: Bool { location.preparesStatements }

    /// The text with the schema of the location.
    func text(of statement: PostgresStatement) -> String {
        if let text = texts[statement.text] { return text }
        let text = location.placing(statement.text)
        if texts.count >= Self.cacheLimit { texts = [:] }
        texts[statement.text] = text
        return text
    }

    // MARK: Calls

    /// Runs a statement, in a transaction of its own unless one is open.
    ///
    /// - Throws: ``PostgresError``. Nothing was stored, unless it says that it may have been.
    @discardableResult
    func run(_ statement: PostgresStatement, _ parameters: (any PostgresEncodable)?...) throws -> PostgresRows {
        try run(PostgresCall(statement, parameters: parameters))
    }

    /// Runs a call, in a transaction of its own unless one is open.
    @discardableResult
    func run(_ call: PostgresCall) throws -> PostgresRows {
        try withFreshStatements {
            try begin(call)
            return PostgresRows(result: try runOnce(call))
        }
    }

    /// Runs `body` in a transaction: all of it is stored when `body` returns, and nothing when it throws.
    ///
    /// - Throws: What `body` threw, or ``PostgresError``.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        guard !isInTransaction else {
            throw PostgresError(sqlState: .activeTransaction, message: "a transaction is open already")
        }
        _ = try simple("begin", named: "begin")
        let value: Value
        do { value = try body() } catch {
            // Its failure is that of the connection, which the next user meets; the first error says more.
            if !isLost { _ = try? simple("rollback", named: "rollback") }
            throw error
        }
        let result = try simple("commit", named: "commit", isUncertain: true)
        guard result?.command == "COMMIT" else {
            throw PostgresError(
                sqlState: .failedTransaction,
                message: "an error before has rolled the transaction back",
                statement: "commit"
            )
        }
        return value
    }

    /// Lets the server take more or less time than usual for each call in `body`.
    func within<Value>(_ limit: Duration, _ body: () throws -> Value) rethrows -> Value {
        let usual = callLimit
        callLimit = limit
        defer { callLimit = usual }
        return try body()
    }

    /// Runs several statements without values, in one transaction unless they say otherwise.
    func execute(script: String) throws {
        _ = try simple(location.placing(script), named: "script", isUncertain: !isInTransaction)
    }

    // MARK: Parts of calls

    /// Begins an exchange with the server: sets its deadline.
    func begin(_ name: String) throws {
        guard !isLost else {
            throw PostgresError(sqlState: .connectionFailure, message: "the connection is lost", statement: name)
        }
        link.deadline = .now + callLimit
    }

    private func begin(_ call: PostgresCall) throws {
        if let fault = call.parameters.fault { throw Self.unsendable(fault, call.statement.name) }
        try begin(call.statement.name)
    }

    static func unsendable(_ fault: String, _ name: String) -> PostgresError {
        PostgresError(sqlState: .unsendableValue, message: fault, statement: name)
    }

    private func runOnce(_ call: PostgresCall) throws -> PostgresResult {
        let name = call.statement.name
        var known: String?
        if preparesStatements {
            known = cache.name(for: call)
            if known == nil { known = try prepare(call) }
        }
        let isUncertain = !isInTransaction
        try send(call, as: known)
        try link.flush(in: name, isUncertain: isUncertain)
        return try finish(name, isUncertain)
    }

    /// Prepares the statement of a call, and waits for the server's word.
    private func prepare(_ call: PostgresCall) throws -> String {
        if cache.count >= Self.cacheLimit, !isInTransaction {
            _ = try simple("deallocate all", named: "deallocate")
            cache.removeAll()
        }
        let known = cache.newName()
        try sendPreparation(of: call, as: known)
        try link.flush(in: call.statement.name)
        _ = try finish(call.statement.name, false)
        keep(call, as: known)
        return known
    }

    func keep(_ call: PostgresCall, as name: String) {
        prepared += 1
        cache.keep(name, for: call)
    }

    /// Sends the preparation of a statement; its result is to be read.
    func sendPreparation(of call: PostgresCall, as name: String) throws {
        let types = call.parameters.types
        let text = text(of: call.statement)
        let isSent = unsafe PQsendPrepare(link.raw, name, text, Int32(types.count), types)
        guard isSent == 1 else { throw link.failure(in: call.statement.name) }
    }

    /// Sends a call; its result is to be read.
    ///
    /// - Parameter known: The prepared statement; nil sends the text.
    func send(_ call: PostgresCall, as known: String?) throws {
        let types = call.parameters.types
        let count = Int32(types.count)
        let isSent = unsafe call.parameters.withPointers { values, lengths, formats in
            if let known {
                return unsafe PQsendQueryPrepared(link.raw, known, count, values, lengths, formats, 1)
            }
            let text = text(of: call.statement)
            return unsafe PQsendQueryParams(link.raw, text, count, types, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw link.failure(in: call.statement.name) }
    }

    /// Runs a text of the simple protocol, and returns the last result.
    @discardableResult
    func simple(_ text: String, named name: String, isUncertain: Bool = false) throws -> PostgresResult? {
        try begin(name)
        guard unsafe PQsendQuery(link.raw, text) == 1 else { throw link.failure(in: name) }
        try link.flush(in: name, isUncertain: isUncertain)
        return try finish(name, isUncertain)
    }

    /// Reads the results of what was sent, and returns the last one.
    ///
    /// - Throws: The first error, after all results have been read: the connection can then be used again, or is lost.
    func finish(_ name: String, _ isUncertain: Bool) throws -> PostgresResult {
        var last: PostgresResult?
        var failure: PostgresError?
        while let result = try link.next(of: name, isUncertain: isUncertain) {
            switch result.status {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: last = result
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: throw misplacedCopy(name)
            default:
                link.noteLoss()
                failure = failure ?? result.error(isUncertain: isUncertain)
            }
        }
        if let failure { throw final(failure) }
        guard let last else { throw link.failure(in: name, isUncertain: isUncertain) }
        return last
    }

    /// COPY outside `copy(into:)`: nobody speaks that part of the protocol here.
    func misplacedCopy(_ name: String) -> PostgresError {
        link.giveUp()
        return PostgresError(sqlState: .unexpectedResult, message: "COPY is no statement here", statement: name)
    }

    /// The error as it is told when all results have been read.
    func final(_ error: PostgresError) -> PostgresError {
        // A server that has become a standby: the next connection may find the primary.
        defer { if error.sqlState == .readOnlyTransaction { link.giveUp() } }
        // A connection that still stands has told us that nothing was stored.
        guard !isLost, error.mayHaveCommitted else { return error }
        return PostgresError(
            sqlState: error.sqlState,
            message: error.message,
            statement: error.statement,
            constraint: error.constraint
        )
    }
}
