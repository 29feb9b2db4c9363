internal import FanfareHTTP2

/// A request for an access token as it arrived at the token endpoint of ``FCMServer``.
public struct FCMTokenRequest: PushServerRequest {
    /// What the endpoint answers.
    public typealias Answer = FCMTokenAnswer
    /// A header field.
    public typealias Field = PushServerField

    /// The place among all requests for access tokens, counted from 1 in the order of arrival.
    public let order: Int
    /// The connection it came over, counted from 1 in the order of opening.
    public let connection: Int
    /// The place among the requests of its connection, counted from 1.
    public let orderOnConnection: Int
    /// The number of its HTTP/2 stream.
    public let stream: Int32
    /// The header fields as received: in order, those with a colon and repeated ones included.
    public let fields: [Field]
    /// The body as received.
    public let body: [UInt8]
    /// What the form says, by name; nil if the body is no form.
    public let form: [String: String]?
    /// What the assertion says, if it is a well-formed token.
    public let assertion: FCMAssertion?
    /// Why the endpoint would refuse the request; nil if it would not, and if the server does not validate.
    public internal(set) var fault: PushServerFault<FCMTokenAnswer>?

    init(_ received: HTTP2ReceivedRequest, order: Int, orderOnConnection: Int) {
        self.order = order
        connection = received.connection
        self.orderOnConnection = orderOnConnection
        stream = received.stream
        fields = received.fields.map { Field(name: $0.name, value: $0.value) }
        body = received.body
        form = FormFields.read(received.body)
        assertion = form?["assertion"].flatMap { try? FCMAssertion($0) }
    }
}
