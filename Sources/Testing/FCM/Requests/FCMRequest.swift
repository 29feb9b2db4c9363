public import FanfareCore
internal import FanfareHTTP2

/// A message as it arrived at ``FCMServer``.
public struct FCMRequest: PushServerRequest {
    /// What FCM answers.
    public typealias Answer = FCMAnswer
    /// A header field.
    public typealias Field = PushServerField

    /// The place among all messages, counted from 1 in the order of arrival.
    public let order: Int
    /// The connection it came over, counted from 1 in the order of opening.
    public let connection: Int
    /// The place among the requests of its connection, counted from 1.
    public let orderOnConnection: Int
    /// The number of its HTTP/2 stream.
    public let stream: Int32
    /// The header fields as received: in order, those with a colon and repeated ones included.
    public let fields: [Field]
    /// The body as received, at most its first 64 KiB.
    public let body: [UInt8]
    /// How many bytes the body had.
    public let bodyLength: Int
    /// The body, if it is JSON.
    public let json: JSONValue?
    /// Why FCM would refuse the request; nil if it would not, and if the server does not validate.
    ///
    /// It is found for every request, those answered by script included, so a test can ask whether all were sound.
    public internal(set) var fault: FCMFault?

    init(_ received: HTTP2ReceivedRequest, order: Int, orderOnConnection: Int) {
        self.init(
            order: order,
            connection: received.connection,
            orderOnConnection: orderOnConnection,
            stream: received.stream,
            fields: received.fields.map { Field(name: $0.name, value: $0.value) },
            body: received.body,
            bodyLength: received.bodyLength
        )
    }

    init(
        order: Int = 1,
        connection: Int = 1,
        orderOnConnection: Int = 1,
        stream: Int32 = 1,
        fields: [Field],
        body: [UInt8],
        bodyLength: Int? = nil
    ) {
        self.order = order
        self.connection = connection
        self.orderOnConnection = orderOnConnection
        self.stream = stream
        self.fields = fields
        self.body = body
        self.bodyLength = bodyLength ?? body.count
        json = try? JSONParser().parse(body)
    }
}

extension FCMRequest {
    /// The project in the path; nil if the path is no other than `/v1/projects/{project}/messages:send`.
    public var project: String? {
        let (start, end) = ("/v1/projects/", "/messages:send")
        guard path.hasPrefix(start), path.hasSuffix(end) else { return nil }
        let project = path.dropFirst(start.count).dropLast(end.count)
        return project.isEmpty || project.contains("/") ? nil : String(project)
    }

    /// The message.
    public var message: JSONValue? { json?["message"] }

    /// Whether the message is only to be checked (`validate_only`).
    public var isTrial: Bool { json?["validate_only"] == true }

    /// The registration token, if the message goes to one.
    public var token: String? { message?["token"]?.string }

    /// The Firebase installation id, if the message goes to one.
    public var fid: String? { message?["fid"]?.string }

    /// The topic, if the message goes to one.
    public var topic: String? { message?["topic"]?.string }

    /// The condition, if the message goes to those who fulfil one.
    public var condition: String? { message?["condition"]?.string }

    /// The access token; nil if the field `authorization` has none.
    public var accessToken: String? {
        guard let value = self["authorization"], value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7))
    }
}
