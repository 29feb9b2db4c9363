import FanfareHTTP2
import Foundation
import TestPrograms

/// A socket that listens on a port of its own and never takes a connection.
func silentListener() throws -> (Socket, UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let listener = Socket(adopting: descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    unsafe address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
                && getsockname(descriptor, address, &size) == 0
        }
    }
    guard bound else { throw ChildProcess.Failure(text: "no port") }
    return (listener, UInt16(bigEndian: address.sin_port))
}

/// A port where nobody listens: it was free a moment ago.
func unusedEndpoint() throws -> HTTP2Endpoint {
    HTTP2Endpoint(host: "127.0.0.1", port: try silentListener().1, isSecure: false)
}
