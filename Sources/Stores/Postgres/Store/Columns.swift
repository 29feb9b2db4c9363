internal import FanfareCore
internal import FoundationEssentials

/// How the values of the core are stored.

extension ChannelID: PostgresEncodable {}
extension NotificationType: PostgresEncodable {}
extension FanfareCore.Category: PostgresEncodable {}
extension Platform: PostgresEncodable {}
extension DeviceEnvironment: PostgresEncodable {}
extension DeliveryState: PostgresEncodable {}
extension Priority: PostgresEncodable {}

/// Nobody in particular is NULL.
extension RecipientID: PostgresEncodable {
    var isNull: Bool { self == .onDemand }
}

extension Payload: PostgresEncodable {
    static var type: PostgresType { .json }

    func encode(into buffer: inout PostgresBuffer) { PostgresJSON(json).encode(into: &buffer) }
}

extension Duration {
    /// The duration in microseconds, as the SQL of the store takes it; no longer than some three thousand years, so that
    /// no sum leaves what the server can store.
    var databaseMicroseconds: Int64 { min(max(wholeMicroseconds, -100_000_000_000_000_000), 100_000_000_000_000_000) }
}

extension PostgresRow {
    func id<ID: Identifier>(_ column: Int) throws -> ID { ID(rawValue: try uuid(column)) }

    func optionalID<ID: Identifier>(_ column: Int) throws -> ID? { try optionalUUID(column).map(ID.init(rawValue:)) }

    func channel(_ column: Int) throws -> ChannelID { ChannelID(rawValue: try text(column)) }

    func recipient(_ column: Int) throws -> RecipientID {
        try optionalText(column).map(RecipientID.init(rawValue:)) ?? .onDemand
    }

    func environment(_ column: Int) throws -> DeviceEnvironment? {
        try optionalText(column).flatMap(DeviceEnvironment.init(rawValue:))
    }

    func payload(_ column: Int) throws -> Payload { Payload(json: try json(column)) }

    func optionalPayload(_ column: Int) throws -> Payload? { try optionalJSON(column).map(Payload.init(json:)) }

    /// - Throws: ``PostgresError`` when the column holds no state this version knows.
    func state(_ column: Int) throws -> DeliveryState {
        guard let state = DeliveryState(rawValue: try text(column)) else {
            throw unexpected(column, "a state this version knows")
        }
        return state
    }

    func priority(_ column: Int) throws -> Priority { Priority(rawValue: try int(column)) ?? .normal }
}
