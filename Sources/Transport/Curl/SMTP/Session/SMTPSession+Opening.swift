internal import CCurl
internal import FanfareCore

extension SMTPSession {
    /// Whether the transport stands: TCP, and TLS where it comes first.
    var isConnected: Bool {
        unsafe fanfare_curl_connected(handle.pointer, server.security == .implicit ? 1 : 0) != 0
    }

    /// Where it goes, and what the client calls itself.
    func address() -> Bool {
        let scheme = server.security == .implicit ? "smtps" : "smtp"
        let host = server.host.utf8.contains(UInt8(ascii: ":")) ? "[\(server.host)]" : server.host
        // Percent-encoded as a whole, so that no character means anything.
        let hello = server.hello.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return handle.set(CURLOPT_URL, "\(scheme)://\(host):\(server.port)/\(hello)")
            && handle.set(CURLOPT_CONNECT_ONLY, 1)
            // The deadlines are kept here. The library's own would be for all of the opening together.
            && handle.set(CURLOPT_CONNECTTIMEOUT_MS, 86_400_000) && handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, 86_400)
    }

    /// How the connection is protected.
    func secure() -> Bool {
        switch server.security {
        case .implicit, .none: handle.set(CURLOPT_USE_SSL, Int(CURLUSESSL_NONE.rawValue))
        case .required: handle.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
        case .opportunistic:
            // Clear text would do, so a certificate that nobody can verify must not prevent what is better than that
            // (RFC 7435).
            handle.set(CURLOPT_USE_SSL, Int(CURLUSESSL_TRY.rawValue)) && handle.set(CURLOPT_SSL_VERIFYPEER, 0)
                && handle.set(CURLOPT_SSL_VERIFYHOST, 0)
        }
    }

    /// Who logs in.
    func identify() -> Bool {
        guard let login = server.login else { return true }
        let secret = login.secret.reveal()
        guard handle.set(CURLOPT_USERNAME, login.user) else { return false }
        switch login.method {
        case .password:
            return handle.set(CURLOPT_PASSWORD, secret)
                && handle.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
        case .accessToken:
            return handle.set(CURLOPT_XOAUTH2_BEARER, secret) && handle.set(CURLOPT_LOGIN_OPTIONS, "AUTH=XOAUTH2")
        }
    }

    /// What the library tells while it opens: the server's lines, and its own commands.
    func listen() -> Bool {
        unsafe fanfare_curl_set_sink(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe SMTPSession.from(context).hears(line) ? size * count : 0
        }
        unsafe fanfare_curl_set_trace(handle.pointer) { _, kind, bytes, count, context in
            if kind == CURLINFO_HEADER_OUT, let context = unsafe context {
                unsafe SMTPSession.from(context).says(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return 0
        }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe handle.set(CURLOPT_HEADERDATA, context) && handle.set(CURLOPT_DEBUGDATA, context)
            && handle.set(CURLOPT_VERBOSE, 1)
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> SMTPSession {
        unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    private func hears(_ line: UnsafeRawBufferPointer) -> Bool { unsafe opening.takes(line: line) }

    private func says(_ command: UnsafeRawBufferPointer) {
        unsafe opening.takes(command: command)
        deadline = .now + limits.replyTimeout
    }

    /// Looks how far the library is.
    func advanceOpening() {
        guard let result = handle.result else {
            guard !isGreetingDue, isConnected else { return }
            isGreetingDue = true
            deadline = .now + limits.replyTimeout
            return
        }
        // What is told from now on is of no use.
        _ = handle.set(CURLOPT_VERBOSE, 0)
        guard result == CURLE_OK else {
            if let reply = opening.refusal { return conclude(reply) }
            return end(CurlFailure(opening: result, stage: opening.stage, explanation: handle.explanation))
        }
        // The library goes on without a login where none is offered.
        guard server.login == nil || opening.stage == .login else {
            return end(CurlFailure(.misconfigured, .loginNotOffered))
        }
        opened()
    }

    private func opened() {
        switch job?.task {
        case .mail(let mail): begin(mail)
        case .check:
            outcome = opening.reply.map { .success($0) } ?? .failure(CurlFailure(.notSent, .protocolError))
            leave()
        case nil: leave()
        }
    }

    private func conclude(_ reply: SMTPReply) {
        outcome = .success(reply)
        phase = .closed
    }
}

extension CurlFailure {
    /// What the library's result means for a session that could not be opened.
    fileprivate init(opening result: CURLcode, stage: SMTPStage, explanation: String) {
        switch result {
        case CURLE_USE_SSL_FAILED: self.init(.misconfigured, .securityNotOffered)
        case CURLE_LOGIN_DENIED where stage != .login: self.init(.misconfigured, .loginNotOffered)
        // The sink refuses what is no reply; the library, what comes between STARTTLS and TLS.
        case CURLE_WRITE_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_LOGIN_DENIED: self.init(.notSent, .protocolError)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: self.init(.notSent, .connectionLost)
        default: self.init(result, isBegun: false, explanation: explanation)
        }
    }
}
