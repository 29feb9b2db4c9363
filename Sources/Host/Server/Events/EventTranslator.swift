import FanfareCore

/// Makes notifications of events by the host's types, as `POST /v1/notifications` does for one user.
struct EventTranslator: Sendable {
    /// An event as a notification that is not stored yet.
    struct Translation: Sendable {
        let draft: NotificationDraft
        let submission: Submission
    }

    let catalog: NotificationCatalog
    let notify: Notifier

    /// Renders and addresses the notification an event calls for.
    ///
    /// - Throws: ``BadEvent`` if there will be none until somebody changes the event or the host; anything else may
    ///   pass.
    func translation(of event: ClaimedEvent) async throws -> Translation {
        let user = try user(of: event)
        guard let notification = catalog[event.type] else { throw BadEvent(.unknownType) }
        let payload = try payload(of: event)
        let triggered = try Self.trigger(notification, payload)
        let options = DeliveryOptions(
            expiresIn: triggered.expiresIn,
            priority: triggered.priority ?? .normal,
            idempotencyKey: event.idempotencyKey,
            collapseKey: triggered.collapseKey
        )
        do {
            let submission = try await notify.submission(
                of: triggered.draft,
                to: [HostRecipient(user: user)],
                options: options,
                fingerprint: event.idempotencyKey.map { key in
                    Self.fingerprint(of: event.type, to: user, payload, key: key)
                }
            )
            return Translation(draft: triggered.draft, submission: submission)
        } catch let error as NotifyError {
            throw BadEvent(error) ?? error
        }
    }

    private func user(of event: ClaimedEvent) throws(BadEvent) -> RecipientID {
        guard event.user != .onDemand else { throw BadEvent(.wrongUser("the user's id is missing")) }
        do throws(Problem) {
            return try RequestValue(.string(event.user.rawValue)).user()
        } catch {
            throw BadEvent(.wrongUser("the user's id is too long or holds U+0000"))
        }
    }

    private func payload(of event: ClaimedEvent) throws(BadEvent) -> JSONValue {
        let payload: JSONValue
        do throws(JSONSyntaxError) {
            payload = try JSONParser(.json).parse(Array(event.payload.json))
        } catch {
            throw BadEvent(.undecodablePayload(error.description))
        }
        guard payload.object != nil else {
            throw BadEvent(.undecodablePayload("it is \(payload.kind); expected an object"))
        }
        return payload
    }

    private static func trigger(
        _ notification: HostNotification,
        _ payload: JSONValue
    ) throws(BadEvent) -> TriggeredNotification {
        do {
            return try notification.trigger(payload)
        } catch let error as TriggerError {
            throw BadEvent(error)
        } catch {
            throw BadEvent(.wrongData(error.logText))
        }
    }

    /// The one that the same call over HTTP has: an event and a call with one idempotency key are one notification.
    private static func fingerprint(
        of type: NotificationType,
        to user: RecipientID,
        _ payload: JSONValue,
        key: String
    ) -> Fingerprint {
        let call: JSONValue = [
            "to": ["user": .string(user.rawValue)], "type": .string(type.rawValue), "data": payload,
            "idempotencyKey": .string(key),
        ]
        return Fingerprint(of: call.canonicalText.utf8)
    }
}
