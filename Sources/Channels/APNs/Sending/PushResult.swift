internal import FanfareCore

/// What came of a push that was put to a gateway.
enum PushResult: Hashable, Sendable {
    /// APNs accepted it, under this id.
    case accepted(String)
    /// APNs refused it.
    case refused(APNsRefusal)
    /// Neither: no answer, or no request.
    case outcome(DeliveryOutcome)
}
