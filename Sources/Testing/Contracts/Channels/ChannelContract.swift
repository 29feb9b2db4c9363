public import FanfareCore

/// What every channel must do, as named cases.
///
/// ```swift
/// @Test(arguments: ChannelContract.allCases)
/// func `the pager keeps the contract of channels`(_ requirement: ChannelContract) async throws {
///     try await requirement.verify(pager)
/// }
/// ```
public enum ChannelContract: String, CaseIterable, Sendable, CustomStringConvertible {
    case nameIsPlain = "the name is made of a-z, 0-9, dots and hyphens"
    case hasRoom = "it takes one delivery at once at least"
    case messageSurvivesStorage = "a message that is stored and read again is the same message"
    case acceptsItsMessages = "it accepts its own message, and what becomes of it when stored"
    case preparesItsMessages = "it makes its own message ready"
    case answers = "it answers each delivery in time, and throws only when nothing was sent"
    case keepsSecrets = "no reason shows an address or a text of the message"
    case takesManyAtOnce = "it answers as many deliveries at once as it says it takes"
    case stopsWhenCancelled = "a delivery that is cancelled ends in time"
    case shutsDown = "it shuts down in time, used or not"

    /// What the case requires, in a sentence.
    public var description: String { rawValue }

    /// Checks that a channel fulfils this requirement.
    ///
    /// - Parameter specimen: The channel and something to send with it.
    /// - Throws: ``ContractViolation`` if it does not.
    public func verify(_ specimen: ChannelSpecimen<some Channel>) async throws {
        let bench = ChannelBench(specimen: specimen, channel: try await specimen.make())
        try require(!specimen.routes.isEmpty, "the specimen has a route")
        switch self {
        case .nameIsPlain: try bench.nameIsPlain()
        case .hasRoom: try bench.hasRoom()
        case .messageSurvivesStorage: try bench.messageSurvivesStorage()
        case .acceptsItsMessages: try bench.acceptsItsMessages()
        case .preparesItsMessages: _ = try bench.prepared()
        case .answers: try await bench.answers()
        case .keepsSecrets: try await bench.keepsSecrets()
        case .takesManyAtOnce: try await bench.takesManyAtOnce()
        case .stopsWhenCancelled: try await bench.stopsWhenCancelled()
        case .shutsDown: try await bench.shutsDown()
        }
        if self != .shutsDown { try await bench.shutDown() }
    }
}
