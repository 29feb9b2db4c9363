/// Puts the parts of a content together: texts are lines.
@resultBuilder
public enum MailContentBuilder {
    /// A line.
    public static func buildExpression(_ line: String) -> [MailContent.Part] { [.line(line)] }

    /// A button.
    public static func buildExpression(_ action: MailContent.Action) -> [MailContent.Part] { [.action(action)] }

    /// A part, or several that were put together elsewhere.
    public static func buildExpression(_ parts: [MailContent.Part]) -> [MailContent.Part] { parts }

    /// One after the other.
    public static func buildBlock(_ parts: [MailContent.Part]...) -> [MailContent.Part] { parts.flatMap(\.self) }

    /// What stands in an `if` without `else`.
    public static func buildOptional(_ parts: [MailContent.Part]?) -> [MailContent.Part] { parts ?? [] }

    /// What stands in an `if`.
    public static func buildEither(first parts: [MailContent.Part]) -> [MailContent.Part] { parts }

    /// What stands in an `else`.
    public static func buildEither(second parts: [MailContent.Part]) -> [MailContent.Part] { parts }

    /// What a loop makes.
    public static func buildArray(_ parts: [[MailContent.Part]]) -> [MailContent.Part] { parts.flatMap(\.self) }
}
