/// The memory one connection reads into.
@safe struct InputBuffer: ~Copyable {
    let bytes: UnsafeMutableRawBufferPointer

    // A TLS record holds no more, and a read returns one.
    init() { unsafe bytes = .allocate(byteCount: 16 * 1024, alignment: 16) }

    deinit { unsafe bytes.deallocate() }
}
