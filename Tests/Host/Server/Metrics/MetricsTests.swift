import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

struct MetricsTests {
    private let metrics = Metrics(channels: ["apns"], clock: ManualClock())

    /// The samples of the text that have this name, by their labels as another parser reads them.
    private func samples(
        _ name: String,
        _ statistics: QueueStatistics? = nil
    ) async throws -> [[String: String]: Double] {
        let all = try await PrometheusReferee.read(metrics.text(statistics: statistics)).flatMap(\.samples)
        return Dictionary(all.filter { $0.name == name }.map { ($0.labels, $0.value) }) { $0 + $1 }
    }

    @Test func `final states are counted with their reasons, others are not`() async throws {
        metrics.settled(.made(.sent(providerID: "x")))
        metrics.settled(.made(.sent(providerID: "y")))
        metrics.settled(.made(.failed, reason: DeliveryReason("unregistered"), removesRoute: true))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: .noAnswer))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: .noAnswer, state: .cancelled))
        metrics.settled(.made(.skipped, reason: .handedOver, took: nil))
        let counts = try await samples("fanfare_deliveries_total")
        #expect(
            counts == [
                ["channel": "apns", "state": "sent", "reason": ""]: 2,
                ["channel": "apns", "state": "failed", "reason": "unregistered"]: 1,
                ["channel": "apns", "state": "cancelled", "reason": "cancelled"]: 1,
                ["channel": "apns", "state": "skipped", "reason": "handed-over"]: 1,
            ]
        )
    }

    @Test func `attempts are counted by outcome, and only where there was one`() async throws {
        metrics.settled(.made(.sent(providerID: nil)))
        metrics.settled(.made(.sent(providerID: nil), isStale: true))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: .noAnswer))
        metrics.settled(.made(.failed, reason: DeliveryReason("bad")))
        metrics.settled(.made(.expired, reason: .expired))
        metrics.settled(.made(.failed, reason: DeliveryReason("gone"), removesRoute: true))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: .noAnswer, isUncertain: true))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: DeliveryReason("dial"), attemptCounts: false))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: .credentialPaused, attemptCounts: false))
        metrics.settled(.made(.retry(after: .seconds(5)), reason: .credentialPaused, attemptCounts: false, took: nil))
        metrics.settled(.made(.skipped, reason: .handedOver, took: nil))
        let counts = try await samples("fanfare_attempts_total").map { ($0["outcome"] ?? "", $1) }
        #expect(
            Dictionary(uniqueKeysWithValues: counts) == [
                "sent": 2, "retry": 1, "failed": 1, "expired": 1, "route-gone": 1, "uncertain": 1, "not-sent": 1,
                "paused": 1,
            ]
        )
        #expect(try await samples("fanfare_attempt_seconds_count") == [["channel": "apns"]: 9])
    }

    @Test func `resends and stale settlements have counters of their own`() async throws {
        metrics.settled(.made(.sent(providerID: nil), uncertainAttempts: 1))
        metrics.settled(.made(.retry(after: .seconds(5)), attemptCounts: false, uncertainAttempts: 1))
        metrics.settled(.made(.failed, reason: .leaseExpired, uncertainAttempts: 1, took: nil))
        metrics.settled(.made(.sent(providerID: nil), isStale: true))
        #expect(try await samples("fanfare_resends_total") == [["channel": "apns"]: 1])
        #expect(try await samples("fanfare_stale_settlements_total") == [["channel": "apns"]: 1])
    }

    @Test func `the time to delivery runs from the due time to acceptance`() async throws {
        metrics.settled(.made(.sent(providerID: nil), waited: .seconds(4), took: .milliseconds(500)))
        metrics.settled(.made(.failed, waited: .seconds(4000), took: .milliseconds(500)))
        #expect(try await samples("fanfare_delivery_seconds_sum") == [["channel": "apns"]: 4.5])
        let buckets = try await samples("fanfare_delivery_seconds_bucket")
        #expect(buckets[["channel": "apns", "le": "2.5"]] == 0)
        #expect(buckets[["channel": "apns", "le": "5"]] == 1)
        #expect(buckets[["channel": "apns", "le": "+Inf"]] == 1)
    }

    @Test func `reasons are bounded`() async throws {
        for number in 0..<300 { metrics.settled(.made(.failed, reason: DeliveryReason("reason_\(number)"))) }
        for code in ["mailbox a@b.c", "line\nbreak", String(repeating: "x", count: 65), "é"] {
            metrics.settled(.made(.failed, on: "pager", reason: DeliveryReason(code)))
        }
        let counts = try await samples("fanfare_deliveries_total").filter { $0.key["state"] == "failed" }
        #expect(counts.keys.count { $0["channel"] == "apns" } == ChannelMetrics.reasonLimit + 1)
        #expect(counts[["channel": "apns", "state": "failed", "reason": "other"]] == 100)
        #expect(counts.filter { $0.key["channel"] == "pager" }.map(\.key["reason"]) == ["other"])
        #expect(counts[["channel": "pager", "state": "failed", "reason": "other"]] == 4)
    }

    @Test func `paused credentials are shown until they work again`() async throws {
        metrics.credentialPaused("shop", on: "apns", because: DeliveryReason("InvalidProviderToken"))
        metrics.credentialPaused("deli", on: "apns", because: DeliveryReason("InvalidProviderToken"))
        #expect(metrics.pausedCredentials == ["apns": ["deli", "shop"]])
        metrics.credentialPaused("shop", on: "apns", because: nil)
        #expect(metrics.pausedCredentials == ["apns": ["deli"]])
        let labels = { ["channel": "apns", "credential": $0] }
        #expect(try await samples("fanfare_credential_paused") == [labels("shop"): 0, labels("deli"): 1])
        metrics.resumeCredentials()
        #expect(metrics.pausedCredentials == [:])
        for number in 0..<1000 {
            let credential = CredentialID(rawValue: "app-\(number)")
            metrics.credentialPaused(credential, on: "apns", because: DeliveryReason("no-credential"))
        }
        #expect(try await samples("fanfare_credential_paused").count == ChannelMetrics.credentialLimit)
    }

    @Test func `the queue is shown when it is known, with zeros for idle channels`() async throws {
        let statistics = QueueStatistics(channels: [
            "mail": .init(queued: 7, sending: 2, oldestDue: .milliseconds(1500))
        ])
        let depth = try await samples("fanfare_queue_depth", statistics)
        #expect(depth[["channel": "mail", "state": "queued"]] == 7)
        #expect(depth[["channel": "mail", "state": "sending"]] == 2)
        #expect(depth[["channel": "apns", "state": "queued"]] == 0)
        let oldest = try await samples("fanfare_queue_oldest_seconds", statistics)
        #expect(oldest == [["channel": "mail"]: 1.5, ["channel": "apns"]: 0])
        #expect(try await samples("fanfare_queue_depth").isEmpty)
    }

    @Test func `open connections are shown by channel and server`() throws {
        let text = metrics.text(
            statistics: nil,
            connections: ["apns": [.init(to: "api.push.apple.com", count: 2)], "log": []]
        )
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("fanfare_connections") }
        #expect(lines == ["fanfare_connections{channel=\"apns\",host=\"api.push.apple.com\"} 2"])
    }

    @Test func `requests are counted by method, pattern and status, all bounded`() async throws {
        metrics.requestAnswered(method: .get, path: "/v1/devices/{id}", status: 200)
        metrics.requestAnswered(method: .get, path: "/v1/devices/{id}", status: 200)
        metrics.requestAnswered(method: HTTPMethod(rawValue: "BREW"), path: nil, status: 404)
        for number in 0..<500 { metrics.requestAnswered(method: .put, path: "/\(number)", status: 200) }
        let counts = try await samples("fanfare_http_requests_total")
        #expect(counts[["method": "GET", "path": "/v1/devices/{id}", "status": "200"]] == 2)
        #expect(counts[["method": "other", "path": "other", "status": "404"]] == 1)
        #expect(counts[["method": "PUT", "path": "other", "status": "200"]] == 301)
        #expect(counts.count == RequestMetrics.pathLimit + 2)
    }

    @Test func `a process says when it started`() async throws {
        #expect(try await samples("process_start_time_seconds") == [[:]: 1_767_225_600])
    }

    @Test func `nothing is lost when many count at once`() async throws {
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 { metrics.settled(.made(.sent(providerID: nil))) }
                }
            }
        }
        #expect(try await samples("fanfare_attempt_seconds_count") == [["channel": "apns"]: 8000])
    }
}
