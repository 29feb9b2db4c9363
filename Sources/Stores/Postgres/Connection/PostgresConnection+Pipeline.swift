internal import CPostgres

/// Many calls in one round trip (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html).
extension PostgresConnection {
    /// After how many bytes the server's answers are taken while calls are still being sent.
    private static let burst = 64 * 1024

    /// Runs calls in order, in one transaction of their own unless one is open: all are stored or none.
    ///
    /// - Returns: The results in the order of the calls.
    /// - Throws: The ``PostgresError`` of the first call that failed.
    @discardableResult
    func run(_ calls: [PostgresCall]) throws -> [PostgresRows] {
        guard !calls.isEmpty else { return [] }
        for call in calls {
            if let fault = call.parameters.fault { throw Self.unsendable(fault, call.statement.name) }
        }
        return try withFreshStatements { try runPipeline(calls) }
    }

    /// Runs `body` again, once, if a prepared statement is not what it was: a table has changed, or somebody has dropped
    /// it. In an open transaction that would not help, as the error has ended it.
    func withFreshStatements<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as PostgresError {
            let isStale = error.sqlState == .invalidStatementName || error.sqlState == .featureNotSupported
            guard isStale, cache.count > 0, !isInTransaction, !isLost else { throw error }
            // The server may still have them, but never again under these names.
            try simple("deallocate all", named: "deallocate")
            cache.removeAll()
            return try body()
        }
    }

    private func runPipeline(_ calls: [PostgresCall]) throws -> [PostgresRows] {
        let isUncertain = !isInTransaction
        try begin(calls[0].statement.name)
        guard unsafe PQenterPipelineMode(link.raw) == 1 else { throw link.failure(in: calls[0].statement.name) }
        do {
            let steps = try send(calls)
            guard unsafe PQpipelineSync(link.raw) == 1 else { throw link.failure(in: calls[0].statement.name) }
            try link.flush(in: calls[0].statement.name, isUncertain: isUncertain)
            let results = try receive(steps, isUncertain)
            unsafe PQexitPipelineMode(link.raw)
            return results
        } catch {
            // Where the server's answers have not been read to their end, the connection is of no more use.
            if !isLost, unsafe PQexitPipelineMode(link.raw) != 1 { link.giveUp() }
            throw error
        }
    }

    /// One exchange in a pipeline.
    private struct Step {
        let call: PostgresCall
        /// The name under which the call's statement is prepared by it; nil for the call itself.
        let preparing: String?
    }

    private func send(_ calls: [PostgresCall]) throws -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(calls.count)
        // Sent but not confirmed yet.
        var underWay = cache
        var unsent = 0
        for call in calls {
            var known: String?
            if preparesStatements {
                known = underWay.name(for: call)
                if known == nil {
                    let name = cache.newName()
                    try sendPreparation(of: call, as: name)
                    underWay.keep(name, for: call)
                    steps.append(Step(call: call, preparing: name))
                    known = name
                }
            }
            try send(call, as: known)
            steps.append(Step(call: call, preparing: nil))
            unsent += call.parameters.size
            if unsent >= Self.burst {
                try link.flush(in: call.statement.name)
                unsent = 0
            }
        }
        return steps
    }

    private func receive(_ steps: [Step], _ isUncertain: Bool) throws -> [PostgresRows] {
        var results: [PostgresRows] = []
        results.reserveCapacity(steps.count)
        var failure: PostgresError?
        for step in steps {
            let name = step.call.statement.name
            while let result = try link.next(of: name, isUncertain: isUncertain) {
                switch result.status {
                case PGRES_PIPELINE_ABORTED: break
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                    if let known = step.preparing {
                        keep(step.call, as: known)
                    } else {
                        results.append(PostgresRows(result: result))
                    }
                case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: throw misplacedCopy(name)
                default:
                    link.noteLoss()
                    failure = failure ?? result.error(isUncertain: isUncertain)
                }
            }
            if isLost { break }
        }
        try receiveEnd(of: steps, isUncertain, &failure)
        if let failure { throw final(failure) }
        return results
    }

    /// Reads the word that the pipeline's transaction has ended.
    private func receiveEnd(of steps: [Step], _ isUncertain: Bool, _ failure: inout PostgresError?) throws {
        while !isLost {
            let name = steps.last?.call.statement.name ?? "pipeline"
            guard let result = try link.next(of: name, isUncertain: isUncertain) else {
                link.noteLoss()
                continue
            }
            if result.status == PGRES_PIPELINE_SYNC { return }
            link.noteLoss()
            failure = failure ?? result.error(isUncertain: isUncertain)
        }
        failure = failure ?? link.failure(in: steps.last?.call.statement.name, isUncertain: isUncertain)
    }
}
