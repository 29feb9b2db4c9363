internal import FanfareCore
import FanfareCurl

extension DeliveryReason {
    /// Why a server refused a mail: its code, its status and its own words, without addresses.
    ///
    /// - Parameters:
    ///   - code: One of those of ``MailRefusal``.
    ///   - addresses: The mailboxes the words may be about.
    init(_ code: String, _ reply: SMTPReply, from server: MailServer, about addresses: [String]) {
        let numbers = ["\(reply.code)", reply.status].compactMap(\.self).joined(separator: " ")
        let words = reply.text.hiding(addresses)
        let detail = "\(server) answered \(reply.stage.command) with \(numbers)"
        self.init(code, detail: words.isEmpty ? detail : "\(detail): \(words)")
    }
}

extension SMTPStage {
    /// What was answered, as mail servers call it.
    fileprivate var command: String {
        switch self {
        case .greeting: "the connection"
        case .hello: "EHLO"
        case .startTLS: "STARTTLS"
        case .login: "AUTH"
        case .sender: "MAIL FROM"
        case .recipient: "RCPT TO"
        case .data: "DATA"
        case .message: "the message"
        }
    }
}

extension String {
    /// The text without the words that are addresses or the names in them.
    fileprivate func hiding(_ addresses: [String]) -> String {
        let names = Set(addresses.flatMap { [$0, String($0.prefix { $0 != "@" })] }.map { $0.lowercased() })
        return split(separator: " ").map { word in
            let bare = word.drop { !$0.isLetter && !$0.isNumber }.lowercased()
            let core = bare.prefix(bare.count - bare.reversed().prefix { !$0.isLetter && !$0.isNumber }.count)
            return word.contains("@") || names.contains(String(core)) ? "…" : String(word)
        }.joined(separator: " ")
    }
}
