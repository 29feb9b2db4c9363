/// Whether a pool needs one more connection.
struct DialNeed: Hashable {
    /// How many requests wait after all room was given away.
    var waiting: Int
    /// How many connections take or will take new requests.
    var usable: Int
    /// How many there may be.
    var most: Int
    /// Whether a connection is being opened.
    var isDialling: Bool
    /// Whether one that is open will soon take more than it does: it awaits its first answer, or a sign of life.
    var isSettling: Bool

    /// One dial at a time, and none while an open connection is about to have room.
    var isPresent: Bool { waiting > 0 && usable < most && !isDialling && !isSettling }
}
