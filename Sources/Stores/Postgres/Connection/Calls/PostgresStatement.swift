/// SQL text under a name that errors can show.
///
/// The text names tables in the schema `fanfare`; when it is sent, each `fanfare.` becomes the schema of the location.
/// A string literal is a statement too, named by its text; that is for short ones.
struct PostgresStatement: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    init(stringLiteral text: String) { self.init(text, text) }
}
