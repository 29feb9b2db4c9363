internal import CCurl

/// The connection of a session once the library has opened it: what is to be sent, and what has come.
@safe struct SMTPWire: ~Copyable {
    /// What came of writing.
    enum Progress { case done, blocked, lost }

    private let handle: CurlHandle
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * 1024, alignment: 1)
    /// Where in `output` is what has not been sent.
    private var unsent = 0..<0
    private var reader = SMTPReplyReader()

    init(_ handle: CurlHandle) { self.handle = handle }

    deinit {
        unsafe output.deallocate()
        unsafe input.deallocate()
    }

    /// Whether there is something to be sent.
    var hasOutput: Bool { !unsent.isEmpty }
    /// How many bytes are to be sent.
    var outputCount: Int { unsent.count }
    /// Whether the beginning of a reply has come.
    var isMidway: Bool { reader.isMidway }
    /// Whether something has come that is no reply.
    var isNonsense: Bool { reader.isBroken }
    /// The socket.
    var socket: curl_socket_t { unsafe fanfare_curl_socket(handle.pointer) }

    /// Puts a command where `write` finds it; there must be no output yet. Commands are short: addresses are bounded.
    mutating func put(_ command: String) {
        let bytes = Array("\(command)\r\n".utf8)
        unsafe output.copyBytes(from: bytes.prefix(output.count))
        unsent = unsafe 0..<min(bytes.count, output.count)
    }

    /// Puts the next piece of a content where `write` finds it; there must be no output yet.
    mutating func put(_ content: inout SMTPContent) { unsent = unsafe 0..<content.fill(output) }

    /// Sends as much as can be sent without waiting.
    ///
    /// What is not taken is offered again from the same place and at the same length, as OpenSSL demands.
    mutating func write() -> Progress {
        while !unsent.isEmpty {
            var count = 0
            let rest = unsafe output.baseAddress?.advanced(by: unsent.lowerBound)
            let result = unsafe curl_easy_send(handle.pointer, rest, unsent.count, &count)
            guard result == CURLE_OK else { return result == CURLE_AGAIN ? .blocked : .lost }
            unsent = (unsent.lowerBound + count)..<unsent.upperBound
        }
        return .done
    }

    /// Takes all that has come.
    ///
    /// - Returns: The whole replies, and whether nothing more can come.
    mutating func read() -> (answers: [SMTPAnswer], isOver: Bool) {
        var answers: [SMTPAnswer] = []
        // A server that never stops talking would hold up the thread.
        while !reader.isBroken, answers.count < 100 {
            var count = 0
            let result = unsafe curl_easy_recv(handle.pointer, input.baseAddress, input.count, &count)
            guard result == CURLE_OK, count > 0 else { return (answers, result != CURLE_AGAIN) }
            answers += unsafe reader.take(UnsafeRawBufferPointer(rebasing: input[..<count]))
        }
        return (answers, false)
    }
}
