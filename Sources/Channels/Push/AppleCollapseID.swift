internal import FanfareCore

/// What Apple's systems know replaceable pushes by: the value of `apns-collapse-id`, whoever sends it.
package enum AppleCollapseID {
    /// Whether a text can be one: 1 to 64 bytes that a header can have ("Sending notification requests to APNs").
    package static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        let blank = UInt8(ascii: " ")
        return (1...64).contains(bytes.count) && bytes.first != blank && bytes.last != blank
            && bytes.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// A collapse key as a collapse id. One that is too long, or has characters no header has, is replaced by its digest:
    /// equal keys still replace each other.
    package static func make(from key: String) -> String {
        isValid(key) ? key : Fingerprint(of: key.utf8).rawValue
    }
}
