import FanfareCore
import FanfarePush
import Foundation
import Testing

@testable import FanfareFCM

struct WireTests {
    private static let channels = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = channels.appending(path: "FCM/Golden")

    private let context: DeliveryContext

    init() throws {
        context = DeliveryContext(
            delivery: try #require(DeliveryID("018f0000-0000-7000-8000-00000000000D")),
            notification: try #require(NotificationID("018f0000-0000-7000-8000-00000000000A")),
            type: "order.shipped"
        )
    }

    private func body(_ message: FCMMessage) throws -> [UInt8] {
        try PreparedFCMMessage(message).body(to: .token("fcm-token:0123"), context: context, now: WireSpecimen.time)
    }

    /// Cases fcm-01 and fcm-07: every value of `data` is a text, and what is zero or empty stays.
    @Test(arguments: WireSpecimen.all)
    func `a message of every kind looks on the wire as it always did`(_ specimen: WireSpecimen) throws {
        let wire = String(decoding: try body(specimen.message), as: UTF8.self) + "\n"
        let file = Self.folder.appending(path: "\(specimen.name).json")
        #expect(try wire == String(contentsOf: file, encoding: .utf8))
    }

    @Test func `every golden file is compared with`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(WireSpecimen.all.map { "\($0.name).json" }))
    }

    @Test func `Python finds every body to be JSON in the schema of FCM`() async throws {
        let bodies = try WireSpecimen.all.map { try body($0.message) }
        #expect(try await FCMReferee.faults(in: bodies) == bodies.map { _ in "" })
        let wrong = [#"{"message":{"token":"t","data":{"n":1}}}"#, #"{"message":{"token":"t","topic":"t"}}"#, "{}}"]
        #expect(try await FCMReferee.faults(in: wrong.map { Array($0.utf8) }).allSatisfy { !$0.isEmpty })
    }

    @Test(arguments: WireSpecimen.all)
    func `what is stored is what goes out`(_ specimen: WireSpecimen) throws {
        let stored = try Payload(encoding: specimen.message).decoded(as: FCMMessage.self)
        #expect(stored == specimen.message)
        #expect(try body(stored) == body(specimen.message))
    }

    /// The golden files of APNs are those of the same neutral messages.
    @Test(arguments: WireSpecimen.neutral)
    func `Apple's devices are told the same by both services`(_ specimen: WireSpecimen) throws {
        let file = Self.channels.appending(path: "APNs/Golden/\(specimen.name).txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let payload = try JSONParser(.json).parse(String(try #require(lines.last)))
        let message = try #require(try JSONParser(.json).parse(body(specimen.message))["message"])
        #expect(message["apns"]?["payload"]?["aps"] == payload["aps"])
        let data = try #require(payload.object?.filter { $0.key != "aps" })
        #expect(message["data"]?.object == FCMMessage.texts(of: data).mapValues { .string($0) })
        let headers = try #require(message["apns"]?["headers"]?.object)
        let fields = lines.dropLast().map { $0.replacing(" (indexed once)", with: "") }
        // A topic and an id are between Firebase and APNs.
        let expected = fields.filter { !$0.hasPrefix("apns-topic") && !$0.hasPrefix("apns-id") }.sorted()
        #expect(headers.map { "\($0.key): \($0.value.string ?? "")" }.sorted() == expected)
    }
}
