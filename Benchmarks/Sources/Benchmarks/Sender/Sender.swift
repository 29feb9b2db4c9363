import FanfareCore
import Foundation

/// A push channel that is measured, and the request by which h2load does the same.
protocol Sender {
    associatedtype Carrier: Channel

    /// What it is called on the command line.
    static var name: String { get }
    /// How many connections, and how many requests at once on each.
    static var runs: [(connections: Int, streams: Int)] { get }
    /// How many requests at once the peer allows on a connection.
    static var allowedStreams: Int { get }
    static var route: Route { get }
    static var message: Carrier.Message { get }

    /// A channel to a peer on this machine, with a key made for this run.
    static func channel(port: UInt16, certificate: String, connections: Int) throws -> Carrier

    /// What h2load is to send: path, header fields, body.
    static var yardstick: Yardstick { get }
}

/// A request of h2load's.
struct Yardstick {
    let path: String
    let fields: [String]
    let body: String
}

extension Sender {
    static var title: String { String(describing: Carrier.self) }
}
