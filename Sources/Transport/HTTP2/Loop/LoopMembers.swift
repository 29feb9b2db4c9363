/// The members of one loop. It exists on the loop's thread only, as they do.
package final class LoopMembers {
    private(set) var all: [any LoopMember] = []

    /// The time, read once in each turn.
    package internal(set) var now: ContinuousClock.Instant = .now

    init() {}

    /// Watches a member from now on.
    package func add(_ member: any LoopMember) { all.append(member) }

    /// Forgets a member. It may still be woken in the turn that is under way.
    package func remove(_ member: any LoopMember) { all.removeAll { $0 === member } }
}
