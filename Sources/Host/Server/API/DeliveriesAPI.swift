import FanfareCore

/// The calls about deliveries.
enum DeliveriesAPI {
    /// How many deliveries a page may have.
    static let pageSizes = 1...500
    /// How many it has when the call does not say.
    static let pageSize = 50

    static let operations = [
        APIOperation(
            method: .get,
            path: "/v1/deliveries",
            name: "listDeliveries",
            summary: "Lists deliveries, the newest first",
            access: .application,
            query: [
                .init(
                    name: "state",
                    summary: "Only deliveries in this state",
                    schema: ["type": "string", "enum": .array(DeliveryState.allCases.map { .string($0.rawValue) })]
                ),
                .init(name: "channel", summary: "Only deliveries of this channel", schema: ["type": "string"]),
                .init(
                    name: "limit",
                    summary: "How many at most",
                    schema: [
                        "type": "integer", "default": .number(JSONNumber(pageSize)),
                        "minimum": .number(JSONNumber(pageSizes.lowerBound)),
                        "maximum": .number(JSONNumber(pageSizes.upperBound)),
                    ]
                ),
                .init(name: "after", summary: "The next of the page before", schema: ["type": "string"]),
            ],
            answers: [.init(status: 200, summary: "A page of deliveries", schema: "DeliveryPage")],
            handler: list
        ),
        APIOperation(
            method: .get,
            path: "/v1/deliveries/{id}",
            name: "getDelivery",
            summary: "Shows a delivery",
            access: .application,
            answers: [.init(status: 200, summary: "The delivery", schema: "Delivery")],
            handler: show
        ),
        APIOperation(
            method: .post,
            path: "/v1/deliveries/{id}/retry",
            name: "retryDelivery",
            summary: "Gives a failed, expired or cancelled delivery another go",
            access: .application,
            answers: [.init(status: 202, summary: "The delivery is queued again", schema: "Delivery")],
            problems: [409],
            handler: retry
        ),
    ]

    private static func list(_ call: APICall) async throws -> HTTPResponse {
        let states = Dictionary(uniqueKeysWithValues: DeliveryState.allCases.map { ($0.rawValue, $0) })
        let filter = DeliveryFilter(
            state: try call.query("state")?.choice(of: states),
            channel: try call.query("channel").map { ChannelID(rawValue: try $0.text()) }
        )
        let limit = try call.query("limit").map(limit) ?? pageSize
        let cursor = try call.query("after").map(cursor)
        // One more than is shown tells whether there is another page.
        let found = try await call.services.store.deliveries(matching: filter, after: cursor, limit: limit + 1)
        let page = found.prefix(limit)
        return .json([
            "items": .array(page.map(\.json)),
            "next": JSONValue(found.count > limit ? page.last?.id.description : nil),
        ])
    }

    private static func limit(_ value: RequestValue) throws(Problem) -> Int {
        let digits = try value.text()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(digits),
            pageSizes.contains(limit)
        else { throw value.fault("must be a whole number from \(pageSizes.lowerBound) to \(pageSizes.upperBound)") }
        return limit
    }

    private static func cursor(_ value: RequestValue) throws(Problem) -> DeliveryID {
        guard let id = DeliveryID(try value.text()) else { throw value.fault("is not the next of a page") }
        return id
    }

    private static func show(_ call: APICall) async throws -> HTTPResponse {
        guard let delivery = try await call.services.store.delivery(try call.id(of: "delivery")) else {
            throw Problem.unknown("delivery")
        }
        return .json(delivery.json)
    }

    private static func retry(_ call: APICall) async throws -> HTTPResponse {
        switch try await call.services.store.retry(try call.id(of: "delivery")) {
        case .queued(let delivery): return .json(delivery.json, status: 202)
        case .refused(let state):
            throw Problem(
                .notRetryable,
                "the delivery is \(state.rawValue), and only failed, expired or cancelled ones can be tried again"
            )
        case .unknown: throw Problem.unknown("delivery")
        }
    }
}
