/// What a mail server said in the end: that it has taken a message, or the reply that refused it.
package struct SMTPReply: Hashable, Sendable {
    /// What it replied to. `message` with a 2xx code is the one that means the mail was taken.
    package let stage: SMTPStage
    /// The reply code, of three digits (RFC 5321, 4.2).
    package let code: Int
    /// The enhanced status code without its text, such as `5.1.1` (RFC 3463); nil if there was none.
    package let status: String?
    /// The text without codes, its lines joined by blanks, without control characters and at most 500 characters long.
    package let text: String

    /// Creates a reply; the client does, and tests of what is built on it.
    package init(stage: SMTPStage, code: Int, status: String? = nil, text: String = "") {
        self.stage = stage
        self.code = code
        self.status = status
        self.text = text
    }
}
