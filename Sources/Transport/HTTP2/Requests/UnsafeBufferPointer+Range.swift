extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes lie in a range.
    ///
    /// It looks at all of them, whatever it finds, so that the compiler can take many at a time.
    func areAll(in range: ClosedRange<UInt8>) -> Bool {
        let span = range.upperBound - range.lowerBound
        var outside: UInt8 = 0
        for index in indices { outside |= unsafe self[index] &- range.lowerBound > span ? 1 : 0 }
        return outside == 0
    }
}
