internal import FanfareCore
internal import FoundationEssentials

extension String: PostgresEncodable {
    static var type: PostgresType { .text }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(utf8: self) }
}

/// `bigint`.
extension Int: PostgresEncodable {
    static var type: PostgresType { .int8 }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(Int64(self)) }
}

extension Int64: PostgresEncodable {
    static var type: PostgresType { .int8 }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(self) }
}

extension Int32: PostgresEncodable {
    static var type: PostgresType { .int4 }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(self) }
}

extension Int16: PostgresEncodable {
    static var type: PostgresType { .int2 }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(self) }
}

extension Bool: PostgresEncodable {
    static var type: PostgresType { .bool }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(UInt8(self ? 1 : 0)) }
}

extension Double: PostgresEncodable {
    static var type: PostgresType { .float8 }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(bitPattern) }
}

extension UUID: PostgresEncodable {
    static var type: PostgresType { .uuid }

    func encode(into buffer: inout PostgresBuffer) {
        unsafe withUnsafeBytes(of: uuid) { unsafe buffer.append(contentsOf: $0) }
    }
}

extension DeliveryID: PostgresEncodable {}
extension DeviceID: PostgresEncodable {}
extension MessageID: PostgresEncodable {}
extension NotificationID: PostgresEncodable {}

/// `timestamptz`: microseconds since 2000. What is too early for the server is refused; nothing is too late for it.
extension Timestamp: PostgresEncodable {
    static var type: PostgresType { .timestamptz }

    /// 2000-01-01 in microseconds since 1970.
    static let microsecondsTo2000: Int64 = 946_684_800_000_000
    /// 4714-11-24 BC in microseconds since 2000 (src/include/datatype/timestamp.h).
    private static let earliest: Int64 = -211_813_488_000_000_000

    func encode(into buffer: inout PostgresBuffer) {
        let (value, overflow) = microsecondsSinceEpoch.subtractingReportingOverflow(Self.microsecondsTo2000)
        if overflow || value < Self.earliest { buffer.refuse("a time is earlier than any that Postgres can store") }
        buffer.append(value)
    }
}

/// `bytea`.
extension Data: PostgresEncodable {
    static var type: PostgresType { .bytea }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(contentsOf: self) }
}

/// One is a `smallint`, several are a `bytea`, so that `[UInt8]` is what one expects.
extension UInt8: PostgresEncodable {
    static var type: PostgresType { .int2 }
    static var arrayType: PostgresType { .bytea }

    func encode(into buffer: inout PostgresBuffer) { buffer.append(Int16(self)) }

    static func encode(array: [UInt8], into buffer: inout PostgresBuffer) { buffer.append(contentsOf: array) }
}
