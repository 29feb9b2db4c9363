import FanfareCore

/// Takes events and turns them into notifications, one for each, however many hosts do.
///
/// ```
/// claim → translate → conclude: the notification stored, or the event set aside
/// ```
///
/// What goes wrong for a reason that may pass is left to its lease, and then taken up again.
struct EventIntake: Service {
    /// How many claims are worked on at once, so that one that takes its time holds up no others.
    static let parallelClaims = 8
    /// How many events a claim brings at most.
    static let batchSize = 32
    /// How often an event is taken up before it is set aside: it may be what brings hosts down.
    static let attemptLimit = 5

    let store: any EventStore
    let translator: EventTranslator
    let lease: Duration
    let pollInterval: Duration
    let clock: any WallClock
    let log: any LogSink
    let observer: any DeliveryObserver

    private struct State {
        var claims = 0
        /// How often in a row the store failed.
        var failures = 0
    }

    private struct Translated {
        let event: ClaimedEvent
        let outcome: EventConclusion.Outcome
        var draft: NotificationDraft?
    }

    func run(until shutdown: ShutdownSignal) async {
        let state = Watched(State())
        await withDiscardingTaskGroup { group in
            while true {
                await state.wait { $0.claims < Self.parallelClaims }
                let failures = state.read { $0.failures }
                if failures > 0 {
                    // Up to eight times as long, and whatever arrives.
                    await pause(for: pollInterval * (1 << min(failures - 1, 3)), beyond: nil, until: shutdown)
                }
                if shutdown.isTriggered || Task.isCancelled { break }
                let seen = store.arrivals.eventCount
                do {
                    let events = try await store.claimEvents(upTo: Self.batchSize, for: lease)
                    if events.isEmpty {
                        state.update { $0.failures = 0 }
                        await pause(for: pollInterval, beyond: seen, until: shutdown)
                        continue
                    }
                    state.update { $0.claims += 1 }
                    group.addTask {
                        let isDone = await work(on: events)
                        state.update { state in
                            state.claims -= 1
                            state.failures = isDone ? 0 : state.failures + 1
                        }
                    }
                } catch {
                    observer.storeFailed(error, while: "claiming events")
                    state.update { $0.failures += 1 }
                }
            }
        }
    }

    /// Waits for events, the next poll, or the end, whichever comes first.
    ///
    /// - Parameter seen: The count of events before the last look; nil to wait for the poll.
    private func pause(for duration: Duration, beyond seen: UInt64?, until shutdown: ShutdownSignal) async {
        await withTaskGroup { group in
            group.addTask { await shutdown.wait() }
            group.addTask { try? await clock.sleep(for: duration) }
            if let seen { group.addTask { await store.arrivals.waitForEvents(beyond: seen) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// - Returns: Whether all went well, bad events included: whether to go on at once.
    private func work(on events: [ClaimedEvent]) async -> Bool {
        var translated: [Translated] = []
        for event in events {
            if let one = await translate(event) { translated.append(one) }
        }
        let isConcluded = await conclude(translated)
        return isConcluded && translated.count == events.count
    }

    /// - Returns: Nil for what is left to its lease.
    private func translate(_ event: ClaimedEvent) async -> Translated? {
        guard event.attempts <= Self.attemptLimit else {
            return Translated(event: event, outcome: .setAside(.abandoned(after: Self.attemptLimit)))
        }
        do {
            let translation = try await translator.translation(of: event)
            return Translated(event: event, outcome: .notification(translation.submission), draft: translation.draft)
        } catch let error as BadEvent {
            return Translated(event: event, outcome: .setAside(error.reason))
        } catch {
            observer.storeFailed(error, while: "making a notification of an event")
            return nil
        }
    }

    /// - Returns: Whether the store took them.
    private func conclude(_ translated: [Translated]) async -> Bool {
        if translated.isEmpty { return true }
        let results: [EventResult]
        do {
            results = try await store.conclude(translated.map { EventConclusion($0.event.lease, $0.outcome) })
        } catch {
            observer.storeFailed(error, while: "storing what came of events")
            if error is StoreUnavailable || translated.count == 1 { return false }
            // One of them may be more than the store can take, whatever that is: it shall not hold up the others.
            var isDone = true
            for one in translated { isDone = await conclude([one]) && isDone }
            return isDone
        }
        var conflicts: [Translated] = []
        for (one, result) in zip(translated, results) {
            report(one, result)
            if result == .conflict {
                conflicts.append(Translated(event: one.event, outcome: .setAside(.idempotencyConflict)))
            }
        }
        return await conclude(conflicts)
    }

    private func report(_ translated: Translated, _ result: EventResult) {
        var fields: [String: JSONValue] = [
            "event": .string(translated.event.lease.event.description),
            "type": .string(translated.event.type.rawValue),
        ]
        switch (result, translated.outcome) {
        case (.stored, .notification(let submission)):
            if let draft = translated.draft { translator.notify.announce(submission, of: draft) }
        case (.duplicate, _):
            log.log(.debug, "Event repeats what was stored before", fields)
        case (.setAside, .setAside(let reason)):
            fields["reason"] = .string(reason.code)
            fields["detail"] = reason.detail.map { .string($0) }
            log.log(.warning, "Event set aside", fields)
        case (.stale, _):
            log.log(.notice, "Event taken too long", fields)
        case (.conflict, _), (.stored, _), (.setAside, _):
            break
        }
    }
}
