import FanfareCore

/// How arguments are made up.
extension StoreWorkload {
    mutating func registration() throws -> DeviceRegistration {
        let platform: Platform = chance(70) ? .apns : .fcm
        return DeviceRegistration(
            try DeviceToken(pick(["aa01", "aa02", "aa03", "aa04", "aa05"]) ?? "aa01", platform: platform),
            platform: platform,
            appID: chance(80) ? "" : "app",
            user: update(users),
            environment: update(DeviceEnvironment.allCases),
            deviceKey: update(["key 1", "key 2", "key 3"]),
            authorized: chance(70) ? .keep : update([true, false]),
            locale: update(["tr", "de"])
        )
    }

    mutating func removal(of device: DeviceID, _ token: String, _ registeredAt: Timestamp) -> RouteRemoval {
        let offset: Duration = pick([.zero, .microseconds(1), .seconds(-5)]) ?? .zero
        return RouteRemoval(
            device: device,
            token: chance(90) ? token : "aa05",
            condition: chance(50)
                ? .registeredAt(registeredAt) : .registeredBefore(clock.now.advanced(by: offset)),
            reason: "unregistered"
        )
    }

    mutating func settlement(of claim: Claim) -> Settlement {
        let results: [Settlement.Result] = [
            .sent(providerID: "provider's"), .sent(providerID: nil), .failed, .expired, .cancelled, .skipped,
            .retry(after: .zero), .retry(after: .seconds(5)), .retry(after: .milliseconds(30_001)),
        ]
        let result = pick(results) ?? .failed
        var settlement = Settlement(claim.lease, result, reason: chance(80) ? pick(reasons) : nil)
        settlement.attemptCounts = chance(75)
        settlement.isUncertain = chance(20)
        if chance(30), case .open(let route, let registeredAt?) = claim.route, let device = route.device {
            settlement.removal = removal(of: device, route.address, registeredAt)
        }
        if chance(30), case .open(let route, _) = claim.route, let device = route.device {
            settlement.learned = LearnedEnvironment(
                device: device,
                token: chance(80) ? route.address : "aa05",
                environment: chance(50) ? .sandbox : .production
            )
        }
        if chance(30) { settlement.attempt = Settlement.Attempt(outcome: "retry", duration: .milliseconds(20)) }
        return settlement
    }

    private mutating func options() -> DeliveryOptions {
        let expiresIn: Duration? = pick([nil, nil, .zero, .seconds(10), .seconds(300)]) ?? nil
        let priority = pick(Priority.allCases) ?? .normal
        let delay: Duration = pick([.zero, .zero, .seconds(3), .seconds(60)]) ?? .zero
        if chance(20) {
            return DeliveryOptions(
                at: clock.now.advanced(by: delay - .seconds(2)),
                expiresIn: expiresIn,
                priority: priority
            )
        }
        return DeliveryOptions(
            delay: delay,
            expiresIn: expiresIn,
            priority: priority,
            collapseKey: chance(20) ? "collapse" : nil
        )
    }

    private mutating func message() throws -> PreparedMessage {
        let channel = pick(channels) ?? "a"
        let devices = devices.suffix(6)
        let number = Int.random(in: 0..<1_000_000, using: &random)
        return PreparedMessage(
            id: ids.next(),
            channel: channel,
            payload: try Payload(encoding: ["number": number]),
            maxAttempts: Int.random(in: 1...4, using: &random),
            deliveries: some { workload in
                let device = workload.chance(75) ? workload.pick(devices) : nil
                let route = Route(channel: channel, address: "address \(number)", device: device)
                return PreparedDelivery(id: workload.ids.next(), route: route)
            }
        )
    }

    mutating func submission() throws -> Submission {
        let notifications = try some { workload in
            PreparedNotification(
                id: workload.ids.next(),
                type: "trial",
                category: .transactional,
                recipient: workload.chance(85) ? workload.pick(workload.users) ?? "ada" : .onDemand,
                options: workload.options(),
                messages: try workload.some { try $0.message() }
            )
        }
        guard chance(30) else { return Submission(notifications) }
        let idempotency = Submission.Idempotency(
            key: pick(["key 1", "key 2"]) ?? "key 1",
            fingerprint: Fingerprint(rawValue: chance(70) ? "1" : "2"),
            lifetime: .seconds(chance(50) ? 20 : 300)
        )
        return Submission(notifications, idempotency: idempotency)
    }
}
