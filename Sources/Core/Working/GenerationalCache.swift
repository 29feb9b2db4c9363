/// A bounded dictionary that forgets the oldest half at once: reading and writing cost one look-up, or two.
package struct GenerationalCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let generationSize: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// - Parameter capacity: How many values are kept at most; at least half as many are.
    package init(capacity: Int) { generationSize = max(1, capacity / 2) }

    package subscript(key: Key) -> Value? { young[key] ?? old[key] }

    package mutating func insert(_ value: Value, for key: Key) {
        if young.count >= generationSize {
            swap(&old, &young)
            // The room stays: growing into it again would cost more than the insertions.
            young.removeAll(keepingCapacity: true)
        }
        young[key] = value
    }

    package mutating func remove(_ key: Key) {
        // Most of the time nothing is there, and then the key need not be hashed.
        if !young.isEmpty { young.removeValue(forKey: key) }
        if !old.isEmpty { old.removeValue(forKey: key) }
    }
}
