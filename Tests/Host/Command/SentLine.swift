/// A line of the record channel: something that was sent.
struct SentLine: Hashable, Sendable {
    /// The delivery.
    let delivery: String
    let attempt: Int
    /// The number of the process that sent it.
    let process: Int32

    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ")
        guard parts.count == 3, let attempt = Int(parts[1]), let process = Int32(parts[2]) else { return nil }
        (delivery, self.attempt, self.process) = (String(parts[0]), attempt, process)
    }
}

extension Sequence<SentLine> {
    /// What was sent more than once.
    var repeated: [String: [SentLine]] { Dictionary(grouping: self, by: \.delivery).filter { $0.value.count > 1 } }

    /// How many copies too many there are.
    var surplus: Int { repeated.values.reduce(0) { $0 + $1.count - 1 } }

    /// How much each process has sent.
    var countsByProcess: [Int32: Int] { Dictionary(grouping: self, by: \.process).mapValues(\.count) }
}
