/// First in, first out, without moving the rest at each removal.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    @discardableResult
    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            elements[head] = nil
            head += 1
            // Half of it is gone: each element is moved once at most, on average.
            if head == elements.count {
                removeAll(keepingCapacity: true)
            } else if head > 64, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    /// Puts elements before all others, in their own order.
    mutating func prepend(_ others: [Element]) {
        elements.replaceSubrange(0..<head, with: others.map(Optional.some))
        head = 0
    }

    /// Takes out the elements that fulfil a condition, in their order.
    mutating func remove(where isWanted: (Element) -> Bool) -> [Element] {
        var (kept, removed): ([Element], [Element]) = ([], [])
        for case let element? in elements[head...] {
            if isWanted(element) { removed.append(element) } else { kept.append(element) }
        }
        elements = kept
        head = 0
        return removed
    }

    mutating func removeAll(keepingCapacity: Bool = false) {
        elements.removeAll(keepingCapacity: keepingCapacity)
        head = 0
    }
}
