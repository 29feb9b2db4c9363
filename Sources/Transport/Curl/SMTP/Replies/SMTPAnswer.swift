/// A whole reply of a mail server, as it came.
struct SMTPAnswer: Equatable {
    /// Its code.
    let code: Int
    /// Its lines, each without the code.
    let lines: [String]

    /// Whether the server does what it was asked for.
    var isPositive: Bool { code / 100 == 2 }
    /// Whether the server will not do what it was asked for, now or ever.
    var isRefusal: Bool { code / 100 == 4 || code / 100 == 5 }
}

extension SMTPReply {
    private static let longestText = 500

    /// What an answer says, for people and for who decides.
    init(_ answer: SMTPAnswer, to stage: SMTPStage) {
        let statuses = answer.lines.map { Self.status(of: $0, code: answer.code) }
        // Each line may begin with the status again.
        let texts = zip(answer.lines, statuses).map { line, status in
            status.map { line.dropFirst($0.count) } ?? line[...]
        }
        self.init(
            stage: stage,
            code: answer.code,
            status: statuses.compactMap(\.self).first,
            text: Self.cleaned(texts.joined(separator: " "))
        )
    }

    /// The enhanced status code a line begins with (RFC 3463, 2): its class is the reply's, and a blank follows it.
    private static func status(of line: String, code: Int) -> String? {
        let word = line.prefix { $0 != " " }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        let isStatus =
            parts.count == 3 && parts[0] == "\(code / 100)"
            && parts.dropFirst().allSatisfy { part in
                (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
        return isStatus ? String(word) : nil
    }

    /// Without control characters and runs of blanks, and no longer than it may be.
    private static func cleaned(_ text: String) -> String {
        let isText: (Unicode.Scalar) -> Bool = { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
            default: true
            }
        }
        let words = text.unicodeScalars.split { !isText($0) }.map { String(String.UnicodeScalarView($0)) }
        return String(words.joined(separator: " ").prefix(longestText))
    }
}
