/// What the daemon does next with an exchange's connection.
enum HTTPExchangeStep {
    /// Read on.
    case proceed
    /// Nothing: the connection is suspended until the handler has answered.
    case wait
    /// Write the answer, and close the connection after it if `closing`.
    case respond(HTTPResponse, closing: Bool)
    /// Close the connection without an answer.
    case drop
}
