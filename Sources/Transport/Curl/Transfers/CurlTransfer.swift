internal import CCurl
internal import FanfareCore
internal import FoundationEssentials

/// One request under way, and what has come of its answer; touched by its client's thread only.
@safe final class CurlTransfer {
    typealias Finish = @Sendable (Result<CurlResponse, any Error>) -> Void

    let handle: UnsafeMutableRawPointer
    let ticket: UInt64
    /// Whether the request may have been written.
    private(set) var isBegun = false
    private let report: Finish
    /// Kept because the handle refers to them.
    private let trust: TrustedCertificates?
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let explanation = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var answer: CurlAnswer

    /// Sets everything up; nil if memory is short.
    init?(
        _ request: CurlRequest,
        _ ticket: UInt64,
        _ configuration: CurlConfiguration,
        _ trust: TrustedCertificates?,
        _ report: @escaping Finish
    ) {
        guard let handle = unsafe curl_easy_init() else {
            unsafe explanation.deallocate()
            return nil
        }
        unsafe self.handle = handle
        self.ticket = ticket
        self.report = report
        self.trust = trust
        answer = CurlAnswer(longestBody: configuration.longestBody)
        unsafe explanation.initialize(repeating: 0)
        guard limit(configuration), write(request), listen() else { return nil }
        if let trust, unsafe !trust.apply(to: handle) { return nil }
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(fields)
        unsafe explanation.deallocate()
    }

    /// The transfer that a handle or a callback belongs to.
    static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    /// Reports what the library says came of it.
    func finish(_ result: CURLcode) {
        guard result == CURLE_OK else {
            let text = unsafe explanation.baseAddress.map { unsafe String(cString: $0) } ?? ""
            return fail(CurlFailure(result, isBegun: isBegun, explanation: text))
        }
        let status = unsafe Int(fanfare_curl_status(handle))
        report(.success(CurlResponse(status: status, fields: answer.fields, body: answer.body)))
    }

    /// Reports that nothing came of it.
    func fail(_ error: any Error) { report(.failure(error)) }

    /// What holds for every request.
    private func limit(_ configuration: CurlConfiguration) -> Bool {
        // Longer than a day is for ever, and no deadline at all would be zero.
        func milliseconds(_ time: Duration) -> Int { max(1, Int(min(time, .seconds(86_400)) / .milliseconds(1))) }
        return set(CURLOPT_PROTOCOLS_STR, "http,https") && set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_PROXY, "") && set(CURLOPT_NOSIGNAL, 1)
            // A name that is slow to resolve must not hold up the thread when its request is given up.
            && set(CURLOPT_QUICK_EXIT, 1)
            && set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
            && set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(configuration.connectTimeout))
            && set(CURLOPT_TIMEOUT_MS, milliseconds(configuration.timeout))
    }

    /// The request itself.
    private func write(_ request: CurlRequest) -> Bool {
        var lines = request.fields.map { name, value in value.isEmpty ? "\(name);" : "\(name): \(value)" }
        let names = Set(request.fields.keys.map { $0.lowercased() })
        // The library would add these by itself; without a value they are left out.
        for name in ["expect", "content-type"] where !names.contains(name) { lines.append("\(name):") }
        for line in lines {
            guard let longer = unsafe curl_slist_append(fields, line) else { return false }
            unsafe fields = longer
        }
        if let body = request.body {
            guard unsafe fanfare_curl_set_body(handle, body, body.count) == CURLE_OK else { return false }
        }
        if request.method == "HEAD", !set(CURLOPT_NOBODY, 1) { return false }
        guard unsafe fanfare_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields) == CURLE_OK else { return false }
        return set(CURLOPT_URL, request.url.absoluteString) && set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    /// What the library tells.
    private func listen() -> Bool {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe fanfare_curl_set_sink(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe CurlTransfer.from(context).answer.takes(line: line) ? size * count : 0
        }
        unsafe fanfare_curl_set_sink(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe CurlTransfer.from(context).answer.takes(body: piece) ? size * count : 0
        }
        unsafe fanfare_curl_set_prelude(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
            let transfer = unsafe CurlTransfer.from(context)
            // It comes a second time when the library is about to repeat a request that it has written before.
            guard !transfer.isBegun else { return CURL_PREREQFUNC_ABORT }
            transfer.isBegun = true
            return CURL_PREREQFUNC_OK
        }
        let options = [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA, CURLOPT_PRIVATE]
        guard options.allSatisfy({ unsafe fanfare_curl_set_pointer(handle, $0, context) == CURLE_OK }) else {
            return false
        }
        return unsafe fanfare_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, explanation.baseAddress) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe fanfare_curl_set_long(handle, option, value) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String) -> Bool {
        unsafe fanfare_curl_set_text(handle, option, value) == CURLE_OK
    }
}
