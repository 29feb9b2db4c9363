/// Whether the peer's table of header fields may keep a field (RFC 7541, 6.2).
public enum HTTP2Indexing: Hashable, Sendable {
    /// It may: the field is the same in many requests.
    case indexed
    /// It may the first time on a connection; later values leave the table alone.
    case indexedOnce
    /// It never may: the field is secret or differs in every request.
    case never
}
