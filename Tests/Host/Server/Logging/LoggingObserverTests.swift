import FanfareCore
import FanfareTesting
import FoundationEssentials
import Testing

@testable import FanfareHost

struct LoggingObserverTests {
    private let output = RecordedOutput()
    private let clock = ManualClock()

    private func observer(_ level: LogLevel = .debug) -> LoggingObserver {
        LoggingObserver(log: Logger(level: level, format: .text, clock: clock, output: output), clock: clock)
    }

    /// Level and message of each line.
    private var entries: [String] {
        output.lines.map { line in
            line.split(separator: " ").dropFirst().prefix { !$0.contains("=") }.joined(separator: " ")
        }
    }

    @Test func `each end of a delivery has its level`() {
        let observer = observer()
        observer.settled(.made(.sent(providerID: "id")))
        observer.settled(.made(.retry(after: .seconds(5)), reason: .noAnswer))
        observer.settled(.made(.retry(after: .seconds(5)), reason: .credentialPaused, attemptCounts: false, took: nil))
        observer.settled(.made(.failed, reason: DeliveryReason("unregistered")))
        observer.settled(.made(.expired, reason: .expired, took: nil))
        observer.settled(.made(.cancelled, reason: .cancelled, took: nil))
        observer.settled(.made(.skipped, reason: .handedOver, took: nil))
        observer.settled(.made(.sent(providerID: nil), isStale: true))
        #expect(
            entries == [
                "debug Delivery sent", "info Delivery will be tried again", "debug Delivery put off",
                "warning Delivery failed", "warning Delivery expired", "info Delivery cancelled",
                "info Delivery skipped", "notice Settlement came too late",
            ]
        )
    }

    @Test func `a retry says when and why`() {
        observer().settled(.made(.retry(after: .seconds(5)), reason: DeliveryReason("no-answer", detail: "a b")))
        let line = output.lines.first ?? ""
        for part in ["channel=apns", "attempt=1", "detail=\"a b\"", "reason=no-answer", "retryAfter=5 ", "took=0.02"] {
            #expect(line.contains(part))
        }
    }

    @Test func `no line shows a token, an address or a payload`() {
        let observer = observer()
        let leak = "550 <SECRET-token-0123456789> unknown"
        observer.settled(.made(.failed, reason: DeliveryReason("rejected", detail: leak)))
        observer.settled(.made(.sent(providerID: leak)))
        let event = SettledDelivery.made(.failed, reason: DeliveryReason("unregistered"), removesRoute: true)
        observer.settled(event)
        if let removal = event.settlement.removal { observer.routeRemoved(removal) }
        observer.storeFailed(Leaky(token: "secret-token-0123456789"), while: "claiming")
        #expect(output.lines.count == 5)
        for line in output.lines {
            #expect(!line.lowercased().contains("secret-token"))
            #expect(!line.contains("private-payload"))
        }
    }

    @Test func `a pause is a warning and its end a notice`() {
        let observer = observer(.info)
        observer.credentialPaused("shop", on: "apns", because: DeliveryReason("InvalidProviderToken"))
        observer.credentialPaused("shop", on: "apns", because: nil)
        #expect(entries == ["warning Credential paused: the provider refuses it", "notice Credential works again"])
        #expect(output.lines.first?.hasSuffix("channel=apns credential=shop reason=InvalidProviderToken") == true)
    }

    @Test func `a store that is away does not flood the log`() {
        let observer = observer()
        for _ in 0..<100 { observer.storeFailed(StoreUnavailable("connection refused"), while: "claiming") }
        #expect(output.lines.count == 1)
        #expect(output.lines.last?.hasSuffix("error=\"connection refused\" while=claiming") == true)
        clock.advance(by: .milliseconds(9999))
        observer.storeFailed(StoreUnavailable("connection refused"), while: "claiming")
        #expect(output.lines.count == 1)
        clock.advance(by: .milliseconds(1))
        observer.storeFailed(StoreUnavailable("connection refused"), while: "settling")
        #expect(output.lines.count == 2)
        #expect(output.lines.last?.contains("suppressed=100 while=settling") == true)
        clock.advance(by: .seconds(-3600))
        observer.storeFailed(StoreUnavailable("connection refused"), while: "claiming")
        #expect(output.lines.count == 3, "a clock that was set back silences nothing")
    }

    private struct Leaky: Error { let token: String }
}
