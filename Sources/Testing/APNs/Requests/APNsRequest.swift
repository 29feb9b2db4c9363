public import FanfareCore

/// A request as it arrived at the server.
public struct APNsRequest: PushServerRequest {
    /// What APNs answers.
    public typealias Answer = APNsAnswer
    /// A header field.
    public typealias Field = PushServerField

    /// The place among all requests, counted from 1 in the order of arrival.
    public let order: Int
    /// The connection it came over, counted from 1 in the order of opening.
    public let connection: Int
    /// The place among the requests of its connection, counted from 1.
    public let orderOnConnection: Int
    /// The number of its HTTP/2 stream.
    public let stream: Int32
    /// The header fields as received: in order, those with a colon and repeated ones included.
    public let fields: [Field]
    /// The payload as received, at most its first 64 KiB.
    public let body: [UInt8]
    /// How many bytes the payload had.
    public let bodyLength: Int
    /// The payload, if it is JSON.
    public let json: JSONValue?
    /// What the `authorization` field says, if it is a well-formed provider token.
    public let providerToken: APNsProviderToken?
    /// Why APNs would refuse the request; nil if it would not, and if the server does not validate.
    ///
    /// It is found for every request, those answered by script included, so a test can ask whether all were sound.
    public internal(set) var fault: APNsFault?
}

extension APNsRequest {
    /// The device token as the path has it; nil if the path has none.
    public var deviceToken: String? {
        let start = "/3/device/"
        guard path.hasPrefix(start), path != start else { return nil }
        return String(path.dropFirst(start.count))
    }
    /// `apns-push-type`.
    public var pushType: String? { self["apns-push-type"] }
    /// `apns-topic`.
    public var topic: String? { self["apns-topic"] }
    /// `apns-id`.
    public var apnsID: String? { self["apns-id"] }
    /// `apns-priority`, if it is a number.
    public var priority: Int? { self["apns-priority"].flatMap { Int($0) } }
    /// `apns-collapse-id`.
    public var collapseID: String? { self["apns-collapse-id"] }
    /// `apns-expiration`, if it is a number: zero for "now or never", nil (none) for as long as APNs likes to store.
    public var expiration: Timestamp? {
        guard let seconds = self["apns-expiration"].flatMap({ Int64($0) }) else { return nil }
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : Timestamp(millisecondsSinceEpoch: milliseconds)
    }
}
