import FanfareCore

/// One line of the table.
enum Scenario: String, CaseIterable {
    case enqueue
    case enqueueSingly = "enqueue-singly"
    case claimAndSettle = "claim-and-settle"
    case pipeline
    case backlog
    case claimsOfFew = "claims-of-few"
    case claimsOfMany = "claims-of-many"

    var title: String {
        switch self {
        case .enqueue: "enqueue, 1,000 in a transaction"
        case .enqueueSingly: "enqueue, one in a transaction, 64 callers"
        case .claimAndSettle: "claim and settle, batches of 1,000"
        case .pipeline: "pipeline: claim, send, settle"
        case .backlog: "pipeline with a million queued"
        case .claimsOfFew: "claim 100 at a time, 10,000 queued"
        case .claimsOfMany: "claim 100 at a time, a million queued"
        }
    }

    func count(_ scale: Double) -> Int {
        switch self {
        case .enqueue, .claimAndSettle, .pipeline: Int(200_000 * scale)
        case .enqueueSingly: Int(20_000 * scale)
        case .claimsOfFew: 10_000
        case .backlog, .claimsOfMany: Int(1_000_000 * scale)
        }
    }

    func run(on workload: Workload, scale: Double) async throws -> Measurement {
        let count = count(scale)
        let devices = try await workload.register(count)
        switch self {
        case .enqueue:
            return try await Measurement.of(count) { try await workload.enqueue(to: devices, batch: 1000) }
        case .enqueueSingly:
            return try await Measurement.of(count) {
                try await withThrowingDiscardingTaskGroup { group in
                    let share = count / 64
                    for caller in 0..<64 {
                        group.addTask {
                            try await workload.enqueue(
                                to: Array(devices[caller * share..<(caller + 1) * share]),
                                batch: 1
                            )
                        }
                    }
                }
            }
        case .claimAndSettle:
            try await workload.enqueue(to: devices, batch: 1000)
            return try await Measurement.of(count) { try await claimAndSettle(workload.store) }
        case .pipeline, .backlog:
            try await workload.enqueue(to: devices, batch: 1000)
            return try await workload.drain(count, through: InstantChannel())
        case .claimsOfFew, .claimsOfMany:
            try await workload.enqueue(to: devices, batch: 1000)
            return try await Measurement.of(min(count, 10_000)) {
                for _ in 0..<100 { _ = try await workload.store.claim(upTo: 100, on: "instant", for: .seconds(600)) }
            }
        }
    }

    /// Everything from the claim to the record, with a push channel in between.
    static func push<Kind: Sender>(
        _ kind: Kind.Type,
        _ count: Int,
        on workload: Workload,
        port: UInt16,
        certificate: String
    ) async throws -> Measurement {
        let connections = Kind.allowedStreams < 1000 ? 4 : 2
        let channel = try Kind.channel(port: port, certificate: certificate, connections: connections)
        let devices = try await workload.register(count, on: Platform(rawValue: channel.id.rawValue))
        try await workload.enqueue(to: devices, batch: 1000, on: channel.id, Kind.message)
        let measurement = try await workload.drain(count, through: channel)
        await channel.shutdown()
        return measurement
    }

    private func claimAndSettle(_ store: any Store) async throws {
        while true {
            let claims = try await store.claim(upTo: 1000, on: "instant", for: .seconds(60))
            if claims.isEmpty { return }
            _ = try await store.settle(claims.map { Settlement($0.lease, .sent(providerID: "accepted")) })
        }
    }
}
