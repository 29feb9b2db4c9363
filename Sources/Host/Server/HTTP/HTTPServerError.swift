/// Why a server did not start. Nothing is listening then.
struct HTTPServerError: Error, Equatable, CustomStringConvertible {
    /// What kind of failure it was.
    enum Code: Hashable, Sendable {
        /// Another socket listens on the address.
        case addressInUse
        /// The address does not belong to this machine.
        case addressNotAvailable
        /// The process may not use the port.
        case permissionDenied
        /// The system refused for another reason: its `errno`, or 0 when it gave none.
        case system(errno: Int32)
        /// The server was started before; a server starts once.
        case alreadyStarted
    }

    let code: Code
    let address: ListenAddress

    var description: String {
        switch code {
        case .addressInUse:
            "\(address) is in use: stop what listens there, or choose another port"
        case .addressNotAvailable:
            "\(address) is not an address of this machine: use 0.0.0.0 or [::] for all of its addresses"
        case .permissionDenied:
            "no permission to listen on \(address): choose a port from 1024"
        case .system(let errno):
            "cannot listen on \(address): errno \(errno)"
        case .alreadyStarted:
            "the server for \(address) was started before: make a new one"
        }
    }
}
