/// Rows under headings, in columns as wide as their widest cell. What is in a cell, whoever wrote it, can neither break a
/// line nor steer a terminal.
struct TextTable: Sendable {
    let headings: [String]
    var rows: [[String]] = []

    init(_ headings: String...) { self.headings = headings }

    /// The lines, without blanks at their ends.
    var lines: [String] {
        let all = [headings] + rows.map { $0.map(\.escapingInvisibles) }
        let widths = headings.indices.map { column in
            all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
