import FanfareCore
import FanfareHTTP2
import Foundation
import Synchronization

@testable import FanfareAPNs

/// Apple's servers without a network: remembers what was sent, over which pool and connection, and answers by a script.
final class ScriptedTransport: PushTransport {
    struct Sent: Sendable {
        /// How many requests came before.
        let number: Int
        let endpoint: HTTP2Endpoint
        let pool: Int
        let connection: HTTP2ConnectionID
        let path: String
        let fields: [String: String]
        let body: [UInt8]

        var token: String { String(path.dropFirst("/3/device/".count)) }
        var environment: DeviceEnvironment { endpoint.host.contains("sandbox") ? .sandbox : .production }
        var authorization: String { fields["authorization"] ?? "" }

        /// A claim or header member of the provider token.
        func claim(_ name: String) -> String? {
            for part in authorization.dropFirst("bearer ".count).split(separator: ".").prefix(2) {
                var base64 = part.replacing("-", with: "+").replacing("_", with: "/")
                base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
                guard
                    let data = Data(base64Encoded: String(base64)),
                    let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
                else { return nil }
                if let value = object[name] { return "\(value)" }
            }
            return nil
        }
    }

    typealias Script = @Sendable (Sent) async throws -> HTTP2Response

    private struct State {
        var sent: [Sent] = []
        var pools = 0
        var connections: UInt64 = 0
        var retired: Set<HTTP2ConnectionID> = []
        var isShutDown = false
    }

    private let state = Mutex(State())
    private let script: Script

    init(_ script: @escaping Script = { _ in .accepted }) { self.script = script }

    var sent: [Sent] { state.withLock { $0.sent } }
    var pools: Int { state.withLock { $0.pools } }
    var retired: Set<HTTP2ConnectionID> { state.withLock { $0.retired } }
    var isShutDown: Bool { state.withLock { $0.isShutDown } }

    func pool(to endpoint: HTTP2Endpoint) -> any PushPool {
        let number = state.withLock { state in
            defer { state.pools += 1 }
            return state.pools
        }
        return Pool(transport: self, endpoint: endpoint, number: number)
    }

    func shutdown() async { state.withLock { $0.isShutDown = true } }

    private final class Pool: PushPool {
        let transport: ScriptedTransport
        let endpoint: HTTP2Endpoint
        let number: Int
        private let connection = Mutex<HTTP2ConnectionID?>(nil)

        init(transport: ScriptedTransport, endpoint: HTTP2Endpoint, number: Int) {
            (self.transport, self.endpoint, self.number) = (transport, endpoint, number)
        }

        func send(_ request: HTTP2Request) async throws -> HTTP2Response {
            let connection = connection.withLock { current in
                if let open = current { return open }
                let opened = transport.state.withLock { state in
                    state.connections += 1
                    return HTTP2ConnectionID(rawValue: state.connections)
                }
                current = opened
                return opened
            }
            let sent = transport.state.withLock { state in
                let sent = Sent(
                    number: state.sent.count,
                    endpoint: endpoint,
                    pool: number,
                    connection: connection,
                    path: request.path,
                    fields: Dictionary(uniqueKeysWithValues: request.fields.texts),
                    body: request.body
                )
                state.sent.append(sent)
                return sent
            }
            let answer = try await transport.script(sent)
            return HTTP2Response(
                status: answer.status,
                fields: answer.fields,
                body: answer.body,
                connection: connection
            )
        }

        func retire(_ connection: HTTP2ConnectionID) {
            transport.state.withLock { _ = $0.retired.insert(connection) }
            self.connection.withLock { if $0 == connection { $0 = nil } }
        }

        var openConnections: Int { connection.withLock { $0 == nil ? 0 : 1 } }
    }
}

extension HTTP2Fields {
    /// The fields as text.
    var texts: [(String, String)] {
        positions.map { position in
            let value = position.start + position.nameLength
            return (
                String(decoding: bytes[position.start..<value], as: UTF8.self),
                String(decoding: bytes[value..<value + position.valueLength], as: UTF8.self)
            )
        }
    }
}

extension HTTP2Response {
    static var accepted: HTTP2Response { HTTP2Response(status: 200) }

    static func refused(
        _ status: Int,
        _ reason: String?,
        timestamp: Int64? = nil,
        fields: [String: String] = [:]
    ) -> HTTP2Response {
        guard let reason else {
            return HTTP2Response(status: status, fields: HTTP2AnswerFields(fields.map { ($0, $1) }))
        }
        let time = timestamp.map { #","timestamp":\#($0)"# } ?? ""
        return HTTP2Response(
            status: status,
            fields: HTTP2AnswerFields(fields.map { ($0, $1) }),
            body: Array(#"{"reason":"\#(reason)"\#(time)}"#.utf8)
        )
    }
}
