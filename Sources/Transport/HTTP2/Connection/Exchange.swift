/// A request and its caller, from the moment the loop has it until it is settled. It belongs to the loop's thread.
final class Exchange {
    private let waiting: WaitingRequest
    /// Until when it may wait to be written.
    var waitDeadline: ContinuousClock.Instant
    /// Whether it still counts as waiting in the pool's inbox.
    var holdsPlace = true
    /// How often it came back from a connection unprocessed.
    private(set) var returns = 0
    /// Its stream on the connection it was given to; 0 before.
    private(set) var stream: Int32 = 0
    /// Until when an answer is awaited; nil before the request is written.
    private(set) var responseDeadline: ContinuousClock.Instant?
    /// The status of the answer; nil before it came. One that only informs (1xx) is not it.
    private(set) var status: Int?
    private var fields = HTTP2AnswerFields()
    private var body: [UInt8] = []
    private var sentBody = 0
    private let settled: Settled
    private var outcome: Result<HTTP2Response, any Error>?

    /// - Parameter settled: Where it is put once it has its outcome.
    init(_ waiting: WaitingRequest, waitTimeout: Duration, _ settled: Settled) {
        self.settled = settled
        self.waiting = waiting
        waitDeadline = waiting.since + waitTimeout
    }

    /// Names it among all requests of its pool.
    var ticket: UInt64 { waiting.ticket }
    var request: HTTP2Request { waiting.request }
    /// The size of its header without the text of `:authority`.
    var headerListSize: Int { waiting.request.headerListSize }

    /// Whether it is certain what the caller will get.
    var isSettled: Bool { outcome != nil }
    var isWritten: Bool { responseDeadline != nil }
    var isBodySent: Bool { sentBody == waiting.request.body.count }

    /// A stream was opened for it.
    func begin(_ stream: Int32) { self.stream = stream }

    /// Its header was handed to the connection.
    func wasWritten(answerUntil deadline: ContinuousClock.Instant) { responseDeadline = deadline }

    /// It comes back unprocessed: the next connection starts from the beginning.
    func comeBack(waitUntil deadline: ContinuousClock.Instant) {
        returns += 1
        waitDeadline = deadline
        stream = 0
        responseDeadline = nil
        status = nil
        fields = HTTP2AnswerFields()
        body = []
        sentBody = 0
    }

    /// Hands the next part of the body out.
    func copyBody(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, waiting.request.body.count - sentBody)
        unsafe waiting.request.body.withUnsafeBytes { bytes in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sentBody..<sentBody + count]))
        }
        sentBody += count
        return count
    }

    /// Its answer's header came, or one that only informs, or what follows the body.
    func take(_ header: AnswerHeader) {
        if let number = header.status {
            guard number >= 200 else { return }
            status = number
        }
        guard status != nil else { return }
        fields.append(header.fields)
    }

    func addBody(_ bytes: UnsafeBufferPointer<UInt8>, upTo limit: Int) {
        unsafe body.append(contentsOf: bytes.prefix(limit - body.count))
    }

    /// The caller is to get the answer.
    func answer(over connection: HTTP2ConnectionID) {
        guard let status else { return }
        settle(.success(HTTP2Response(status: status, fields: fields, body: body, connection: connection)))
    }

    /// The caller is to get this, and nothing that comes later.
    func settle(_ result: Result<HTTP2Response, any Error>) {
        guard !isSettled else { return }
        outcome = result
        settled.exchanges.append(self)
    }

    /// The caller gets it.
    func resumeCaller() {
        guard let outcome else { return }
        waiting.caller.resume(with: outcome)
    }
}
