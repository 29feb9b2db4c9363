/// How many requests a connection may be given now.
struct StreamAllowance: Hashable {
    /// Whether one stream is the limit until the first answer.
    let warmsUp: Bool
    /// How many streams the peer allows; nil before it said so, and until then none is opened.
    var peerLimit: Int?
    /// Whether an answer has come.
    private(set) var hasAnswer = false
    /// Whether no new stream is opened any more.
    private(set) var isClosing = false

    init(warmsUp: Bool) { self.warmsUp = warmsUp }

    /// How many streams may be open at once.
    var limit: Int {
        guard !isClosing, let peerLimit else { return 0 }
        return warmsUp && !hasAnswer ? min(peerLimit, 1) : peerLimit
    }

    /// How many more may be opened. A limit that went below what is open is no fault: the connection just waits.
    func room(beside open: Int) -> Int { max(limit - open, 0) }

    /// Whether more streams may be expected than are allowed now, without opening another connection.
    var isWarming: Bool { !isClosing && peerLimit != nil && warmsUp && !hasAnswer }

    /// An answer has come.
    mutating func answered() { hasAnswer = true }

    /// No new stream is opened from now on.
    mutating func close() { isClosing = true }
}
