/// A text of the configuration after its reference was followed, and where it came from.
struct ConfigurationText {
    let value: String
    /// `$env:NAME` or `$file:PATH`; `nil` for a text that stands in the file itself.
    let reference: String?

    /// How faults speak of it: the text itself only when it stands in the file and is no secret.
    func shown(isSecret: Bool) -> String {
        if let reference { return "the value of \(reference)" }
        return isSecret && !value.isEmpty ? "something else" : value.quotedForConfiguration
    }
}
