import FanfareCore

/// A channel under test, with the handles its contract's cases turn.
struct ChannelBench<C: Channel>: Sendable {
    let specimen: ChannelSpecimen<C>
    let channel: C

    /// What came of one delivery.
    enum Answer: Sendable {
        case outcome(DeliveryOutcome)
        case thrown(any Error)

        /// All that this would show in a log or on record; what was sent needs no reason.
        var texts: [String] {
            switch self {
            case .outcome(.sent): []
            case .outcome(let outcome): [String(describing: outcome), String(reflecting: outcome)]
            case .thrown(let error): [String(describing: error), String(reflecting: error)]
            }
        }
    }

    /// The message as the worker gets it: stored, read again and made ready.
    func prepared() throws -> C.Prepared {
        do {
            return try channel.prepare(stored())
        } catch {
            throw ContractViolation("its own message cannot be prepared: \(error)", file: #fileID, line: #line)
        }
    }

    func stored() throws -> C.Message {
        do {
            return try Payload(encoding: specimen.message).decoded(as: C.Message.self)
        } catch {
            throw ContractViolation("its own message cannot be stored: \(error)", file: #fileID, line: #line)
        }
    }

    /// Begins a delivery.
    func deliver(to route: Route) throws -> Task<Answer, Never> {
        let message = try prepared()
        let ids = IdentifierSource()
        let context = DeliveryContext(delivery: ids.next(), notification: ids.next(), type: "contract.case")
        return Task {
            do {
                return .outcome(try await channel.deliver(prepared: message, to: route, context: context))
            } catch {
                return .thrown(error)
            }
        }
    }

    /// Waits for a delivery's answer.
    ///
    /// - Throws: ``ContractViolation`` if none comes in time; the delivery is cancelled then.
    func answer(of delivery: Task<Answer, Never>, _ what: String) async throws -> Answer {
        guard let answer = await within(specimen.limit, { await delivery.value }) else {
            delivery.cancel()
            throw ContractViolation("\(what) has no answer in \(specimen.limit)", file: #fileID, line: #line)
        }
        return answer
    }

    func shutDown() async throws {
        let isDown = await within(specimen.limit) {
            await channel.shutdown()
            return true
        }
        guard isDown == nil else { return }
        throw ContractViolation("it does not shut down in \(specimen.limit)", file: #fileID, line: #line)
    }

    /// The result of an operation; nil if there is none in time.
    ///
    /// An operation that does not end is left behind: a task group would wait for it for ever.
    private func within<Value: Sendable>(
        _ limit: Duration,
        _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = Watched<Value?>(nil)
        let task = Task {
            let value = await operation()
            result.update { $0 = value }
        }
        await withTaskGroup { group in
            group.addTask { await result.wait { $0 != nil } }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        let value = result.value
        if value == nil { task.cancel() }
        return value
    }
}
