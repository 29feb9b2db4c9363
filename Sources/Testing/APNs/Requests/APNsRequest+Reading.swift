internal import FanfareCore
internal import FanfareHTTP2

extension APNsRequest {
    /// Reads a request.
    ///
    /// - Parameter known: The provider token of the request before it. If this one has the same, it is not read again.
    init(_ received: HTTP2ReceivedRequest, order: Int, orderOnConnection: Int, known: APNsProviderToken? = nil) {
        self.init(
            order: order,
            connection: received.connection,
            orderOnConnection: orderOnConnection,
            stream: received.stream,
            fields: received.fields.map { Field(name: $0.name, value: $0.value) },
            body: received.body,
            bodyLength: received.bodyLength,
            known: known
        )
    }

    init(
        order: Int = 1,
        connection: Int = 1,
        orderOnConnection: Int = 1,
        stream: Int32 = 1,
        fields: [Field],
        body: [UInt8],
        bodyLength: Int? = nil,
        known: APNsProviderToken? = nil
    ) {
        self.order = order
        self.connection = connection
        self.orderOnConnection = orderOnConnection
        self.stream = stream
        self.fields = fields
        self.body = body
        self.bodyLength = bodyLength ?? body.count
        json = try? JSONParser().parse(body)
        providerToken = fields.first { $0.name == "authorization" }.flatMap { field in
            guard let text = APNsProviderToken.text(inAuthorization: field.value) else { return nil }
            return text == known?.text ? known : try? APNsProviderToken(text)
        }
    }
}
