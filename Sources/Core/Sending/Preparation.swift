/// Turns a draft into what is stored for one recipient: finds routes, renders messages, checks them.
struct Preparation: Sendable {
    let channels: ChannelRegistry
    let identifiers: IdentifierSource

    /// - Throws: ``NotifyError`` if a message cannot be rendered, encoded or accepted by its channel.
    func prepare(
        _ draft: NotificationDraft,
        for recipient: some Notifiable,
        options: DeliveryOptions,
        resolver: RouteResolver
    ) async throws -> PreparedNotification {
        var messages: [PreparedMessage] = []
        var skipped: [SkippedChannel] = []
        var taken: Set<Route> = []
        for way in draft.ways(recipient) {
            var reasons: [SkippedChannel.Reason] = []
            for rendering in way.renderings {
                guard let channel = channels[rendering.channel] else {
                    reasons.append(.notConfigured)
                    continue
                }
                switch resolver.routes(to: recipient, on: channel) {
                case .none(let reason):
                    reasons.append(reason)
                case .routes(let routes):
                    let fresh = routes.filter { taken.insert($0).inserted }
                    if fresh.count < routes.count {
                        skipped.append(SkippedChannel(channel: channel.id, reason: .duplicate))
                    }
                    guard !fresh.isEmpty else { continue }
                    let payload = try await payload(of: rendering, on: channel, for: recipient)
                    messages.append(message(payload, on: channel.id, to: fresh))
                }
            }
            if reasons.count == way.renderings.count {
                skipped.append(SkippedChannel(channel: way.name, reason: mostTelling(of: reasons)))
            }
        }
        return PreparedNotification(
            id: identifiers.next(),
            type: draft.type,
            category: draft.category,
            recipient: recipient.recipientID,
            summary: draft.summary(recipient),
            options: options,
            messages: messages,
            skipped: skipped
        )
    }

    private func message(_ payload: Payload, on channel: ChannelID, to routes: [Route]) -> PreparedMessage {
        PreparedMessage(
            id: identifiers.next(),
            channel: channel,
            payload: payload,
            maxAttempts: channels.retryPolicy(for: channel).maxAttempts,
            deliveries: routes.map { PreparedDelivery(id: identifiers.next(), route: $0) }
        )
    }

    /// Why none of a way's channels was taken: one with devices that cannot be used says more than one without any.
    private func mostTelling(of reasons: [SkippedChannel.Reason]) -> SkippedChannel.Reason {
        reasons.first { $0 != .notConfigured && $0 != .noRoute } ?? reasons.first { $0 == .noRoute } ?? reasons.first
            ?? .noRoute
    }

    private func payload(
        of rendering: Rendering,
        on channel: some Channel,
        for recipient: some Notifiable
    ) async throws -> Payload {
        let payload: Payload
        do {
            payload = try await rendering.message(recipient)
        } catch let error as NotifyError {
            throw error
        } catch {
            throw NotifyError(.renderingFailed, channel: channel.id, underlying: error)
        }
        do {
            try channel.validate(payload)
        } catch {
            throw NotifyError(.messageRefused, channel: channel.id, underlying: error)
        }
        return payload
    }
}
