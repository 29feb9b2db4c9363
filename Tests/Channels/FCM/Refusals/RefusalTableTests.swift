import FanfareCore
import FanfareHTTP2
import Testing

@testable import FanfareFCM

/// Each line of the table as it reaches the delivery, written down a second time from Google's pages.
struct RefusalTableTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let status: Int
        let name: String
        let code: String?
        let outcome: String
        let reason: String

        init(_ status: Int, _ name: String, fcm code: String? = nil, _ outcome: String, _ reason: String) {
            (self.status, self.name, self.code) = (status, name, code)
            (self.outcome, self.reason) = (outcome, reason)
        }

        var testDescription: String { "\(status) \(name) \(code ?? "")" }
        var kind: FCMRefusal.Kind { code.map(FCMRefusal.Kind.code) ?? .status(status, name) }
    }

    static let lines = [
        Line(400, "INVALID_ARGUMENT", fcm: "INVALID_ARGUMENT", "rejected", "invalid-argument"),
        Line(404, "NOT_FOUND", fcm: "UNREGISTERED", "routeGone", "unregistered"),
        Line(403, "PERMISSION_DENIED", fcm: "SENDER_ID_MISMATCH", "rejected", "sender-id-mismatch"),
        Line(429, "RESOURCE_EXHAUSTED", fcm: "QUOTA_EXCEEDED", "retry", "quota-exceeded"),
        Line(503, "UNAVAILABLE", fcm: "UNAVAILABLE", "retry", "unavailable"),
        Line(500, "INTERNAL", fcm: "INTERNAL", "retry", "internal"),
        // The first of these makes the device known as one of Apple's or a browser's, see PauseTests.
        Line(401, "UNAUTHENTICATED", fcm: "THIRD_PARTY_AUTH_ERROR", "not sent", "third-party-auth-error"),
        Line(401, "UNAUTHENTICATED", fcm: "APNS_AUTH_ERROR", "not sent", "apns-auth-error"),
        Line(400, "INVALID_ARGUMENT", "rejected", "invalid-argument"),
        Line(400, "FAILED_PRECONDITION", "rejected", "failed-precondition"),
        Line(400, "OUT_OF_RANGE", "rejected", "out-of-range"),
        Line(401, "UNAUTHENTICATED", "misconfigured", "unauthenticated"),
        Line(403, "PERMISSION_DENIED", "misconfigured", "permission-denied"),
        Line(404, "NOT_FOUND", "misconfigured", "not-found"),
        Line(409, "ABORTED", "retry", "aborted"),
        Line(429, "RESOURCE_EXHAUSTED", "retry", "resource-exhausted"),
        Line(499, "CANCELLED", "retry", "cancelled"),
        Line(500, "INTERNAL", "retry", "internal"),
        Line(500, "UNKNOWN", "retry", "unknown"),
        Line(500, "DATA_LOSS", "retry", "data-loss"),
        Line(501, "UNIMPLEMENTED", "retry", "unimplemented"),
        Line(503, "UNAVAILABLE", "retry", "unavailable"),
        Line(504, "DEADLINE_EXCEEDED", "retry", "deadline-exceeded"),
    ]

    private func outcome(_ response: @escaping @Sendable () -> HTTP2Response) async throws -> (String, DeliveryReason?)
    {
        let bench = try FCMBench { _ in response() }
        do {
            let outcome = try await bench.deliver()
            return (outcome.kind, outcome.reason)
        } catch let error as NotSent {
            return ("not sent", error.reason)
        }
    }

    @Test(arguments: lines)
    func `a refusal comes to its outcome`(line: Line) async throws {
        let (kind, reason) = try await outcome { .refused(line.status, line.name, code: line.code) }
        #expect(kind == line.outcome)
        #expect(reason?.code == line.reason)
        #expect(reason?.detail?.contains(line.code ?? line.name) == true)
        let shown = reason?.description ?? ""
        #expect(!shown.contains(FCMBench.token) && !shown.contains("Secret"))
    }

    @Test func `every line of the table is tested`() {
        let tested = Set(Self.lines.map(\.kind))
        #expect(Set(FCMRefusal.table.map(\.kind)) == tested)
        #expect(FCMRefusal.table.count == tested.count)
    }

    /// No status alone sets a device aside.
    @Test(
        arguments: [
            (400, nil, "rejected", "refused"), (401, nil, "misconfigured", "unauthenticated"),
            (403, nil, "misconfigured", "permission-denied"), (404, nil, "misconfigured", "not-found"),
            (404, "UNREGISTERED", "misconfigured", "not-found"), (405, nil, "misconfigured", "refused"),
            (302, nil, "misconfigured", "refused"), (408, nil, "retry", "refused"), (410, nil, "rejected", "refused"),
            (413, nil, "rejected", "refused"), (429, nil, "retry", "resource-exhausted"),
            (500, nil, "retry", "server-error"), (502, nil, "retry", "server-error"),
            (418, "SOMETHING_NEW", "rejected", "refused"), (503, "SOMETHING_NEW", "retry", "server-error"),
            // A name counts with its own status only.
            (500, "NOT_FOUND", "retry", "server-error"),
        ] as [(Int, String?, String, String)]
    )
    func `what is not in the table is decided by its status`(
        status: Int,
        name: String?,
        kind: String,
        code: String
    ) async throws {
        let found = try await outcome { .refused(status, name) }
        #expect(found.0 == kind)
        #expect(found.1?.code == code)
        #expect(found.1?.detail?.hasPrefix("\(status)") == true)
    }

    @Test(arguments: ["UNSPECIFIED_ERROR", "SOMETHING_NEW", ""])
    func `an error code that says nothing leaves the status`(code: String) async throws {
        #expect(try await outcome { .refused(503, "UNAVAILABLE", code: code) }.0 == "retry")
        #expect(try await outcome { .refused(404, "NOT_FOUND", code: code) }.0 == "misconfigured")
    }
}
