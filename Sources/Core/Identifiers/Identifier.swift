public import FoundationEssentials

/// A UUIDv7 that names one kind of thing. Its text form is lower-case hexadecimal with hyphens (RFC 9562).
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, LosslessStringConvertible
where RawValue == UUID {
    /// Names the thing that has this UUID.
    init(rawValue: UUID)
}

extension Identifier {
    /// Reads an identifier's text form; nil if it is not a UUID.
    public init?(_ description: String) {
        guard let uuid = UUID(uuidString: description) else { return nil }
        self.init(rawValue: uuid)
    }

    /// The text form.
    public var description: String { rawValue.lowercasedText }

    /// Orders by age: identifiers made later are greater.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not an identifier")
        }
        self = id
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension UUID {
    /// The text form.
    fileprivate var lowercasedText: String {
        unsafe String(unsafeUninitializedCapacity: Self.textLength) { unsafe write(to: $0) }
    }

    /// Writes the text form behind other bytes.
    package func appendText(to bytes: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.textLength) { text in
            _ = unsafe write(to: text)
            unsafe bytes.append(contentsOf: text)
        }
    }

    private static var textLength: Int { 36 }

    // A push writes several, and `uuidString` costs ten times as much.
    private func write(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let digits: StaticString = "0123456789abcdef"
        return unsafe withUnsafeBytes(of: uuid) { bytes in
            var end = 0
            for index in 0..<16 {
                let byte = unsafe bytes[index]
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    unsafe text[end] = UInt8(ascii: "-")
                    end += 1
                }
                unsafe text[end] = digits.utf8Start[Int(byte >> 4)]
                unsafe text[end + 1] = digits.utf8Start[Int(byte & 15)]
                end += 2
            }
            return end
        }
    }
}
