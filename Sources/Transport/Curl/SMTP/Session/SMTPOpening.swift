/// How far a session has come that the library opens: greeting, EHLO, TLS and login.
struct SMTPOpening {
    /// What the server is to reply to, or has.
    private(set) var stage = SMTPStage.greeting
    /// The last whole reply.
    private(set) var answer: SMTPAnswer?
    /// What the server can do, by its last reply to EHLO: those before TLS do not count (RFC 3207, 4.2).
    private(set) var extensions = SMTPExtensions()
    private var reader = SMTPReplyReader()
    /// How many bytes have come: a server may not send replies for ever that the library does not wait for.
    private var length = 0

    private static let longest = 256 * 1024

    /// Takes a command that the library has sent. What continues a login looks like anything.
    mutating func takes(command bytes: UnsafeRawBufferPointer) {
        guard stage != .login else { return }
        let before = stage
        let verb = unsafe bytes.prefix { $0 > 0x20 }
        switch unsafe String(decoding: verb, as: UTF8.self) {
        case "EHLO", "HELO":
            stage = .hello
            extensions = SMTPExtensions()
        case "STARTTLS": stage = .startTLS
        case "AUTH": stage = .login
        default: break
        }
        // HELO comes when EHLO is refused, and what counts is that refusal, should there be no other reply.
        if stage != before { answer = nil }
    }

    /// Takes a line that the server has sent; false if it cannot be part of a reply.
    mutating func takes(line bytes: UnsafeRawBufferPointer) -> Bool {
        length += bytes.count
        let answers = unsafe reader.take(bytes)
        guard length <= Self.longest, !reader.isBroken else { return false }
        guard let last = answers.last else { return true }
        answer = last
        if stage == .hello, last.isPositive { extensions = SMTPExtensions(last) }
        return true
    }

    /// The last whole reply with what it was to; nil if none has come to the last command.
    var reply: SMTPReply? { answer.map { SMTPReply($0, to: stage) } }

    /// The reply that refuses to go on; nil if there is none.
    var refusal: SMTPReply? {
        guard let answer else { return nil }
        // XOAUTH2 has errors come as a challenge, with a code that is none. Only after an answer to that, which the library
        // does not give, the server says 535.
        if stage == .login, answer.code == 334 { return SMTPReply(stage: .login, code: 535, status: "5.7.8") }
        return answer.isRefusal ? SMTPReply(answer, to: stage) : nil
    }
}
