internal import CCurl
internal import FanfareCore

/// The transfers of a client and its connections; touched by its thread only.
@safe struct CurlMulti: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let configuration: CurlConfiguration
    private let sockets: SocketCount
    private let alarm: CurlAlarm
    private let trust: TrustedCertificates?
    private var transfers: [UInt64: CurlTransfer] = [:]
    private var isClosed = false

    /// How long the thread sleeps at most, in milliseconds; deadlines and jobs wake it.
    private static let longestSleep: Int32 = 60_000

    /// - Throws: ``CurlFailure`` if the library cannot be used, or the file with certificates.
    init(_ configuration: CurlConfiguration, _ sockets: SocketCount, _ alarm: CurlAlarm) throws(CurlFailure) {
        guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else {
            throw CurlFailure(.notSent, .exhausted, detail: "libcurl cannot be initialised")
        }
        do throws(CurlFailure) {
            trust = try configuration.trustedCertificates.map { (file) throws(CurlFailure) in
                try TrustedCertificates(besideSystem: file)
            }
        } catch {
            unsafe _ = curl_multi_cleanup(handle)
            throw error
        }
        unsafe self.handle = handle
        self.configuration = configuration
        self.sockets = sockets
        self.alarm = alarm
        fanfare_curl_block_sigpipe()
        unsafe alarm.attach(handle)
    }

    deinit {
        alarm.detach()
        // The transfers' handles must have gone before.
        for transfer in transfers.values {
            unsafe _ = curl_multi_remove_handle(handle, transfer.handle)
            transfer.fail(CurlFailure(transfer.isBegun ? .uncertain : .notSent, .shuttingDown))
        }
        unsafe _ = curl_multi_cleanup(handle)
    }

    /// Begins a transfer.
    ///
    /// - Parameters:
    ///   - ticket: Names it.
    ///   - finish: Takes what came of it, once.
    mutating func begin(_ request: CurlRequest, ticket: UInt64, finish: @escaping CurlTransfer.Finish) {
        guard !isClosed else { return finish(.failure(CurlFailure(.notSent, .shuttingDown))) }
        guard let transfer = CurlTransfer(request, ticket, configuration, trust, finish) else {
            return finish(.failure(CurlFailure(.notSent, .exhausted)))
        }
        unsafe sockets.observe(transfer.handle)
        guard unsafe curl_multi_add_handle(handle, transfer.handle) == CURLM_OK else {
            return transfer.fail(CurlFailure(.notSent, .exhausted))
        }
        transfers[ticket] = transfer
    }

    /// Ends a transfer, if it is under way.
    mutating func cancel(_ ticket: UInt64) {
        guard let transfer = take(ticket) else { return }
        transfer.fail(transfer.isBegun ? CurlFailure(.uncertain, .cancelled) : CancellationError())
    }

    /// Ends all transfers and begins no more.
    mutating func close() {
        isClosed = true
        for ticket in transfers.keys {
            guard let transfer = take(ticket) else { continue }
            transfer.fail(CurlFailure(transfer.isBegun ? .uncertain : .notSent, .shuttingDown))
        }
    }

    /// Does what can be done without waiting; whether there are transfers left.
    mutating func advance() -> Bool {
        var running: Int32 = 0
        unsafe _ = curl_multi_perform(handle, &running)
        var result = CURLE_OK
        while let done = unsafe fanfare_curl_finished(handle, &result) {
            guard let context = unsafe fanfare_curl_private(done) else { continue }
            let transfer = unsafe CurlTransfer.from(context)
            _ = take(transfer.ticket)
            transfer.finish(result)
        }
        return !transfers.isEmpty
    }

    /// Waits for the network, a deadline or a job.
    func wait() { unsafe _ = curl_multi_poll(handle, nil, 0, Self.longestSleep, nil) }

    private mutating func take(_ ticket: UInt64) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: ticket) else { return nil }
        unsafe _ = curl_multi_remove_handle(handle, transfer.handle)
        return transfer
    }
}
