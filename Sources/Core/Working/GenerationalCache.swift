/// A bounded dictionary that forgets the oldest half at once: reading and writing cost one look-up, or two.
struct GenerationalCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let generationSize: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// - Parameter capacity: How many values are kept at most; at least half as many are.
    init(capacity: Int) { generationSize = max(1, capacity / 2) }

    subscript(key: Key) -> Value? { young[key] ?? old[key] }

    mutating func insert(_ value: Value, for key: Key) {
        if young.count >= generationSize {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
