import FanfareCore
import FanfareHTTP2
import Foundation
import Testing

@testable import FanfareAPNs

struct WireTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")

    private let context: DeliveryContext

    init() throws {
        context = DeliveryContext(
            delivery: try #require(DeliveryID("018f0000-0000-7000-8000-00000000000D")),
            notification: try #require(NotificationID("018f0000-0000-7000-8000-00000000000A")),
            type: "order.shipped"
        )
    }

    /// Cases apns-11 and apns-13: what is zero or empty stays, and headers follow the payload.
    @Test(arguments: try WireSpecimen.all())
    func `a push of every kind looks on the wire as it always did`(_ specimen: WireSpecimen) throws {
        let push = try PreparedPush(specimen.message)
        let fields = try push.fields(context: context, topic: "com.example.shop", now: WireSpecimen.time)
        let wire = fields.lines.joined(separator: "\n") + "\n\n" + String(decoding: push.body, as: UTF8.self) + "\n"
        let file = Self.folder.appending(path: "\(specimen.name).txt")
        #expect(try wire == String(contentsOf: file, encoding: .utf8))
    }

    @Test func `every golden file is compared with`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(try Set(files) == Set(WireSpecimen.all().map { "\($0.name).txt" }))
    }

    @Test func `Python reads every body, and would write the same bytes`() async throws {
        let bodies = try WireSpecimen.all().map { try PreparedPush($0.message).body }
        #expect(try await JSONReferee.rewritten(bodies) == bodies)
    }

    @Test(arguments: try WireSpecimen.all())
    func `what is stored is what goes out`(_ specimen: WireSpecimen) throws {
        let stored = try Payload(encoding: specimen.message).decoded(as: APNsMessage.self)
        #expect(stored == specimen.message)
        #expect(try PreparedPush(stored).body == PreparedPush(specimen.message).body)
    }
}

extension HTTP2Fields {
    /// `name: value` for each field, with a mark for those the peer's table takes once only.
    var lines: [String] {
        positions.map { position in
            let end = position.start + position.nameLength
            let name = String(decoding: bytes[position.start..<end], as: UTF8.self)
            let value = String(decoding: bytes[end..<end + position.valueLength], as: UTF8.self)
            return "\(name): \(value)\(position.indexing == .indexedOnce ? " (indexed once)" : "")"
        }
    }

    /// The value of a field.
    subscript(name: String) -> String? {
        lines.first { $0.hasPrefix("\(name): ") }
            .map { String($0.dropFirst(name.count + 2)).replacing(" (indexed once)", with: "") }
    }
}
