public import FanfareCore

/// The SQL call that stores a submission, for an application that runs it in a transaction of its own.
///
/// The notification is sent if that transaction is committed, and was never there if it is not. Any client library
/// can run it: the text has numbered parameters, and all of them are texts.
///
/// ```swift
/// let call = try EnqueueStatement(await notify.prepare(user, OrderShipped(order: order)))
/// try await connection.query(call.text, call.parameters)   // whatever the client library is
/// ```
///
/// It answers one row with the column `result`: `stored`; `duplicate`, when the same call was stored before under its
/// idempotency key; or `conflict`, when another one was. Only `stored` has stored something.
public struct EnqueueStatement: Hashable, Sendable {
    /// The SQL.
    public let text: String
    /// The values of `$1`, `$2`, … as texts. Private: they hold the messages.
    public let parameters: [String]

    /// Writes the call.
    ///
    /// - Parameters:
    ///   - submission: What to store; it is made for the moment it is stored, so delays begin then.
    ///   - schema: The schema of the Fanfare installation.
    /// - Throws: If the receipts cannot be written as JSON.
    public init(_ submission: Submission, schema: String = "fanfare") throws {
        text = "select result from \(PostgresLocation.quoted(schema)).enqueue($1::json)"
        parameters = [String(decoding: try EnqueueDocument(submission).utf8, as: UTF8.self)]
    }
}

extension EnqueueStatement: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The SQL without its parameters.
    public var description: String { text }

    /// The SQL without its parameters.
    public var debugDescription: String { text }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["statement": text]) }
}
