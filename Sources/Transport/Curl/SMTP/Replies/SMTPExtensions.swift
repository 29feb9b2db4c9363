/// What a mail server says in its reply to EHLO that it can do (RFC 5321, 4.1.1.1).
struct SMTPExtensions: Equatable {
    /// It wants to know how long a message is (RFC 1870).
    var takesSize = false
    /// It takes bytes above 127 in messages (RFC 6152).
    var takes8Bit = false
    /// It takes addresses and header fields that are not ASCII (RFC 6531).
    var takesUTF8 = false

    init() {}

    /// - Parameter answer: The reply. Its first line is a greeting.
    init(_ answer: SMTPAnswer) {
        let keywords = answer.lines.dropFirst().map { $0.prefix { $0 != " " }.uppercased() }
        takesSize = keywords.contains("SIZE")
        takes8Bit = keywords.contains("8BITMIME")
        takesUTF8 = keywords.contains("SMTPUTF8")
    }
}
