import Synchronization

/// One channel's part of a worker: claims, delivers and settles, and knows nothing of other channels.
///
/// ```
/// claim → hold → deliver → outbox → settle → let go
/// ```
///
/// At most the channel's capacity is held at a time, up to and including the settlement: when the store is slow or
/// away, claiming stops by itself.
final class ChannelPipe<C: Channel>: Sendable {
    let channel: C
    let queue: any DeliveryQueue
    let policy: RetryPolicy
    let configuration: WorkerConfiguration
    let clock: any WallClock
    let observer: any DeliveryObserver
    let state = Watched(PipeState())
    let pauses = Mutex(CredentialPauses())
    // By what they say: many recipients get the same text, each in a message of its own.
    private let messages = Mutex(GenerationalCache<Payload, C.Prepared>(capacity: 2000))
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(
        channel: C,
        queue: any DeliveryQueue,
        policy: RetryPolicy,
        configuration: WorkerConfiguration,
        clock: any WallClock,
        observer: any DeliveryObserver,
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.channel = channel
        self.queue = queue
        self.policy = policy
        self.configuration = configuration
        self.clock = clock
        self.observer = observer
        self.generator = Mutex(generator)
    }

    /// Starts what was claimed: most of it is delivered in tasks of `deliveries`, the rest is settled right away.
    func begin(_ claims: [Claim], in deliveries: inout DiscardingTaskGroup) {
        let executor = channel.executor
        for claim in claims {
            if let settlement = settlementBeforeAttempt(of: claim) {
                finish(claim, settlement)
                continue
            }
            guard case .open(let route, _) = claim.route, let message = prepared(claim) else {
                finish(claim, Settlement(claim.lease, .failed, reason: .undecodableMessage, attemptCounts: false))
                continue
            }
            // Asked last: who is let through may be the probe of a paused credential, and then must be sent.
            let credential = channel.credential(for: route, carrying: message)
            switch pauses.withLock({ $0.admission(to: credential, at: clock.now) }) {
            case .go:
                deliveries.addTask(executorPreference: executor) {
                    await self.deliver(message, to: route, with: credential, claim)
                }
            case .wait(let pause): finish(claim, postponed(claim, for: pause, because: .credentialPaused))
            }
        }
    }

    private func settlementBeforeAttempt(of claim: Claim) -> Settlement? {
        if let result = state.read({ $0.unrecorded[claim.lease.delivery] }) { return Settlement(claim.lease, result) }
        return Verdict(before: claim, idempotency: channel.idempotency)?.settlement
    }

    private func prepared(_ claim: Claim) -> C.Prepared? {
        if let message = messages.withLock({ $0[claim.payload] }) { return message }
        guard
            let message = try? claim.payload.decoded(as: C.Message.self),
            let prepared = try? channel.prepare(message)
        else { return nil }
        messages.withLock { $0.insert(prepared, for: claim.payload) }
        return prepared
    }

    private func deliver(
        _ message: C.Prepared,
        to route: Route,
        with credential: CredentialID,
        _ claim: Claim
    ) async {
        observer.sending(claim)
        let start = clock.now
        let settlement: Settlement?
        var endsPause = false
        do {
            let outcome = try await channel.deliver(prepared: message, to: route, context: DeliveryContext(claim))
            settlement = settle(claim, outcome, credential)
            endsPause = pauses.withLock { $0.settles(credential, with: outcome) }
            if endsPause { observer.credentialPaused(credential, on: channel.id, because: nil) }
        } catch let error as NotSent {
            pauses.withLock { $0.undecided(credential) }
            let delay = max(policy.delay(afterAttempt: claim.attempt, random: random()), error.after ?? .zero)
            settlement = postponed(claim, for: delay, because: error.reason)
        } catch is CancellationError {
            pauses.withLock { $0.undecided(credential) }
            // Handed back it is due at once, which is right only for a worker that is about to stop.
            let delay = policy.delay(afterAttempt: claim.attempt, random: random())
            settlement = Task.isCancelled ? nil : postponed(claim, for: delay, because: .interrupted)
        } catch {
            pauses.withLock { $0.undecided(credential) }
            // The error's own text may hold anything; its type does not.
            let reason = DeliveryReason(DeliveryReason.noAnswer.code, detail: String(describing: type(of: error)))
            settlement = settle(claim, .uncertain(reason), credential)
        }
        finish(claim, settlement, start.duration(to: clock.now), endsPause: endsPause)
    }

    private func settle(_ claim: Claim, _ outcome: DeliveryOutcome, _ credential: CredentialID) -> Settlement {
        if case .misconfigured(let reason) = outcome {
            let (pause, isNew) = pauses.withLock { $0.refused(credential, at: clock.now) }
            if isNew { observer.credentialPaused(credential, on: channel.id, because: reason) }
            let cause = DeliveryReason(DeliveryReason.credentialPaused.code, detail: reason.code)
            return postponed(claim, for: pause, because: cause)
        }
        return Verdict(outcome, of: claim, policy: policy, idempotency: channel.idempotency, random: random())
            .settlement
    }

    private func postponed(_ claim: Claim, for delay: Duration, because reason: DeliveryReason) -> Settlement {
        Verdict(postponing: claim, for: delay, because: reason, policy: policy).settlement
    }

    private func finish(
        _ claim: Claim,
        _ settlement: Settlement?,
        _ duration: Duration? = nil,
        endsPause: Bool = false
    ) {
        var settlement = settlement
        if let duration, let outcome = settlement?.attemptOutcome {
            settlement?.attempt = Settlement.Attempt(outcome: outcome, duration: duration)
        }
        let finished = PipeState.Finished(
            claim: claim,
            settlement: settlement,
            attemptDuration: duration,
            endsPause: endsPause
        )
        state.update { $0.outbox.append(finished) }
    }

    /// Makes due what waited for a credential that works again.
    func hasten() async {
        do {
            _ = try await queue.hasten(channel.id, waitingFor: .credentialPaused)
        } catch {
            observer.storeFailed(error, while: "hastening what waited for a credential")
        }
    }

    private func random() -> Double { generator.withLock { Double($0.next() >> 11) * 0x1p-53 } }
}

extension DeliveryContext {
    fileprivate init(_ claim: Claim) {
        self.init(
            delivery: claim.lease.delivery,
            notification: claim.notification,
            type: claim.type,
            attempt: claim.attempt,
            isResend: claim.uncertainAttempts > 0,
            priority: claim.priority,
            collapseKey: claim.collapseKey,
            expiresAt: claim.expiresAt,
            isNowOrNever: claim.isNowOrNever
        )
    }
}

extension Settlement {
    /// The word for an attempt that is kept on record: one that failed or whose outcome is unknown.
    fileprivate var attemptOutcome: String? {
        if !attemptCounts { return nil }
        if isUncertain { return "uncertain" }
        if removal != nil { return "route-gone" }
        return switch result {
        case .failed: "failed"
        case .expired: "expired"
        case .retry: "retry"
        case .sent, .cancelled, .skipped: nil
        }
    }
}

extension CredentialPauses {
    /// Records what an outcome says about its credential.
    ///
    /// - Returns: Whether the credential was paused and works again.
    fileprivate mutating func settles(_ credential: CredentialID, with outcome: DeliveryOutcome) -> Bool {
        switch outcome {
        case .sent, .rejected, .routeGone: return accepted(credential)
        case .retry, .uncertain: undecided(credential)
        case .misconfigured: break
        }
        return false
    }
}
