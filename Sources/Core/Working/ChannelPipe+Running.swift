import Synchronization

/// A pipe, whatever its channel carries.
protocol Pipe: Sendable {
    /// Works until `shutdown` is triggered and what is held is finished or handed back.
    func run(until shutdown: ShutdownSignal) async

    /// Works off what is due now.
    func drain() async throws -> Int

    /// Ends all pauses.
    func resume() async
}

extension ChannelPipe: Pipe {
    func run(until shutdown: ShutdownSignal) async {
        // Recording is a task of its own because it must outlive a cancellation: it knows what was sent.
        let recording = Task { await recordUntilClosed() }
        await withTaskCancellationHandler {
            await withTaskGroup { group in
                group.addTask {
                    await shutdown.wait()
                    self.state.update { $0.isStopping = true }
                }
                group.addTask { await self.renewLeases() }
                await work()
                state.update { $0.isClosed = true }
                await recording.value
                group.cancelAll()
            }
        } onCancel: {
            state.update {
                $0.isStopping = true
                $0.isAbandoned = true
            }
        }
    }

    func drain() async throws -> Int {
        var count = 0
        while true {
            // What a cancelled channel hands back is due at once: without this there is no end.
            try Task.checkCancellation()
            let limit = max(1, channel.capacity)
            guard case let (claims, asked)? = try await claim(upTo: limit) else { continue }
            if claims.isEmpty { return count }
            state.update { $0.hold(claims, since: asked) }
            count += claims.count
            await withDiscardingTaskGroup { deliveries in begin(claims, in: &deliveries) }
            try await recordFinished()
        }
    }

    func resume() async {
        let credentials = pauses.withLock { $0.reset() }
        if credentials.isEmpty { return }
        for credential in credentials { observer.credentialPaused(credential, on: channel.id, because: nil) }
        await hasten()
    }

    /// Claims and delivers until told to stop, then lets what is under way finish for a while.
    private func work() async {
        await withDiscardingTaskGroup { parts in
            while true {
                let capacity = max(1, channel.capacity)
                // Claiming a few at a time would cost a transaction for each few.
                let refill = max(1, capacity / 4)
                // And claiming all at once would leave nothing to do while the store is at work: parts overlap.
                let batch = max(64, refill)
                await state.wait { $0.isStopping || $0.mayClaim(refill, of: capacity) }
                if state.read({ $0.isStopping }) { break }
                switch state.update({ $0.takeFind() }) {
                case .nothing(let seen): await pause(afterSeeing: seen)
                case .failure: await pause(afterSeeing: nil)
                case .all, .some:
                    let count = state.update { $0.expect(upTo: batch, of: capacity) }
                    parts.addTask { await self.work(onPartOf: count) }
                }
            }
            await finishHeld()
            parts.cancelAll()
            // The time is up: each record gets one more try, even if the store is away.
            state.update { $0.isAbandoned = true }
        }
    }

    private func work(onPartOf count: Int) async {
        let seen = queue.arrivals.count(of: channel.id)
        do {
            guard case let (claims, asked)? = try await claim(upTo: count) else {
                let now = clock.now
                return state.update { $0.found([], of: count, .some, since: now) }
            }
            let find: PipeState.Find = claims.isEmpty ? .nothing(seen: seen) : claims.count == count ? .all : .some
            state.update { $0.found(claims, of: count, find, since: asked) }
            await withDiscardingTaskGroup { deliveries in begin(claims, in: &deliveries) }
        } catch {
            observer.storeFailed(error, while: "claiming")
            let now = clock.now
            state.update { $0.found([], of: count, .failure, since: now) }
        }
    }

    /// Takes deliveries, held from the moment they were asked for: the store's lease began no earlier.
    ///
    /// - Returns: Nil if the answer came after the lease, because the process or the way to the store stood still: what
    ///   it holds is another's by now, or will be claimed again.
    private func claim(upTo count: Int) async throws -> (claims: [Claim], asked: Timestamp)? {
        let asked = clock.now
        let claims = try await queue.claim(upTo: count, on: channel.id, for: configuration.lease)
        return asked.duration(to: clock.now) < configuration.lease ? (claims, asked) : nil
    }

    /// Waits for an arrival, the next poll, or the end, whichever comes first.
    ///
    /// - Parameter seen: The count of arrivals before the last look; nil to wait for the poll.
    private func pause(afterSeeing seen: UInt64?) async {
        await withTaskGroup { group in
            group.addTask { await self.state.wait { $0.isStopping } }
            group.addTask { try? await self.clock.sleep(for: self.configuration.pollInterval) }
            if let seen {
                group.addTask { await self.queue.arrivals.wait(for: self.channel.id, beyond: seen) }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func finishHeld() async {
        await withTaskGroup { group in
            group.addTask { await self.state.wait { $0.isIdle || $0.isAbandoned } }
            group.addTask { try? await self.clock.sleep(for: self.configuration.drain) }
            await group.next()
            group.cancelAll()
        }
    }

    private func renewLeases() async {
        while (try? await clock.sleep(for: configuration.lease / 3)) != nil {
            let now = clock.now
            let leases = state.read { state in
                state.held.values.filter { held in
                    let age = held.since.duration(to: now)
                    return age >= configuration.lease / 4 && age <= configuration.attemptLimit
                }.map(\.lease)
            }
            if leases.isEmpty { continue }
            do {
                _ = try await queue.renew(leases, for: configuration.lease)
            } catch {
                observer.storeFailed(error, while: "renewing leases")
            }
        }
    }
}
