internal import FoundationEssentials

/// Numbers travel by value, not by spelling: as an integer when they are whole and fit `Int64` or `UInt64`, else as a
/// `Double` when that is exact, else as a `Decimal` (38 digits), else as the nearest `Double`.
extension JSONValue: Codable {
    /// Reads any value a decoder can describe.
    ///
    /// - Throws: `DecodingError` when the value is none of JSON's kinds, such as a date of a binary format.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: MemberKey.self) {
            var object: [String: JSONValue] = [:]
            for key in members.allKeys {
                object[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
            }
            self = .object(object)
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !elements.isAtEnd {
                array.append(try elements.decode(JSONValue.self))
            }
            self = .array(array)
        } else {
            self = try JSONValue(scalarFrom: try decoder.singleValueContainer())
        }
    }

    private init(scalarFrom container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(JSONNumber(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(JSONNumber(value))
        } else if let value = try? container.decode(Decimal.self), let number = JSONNumber(value.description) {
            self = .number(number)
        } else if let number = JSONNumber(try container.decode(Double.self)) {
            self = .number(number)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a finite number")
        }
    }

    /// Writes the value with the encoder's own containers.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: MemberKey.self)
            for (key, value) in object {
                try container.encode(value, forKey: MemberKey(stringValue: key))
            }
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for value in array {
                try container.encode(value)
            }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try number.encode(to: &container)
        }
    }
}

/// The name of a member.
struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension JSONNumber {
    fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
        if let value = exactly(Int64.self) {
            try container.encode(value)
        } else if let value = exactly(UInt64.self) {
            try container.encode(value)
        } else if let value = double, JSONNumber(value) == self {
            try container.encode(value)
        } else if let value = Decimal(string: text), JSONNumber(value.description) == self {
            try container.encode(value)
        } else {
            try container.encode(double)
        }
    }
}
