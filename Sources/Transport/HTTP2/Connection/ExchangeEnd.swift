/// What becomes of a request whose stream or connection has ended.
enum ExchangeEnd: Hashable {
    /// The caller gets the answer.
    case answer
    /// The peer did nothing with it: it is given to a connection again.
    case again
    /// The caller gets a failure.
    case fail(HTTP2Failure.Kind, HTTP2FailureCode)

    /// How often a request may come back from a connection before its caller is told.
    static let mostReturns = 5

    /// Judges a stream that was closed with an error code.
    ///
    /// A status that has come is the answer, whatever came after it: a server may answer before it has read the body and
    /// then break the stream off (RFC 9113, 8.1).
    init(closedWith code: UInt32, hasStatus: Bool, returns: Int) {
        if hasStatus {
            self = .answer
        } else if code == StreamErrorCode.refusedStream {
            // RFC 9113, 8.7: nothing was done with it. So is what lies beyond the last stream of a GOAWAY.
            self = returns < Self.mostReturns ? .again : .fail(.notSent, .refused)
        } else {
            self = .fail(.uncertain, .reset)
        }
    }

    /// Judges a request whose connection is gone.
    init(lostBecause code: HTTP2FailureCode, isWritten: Bool, hasStatus: Bool, returns: Int) {
        if hasStatus {
            self = .answer
        } else if isWritten {
            self = .fail(.uncertain, code)
        } else {
            self = returns < Self.mostReturns ? .again : .fail(.notSent, code)
        }
    }
}
