extension ChannelPipe {
    /// As many settlements as share one transaction.
    private static var batchSize: Int { 1000 }

    /// Records what has been finished until nothing more comes.
    ///
    /// It records as soon as something is there; while the store is at work, what else finishes gathers for the next
    /// transaction. So a lone delivery is not kept waiting, and many share the cost of one commit.
    func recordUntilClosed() async {
        while true {
            await state.wait { !$0.outbox.isEmpty || $0.isClosed }
            let finished = state.update { $0.takeOutbox(upTo: Self.batchSize) }
            if finished.isEmpty { return }
            await recordPatiently(finished)
        }
    }

    /// Records what has been finished so far.
    ///
    /// - Throws: The store's error; what could not be recorded is claimed again when its lease has run out.
    func recordFinished() async throws {
        while true {
            let finished = state.update { $0.takeOutbox(upTo: Self.batchSize) }
            if finished.isEmpty { return }
            defer { state.update { $0.forget(finished) } }
            try await settle(finished)
            try await handBack(finished)
        }
    }

    private func recordPatiently(_ finished: [PipeState.Finished]) async {
        defer { state.update { $0.forget(finished) } }
        await patiently("settling") {
            do {
                try await settle(finished)
            } catch {
                // The leases may run out before the store is back.
                state.update { $0.remember(finished) }
                throw error
            }
        }
        await patiently("handing back") { try await handBack(finished) }
    }

    /// Keeps trying with growing pauses: what was sent is known here and nowhere else.
    private func patiently(_ activity: String, _ step: () async throws -> Void) async {
        var pause: Duration = .milliseconds(100)
        while true {
            do {
                return try await step()
            } catch {
                observer.storeFailed(error, while: activity)
                if state.read({ $0.isAbandoned }) { return }
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
            }
        }
    }

    private func settle(_ finished: [PipeState.Finished]) async throws {
        let settlements = finished.compactMap(\.settlement)
        if settlements.isEmpty { return }
        let results = try await queue.settle(settlements)
        for (item, result) in zip(finished.lazy.filter { $0.settlement != nil }, results) { report(item, result) }
        // Not before: what was claimed together with the probe is put off in the same transaction.
        if finished.contains(where: \.endsPause) { await hasten() }
    }

    private func handBack(_ finished: [PipeState.Finished]) async throws {
        let returned = finished.filter { $0.settlement == nil }
        if !returned.isEmpty { try await queue.release(returned.map(\.claim.lease)) }
    }

    private func report(_ item: PipeState.Finished, _ result: SettlementResult) {
        guard let settlement = item.settlement else { return }
        if result == .stale { state.update { $0.remember([item]) } }
        if case .applied(_, routeRemoved: true) = result, let removal = settlement.removal {
            observer.routeRemoved(removal)
        }
        observer.settled(
            SettledDelivery(
                claim: item.claim,
                settlement: settlement,
                result: result,
                attemptDuration: item.attemptDuration
            )
        )
    }
}
