internal import CPostgres

extension PostgresError {
    /// The failure that a result tells of.
    ///
    /// - Parameter isUncertain: Whether the work may be stored if the connection was lost.
    init(_ result: OpaquePointer?, in statement: String?, isUncertain: Bool) {
        func field(_ code: Character) -> String? {
            let number = Int32(code.asciiValue ?? 0)
            return unsafe PQresultErrorField(result, number).map { unsafe String(cString: $0) }
        }
        // Without a state it is libpq's own: the connection is gone.
        let state = field("C").map(SQLState.init(rawValue:)) ?? .connectionFailure
        let own = unsafe PQresultErrorMessage(result).map { unsafe String(cString: $0) } ?? ""
        let text = field("M") ?? own
        self.init(
            sqlState: state,
            message: state.hasHarmlessMessage ? Self.line(text) : Self.words(for: state, column: field("c")),
            statement: statement,
            constraint: field("n"),
            mayHaveCommitted: isUncertain
        )
    }

    /// The failure of a connection that was not made, out of libpq's verbose text, which holds the state in a line such as
    /// `… failed: FATAL:  28P01: password authentication failed for user "app"`.
    init(dialling text: String) {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
        let state = lines.lazy.compactMap(Self.state).last
        var message = lines.joined(separator: "; ")
        if let state { message = message.replacing(":  \(state.rawValue): ", with: ": ") }
        self.init(sqlState: state ?? .cannotConnect, message: Self.line(message), statement: "connect")
    }

    private static func state(in line: Substring) -> SQLState? {
        for piece in line.split(separator: ":  ").dropFirst() where piece.dropFirst(5).hasPrefix(": ") {
            let code = piece.prefix(5)
            if code.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }) {
                return SQLState(rawValue: String(code))
            }
        }
        return nil
    }

    /// What can be said where the server's message may quote a value.
    private static func words(for state: SQLState, column: String?) -> String {
        let place = column.map { " of the column \($0)" } ?? ""
        return switch state.category {
        case "22": "the server refused a value\(place)"
        case "P0": "code of the database raised an error"
        default: "the server refused the statement"
        }
    }

    /// The text in one line.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
