import FanfareCore

/// The order in which one channel's deliveries are claimed.
///
/// Entries are never searched for: one that no longer agrees with its row is dropped when it comes up.
struct MemorySchedule {
    /// A delivery that is due, in the order of claims.
    struct Ready: Comparable {
        let priority: Priority
        let due: Timestamp
        let id: DeliveryID

        static func < (lhs: Ready, rhs: Ready) -> Bool {
            (lhs.priority, lhs.due, lhs.id) < (rhs.priority, rhs.due, rhs.id)
        }
    }

    /// A delivery that has to wait until a time: its due time, or the end of its lease.
    struct Waiting: Comparable {
        let until: Timestamp
        let id: DeliveryID

        static func < (lhs: Waiting, rhs: Waiting) -> Bool { (lhs.until, lhs.id) < (rhs.until, rhs.id) }
    }

    private var ready = Heap<Ready>()
    private var waiting = Heap<Waiting>()
    private var leased = Heap<Waiting>()

    mutating func queue(_ row: MemoryDelivery) { waiting.insert(Waiting(until: row.due, id: row.id)) }

    mutating func lease(_ row: MemoryDelivery, until end: Timestamp) { leased.insert(Waiting(until: end, id: row.id)) }

    /// Takes the deliveries whose lease ran out, in the order of claims.
    ///
    /// - Parameter row: Looks a row up; nil if it is gone.
    mutating func takeLapsed(
        upTo limit: Int,
        at now: Timestamp,
        row: (DeliveryID) -> MemoryDelivery?
    ) -> [DeliveryID] {
        var lapsed: [Ready] = []
        var seen: Set<DeliveryID> = []
        while let entry = leased.first, entry.until <= now {
            _ = leased.removeFirst()
            guard let row = row(entry.id), row.state == .sending, row.leaseEnd == entry.until,
                seen.insert(entry.id).inserted
            else { continue }
            lapsed.append(Ready(priority: row.priority, due: row.due, id: row.id))
        }
        lapsed.sort()
        for entry in lapsed.dropFirst(limit) {
            // They stay lapsed: next time they come up first again.
            if let row = row(entry.id), let end = row.leaseEnd { lease(row, until: end) }
        }
        return lapsed.prefix(limit).map(\.id)
    }

    /// Takes due deliveries in the order of claims.
    mutating func takeDue(upTo limit: Int, at now: Timestamp, row: (DeliveryID) -> MemoryDelivery?) -> [DeliveryID] {
        while let entry = waiting.first, entry.until <= now {
            _ = waiting.removeFirst()
            guard let row = row(entry.id), row.state == .queued, row.due == entry.until else { continue }
            ready.insert(Ready(priority: row.priority, due: row.due, id: row.id))
        }
        var taken: [DeliveryID] = []
        var seen: Set<DeliveryID> = []
        while taken.count < limit, let entry = ready.removeFirst() {
            guard let row = row(entry.id), row.state == .queued, row.due == entry.due, seen.insert(entry.id).inserted
            else { continue }
            taken.append(entry.id)
        }
        return taken
    }
}
