/// The connections to one server with one credential.
public final class HTTP2Pool: Sendable {}
