/// A statement with its values, encoded already: it can be made on any thread.
struct PostgresCall: Sendable {
    let statement: PostgresStatement
    let parameters: PostgresParameters

    init(_ statement: PostgresStatement, _ parameters: (any PostgresEncodable)?...) {
        self.init(statement, parameters: parameters)
    }

    init(_ statement: PostgresStatement, parameters: [(any PostgresEncodable)?]) {
        self.statement = statement
        self.parameters = PostgresParameters(parameters)
    }
}
