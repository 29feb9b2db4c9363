/// Who waits for an answer.
///
/// It is safe because it is resumed exactly once. The inbox holds it until, under its lock, the request is either taken by the
/// loop or turned away. In the loop an `Exchange` holds it, which takes its first outcome and no other, is put into `Settled`
/// with it, and is resumed as it is taken out of there; the last ones get their outcome from the shutdown. A checked
/// continuation would find a breach of this at run time, for a twentieth of what a push costs.
@safe struct Caller: Sendable {
    private let continuation: UnsafeContinuation<HTTP2Response, any Error>

    init(_ continuation: UnsafeContinuation<HTTP2Response, any Error>) {
        unsafe self.continuation = continuation
    }

    func resume(with result: Result<HTTP2Response, any Error>) { unsafe continuation.resume(with: result) }
}
