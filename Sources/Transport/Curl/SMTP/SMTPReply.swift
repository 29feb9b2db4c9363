/// What a mail server said in the end: that it has taken a message, or the reply that refused it.
///
/// Three refusals are worded by the client. A token that is refused by XOAUTH2's own way, a challenge with an error in it, is
/// 535 at `login`. A server that does not offer what a mail needs is not asked: 553 5.6.7 at `sender` or `recipient` for
/// addresses that are not ASCII (RFC 6531, 3.5), 554 5.6.3 at `sender` for bytes above 127 (RFC 3463, 3.7).
package struct SMTPReply: Hashable, Sendable {
    /// What it replied to. `message` with a 2xx code is the one that means the mail was taken.
    package let stage: SMTPStage
    /// The reply code, of three digits (RFC 5321, 4.2).
    package let code: Int
    /// The enhanced status code without its text, such as `5.1.1` (RFC 3463); nil if there was none.
    package let status: String?
    /// The server's words, which may well name an address: without codes and control characters, their lines joined by
    /// blanks, at most 500 characters.
    package let text: String

    /// Creates a reply; the client does, and tests of what is built on it.
    package init(stage: SMTPStage, code: Int, status: String? = nil, text: String = "") {
        self.stage = stage
        self.code = code
        self.status = status
        self.text = text
    }
}
