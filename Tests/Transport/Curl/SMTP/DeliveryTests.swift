import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DeliveryTests {
    @Test func `a mail arrives as it is, with its envelope`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        let mail = SMTPMail.sample(to: ["ada@example.test", "bob@example.test"])
        let reply = try await client.send(mail, to: SMTPServer(server))
        #expect(reply == SMTPReply(stage: .message, code: 250, status: "2.0.0", text: "taken as number 1"))
        let sessions = try await server.sessions()
        #expect(sessions.count == 1)
        #expect(sessions.first?.hello == "[127.0.0.1]")
        let got = try #require(sessions.first?.mails.first)
        #expect(got.sender == mail.sender && got.recipients == mail.recipients)
        #expect(got.content == Data(mail.content))
        #expect(got.parameters == ["SIZE=\(mail.content.count)"])
        await client.shutdown()
        #expect(client.openConnections == 0)
    }
}
