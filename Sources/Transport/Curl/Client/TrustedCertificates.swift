internal import CCurl
internal import FoundationEssentials

/// The certificates of the system together with those of a file, in memory: libcurl takes either its own file or another.
@safe final class TrustedCertificates {
    /// The PEM texts.
    let bytes: UnsafeMutableRawBufferPointer

    /// - Parameter file: The path of a PEM file.
    /// - Throws: ``CurlFailure`` of the kind `misconfigured` if it has no certificate.
    init(besideSystem file: String) throws(CurlFailure) {
        guard let own = FileManager.default.contents(atPath: file), own.firstRange(of: Self.beginning) != nil else {
            let detail = "no certificate can be read from the file \(file)"
            throw CurlFailure(.misconfigured, .unusableCertificates, detail: detail)
        }
        let all = Self.system + Data("\n".utf8) + own
        unsafe bytes = .allocate(byteCount: all.count, alignment: 1)
        unsafe bytes.copyBytes(from: all)
    }

    deinit { unsafe bytes.deallocate() }

    /// Lets a handle trust them, which must not outlive this.
    func apply(to handle: UnsafeMutableRawPointer) -> Bool {
        unsafe fanfare_curl_set_trusted(handle, bytes.baseAddress, bytes.count) == CURLE_OK
    }

    private static let beginning = Data("-----BEGIN ".utf8)

    /// What the library would trust by itself. A system without certificates is found out by the first handshake.
    private static var system: Data {
        guard let handle = unsafe curl_easy_init() else { return Data() }
        defer { unsafe curl_easy_cleanup(handle) }
        guard let path = unsafe fanfare_curl_system_certificates(handle) else { return Data() }
        return unsafe FileManager.default.contents(atPath: String(cString: path)) ?? Data()
    }
}
