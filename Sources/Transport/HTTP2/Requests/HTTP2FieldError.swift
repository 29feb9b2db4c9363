/// What cannot be in a header, such as a line break.
public enum HTTP2FieldError: Error, Hashable {
    /// This is no name of a field.
    case name(String)
    /// The value of the field of this name has characters that no header has. The value may be private and is not kept.
    case value(ofField: String)
}
