public import FoundationEssentials

/// A rendered message as it is stored: JSON.
public struct Payload: Hashable, Codable, Sendable {
    /// The JSON text in UTF-8. Private: never log it.
    public let json: Data

    /// Wraps JSON text that came out of a store.
    public init(json: Data) { self.json = json }

    /// Encodes a message, with sorted keys, so that equal messages have equal payloads.
    ///
    /// - Throws: `EncodingError` if the message cannot be written as JSON.
    public init(encoding message: some Encodable) throws {
        if let message = message as? any JSONRepresentable {
            self.json = Data(message.json.compactBytes)
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.json = try encoder.encode(message)
    }

    /// Takes all of it into account: `Data` alone would look at its beginning only, where the payloads of one kind of message
    /// are alike.
    public func hash(into hasher: inout Hasher) {
        unsafe json.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Decodes the message.
    ///
    /// - Throws: `DecodingError`, or an error of the message's own, if the JSON is not such a message.
    public func decoded<Message: Decodable>(as type: Message.Type) throws -> Message {
        if let type = type as? any JSONRepresentable.Type,
            let message = try type.init(json: JSONParser(.json).parse(Array(json))) as? Message
        {
            return message
        }
        return try JSONDecoder().decode(type, from: json)
    }
}

extension Payload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size: payloads are private.
    public var description: String { "\(json.count) bytes" }

    /// The size.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["payload": description]) }
}
