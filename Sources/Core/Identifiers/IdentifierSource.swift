import FoundationEssentials
import Synchronization

/// Makes UUIDv7 identifiers that never go backwards (RFC 9562, section 6.2, method 1).
///
/// The 12 bits after the milliseconds count up within one millisecond, and a clock that is set back is ignored
/// until it has caught up: identifiers made by one source are strictly increasing.
public final class IdentifierSource: Sendable {
    private struct State {
        var millisecond: Int64 = 0
        var counter: UInt16 = 0
        var generator: any RandomNumberGenerator & Sendable
    }

    private let clock: any WallClock
    private let state: Mutex<State>

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - clock: Where the identifiers' milliseconds come from.
    ///   - generator: Where their random bits come from.
    public init(
        clock: some WallClock = .system,
        generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.clock = clock
        self.state = Mutex(State(generator: generator))
    }

    /// A new identifier.
    public func next<ID: Identifier>(_ type: ID.Type = ID.self) -> ID { ID(rawValue: next()) }

    private func next() -> UUID {
        let now = clock.now.millisecondsSinceEpoch
        let (millisecond, counter, random) = state.withLock { state in
            if now > state.millisecond {
                state.millisecond = now
                // Starting low leaves room to count; 4,096 in one millisecond borrow from the next.
                state.counter = 0
            } else if state.counter == 0xFFF {
                state.millisecond += 1
                state.counter = 0
            } else {
                state.counter += 1
            }
            return (UInt64(bitPattern: state.millisecond), state.counter, state.generator.next())
        }
        func byte(_ value: UInt64, _ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
        return UUID(
            uuid: (
                byte(millisecond, 40), byte(millisecond, 32), byte(millisecond, 24), byte(millisecond, 16),
                byte(millisecond, 8), byte(millisecond, 0),
                0x70 | UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter),
                0x80 | (byte(random, 56) & 0x3F), byte(random, 48), byte(random, 40), byte(random, 32),
                byte(random, 24), byte(random, 16), byte(random, 8), byte(random, 0)
            )
        )
    }
}
