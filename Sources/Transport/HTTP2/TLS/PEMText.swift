internal import COpenSSL

/// A PEM text that is being read from its beginning to its end.
@safe struct PEMText: ~Copyable {
    private let source: OpaquePointer?
    // The library reads from this buffer and does not copy it.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) {
        unsafe bytes = .allocate(capacity: max(text.utf8.count, 1))
        unsafe _ = bytes.initialize(from: text.utf8)
        unsafe source = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: text.utf8.count))
    }

    deinit {
        unsafe BIO_free(source)
        unsafe bytes.deallocate()
    }

    /// The next certificate, which the caller frees; nil when there is none that can be read.
    func certificate() -> OpaquePointer? { unsafe PEM_read_bio_X509(source, nil, nil, nil) }

    /// The next key, which the caller frees. A key with a password is refused, not asked for.
    func key() -> OpaquePointer? { unsafe PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil) }
}
