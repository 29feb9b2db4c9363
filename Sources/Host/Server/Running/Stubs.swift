// Stands in for the parts of the host that live in API/, Logging/ and Metrics/ until they are there.

import FanfareCore


// MARK: API/

struct API: Sendable {
    private let services: @Sendable () -> APIServices

    init(services: @escaping @Sendable () -> APIServices) { self.services = services }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let services = services()
        return request.target.segments == ["metrics"]
            ? .text(await services.metrics()) : .text("", status: request.target.segments == ["healthz"] ? 200 : 404)
    }

    func rejection(_ rejection: HTTPRejection) -> HTTPResponse { HTTPResponse(status: rejection.status) }

    func pattern(of request: HTTPRequest) -> String? { nil }
}

struct HostRecipient: Notifiable {
    let recipientID: RecipientID
    var addresses: [ChannelID: Route] = [:]
    let otherwise: Routing

    init(user: RecipientID) {
        recipientID = user
        otherwise = .registered
    }

    init(device: Device) {
        recipientID = device.user ?? .onDemand
        otherwise = .devices([device])
    }

    init(route: Route) {
        recipientID = .onDemand
        addresses = [route.channel: route]
        otherwise = .nowhere
    }

    func routing(for channel: ChannelID) -> Routing { addresses[channel].map { .to($0) } ?? otherwise }
}

extension Timestamp {
    var rfc3339: String { "\(millisecondsSinceEpoch)" }
}

extension Device {
    var json: JSONValue { ["id": .string(id.description), "token": .string(token.shortened)] }
}

extension Delivery {
    var json: JSONValue { ["id": .string(id.description), "state": .string(state.rawValue)] }
}

extension Receipt {
    var json: JSONValue { ["id": .string(id.description), "deliveries": .array([]), "skipped": .array([])] }
    var countingJSON: JSONValue { ["id": .string(id.description), "user": .string(recipient.rawValue)] }
}
