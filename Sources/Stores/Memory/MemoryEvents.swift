import FanfareCore

/// An event's row.
struct MemoryEvent {
    let id: EventID
    let draft: EventDraft
    let created: Timestamp
    var attempts = 0
    var leaseToken: Int64 = 0
    var leaseEnd: Timestamp?
    var setAside: Timestamp?
    var reason = ""

    /// Whether it was never claimed, or not since it was replayed.
    var isWaiting: Bool { attempts == 0 && setAside == nil }

    /// Whether the host that claimed it has not come back in time.
    func isLapsed(at now: Timestamp) -> Bool { leaseEnd.map { $0 <= now } ?? false }

    func isHeld(under lease: EventLease, at now: Timestamp) -> Bool {
        leaseToken == lease.token && (leaseEnd.map { $0 > now } ?? false)
    }
}

/// Events in the order of their numbers, which is that of their age.
struct MemoryEvents {
    private(set) var all: [MemoryEvent] = []
    private var lastID: Int64 = 0

    /// An event; nil if there is none of that number. Setting nil removes it.
    subscript(id: EventID) -> MemoryEvent? {
        get { index(of: id).map { all[$0] } }
        set {
            guard let index = index(of: id) else { return }
            if let newValue { all[index] = newValue } else { all.remove(at: index) }
        }
    }

    mutating func append(_ draft: EventDraft, at now: Timestamp) -> EventID {
        lastID += 1
        let id = EventID(rawValue: lastID)
        all.append(MemoryEvent(id: id, draft: draft, created: now))
        return id
    }

    private func index(of id: EventID) -> Int? {
        var range = all.indices
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            if all[middle].id == id { return middle }
            range = all[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
