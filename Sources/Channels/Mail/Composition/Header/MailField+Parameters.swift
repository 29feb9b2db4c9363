extension MailField {
    /// A field of a value and parameters that are ready to be written.
    init(_ name: String, _ value: String, parameters: [String]) {
        let last = parameters.count
        self.init(name, words: ([value] + parameters).enumerated().map { $0 < last ? "\($1);" : $1 })
    }

    /// A parameter with any text for a value, in pieces that fit in a line.
    ///
    /// In quotes where every reader takes them; else as RFC 2231 has it, in UTF-8. The RFC allows no encoded words in a
    /// parameter, and readers that expect some anyway find an ASCII name in the other field.
    static func parameters(_ name: String, _ value: String) -> [String] {
        guard isReadableInQuotes(value) else { return extendedParameters(name, value) }
        return ["\(name)=\"\(value)\""]
    }

    /// A value that every reader takes: characters that some would not become `_`.
    static func readableInQuotes(_ value: String) -> String {
        let readable = value.map { $0.utf8.count == 1 && isReadableInQuotes(String($0)) ? $0 : "_" }
        return String(readable.suffix(50))
    }

    private static func isReadableInQuotes(_ value: String) -> Bool {
        value.utf8.count <= 50
            && value.utf8.allSatisfy { byte in
                switch Unicode.Scalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", " ", ".", "_", "-", "+", "(", ")", ",", "@", "#", "&", "!", "'":
                    true
                default: false
                }
            }
            && value.first != " " && value.last != " "
    }

    /// RFC 2231, 3 and 4.
    private static func extendedParameters(_ name: String, _ value: String) -> [String] {
        var pieces: [[UInt8]] = [[]]
        for scalar in value.unicodeScalars {
            let encoded = String(scalar).utf8.reduce(into: [], percentEncode)
            if pieces[pieces.count - 1].count + encoded.count > 50 { pieces.append([]) }
            pieces[pieces.count - 1] += encoded
        }
        let texts = pieces.map { String(decoding: $0, as: UTF8.self) }
        guard texts.count > 1 else { return ["\(name)*=UTF-8''\(texts[0])"] }
        return texts.enumerated().map { "\(name)*\($0)*=\($0 == 0 ? "UTF-8''" : "")\($1)" }
    }

    private static func percentEncode(_ output: inout [UInt8], _ byte: UInt8) {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": output.append(byte)
        default: output.append("%", hexadecimal: byte)
        }
    }
}
