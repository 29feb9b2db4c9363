import FanfareCurl
import Testing

@testable import FanfareMail

/// Each row of the table in `MailRefusal`.
struct RefusalTableTests {
    struct Row: CustomTestStringConvertible {
        let stages: [SMTPStage]
        let replies: [(code: Int, status: String?)]
        let reaction: MailReaction
        let code: String
        var isOwnSender = false

        var testDescription: String { "\(stages) \(replies.map { "\($0.code) \($0.status ?? "")" }): \(reaction)" }
    }

    private static let ofServer: [SMTPStage] = [.greeting, .hello, .startTLS]
    private static let ofMail: [SMTPStage] = [.sender, .recipient(0), .recipient(1), .data, .message]

    static let rows = [
        Row(
            stages: ofServer,
            replies: [(421, nil), (454, "4.7.0"), (450, nil)],
            reaction: .nextServer,
            code: "server-unavailable"
        ),
        Row(stages: ofServer, replies: [(554, nil), (501, "5.5.2")], reaction: .mendServer, code: "server-refused"),
        Row(
            stages: [.login],
            replies: [(454, "4.7.0"), (421, nil)],
            reaction: .nextServer,
            code: "server-unavailable"
        ),
        Row(
            stages: [.login],
            replies: [(535, "5.7.8"), (534, "5.7.9"), (504, nil)],
            reaction: .mendServer,
            code: "login-refused"
        ),
        Row(
            stages: [.sender, .recipient(0), .data],
            replies: [(421, "4.3.2"), (421, nil)],
            reaction: .nextServer,
            code: "server-unavailable"
        ),
        Row(stages: [.message], replies: [(421, "4.3.2")], reaction: .retry, code: "try-later"),
        Row(
            stages: [.sender, .recipient(0), .data],
            replies: [(530, nil), (530, "5.7.0"), (550, "5.7.0")],
            reaction: .mendServer,
            code: "login-required"
        ),
        Row(
            stages: ofMail,
            replies: [(450, "4.2.0"), (451, nil), (452, "4.2.2"), (451, "4.7.1")],
            reaction: .retry,
            code: "try-later"
        ),
        Row(
            stages: ofMail,
            replies: [(552, nil), (552, "5.3.4"), (552, "5.2.3")],
            reaction: .giveUp,
            code: "message-too-large"
        ),
        Row(
            stages: ofMail,
            replies: [(555, nil), (553, "5.6.7"), (554, "5.6.3")],
            reaction: .giveUp,
            code: "not-supported"
        ),
        Row(
            stages: [.sender],
            replies: [(550, nil), (553, "5.7.1"), (501, "5.1.7")],
            reaction: .mendSender,
            code: "sender-refused"
        ),
        Row(
            stages: [.sender],
            replies: [(550, nil), (553, "5.7.1")],
            reaction: .giveUp,
            code: "sender-refused",
            isOwnSender: true
        ),
        Row(
            stages: [.recipient(0)],
            replies: ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"].map { (550, $0) },
            reaction: .mailboxGone,
            code: "mailbox-unknown"
        ),
        Row(
            stages: [.recipient(1), .recipient(7)],
            replies: [(550, "5.1.1"), (550, nil)],
            reaction: .giveUp,
            code: "copy-refused"
        ),
        // A status alone sets nothing aside.
        Row(
            stages: [.recipient(0)],
            replies: [(550, nil), (551, nil), (553, nil), (550, "5.7.1"), (554, "5.7.1"), (552, "5.2.2")],
            reaction: .giveUp,
            code: "mail-refused"
        ),
        Row(
            stages: [.data, .message],
            replies: [(554, nil), (550, "5.7.1"), (554, "5.1.1")],
            reaction: .giveUp,
            code: "mail-refused"
        ),
    ]

    @Test(arguments: rows) func `a row of the table`(row: Row) {
        for stage in row.stages {
            for (code, status) in row.replies {
                let reply = SMTPReply(stage: stage, code: code, status: status)
                let refusal = MailRefusal(reply, isOwnSender: row.isOwnSender)
                #expect(refusal?.reaction == row.reaction && refusal?.code == row.code, "\(reply)")
            }
        }
    }

    @Test(arguments: [250, 251, 252]) func `what was taken is no refusal`(code: Int) {
        #expect(MailRefusal(SMTPReply(stage: .message, code: code, status: "2.0.0"), isOwnSender: false) == nil)
    }
}
