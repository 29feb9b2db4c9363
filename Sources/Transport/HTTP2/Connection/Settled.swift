/// The requests of a pool whose callers are to be resumed at the end of the turn: all at once, and not before what the pool
/// says about itself is up to date.
final class Settled {
    var exchanges: [Exchange] = []

    func resumeCallers() {
        for exchange in exchanges { exchange.resumeCaller() }
        exchanges.removeAll(keepingCapacity: true)
    }
}
