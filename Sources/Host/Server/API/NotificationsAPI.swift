import FanfareCore

/// The calls about notifications.
enum NotificationsAPI {
    static let operations = [
        APIOperation(
            method: .post,
            path: "/v1/notifications",
            name: "sendNotification",
            summary: "Sends a notification to a user, many users, a device or an address",
            access: .application,
            body: "NotificationRequest",
            answers: [
                .init(
                    status: 200,
                    summary: "The answer of the first call with this idempotency key; nothing new was stored",
                    schema: "NotificationReceipt"
                ),
                .init(status: 202, summary: "Everything is stored and will be sent", schema: "NotificationReceipt"),
            ],
            problems: [404, 409],
            handler: send
        ),
        APIOperation(
            method: .get,
            path: "/v1/notifications/{id}",
            name: "getNotification",
            summary: "Shows a notification with its deliveries",
            access: .application,
            answers: [.init(status: 200, summary: "The notification", schema: "Notification")],
            handler: show
        ),
        APIOperation(
            method: .post,
            path: "/v1/notifications/{id}/cancel",
            name: "cancelNotification",
            summary: "Cancels what has not been sent; what is on its way is not tried again",
            access: .application,
            answers: [.init(status: 200, summary: "What was cancelled", schema: "CancelResult")],
            handler: cancel
        ),
    ]

    private static let fields: Set<String> = [
        "to", "type", "data", "addresses", "idempotencyKey", "delay", "at", "expiresIn", "priority", "collapseKey",
    ]

    private static func send(_ call: APICall) async throws -> HTTPResponse {
        let body = try call.body()
        let request = try body.object(fields: fields)
        let notification = try notification(request, call.services.catalog)
        let options = try DeliveryOptions(request, of: notification)
        let target = try await NotificationTarget(request, call.services)
        let receipts = try await call.services.notify.submit(
            notification.draft,
            to: target.recipients,
            options: options,
            fingerprint: options.idempotencyKey.map { _ in Fingerprint(of: body.json.canonicalText.utf8) }
        )
        let status = receipts.contains(where: \.isRepeat) ? 200 : 202
        if target.isList { return .json(["notifications": .array(receipts.map(\.countingJSON))], status: status) }
        guard let receipt = receipts.first else { throw Problem(.internalError, "the store gave no receipt") }
        return .json(receipt.json, status: status)
    }

    private static func notification(
        _ request: RequestObject,
        _ catalog: NotificationCatalog
    ) throws -> TriggeredNotification {
        let type = try request.required("type")
        let name = NotificationType(rawValue: try type.text())
        guard let notification = catalog[name] else {
            let known = catalog.types.map(\.rawValue).joined(separator: ", ")
            throw type.fault(known.isEmpty ? "is not known: there are no types" : "is not known; there are \(known)")
        }
        let data = request.optional("data") ?? RequestValue([:], at: JSONPointer(["data"]))
        _ = try data.members()
        return try notification.trigger(data.json)
    }

    private static func show(_ call: APICall) async throws -> HTTPResponse {
        guard let record = try await call.services.store.notification(try call.id(of: "notification")) else {
            throw Problem.unknown("notification")
        }
        return .json(record.json)
    }

    private static func cancel(_ call: APICall) async throws -> HTTPResponse {
        guard let result = try await call.services.store.cancel(try call.id(of: "notification")) else {
            throw Problem.unknown("notification")
        }
        return .json([
            "cancelled": .number(JSONNumber(result.cancelled)),
            "tooLate": .number(JSONNumber(result.tooLate)),
        ])
    }
}
