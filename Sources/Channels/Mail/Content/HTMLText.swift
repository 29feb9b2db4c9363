extension String {
    /// The text so that HTML shows it as it is, in content and in quoted attributes.
    var escapedForHTML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text as HTML content, each of its line breaks kept.
    var htmlLines: String { lines.map { String($0).escapedForHTML }.joined(separator: "<br>\n") }
}
