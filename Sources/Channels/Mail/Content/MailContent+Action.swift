extension MailContent {
    /// A button, and below it the link it leads to, for programs that show no buttons.
    public struct Action: Hashable, Sendable {
        /// What is on the button.
        public var title: String
        /// Where it leads: to a page, a mailbox, or into an app.
        public var url: String

        /// Creates an action.
        ///
        /// - Parameters:
        ///   - title: What is on the button.
        ///   - url: Where it leads, such as `https://example.com/track/1` or `shop://orders/1`.
        public init(_ title: String, _ url: String) {
            self.title = title
            self.url = url
        }
    }
}
