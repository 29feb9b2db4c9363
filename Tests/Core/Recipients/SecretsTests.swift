import FanfareCore
import FanfareTesting
import FoundationEssentials
import Testing

/// Promise 8: no secrets in the open.
@Suite struct SecretsTests {
    static let token = String(repeating: "ab12cd34", count: 8)
    static let address = "ada.lovelace@example.com"
    static let text = "Your code is 123456"

    /// Every way a value gets into a log by accident.
    static func spellings(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            "\(value)", String(describing: value), String(reflecting: value), dumped, "\([value])",
            "\(Optional(value) as Any)",
        ]
    }

    static func values() throws -> [any Sendable] {
        let token = try DeviceToken(token, platform: .apns)
        let time = Timestamp(millisecondsSinceEpoch: 1)
        let device = Device(
            id: .sample,
            platform: .apns,
            token: token.text,
            user: "1",
            registeredAt: time,
            createdAt: time
        )
        let payload = try Payload(encoding: text)
        let claim = Claim.sample {
            $0.payload = payload
            $0.route = .open(device.route(on: .apns), registeredAt: time)
        }
        let removal = RouteRemoval(
            device: .sample,
            token: token.text,
            condition: .registeredAt(time),
            reason: "unregistered"
        )
        let settlement = Settlement(claim.lease, .failed, removal: removal)
        let key = ["deviceToken": token.text]
        let encoding = EncodingError.invalidValue(key, .init(codingPath: [], debugDescription: "cannot write \(key)"))
        let decoding = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "cannot read '\(text)'"))
        return [
            Route(channel: .apns, address: token.text), Route.mail(address), device, token, payload, claim, removal,
            settlement,
            DeviceRegistration(token, platform: .apns, user: .set("1")),
            OnDemand(.mail(address), .apns(token.text)), Routing.to(.mail(address)),
            SettledDelivery(claim: claim, settlement: settlement, result: .stale, attemptDuration: nil),
            NotifyError(.messageNotEncodable, channel: .apns, underlying: encoding),
            NotifyError(.messageRefused, channel: .apns, underlying: decoding),
        ]
    }

    @Test func `promise 8: nothing that is printed shows a token, an address or a payload`() throws {
        for value in try Self.values() {
            for spelling in Self.spellings(value) {
                #expect(!spelling.contains(Self.token.prefix(20)))
                #expect(!spelling.contains(Self.address))
                #expect(!spelling.contains("123456"))
            }
        }
    }

    @Test(arguments: [("", "…"), ("a", "…"), ("ab", "a…"), ("a@b.io", "a@b…"), (token, "ab12cd34…")])
    func `at least half of a secret stays hidden`(secret: String, shown: String) {
        #expect(secret.shortened == shown)
    }

    @Test func `an error still says where it went wrong`() throws {
        struct Message: Codable, Sendable { var price: Double }
        let error = #expect(throws: EncodingError.self) {
            try Payload(encoding: ["orders": [Message(price: .infinity)]])
        }
        let shown = NotifyError(.messageNotEncodable, channel: .apns, underlying: error).description
        #expect(shown.hasPrefix("message-not-encodable on apns: at 'orders."))
        #expect(shown.hasSuffix("price'"))
    }
}
