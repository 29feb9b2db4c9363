/// SQL text under a name that errors can show.
///
/// A string literal is a query too, named by its text; that is for short ones.
struct SQLiteQuery: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    init(stringLiteral text: String) { self.init(text, text) }
}
