import FanfareCore

/// One event as a line of the log: pure rendering.
///
/// No text in it, whoever chose it, can end the line, begin another or steer a terminal: control characters, line and
/// paragraph separators and invisible formatting characters are written as `\uXXXX`.
struct LogLine: Sendable {
    /// As many bytes as a line has at most, its line feed included: what POSIX systems write to a pipe in one piece
    /// (`PIPE_BUF` on Linux), so that the lines of several processes on one pipe stay whole, too.
    static let limit = 4096
    /// As many bytes of UTF-8 as a message has at most before escaping.
    static let messageLimit = 400
    /// As many bytes of UTF-8 as a value has at most before escaping.
    static let valueLimit = 1024

    let time: Timestamp
    let level: LogLevel
    let message: String
    let fields: [String: JSONValue]

    /// The line in UTF-8, with its line feed.
    ///
    /// Texts beyond their limit are cut and end in `…`. Fields for which there is no room are left out, and
    /// `truncated` says so.
    func bytes(as format: LogFormat) -> [UInt8] {
        switch format {
        case .text: textBytes
        case .json: jsonBytes
        }
    }

    private var textBytes: [UInt8] {
        let name = level.rawValue + String(repeating: " ", count: max(0, 7 - level.rawValue.utf8.count))
        let head = "\(time.logText) \(name) \(message.cut(to: Self.messageLimit).escapingInvisibles)"
        return assembled(head: head, separator: " ", firstSeparator: " ", tail: "") { key, value in
            "\(key.bareOrQuoted)=\(value.string?.bareOrQuoted ?? value.compactText.escapingInvisibles)"
        }
    }

    private var jsonBytes: [UInt8] {
        let message = JSONValue.string(message.cut(to: Self.messageLimit)).compactText.escapingInvisibles
        let head = #"{"time":"\#(time.logText)","level":"\#(level.rawValue)","message":\#(message)"#
        if fields.isEmpty { return Array((head + "}\n").utf8) }
        return assembled(head: head, separator: ",", firstSeparator: #","fields":{"#, tail: "}}") { key, value in
            "\(JSONValue.string(key).compactText):\(value.compactText)".escapingInvisibles
        }
    }

    /// Fits as many fields as possible between head and tail.
    private func assembled(
        head: String,
        separator: String,
        firstSeparator: String,
        tail: String,
        render: (String, JSONValue) -> String
    ) -> [UInt8] {
        let mark = render("truncated", .bool(true))
        let room = Self.limit - tail.utf8.count - 1 - firstSeparator.utf8.count - mark.utf8.count
        var line = Array(head.utf8)
        var next = firstSeparator
        var isTruncated = false
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            let field = next + render(key.cut(to: Self.messageLimit), value.cut(to: Self.valueLimit))
            guard line.count + field.utf8.count <= room else {
                isTruncated = true
                continue
            }
            line += field.utf8
            next = separator
        }
        if isTruncated { line += (next + mark).utf8 }
        line += tail.utf8
        line.append(UInt8(ascii: "\n"))
        return line
    }
}

extension JSONValue {
    /// The value, if it is short enough; else the beginning of its text.
    fileprivate func cut(to limit: Int) -> JSONValue {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(text.cut(to: limit))
        case .array, .object:
            compactText.utf8.count <= limit ? self : .string(compactText.cut(to: limit))
        }
    }
}

extension String {
    /// The text up to so many bytes of UTF-8, never cut inside a character's code.
    fileprivate func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }

    /// The text as it is where that is clear, else as a JSON string.
    fileprivate var bareOrQuoted: String {
        let isBare = !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !Self.quotedBytes.contains($0) }
        return (isBare ? self : JSONValue.string(self).compactText).escapingInvisibles
    }

    private static var quotedBytes: [UInt8] { [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "=")] }

    /// The text with everything that breaks lines or hides as `\uXXXX`, in a form that is right within JSON strings.
    var escapingInvisibles: String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isInvisible {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
