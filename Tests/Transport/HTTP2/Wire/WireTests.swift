import Testing

/// The tests with real servers, one after the other: their time limits are about the client, not about a busy machine.
@Suite(.serialized, .timeLimit(.minutes(1)))
enum WireTests {}
