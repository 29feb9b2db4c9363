/// The bytes that wait to be written to one connection, gathered from many frames.
@safe struct OutputBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    init() { unsafe bytes = .allocate(byteCount: Self.capacity, alignment: 16) }

    deinit { unsafe bytes.deallocate() }

    var isEmpty: Bool { start == end }

    /// Whether another frame fits. None that this side makes is longer than what HTTP/2 allows without asking.
    var hasRoom: Bool { Self.capacity - end >= Self.longestFrame }

    var waiting: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end]) }

    mutating func append(_ frame: UnsafeRawBufferPointer) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: frame)
        end += frame.count
    }

    mutating func consume(_ count: Int) {
        start += count
        if isEmpty { (start, end) = (0, 0) }
    }

    // Two TLS records and a frame: what was gathered is written in few calls, and a connection costs little memory.
    private static let capacity = 56 * 1024
    private static let longestFrame = 16 * 1024 + 9
}
