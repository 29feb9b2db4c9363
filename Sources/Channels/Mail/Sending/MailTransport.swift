import FanfareCurl

/// What mail is sent through: libcurl, or a test's stand-in.
protocol MailTransport: Sendable {
    /// Sends a mail.
    func send(_ mail: SMTPMail, to server: SMTPServer) async throws -> SMTPReply
    /// Goes as far as one gets without sending: to the login and no further.
    func check(_ server: SMTPServer) async throws -> SMTPReply
    /// The connections it has now.
    var openConnections: Int { get }
    /// Lets go of connections.
    func shutdown() async
}
