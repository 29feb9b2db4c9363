#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Bytes on their way to the server: many values in one allocation.
///
/// A value that the server could not take is refused here, before anything is sent; the first refusal is kept.
struct PostgresBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Why a value cannot be sent, in words that do not show it.
    private(set) var fault: String?

    var count: Int { bytes.count }

    /// Appends a number in the byte order of the network.
    mutating func append(_ number: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends bytes as they are.
    mutating func append(contentsOf more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Appends a text, which must not hold the character NUL: the server has no text with it.
    mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let nul = unsafe utf8.baseAddress.flatMap { unsafe memchr($0, 0, utf8.count) }
            if unsafe nul != nil { refuse("a text holds the character NUL, which Postgres cannot store") }
            unsafe bytes.append(contentsOf: utf8)
        }
    }

    /// Appends a value behind its length, as rows of COPY and elements of arrays have them; NULL has the length -1.
    mutating func append(value: some PostgresEncodable) {
        guard !value.isNull else { return append(Int32(-1)) }
        let start = bytes.count
        append(Int32(0))
        value.encode(into: &self)
        replace(at: start, with: length(since: start + 4))
    }

    /// Appends what comes before an array's elements: the dimensions, whether there are nulls, the elements' type, and the
    /// length and first index of the dimension (array_recv in src/backend/utils/adt/arrayfuncs.c).
    mutating func append(arrayOf type: PostgresType, count: Int, hasNulls: Bool) {
        append(Int32(count == 0 ? 0 : 1))
        append(Int32(hasNulls ? 1 : 0))
        append(type.oid)
        guard count > 0 else { return }
        append(Int32(clamping: count))
        append(Int32(1))
    }

    /// Overwrites a number.
    mutating func replace(at start: Int, with number: Int32) {
        unsafe withUnsafeBytes(of: number.bigEndian) { new in
            for unsafe(offset, byte) in unsafe new.enumerated() { bytes[start + offset] = byte }
        }
    }

    /// The number of bytes from there to the end, which the protocol has 31 bits for.
    mutating func length(since start: Int) -> Int32 {
        guard let length = Int32(exactly: bytes.count - start) else {
            refuse("a value is larger than 2 GB")
            return 0
        }
        return length
    }

    /// Makes the call fail before it is sent.
    ///
    /// - Parameter reason: Words that do not show the value.
    mutating func refuse(_ reason: String) { fault = fault ?? reason }
}
