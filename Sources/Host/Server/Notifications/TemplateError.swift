/// Why a text of the configuration is no template.
struct TemplateError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, as a sentence; shows nothing of the text.
    let description: String

    init(_ description: String) { self.description = description }
}
