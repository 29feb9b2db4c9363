/// Something that goes wrong at a test's mail server.
public struct MailServerFault: Codable, Sendable {
    /// Where. The set is closed: the server knows these.
    public enum Stage: String, Codable, CaseIterable, Sendable {
        case greeting, hello, startTLS, login, sender, recipient, data, content, message, reset, quit
        /// Right after a message was taken.
        case idle
    }

    /// When a connection is closed.
    public enum Closing: String, Codable, Sendable { case before, after }

    /// Where it goes wrong.
    public var at: Stage
    /// What is said instead of doing anything: whole lines, without the last line's end.
    public var reply: String?
    /// What is said instead of doing anything, as it is.
    public var raw: String?
    /// For how many milliseconds nothing is said, before it goes on well.
    public var delay: Int?
    /// Whether nothing is said any more.
    public var silence: Bool?
    /// Whether lines of one reply come for ever.
    public var endless: Bool?
    /// When the connection is closed: before or after what is asked for is done, or with a reply after that.
    public var close: Closing?
    /// At `content`: how many bytes are read before the connection is reset or, if there is one, the reply sent.
    public var bytes: Int?
    /// How many times it goes well first.
    public var skip: Int?
    /// How many times it goes wrong; nil for always.
    public var times: Int?
    /// Every how many times it goes wrong; nil for each time.
    public var every: Int?

    /// Creates one.
    public init(
        at stage: Stage,
        reply: String? = nil,
        raw: String? = nil,
        delay: Int? = nil,
        silence: Bool? = nil,
        endless: Bool? = nil,
        close: Closing? = nil,
        bytes: Int? = nil,
        skip: Int? = nil,
        times: Int? = nil,
        every: Int? = nil
    ) {
        at = stage
        (self.reply, self.raw, self.delay, self.silence, self.endless) = (reply, raw, delay, silence, endless)
        (self.close, self.bytes, self.skip, self.times, self.every) = (close, bytes, skip, times, every)
    }
}
