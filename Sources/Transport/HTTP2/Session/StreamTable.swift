/// The exchanges of one connection whose streams are open, by stream.
///
/// The numbers of a client's streams go up in steps of two (RFC 9113, 5.1.1), so an exchange is found by counting, without
/// hashing its number for every field that comes.
struct StreamTable {
    private var exchanges: [Exchange?] = []
    /// The stream of the first place.
    private var firstStream: Int32 = 1
    /// How many places at the beginning are given up.
    private var head = 0

    /// How many streams are open.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(stream: Int32) -> Exchange? {
        let place = place(of: stream)
        return exchanges.indices.contains(place) ? exchanges[place] : nil
    }

    /// The exchanges in the order of their streams.
    var all: some Sequence<Exchange> { exchanges[head...].lazy.compactMap(\.self) }

    /// Adds the exchange of a stream that was opened after all others.
    mutating func append(_ exchange: Exchange, on stream: Int32) {
        if exchanges.isEmpty { firstStream = stream }
        // The numbers of streams that the library could not open are left out.
        while exchanges.count < place(of: stream) { exchanges.append(nil) }
        exchanges.append(exchange)
        count += 1
    }

    mutating func remove(_ stream: Int32) -> Exchange? {
        let place = place(of: stream)
        guard exchanges.indices.contains(place), let exchange = exchanges[place] else { return nil }
        exchanges[place] = nil
        count -= 1
        giveUpPlaces()
        return exchange
    }

    private func place(of stream: Int32) -> Int { Int(stream - firstStream) / 2 }

    private mutating func giveUpPlaces() {
        if count == 0 {
            exchanges.removeAll(keepingCapacity: true)
            head = 0
            return
        }
        while exchanges[head] == nil { head += 1 }
        // Half of it is gone: each place is moved once at most, on average.
        guard head > 64, head * 2 > exchanges.count else { return }
        exchanges.removeFirst(head)
        firstStream += Int32(head) * 2
        head = 0
    }
}
