/// How a command is called.
struct CommandSyntax: Sendable {
    /// The command's name: the first word after the program's.
    let name: String
    /// What it does, in a few words.
    let summary: String
    /// What its operands are called, all of them required: `["TYPE"]`.
    var operands: [String] = []
    /// Whether operands may be left out.
    var allowsFewerOperands = false
    /// Its options, beside `--help`.
    var options: [CommandOption] = []
    /// More to say about it than the options do.
    var details: String?
}

extension CommandSyntax {
    /// Reads the words after the command's name: `--name value`, `--name=value`, operands anywhere, after `--` nothing
    /// else.
    ///
    /// - Throws: ``UsageError`` for the first word that does not fit.
    func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = arguments[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || !word.hasPrefix("-") || word == "-" {
                parsed.operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                try read(word, from: &rest, into: &parsed)
            }
        }
        if parsed.has(.help) { return parsed }
        if let surplus = parsed.operands.dropFirst(operands.count).first {
            throw wrong("takes no \"\(surplus)\"")
        }
        if let missing = operands.dropFirst(parsed.operands.count).first, !allowsFewerOperands {
            throw wrong("needs \(missing)")
        }
        return parsed
    }

    private func read(
        _ word: String,
        from rest: inout ArraySlice<String>,
        into parsed: inout ParsedArguments
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = word == "-h" ? CommandOption.help.name : String(parts[0])
        guard let option = (options + [.help]).first(where: { $0.name == name }) else {
            let known = options.map(\.name).joined(separator: ", ")
            throw wrong("has no option \(name)" + (known.isEmpty ? "" : "; its options are \(known)"))
        }
        guard option.isRepeatable || parsed.options[name] == nil else { throw wrong("takes \(name) once") }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw wrong("takes no value for \(name)") }
            parsed.options[name] = [""]
            return
        }
        // A value may begin with one dash, as a negative number does, but two are the next option.
        let value = parts.count == 2 ? String(parts[1]) : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value, !value.isEmpty else { throw wrong("needs \(valueName) after \(name)") }
        if parts.count == 1 { rest.removeFirst() }
        parsed.options[name, default: []].append(value)
    }

    private func wrong(_ problem: String) -> UsageError { UsageError("fanfare \(name) \(problem)") }
}

extension CommandSyntax {
    /// How the command is called, in one line.
    var usage: String {
        let operands = operands.map { allowsFewerOperands ? "[\($0)]" : $0 }
        return (["fanfare", name] + operands + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")
    }

    /// Everything there is to say about the command.
    var help: String {
        let rows = (options + [.help]).map { option in
            (
                option.name + (option.value.map { " \($0)" } ?? ""),
                option.summary + (option.isRepeatable ? "; may be repeated" : "")
            )
        }
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
        return (["\(usage)\n\n\(summary)\(details.map { "\n\n\($0)" } ?? "")\n\nOptions:"] + lines)
            .joined(separator: "\n")
    }
}
