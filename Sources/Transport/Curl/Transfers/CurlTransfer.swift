internal import CCurl
internal import FanfareCore
internal import FoundationEssentials

/// One request under way, and what has come of its answer; touched by its client's thread only.
@safe final class CurlTransfer {
    typealias Finish = @Sendable (Result<CurlResponse, any Error>) -> Void

    let handle: CurlHandle
    /// Whether the request may have been written.
    private(set) var isBegun = false
    private let report: Finish
    /// Kept because the handle refers to them.
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var answer: CurlAnswer

    /// Sets everything up; nil if memory is short.
    init?(
        _ request: CurlRequest,
        _ ticket: UInt64,
        _ configuration: CurlConfiguration,
        _ trust: TrustedCertificates?,
        _ report: @escaping Finish
    ) {
        guard let handle = CurlHandle(schemes: "http,https", ticket: ticket, trust: trust) else { return nil }
        self.handle = handle
        self.report = report
        answer = CurlAnswer(longestBody: configuration.longestBody)
        guard limit(configuration), write(request), listen() else { return nil }
    }

    deinit { unsafe curl_slist_free_all(fields) }

    /// Reports what the library says came of it.
    func finish(_ result: CURLcode) {
        guard result == CURLE_OK else {
            return fail(CurlFailure(result, isBegun: isBegun, explanation: handle.explanation))
        }
        let status = unsafe Int(fanfare_curl_status(handle.pointer))
        report(.success(CurlResponse(status: status, fields: answer.fields, body: answer.body)))
    }

    /// Reports that nothing came of it.
    func fail(_ error: any Error) { report(.failure(error)) }

    /// What holds for every request.
    private func limit(_ configuration: CurlConfiguration) -> Bool {
        // Longer than a day is for ever, and no deadline at all would be zero.
        func milliseconds(_ time: Duration) -> Int { max(1, Int(min(time, .seconds(86_400)) / .milliseconds(1))) }
        return handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS) && handle.set(CURLOPT_FOLLOWLOCATION, 0)
            && handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(configuration.connectTimeout))
            && handle.set(CURLOPT_TIMEOUT_MS, milliseconds(configuration.timeout))
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
            guard unsafe fanfare_curl_set_body(handle.pointer, body, body.count) == CURLE_OK else { return false }
        }
        if request.method == "HEAD", !handle.set(CURLOPT_NOBODY, 1) { return false }
        guard unsafe handle.set(CURLOPT_HTTPHEADER, fields) else { return false }
        return handle.set(CURLOPT_URL, request.url.absoluteString) && handle.set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    /// What the library tells.
    private func listen() -> Bool {
        unsafe fanfare_curl_set_sink(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe CurlTransfer.from(context).answer.takes(line: line) ? size * count : 0
        }
        unsafe fanfare_curl_set_sink(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context = unsafe context else { return 0 }
            let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe CurlTransfer.from(context).answer.takes(body: piece) ? size * count : 0
        }
        unsafe fanfare_curl_set_prelude(handle.pointer) { context, _, _, _, _ in
            guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
            let transfer = unsafe CurlTransfer.from(context)
            // It comes a second time when the library is about to repeat a request that it has written before.
            guard !transfer.isBegun else { return CURL_PREREQFUNC_ABORT }
            transfer.isBegun = true
            return CURL_PREREQFUNC_OK
        }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA].allSatisfy { unsafe handle.set($0, context) }
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }
}
