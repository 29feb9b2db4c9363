/// The header of an answer, or what follows its body, as it is gathered field by field, in memory that is used again.
struct AnswerHeader {
    /// The status; nil in what follows a body.
    private(set) var status: Int?
    private(set) var fields = HTTP2AnswerFields()

    mutating func clear() {
        status = nil
        fields.removeAll()
    }

    mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        if unsafe name.first == UInt8(ascii: ":") {
            // The only one an answer has is its status, three digits, as the library has seen to (RFC 9113, 8.3.2).
            status = unsafe value.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
        } else {
            unsafe fields.append(name, value)
        }
    }
}
