internal import CCurl

/// The library's handle of one exchange with a server, HTTP or SMTP, and what holds for both; touched by its client's thread
/// only.
@safe final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    /// Names the transfer it is for; nil for a session with a mail server.
    let ticket: UInt64?
    /// What the library says came of it; nil until it is through.
    var result: CURLcode?
    /// Kept because the handle refers to it.
    private let trust: TrustedCertificates?
    private let explanationText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Sets up what holds for every exchange; nil if memory is short.
    ///
    /// - Parameters:
    ///   - schemes: Those of the URLs that it may be used for.
    ///   - ticket: Names the transfer it is for; nil for a session with a mail server.
    ///   - trust: The certificates to trust; nil for the library's own.
    init?(schemes: String, ticket: UInt64? = nil, trust: TrustedCertificates?) {
        guard let pointer = unsafe curl_easy_init() else {
            unsafe explanationText.deallocate()
            return nil
        }
        unsafe self.pointer = pointer
        self.ticket = ticket
        self.trust = trust
        unsafe explanationText.initialize(repeating: 0)
        guard
            set(CURLOPT_PROTOCOLS_STR, schemes), set(CURLOPT_PROXY, ""), set(CURLOPT_NOSIGNAL, 1),
            // A name that is slow to resolve must not hold up the thread when its exchange is given up.
            set(CURLOPT_QUICK_EXIT, 1),
            set(CURLOPT_SSL_VERIFYPEER, 1), set(CURLOPT_SSL_VERIFYHOST, 2),
            set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
            unsafe set(CURLOPT_ERRORBUFFER, explanationText.baseAddress),
            unsafe set(CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
        else { return nil }
        if let trust, unsafe !trust.apply(to: pointer) { return nil }
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe explanationText.deallocate()
    }

    /// The one whose pointer the library has told.
    static func from(_ pointer: UnsafeMutableRawPointer) -> CurlHandle? {
        guard let context = unsafe fanfare_curl_private(pointer) else { return nil }
        return unsafe Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// What the library says about a failure; empty for nothing.
    var explanation: String { unsafe explanationText.baseAddress.map { unsafe String(cString: $0) } ?? "" }

    func set(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe fanfare_curl_set_long(pointer, option, value) == CURLE_OK
    }

    func set(_ option: CURLoption, _ value: String) -> Bool {
        unsafe fanfare_curl_set_text(pointer, option, value) == CURLE_OK
    }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) -> Bool {
        unsafe fanfare_curl_set_pointer(pointer, option, value) == CURLE_OK
    }
}
