import FanfareCore

extension DeliveryOptions {
    /// Reads the options of a call; those it does not give come from the notification's type.
    ///
    /// - Throws: A problem that names the field.
    init(_ request: RequestObject, of notification: TriggeredNotification) throws(Problem) {
        self.init(
            expiresIn: try request.optional("expiresIn")?.duration() ?? notification.expiresIn,
            priority: try request.optional("priority")?.priority() ?? notification.priority ?? .normal,
            idempotencyKey: try request.optional("idempotencyKey")?.text(),
            collapseKey: try request.optional("collapseKey")?.text() ?? notification.collapseKey
        )
        switch (request.optional("delay"), request.optional("at")) {
        case (let delay?, nil): due = .after(try delay.duration())
        case (nil, let at?): due = .at(try at.time())
        case (_?, let at?): throw at.fault("cannot be given together with delay")
        case (nil, nil): break
        }
    }
}
