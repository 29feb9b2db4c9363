/// The statements a connection has prepared, by their text and the types of their values.
struct StatementCache {
    private struct Entry {
        let types: [UInt32]
        let name: String

        /// A NULL without a type (0) suits a value of any type.
        func suits(_ wanted: [UInt32]) -> Bool {
            types == wanted
                || types.count == wanted.count && zip(types, wanted).allSatisfy { $0 == $1 || $1 == 0 }
        }
    }

    private var entries: [String: [Entry]] = [:]
    private var names = 0
    /// How many statements there are.
    private(set) var count = 0

    /// The name of the prepared statement that suits a call.
    func name(for call: PostgresCall) -> String? {
        entries[call.statement.text]?.first { $0.suits(call.parameters.types) }?.name
    }

    /// A name that no statement of the connection has had.
    mutating func newName() -> String {
        names += 1
        return "fanfare_\(names)"
    }

    /// Remembers a statement that the server has prepared.
    mutating func keep(_ name: String, for call: PostgresCall) {
        entries[call.statement.text, default: []].append(Entry(types: call.parameters.types, name: name))
        count += 1
    }

    /// Forgets all statements, but no name that was given.
    mutating func removeAll() {
        entries = [:]
        count = 0
    }
}
