/// Sends notifications: renders them, finds the routes, and stores one delivery per route.
///
/// It is a value that is called:
///
/// ```swift
/// let receipt = try await notify(user, OrderShipped(order: order))
/// ```
///
/// When the call returns, the notification, its messages and its deliveries are stored in one transaction; workers
/// send them. When it throws, nothing was stored.
public struct Notifier: Sendable {
    private let queue: any DeliveryQueue
    private let devices: any DeviceStore
    private let preparation: Preparation
    private let observer: any DeliveryObserver
    private let idempotencyLifetime: Duration
    private let batchSize: Int

    /// Creates a notifier.
    ///
    /// - Parameters:
    ///   - store: Where devices are looked up and deliveries stored.
    ///   - channels: The channels notifications can take.
    ///   - clock: Where identifiers get their time from.
    ///   - observer: Is told of every notification that was stored.
    ///   - idempotencyLifetime: How long idempotency keys are remembered.
    ///   - batchSize: How many recipients share one transaction, where there are many.
    public init(
        store: some DeliveryQueue & DeviceStore,
        channels: ChannelRegistry,
        clock: some WallClock = .system,
        observer: some DeliveryObserver = NoObserver(),
        idempotencyLifetime: Duration = .seconds(7 * 86_400),
        batchSize: Int = 1000
    ) {
        self.queue = store
        self.devices = store
        self.preparation = Preparation(channels: channels, identifiers: IdentifierSource(clock: clock))
        self.observer = observer
        self.idempotencyLifetime = idempotencyLifetime
        self.batchSize = max(1, batchSize)
    }

    /// Sends a notification to one recipient.
    ///
    /// - Returns: The notification's id, its deliveries, and the channels that were not taken and why. A recipient
    ///   without any route is no error.
    /// - Throws: ``NotifyError``, or the store's error. Nothing was stored then.
    @discardableResult
    public func callAsFunction(
        _ recipient: some Notifiable,
        _ notification: some Notification,
        options: DeliveryOptions = DeliveryOptions()
    ) async throws -> Receipt {
        let draft = NotificationDraft(notification)
        let receipts = try await submit(draft, to: [recipient], options: options, fingerprint: nil)
        guard let receipt = receipts.first else {
            throw NotifyError(.idempotencyConflict, detail: "the key belongs to a call without recipients")
        }
        return receipt
    }

    /// Sends a notification to many recipients, each of them once however often they are listed.
    ///
    /// Recipients are stored in batches of one transaction each; with an idempotency key all of them share one.
    ///
    /// - Returns: One receipt per distinct recipient, in order.
    /// - Throws: ``NotifyError`` or the store's error if nothing was stored, ``InterruptedNotifyError`` if earlier
    ///   batches were.
    @discardableResult
    public func callAsFunction<Recipient: Notifiable>(
        _ recipients: [Recipient],
        _ notification: some Notification,
        options: DeliveryOptions = DeliveryOptions()
    ) async throws -> [Receipt] {
        let draft = NotificationDraft(notification)
        if options.idempotencyKey != nil {
            return try await submit(draft, to: recipients, options: options, fingerprint: nil)
        }
        let distinct = distinct(recipients)
        var receipts: [Receipt] = []
        for start in stride(from: 0, to: distinct.count, by: batchSize) {
            let batch = Array(distinct[start..<min(start + batchSize, distinct.count)])
            do {
                receipts += try await submit(draft, to: batch, options: options, fingerprint: nil)
            } catch  where !receipts.isEmpty {
                throw InterruptedNotifyError(receipts: receipts, underlying: error)
            }
        }
        return receipts
    }

    /// Renders and addresses a notification without storing it, for an application that stores it in a transaction of
    /// its own.
    ///
    /// - Returns: What the call that sends it would store. It is good for some time: where its deliveries go
    ///   and whether they may is looked at again when they are sent.
    /// - Throws: ``NotifyError``, or the store's error if devices cannot be looked up.
    public func prepare(
        _ recipient: some Notifiable,
        _ notification: some Notification,
        options: DeliveryOptions = DeliveryOptions()
    ) async throws -> Submission {
        try await submission(
            of: NotificationDraft(notification),
            to: [recipient],
            options: options,
            fingerprint: nil
        )
    }

    /// Renders and addresses a notification to many recipients without storing it, each of them once however often
    /// they are listed.
    ///
    /// - Throws: ``NotifyError``, or the store's error if devices cannot be looked up.
    public func prepare<Recipient: Notifiable>(
        _ recipients: [Recipient],
        _ notification: some Notification,
        options: DeliveryOptions = DeliveryOptions()
    ) async throws -> Submission {
        try await submission(
            of: NotificationDraft(notification),
            to: recipients,
            options: options,
            fingerprint: nil
        )
    }

    /// Sends a draft to many recipients in one transaction.
    ///
    /// - Parameter fingerprint: Tells a repeat from another call with the same idempotency key; by default the type
    ///   and the recipients do, with the addresses of those that are on demand.
    package func submit(
        _ draft: NotificationDraft,
        to recipients: [any Notifiable],
        options: DeliveryOptions,
        fingerprint: Fingerprint?
    ) async throws -> [Receipt] {
        let submission = try await submission(of: draft, to: recipients, options: options, fingerprint: fingerprint)
        switch try await queue.enqueue(submission) {
        case .stored:
            announce(submission, of: draft)
            return submission.notifications.map(\.receipt)
        case .duplicate(let receipts):
            return receipts.map { receipt in
                var receipt = receipt
                receipt.isRepeat = true
                return receipt
            }
        case .conflict:
            throw NotifyError(.idempotencyConflict, detail: "the key was used for another notification before")
        }
    }

    /// Renders and addresses a draft to many recipients: what ``submit(_:to:options:fingerprint:)`` stores.
    ///
    /// Whoever stores it in another way calls ``announce(_:of:)`` afterwards.
    ///
    /// - Throws: ``NotifyError``, or the store's error if devices cannot be looked up.
    package func submission(
        of draft: NotificationDraft,
        to recipients: [any Notifiable],
        options: DeliveryOptions,
        fingerprint: Fingerprint?
    ) async throws -> Submission {
        try check(options)
        let recipients = distinct(recipients)
        let resolver = RouteResolver(devices: try await devices(of: recipients, for: draft))
        var prepared: [PreparedNotification] = []
        prepared.reserveCapacity(recipients.count)
        for recipient in recipients {
            prepared.append(
                try await preparation.prepare(draft, for: recipient, options: options, resolver: resolver)
            )
        }
        let idempotency = options.idempotencyKey.map { key in
            Submission.Idempotency(
                key: key,
                fingerprint: fingerprint ?? Fingerprint(of: prepared),
                lifetime: idempotencyLifetime
            )
        }
        return Submission(prepared, idempotency: idempotency)
    }

    /// Tells the observer that a draft was stored.
    package func announce(_ submission: Submission, of draft: NotificationDraft) {
        for notification in submission.notifications { observer.prepared(draft.notification, as: notification) }
    }

    private func check(_ options: DeliveryOptions) throws {
        if case .after(let delay) = options.due, delay < .zero {
            throw NotifyError(.invalidOption, detail: "the delay is negative")
        }
        if let expiresIn = options.expiresIn, expiresIn < .zero {
            throw NotifyError(.invalidOption, detail: "the time to live is negative")
        }
        if let key = options.idempotencyKey, key.isEmpty {
            throw NotifyError(.invalidOption, detail: "the idempotency key is empty")
        }
    }

    private func devices(of recipients: [any Notifiable], for draft: NotificationDraft) async throws -> [Device] {
        let users = recipients.filter { recipient in
            recipient.recipientID != .onDemand
                && draft.ways(recipient).contains { way in
                    way.renderings.contains { recipient.routing(for: $0.channel) == .registered }
                }
        }
        guard !users.isEmpty else { return [] }
        return try await devices.devices(of: users.map(\.recipientID))
    }

    private func distinct(_ recipients: [any Notifiable]) -> [any Notifiable] {
        var seen: Set<RecipientID> = []
        return recipients.filter { $0.recipientID == .onDemand || seen.insert($0.recipientID).inserted }
    }
}

extension Fingerprint {
    fileprivate init(of notifications: [PreparedNotification]) {
        var text = ""
        for notification in notifications {
            text += notification.type.rawValue + "\u{0}" + notification.recipient.rawValue + "\u{0}"
            // Recipients on demand have no name but their addresses.
            guard notification.recipient == .onDemand else { continue }
            for delivery in notification.messages.flatMap(\.deliveries) { text += delivery.route.address + "\u{0}" }
        }
        self.init(of: text.utf8)
    }
}
