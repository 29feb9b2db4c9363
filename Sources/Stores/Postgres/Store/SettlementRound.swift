internal import FanfareCore

/// Settlements of which no two are of the same delivery: what one round trip can settle.
struct SettlementRound: Sendable {
    private struct Item: Sendable {
        let place: Int
        let settlement: Settlement
    }

    /// Ordered by delivery, so that two batches never wait for each other.
    private let sent: [Item]
    private let others: [Item]
    private let time: Timestamp?
    private let calls: [PostgresCall]

    /// Whether devices are set aside or learn their environment, which takes a second round trip.
    let touchesDevices: Bool

    /// Divides a batch. A delivery that is settled more than once in it is settled in the order of the batch.
    static func rounds(of settlements: [Settlement], at time: Timestamp?) -> [SettlementRound] {
        var counts: [DeliveryID: Int] = [:]
        var rounds: [[Item]] = []
        for (place, settlement) in settlements.enumerated() {
            let round = counts[settlement.lease.delivery, default: 0]
            counts[settlement.lease.delivery] = round + 1
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(Item(place: place, settlement: settlement))
        }
        return rounds.map { SettlementRound($0, at: time) }
    }

    private init(_ items: [Item], at time: Timestamp?) {
        let items = items.sorted { $0.settlement.lease.delivery < $1.settlement.lease.delivery }
        let (sent, others) = (items.filter(\.settlement.isPlainlySent), items.filter { !$0.settlement.isPlainlySent })
        (self.sent, self.others, self.time) = (sent, others, time)
        touchesDevices = others.contains { $0.settlement.removal != nil || $0.settlement.learned != nil }
        calls = [
            sent.isEmpty ? nil : PostgresCall(.settleSent, at: time, sent.map(\.settlement)),
            others.isEmpty ? nil : PostgresCall(.settleOthers, at: time, others.map(\.settlement)),
        ].compactMap(\.self)
    }

    /// Settles, and notes at the places of what was applied that it was.
    func settle(on connection: PostgresConnection, _ results: inout [SettlementResult]) throws {
        let answers = try connection.run(calls)
        for (answer, items) in zip(answers, [sent, others].filter { !$0.isEmpty }) {
            try note(answer, of: items, &results)
        }
        if touchesDevices { try changeDevices(on: connection, &results) }
    }

    /// Notes what this batch has settled before, in a transaction whose end was not seen.
    func recognize(on connection: PostgresConnection, _ results: inout [SettlementResult]) throws {
        let unknown = (sent + others).filter { results[$0.place] == .stale }
        if unknown.isEmpty { return }
        let leases = unknown.map(\.settlement.lease)
        try note(
            connection.run(.recognize, leases.map(\.delivery), leases.map(\.token)),
            of: unknown,
            &results
        )
    }

    private func note(_ answer: PostgresRows, of items: [Item], _ results: inout [SettlementResult]) throws {
        for row in answer {
            let number = try row.int(0) - 1
            guard items.indices.contains(number) else { continue }
            results[items[number].place] = .applied(try row.state(1), routeRemoved: false)
        }
    }

    private func changeDevices(on connection: PostgresConnection, _ results: inout [SettlementResult]) throws {
        let changes = others.filter { results[$0.place] != .stale }
            .flatMap { item in item.settlement.deviceChanges(at: time).map { (item: item, change: $0) } }
            .sorted { $0.change.device < $1.change.device }
        let answers = try connection.run(changes.map(\.change.call))
        for ((item, change), answer) in zip(changes, answers) where change.isRemoval && answer.affected > 0 {
            guard case .applied(let state, _) = results[item.place] else { continue }
            results[item.place] = .applied(state, routeRemoved: true)
        }
    }
}

extension PostgresCall {
    /// Both statements begin with the same parameters; the second takes more.
    fileprivate init(_ statement: PostgresStatement, at time: Timestamp?, _ settlements: [Settlement]) {
        var parameters: [(any PostgresEncodable)?] = [
            time, settlements.map(\.lease.delivery), settlements.map(\.lease.token), settlements.map(\.providerID),
        ]
        if statement == .settleOthers {
            parameters += [
                settlements.map(\.state), settlements.map(\.reason?.code), settlements.map(\.delay),
                settlements.map { $0.attemptCounts ? 0 : 1 }, settlements.map { $0.isUncertain ? 1 : 0 },
                settlements.map(\.attempt?.outcome), settlements.map(\.reason?.description),
                settlements.map { ($0.attempt?.duration ?? .zero).databaseMicroseconds },
            ]
        }
        self.init(statement, parameters: parameters)
    }
}

extension Settlement {
    /// What it changes about devices, besides the delivery.
    fileprivate func deviceChanges(at time: Timestamp?) -> [(device: DeviceID, isRemoval: Bool, call: PostgresCall)] {
        [learned.map { ($0.device, false, $0.call) }, removal.map { ($0.device, true, $0.call(at: time)) }]
            .compactMap(\.self)
    }

    /// Whether there is nothing to record but that it was sent.
    fileprivate var isPlainlySent: Bool {
        guard case .sent = result else { return false }
        return attemptCounts && !isUncertain && attempt == nil && removal == nil && learned == nil
    }

    fileprivate var providerID: String? {
        guard case .sent(let providerID) = result else { return nil }
        return providerID
    }

    fileprivate var delay: Int64 {
        guard case .retry(let delay) = result else { return 0 }
        return delay.databaseMicroseconds
    }
}
