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
            try await record(finished)
        }
    }

    /// Keeps trying with growing pauses: what was sent is known here and nowhere else.
    private func recordPatiently(_ finished: [PipeState.Finished]) async {
        defer { state.update { $0.forget(finished) } }
        var pause: Duration = .milliseconds(100)
        while true {
            do {
                return try await record(finished)
            } catch {
                observer.storeFailed(error, while: "settling")
                if state.read({ $0.isAbandoned }) { return }
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
            }
        }
    }

    private func record(_ finished: [PipeState.Finished]) async throws {
        let settled = finished.filter { $0.settlement != nil }
        let results = try await queue.settle(settled.compactMap(\.settlement))
        let returned = finished.filter { $0.settlement == nil }
        if !returned.isEmpty { try await queue.release(returned.map(\.claim.lease)) }
        for (item, result) in zip(settled, results) { report(item, result) }
        // Not before: what was claimed together with the probe is put off in the same transaction.
        if finished.contains(where: \.endsPause) { await hasten() }
    }

    private func report(_ item: PipeState.Finished, _ result: SettlementResult) {
        guard let settlement = item.settlement else { return }
        if result == .stale, case .sent = settlement.result {
            state.update { $0.unrecorded.insert(settlement.result, for: item.claim.lease.delivery) }
        }
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
