/// Finds the word somebody probably meant.
enum SpellingSuggestion {
    /// Words longer than this are not compared; nobody's key is that long.
    private static let maximumLength = 64

    /// The candidate with the fewest changes of a letter, at most one for every three letters; upper and lower case
    /// count as one.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let distances = candidates.map { (candidate: $0, distance: distance($0, word)) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.utf8.count / 3) ? best.candidate : nil
    }

    /// The number of letters inserted, removed, replaced or swapped with their neighbour (optimal string alignment).
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.lowercased().utf8), Array(other.lowercased().utf8))
        guard one.count <= maximumLength, other.count <= maximumLength else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let isSame = one[row] == other[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                let isSwapped =
                    row > 0 && column > 0 && one[row] == other[column - 1] && one[row - 1] == other[column]
                if isSwapped { best = min(best, beforeLast[column - 1] + 1) }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
