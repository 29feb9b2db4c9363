import FanfareCore

/// A channel that breaks its contract in one way.
struct BrokenChannel: Channel {
    enum Breach: String, CaseIterable {
        case name, emptyName, room, storage, validation, preparation, silence, throwing
        case address, addressInError, text, oneAtATime, deafness, shutdown
    }

    /// Loses what is not ASCII when it is stored, if it is told to.
    struct Message: Codable, Sendable {
        let text: String
        let losesText: Bool

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(text, forKey: .text)
            try container.encode(losesText, forKey: .losesText)
        }

        init(text: String, losesText: Bool) {
            self.text = text
            self.losesText = losesText
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            losesText = try container.decode(Bool.self, forKey: .losesText)
            text = losesText ? "" : try container.decode(String.self, forKey: .text)
        }

        private enum CodingKeys: String, CodingKey { case text, losesText }
    }

    struct Failure: Error { var address: String? }

    let breach: Breach
    private let turn = Turn()

    init(_ breach: Breach) { self.breach = breach }

    var id: ChannelID {
        switch breach {
        case .name: "Pager 2"
        case .emptyName: ""
        default: "pager"
        }
    }

    var capacity: Int { breach == .room ? 0 : 8 }

    func validate(_ message: Message) throws { if breach == .validation { throw Failure() } }

    func prepare(_ message: Message) throws -> Message {
        if breach == .preparation { throw Failure() }
        return message
    }

    func deliver(_ message: Message, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
        switch breach {
        case .silence: try await Task.sleep(for: .seconds(3600))
        case .throwing: throw Failure()
        case .addressInError: throw NotSent(DeliveryReason("refused", detail: "no way to \(route.address)"))
        case .address: return .rejected(DeliveryReason("refused", detail: "no way to \(route.address)"))
        case .text: return .retry(DeliveryReason("busy", detail: "cannot say '\(message.text)' now"))
        case .oneAtATime: await turn.take()
        // A task of its own does not hear of the cancellation.
        case .deafness: _ = await Task.detached { try? await Task.sleep(for: .seconds(3600)) }.value
        default: break
        }
        return .sent()
    }

    func shutdown() async {
        if breach == .shutdown { try? await Task.sleep(for: .seconds(3600)) }
    }
}

/// Lets one in and keeps the others waiting.
private actor Turn {
    private var isTaken = false

    func take() async {
        if isTaken { try? await Task.sleep(for: .seconds(3600)) }
        isTaken = true
    }
}
