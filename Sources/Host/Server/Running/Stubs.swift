// Stands in for the parts of the host that live in API/, Logging/ and Metrics/ until they are there.

import FanfareCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

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

// MARK: Logging/

protocol LogOutput: Sendable {
    func write(_ line: [UInt8]) -> Bool
}

final class DescriptorOutput: LogOutput {
    private let descriptor: Int32

    init(_ descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func write(_ line: [UInt8]) -> Bool {
        Output(descriptor: descriptor).write(line)
    }
}

enum LogFormat: String, Hashable, Sendable, CaseIterable {
    case text
    case json

    static func automatic(isTerminal: Bool) -> LogFormat { isTerminal ? .text : .json }
}

final class Logger: LogSink {
    private let output: any LogOutput
    private let threshold: Guarded<LogLevel>

    init(level: LogLevel, format: LogFormat, clock: any WallClock, output: any LogOutput) {
        threshold = Guarded(level)
        self.output = output
    }

    var level: LogLevel {
        get { threshold.withLock { $0 } }
        set { threshold.withLock { $0 = newValue } }
    }

    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {
        guard level >= self.level else { return }
        _ = output.write(Array("\(level.rawValue) \(message) \(JSONValue.object(fields).compactText)\n".utf8))
    }
}

struct LoggingObserver: DeliveryObserver {
    init(log: Logger, clock: any WallClock) {}
}

// MARK: Metrics/

final class Metrics: DeliveryObserver {
    init(channels: [ChannelID] = [], clock: any WallClock) {}

    var pausedCredentials: [ChannelID: [CredentialID]] { [:] }
    func resumeCredentials() {}
    func requestAnswered(method: HTTPMethod, path: String?, status: Int) {}
    func text(statistics: QueueStatistics?) -> String { "" }
}
