internal import CCurl
internal import FanfareSigning

/// The library's own affairs.
enum CurlLibrary {
    /// Initialises the library exactly once, at first use.
    ///
    /// OpenSSL comes first: libcurl would initialise it with an exit handler, which races with threads that still use it.
    static let isReady = OpenSSL.isReady && fanfare_curl_initialize() == CURLE_OK
}
