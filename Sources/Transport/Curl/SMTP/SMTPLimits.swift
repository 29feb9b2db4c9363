/// How mail servers are treated.
package struct SMTPLimits: Hashable, Sendable {
    /// How long a mail may wait for a free connection.
    package var waitTimeout: Duration = .seconds(60)
    /// How long a server may take for a reply, and for taking a piece of a message (RFC 5321, 4.5.3.2).
    package var replyTimeout: Duration = .seconds(60)
    /// How long a server may take for its reply to the end of a message.
    package var dataReplyTimeout: Duration = .seconds(120)
    /// How long one mail may take from its turn on, however fast the single replies come.
    package var mailTimeout: Duration = .seconds(240)
    /// How long a connection that nobody needs is kept.
    package var idleTimeout: Duration = .seconds(30)
    /// How many connections to one server there may be, at least one.
    package var connections = 4

    /// Starts with the defaults.
    package init() {}
}
