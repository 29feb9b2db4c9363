/// A write and its waiting caller, with the type of the result hidden.
struct PendingWrite: Sendable {
    /// What a write did inside a transaction that is still open.
    struct Attempt {
        /// What the body threw: nothing of it may be committed.
        let error: (any Error)?
        /// Resumes the caller: with the body's result, or with the error that kept it from being committed.
        let settle: ((any Error)?) -> Void
    }

    /// Runs the body.
    let attempt: @Sendable (SQLiteConnection) -> Attempt
    /// Resumes the caller with an error, the body not having been run.
    let refuse: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ continuation: CheckedContinuation<Value, any Error>,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) {
        attempt = { connection in
            do {
                let value = try body(connection)
                return Attempt(error: nil) { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: value) }
                }
            } catch {
                return Attempt(error: error) { continuation.resume(throwing: $0 ?? error) }
            }
        }
        refuse = { continuation.resume(throwing: $0) }
    }
}
