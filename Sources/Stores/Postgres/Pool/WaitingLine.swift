/// Who waits, first come first served; anybody may leave early.
struct WaitingLine<Element> {
    private var elements: [Int: Element] = [:]
    private var first = 0
    private var next = 0

    var count: Int { elements.count }

    /// Joins at the end, or ahead of all others.
    ///
    /// - Returns: The number under which the element can be removed.
    mutating func insert(_ element: Element, ahead: Bool = false) -> Int {
        let ticket: Int
        if ahead {
            first -= 1
            ticket = first
        } else {
            ticket = next
            next += 1
        }
        elements[ticket] = element
        return ticket
    }

    /// The one whose turn is next.
    mutating func head() -> Element? {
        // Those who left early have left a gap.
        while first < next {
            if let element = elements[first] { return element }
            first += 1
        }
        return nil
    }

    /// Takes the one whose turn it is.
    mutating func removeFirst() -> Element? {
        guard head() != nil else { return nil }
        defer { first += 1 }
        return elements.removeValue(forKey: first)
    }

    /// Lets somebody leave early; does nothing when that one has gone.
    mutating func remove(_ ticket: Int) { elements[ticket] = nil }
}
