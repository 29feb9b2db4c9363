/// A request as it arrived at a push service on the loopback interface.
public protocol PushServerRequest: Hashable, Sendable {
    /// What the service answers.
    associatedtype Answer: PushServerAnswer

    /// The place among all requests, counted from 1 in the order of arrival.
    var order: Int { get }
    /// The connection it came over, counted from 1 in the order of opening.
    var connection: Int { get }
    /// The place among the requests of its connection, counted from 1.
    var orderOnConnection: Int { get }
    /// The number of its HTTP/2 stream.
    var stream: Int32 { get }
    /// The header fields as received: in order, those with a colon and repeated ones included.
    var fields: [PushServerField] { get }
    /// Why the service would refuse the request; nil if it would not, and if the server does not validate.
    var fault: PushServerFault<Answer>? { get }
}

extension PushServerRequest {
    /// The value of the first header field of a name.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The method, `POST` of a sound request.
    public var method: String { self[":method"] ?? "" }

    /// The path as sent.
    public var path: String { self[":path"] ?? "" }
}
