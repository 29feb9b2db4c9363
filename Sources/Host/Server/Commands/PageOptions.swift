import FanfareCore

/// `--limit` and `--after` of the commands that print pages of records, the newest first.
struct PageOptions<ID: LosslessStringConvertible & Hashable & Sendable>: Sendable {
    /// How many records a page has at most.
    let limit: Int
    /// The last record of the page before.
    let after: ID?

    /// - Throws: ``UsageError`` for values that are wrong.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let limit = try arguments.value(.limit, expected: "a number from 1 to 500") { text in
            Int(text).flatMap { (1...500).contains($0) ? $0 : nil }
        }
        self.limit = limit ?? 50
        after = try arguments.value(.after, expected: "the cursor of the page before") { ID($0) }
    }

    /// Prints a page.
    ///
    /// - Parameters:
    ///   - records: The records, one more than the page has if there are more.
    ///   - row: A record's cells for people.
    func print<Record: Identifiable>(
        _ records: [Record],
        as arguments: ParsedArguments,
        in context: CommandContext,
        json: (Record) -> JSONValue,
        table: TextTable,
        row: (Record) -> [String]
    ) where Record.ID == ID {
        let page = records.prefix(limit)
        let next = records.count > limit ? page.last?.id : nil
        if arguments.has(.json) {
            let cursor: JSONValue = next.map { .string($0.description) } ?? .null
            context.print(["items": .array(page.map(json)), "next": cursor])
            return
        }
        var table = table
        table.rows = page.map(row)
        for line in table.lines { context.surroundings.print(line) }
        if let next { context.surroundings.print("more: --after \(next)") }
    }
}

extension CommandOption {
    static let limit = CommandOption("--limit", "N", "how many at most, 1 to 500 (50)")
    static let after = CommandOption("--after", "CURSOR", "the page after this one")
}
