import FanfareCore
import FanfareHTTP2
import Foundation
import Synchronization

@testable import FanfareFCM

/// Google's servers without a network: remembers what was sent, over which pool, and answers by a script.
final class ScriptedGoogle: FCMTransport {
    struct Sent: Sendable {
        /// How many requests of its kind came before.
        let number: Int
        let endpoint: HTTP2Endpoint
        let pool: Int
        let path: String
        let fields: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var authorization: String { fields["authorization"] ?? "" }
        var message: JSONValue? { (try? JSONParser().parse(body))?["message"] }
        var token: String { message?["token"]?.string ?? "" }
        /// The assertion of a request for an access token.
        var assertion: String { text.firstRange(of: "assertion=").map { String(text[$0.upperBound...]) } ?? "" }

        /// A claim or header member of the assertion.
        func claim(_ name: String) -> String? {
            for part in assertion.split(separator: ".").prefix(2) {
                var base64 = part.replacing("-", with: "+").replacing("_", with: "/")
                base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
                let object = Data(base64Encoded: String(base64)).flatMap { try? JSONParser().parse(Array($0)) }
                if let value = object?[name] { return value.string ?? value.number?.text }
            }
            return nil
        }
    }

    typealias Script = @Sendable (Sent) async throws -> HTTP2Response

    private struct State {
        var sent: [Sent] = []
        var asked: [Sent] = []
        var pools: [(endpoint: HTTP2Endpoint, connections: Int)] = []
        var used: Set<Int> = []
        var isShutDown = false
    }

    private let state = Mutex(State())
    private let script: Script
    private let tokens: Script

    /// - Parameters:
    ///   - tokens: Answers requests for access tokens, which come with a body that is a form.
    ///   - script: Answers messages.
    init(tokens: @escaping Script, script: @escaping Script) { (self.tokens, self.script) = (tokens, script) }

    /// The messages.
    var sent: [Sent] { state.withLock(\.sent) }
    /// The requests for access tokens.
    var asked: [Sent] { state.withLock(\.asked) }
    var pools: [(endpoint: HTTP2Endpoint, connections: Int)] { state.withLock(\.pools) }
    var isShutDown: Bool { state.withLock(\.isShutDown) }

    func pool(to endpoint: HTTP2Endpoint, connections: Int) -> any FCMPool {
        let number = state.withLock { state in
            state.pools.append((endpoint, connections))
            return state.pools.count - 1
        }
        return Pool(google: self, endpoint: endpoint, number: number)
    }

    func tokenServer(at endpoint: HTTP2Endpoint) -> any FCMPool { pool(to: endpoint, connections: 1) }

    func shutdown() async { state.withLock { $0.isShutDown = true } }

    private struct Pool: FCMPool {
        let google: ScriptedGoogle
        let endpoint: HTTP2Endpoint
        let number: Int

        func send(_ request: HTTP2Request) async throws -> HTTP2Response {
            let isMessage = request.path.hasSuffix("messages:send")
            let sent = google.state.withLock { state in
                let sent = Sent(
                    number: isMessage ? state.sent.count : state.asked.count,
                    endpoint: endpoint,
                    pool: number,
                    path: request.path,
                    fields: Dictionary(uniqueKeysWithValues: request.fields.texts),
                    body: request.body
                )
                state.used.insert(number)
                if isMessage { state.sent.append(sent) } else { state.asked.append(sent) }
                return sent
            }
            return try await isMessage ? google.script(sent) : google.tokens(sent)
        }

        var openConnections: Int { google.state.withLock { $0.used.contains(number) ? 1 : 0 } }
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
    static var accepted: HTTP2Response {
        HTTP2Response(status: 200, body: Array(#"{"name":"projects/demo-project-a/messages/1"}"#.utf8))
    }

    /// An answer with a body and header fields.
    static func answer(_ status: Int, _ body: String = "", _ fields: [String: String] = [:]) -> HTTP2Response {
        HTTP2Response(status: status, fields: HTTP2AnswerFields(fields.map { ($0, $1) }), body: Array(body.utf8))
    }

    /// An access token.
    static func granted(_ token: String, seconds: Int = 3600) -> HTTP2Response {
        answer(200, #"{"access_token":"\#(token)","expires_in":\#(seconds),"token_type":"Bearer"}"#)
    }

    /// A refusal with the error code of an `FcmError` behind another detail, and its status.
    static func refused(_ status: Int, _ name: String?, code: String? = nil, more: String = "") -> HTTP2Response {
        let other = #"{"@type":"type.googleapis.com/google.rpc.Help","errorCode":"OTHER"}"#
        let detail = #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code ?? "")"}"#
        let details = code == nil ? "" : #","details":[\#(other),\#(detail)\#(more)]"#
        let statusMember = name.map { #","status":"\#($0)""# } ?? ""
        return answer(status, #"{"error":{"code":\#(status),"message":"m"\#(statusMember)\#(details)}}"#)
    }

    /// The answer of a case's file.
    static func file(_ name: String) throws -> HTTP2Response {
        let file = try JSONParser().parse(Fixture.bytes("refusals/\(name)"))
        let fields = (file["headers"]?.object ?? [:]).compactMapValues(\.string)
        return answer(file["status"]?.number?.int ?? 0, file["body"]?.compactText ?? "", fields)
    }
}
