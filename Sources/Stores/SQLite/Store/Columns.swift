internal import FanfareCore
internal import FoundationEssentials

/// How the values of the core are stored.

extension Timestamp: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        microsecondsSinceEpoch.bind(to: statement, at: index)
    }
}

extension SQLiteBindable where Self: Identifier {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 { rawValue.bind(to: statement, at: index) }
}

extension DeliveryID: SQLiteBindable {}
extension NotificationID: SQLiteBindable {}
extension MessageID: SQLiteBindable {}
extension DeviceID: SQLiteBindable {}

extension SQLiteBindable where Self: RawRepresentable, RawValue: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 { rawValue.bind(to: statement, at: index) }
}

extension ChannelID: SQLiteBindable {}
extension NotificationType: SQLiteBindable {}
extension FanfareCore.Category: SQLiteBindable {}
extension Platform: SQLiteBindable {}
extension DeviceEnvironment: SQLiteBindable {}
extension DeliveryState: SQLiteBindable {}
extension Priority: SQLiteBindable {}

/// Nobody in particular is NULL.
extension RecipientID: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        (self == .onDemand ? nil : rawValue).bind(to: statement, at: index)
    }
}

extension Payload: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        String(decoding: json, as: UTF8.self).bind(to: statement, at: index)
    }
}

extension SQLiteStatement {
    func timestamp(_ column: Int32) -> Timestamp { Timestamp(microsecondsSinceEpoch: int64(column)) }

    func optionalTimestamp(_ column: Int32) -> Timestamp? { isNull(column) ? nil : timestamp(column) }

    func id<ID: Identifier>(_ column: Int32) throws -> ID { ID(rawValue: try uuid(column)) }

    func optionalID<ID: Identifier>(_ column: Int32) throws -> ID? { try optionalUUID(column).map(ID.init(rawValue:)) }

    func channel(_ column: Int32) -> ChannelID { ChannelID(rawValue: text(column)) }

    func recipient(_ column: Int32) -> RecipientID { RecipientID(rawValue: text(column)) }

    func environment(_ column: Int32) -> DeviceEnvironment? {
        optionalText(column).flatMap(DeviceEnvironment.init(rawValue:))
    }

    func payload(_ column: Int32) -> Payload { Payload(json: utf8(column)) }

    func optionalPayload(_ column: Int32) -> Payload? { isNull(column) ? nil : payload(column) }

    /// - Throws: ``SQLiteError`` when the column holds no state this version knows.
    func state(_ column: Int32) throws -> DeliveryState {
        guard let state = DeliveryState(rawValue: text(column)) else {
            throw SQLiteError(code: .corrupt, message: "column \(column) is no state", statement: prepared.name)
        }
        return state
    }

    func priority(_ column: Int32) -> Priority { Priority(rawValue: int(column)) ?? .normal }
}
