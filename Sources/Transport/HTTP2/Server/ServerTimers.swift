/// What is to be done later, by the time it is due.
struct ServerTimers {
    typealias Work = @Sendable () -> [HTTP2ServerAction]

    private var entries: [(due: ContinuousClock.Instant, work: Work)] = []

    /// When the first is due.
    var first: ContinuousClock.Instant? { entries.first?.due }

    /// Adds work. Those due at one time keep their order.
    mutating func add(at due: ContinuousClock.Instant, _ work: @escaping Work) {
        // Most are due after all the others, so the search begins at the end.
        let index = entries.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        entries.insert((due, work), at: index)
    }

    /// Takes out what is due, in order.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [Work] {
        let count = entries.prefix { $0.due <= now }.count
        defer { entries.removeFirst(count) }
        return entries.prefix(count).map(\.work)
    }
}
