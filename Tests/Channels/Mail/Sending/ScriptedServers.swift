import FanfareCore
import FanfareCurl
import FanfareTesting
import Synchronization

@testable import FanfareMail

/// Mail servers that are played, by their hosts' names.
final class ScriptedServers: Sendable {
    enum Answer: Sendable {
        case reply(SMTPStage, Int, String?)
        case failure(CurlFailure.Kind, CurlFailureCode)
        case cancelled

        static let taken = Answer.reply(.message, 250, "2.0.0")
    }

    private let answers: @Sendable (String, Int) -> Answer
    private let log = Mutex<[(host: String, mail: SMTPMail)]>([])

    /// - Parameter answers: What a server answers to its mail of a number, counted from 1.
    init(_ answers: @escaping @Sendable (_ host: String, _ number: Int) -> Answer) { self.answers = answers }

    /// What was given to servers, in its order.
    var sent: [(host: String, mail: SMTPMail)] { log.withLock { $0 } }
    var hosts: [String] { sent.map(\.host) }

    fileprivate func answer(_ host: String, _ mail: SMTPMail) throws -> SMTPReply {
        let number = log.withLock { log in
            log.append((host, mail))
            return log.count { $0.host == host }
        }
        switch answers(host, number) {
        case .reply(let stage, let code, let status): return SMTPReply(stage: stage, code: code, status: status)
        case .failure(let kind, let code): throw CurlFailure(kind, code)
        case .cancelled: throw CancellationError()
        }
    }

    /// A channel to servers of these names.
    func channel(
        _ hosts: [String] = ["one"],
        clock: ManualClock = ManualClock(),
        _ configure: (inout MailConfiguration) throws -> Void = { _ in }
    ) throws -> MailChannel {
        var configuration = MailConfiguration(
            servers: hosts.map { MailServer(host: "\($0).example.com") },
            sender: try MailAddress("Example Shop <shop@example.com>")
        )
        try configure(&configuration)
        return try MailChannel(configuration, clock: clock) { Line(host: $0.host, servers: self) }
    }

    private struct Line: MailTransport {
        let host: String
        let servers: ScriptedServers

        func send(_ mail: SMTPMail, to server: SMTPServer) async throws -> SMTPReply {
            try servers.answer(String(host.prefix { $0 != "." }), mail)
        }

        func check(_ server: SMTPServer) async throws -> SMTPReply { SMTPReply(stage: .hello, code: 250) }
        var openConnections: Int { 1 }
        func shutdown() async {}
    }
}
