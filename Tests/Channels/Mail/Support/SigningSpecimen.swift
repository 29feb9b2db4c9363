import FanfareCore
import Foundation

@testable import FanfareMail

/// The example key of RFC 8463, A.2, which is published and worth nothing.
enum SigningSpecimen {
    static let selector = "brisbane"
    static let publicKey = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="

    static var privateKey: String {
        // A PrivateKeyInfo (RFC 8410, 7) is this and the 32 bytes.
        let start: [UInt8] = [0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]
        let seed = Data(base64Encoded: "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=") ?? Data()
        let base64 = (Data(start) + seed).base64EncodedString()
        return "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
    }

    static func ed25519() throws -> DKIMSigner {
        try DKIMSigner(domain: "example.com", selector: selector, key: Secret(privateKey))
    }
}
