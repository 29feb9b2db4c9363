/// Which connection a request is given to.
struct ConnectionChoice {
    /// How many more streams each connection takes, and how many it has open.
    private var candidates: [(room: Int, open: Int)]

    init(_ candidates: [(room: Int, open: Int)]) { self.candidates = candidates }

    /// The place of the connection with the fewest open streams among those with room; nil if none has room.
    ///
    /// Push services want requests spread over the connections there are. The choice counts as made.
    mutating func next() -> Int? {
        var best: Int?
        for (index, candidate) in candidates.enumerated() where candidate.room > 0 {
            if let known = best, candidates[known].open <= candidate.open { continue }
            best = index
        }
        if let best {
            candidates[best].room -= 1
            candidates[best].open += 1
        }
        return best
    }

    /// The request went nowhere: the choice did not count.
    mutating func putBack(_ index: Int) {
        candidates[index].room += 1
        candidates[index].open -= 1
    }

    /// A connection turned out to have no room.
    mutating func exclude(_ index: Int) { candidates[index].room = 0 }
}
