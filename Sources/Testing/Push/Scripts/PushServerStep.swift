/// Something the server does. A closed set: a script is made of these.
///
/// Steps are done in order, for the requests that are at hand: as a reaction to a request that request, as the course of a
/// connection those that were waited for with ``expect(_:)`` and have had no answer.
public enum PushServerStep<Answer: PushServerAnswer>: Hashable, Sendable {
    /// Judges the requests at hand as the service would: the answer is that of their fault, or that of success.
    case serve
    /// Gives an answer to the requests at hand, or to those with these places on the connection, counted from 1.
    case answer(Answer, to: [Int]? = nil)
    /// Resets the streams of the requests at hand (RST_STREAM).
    case reset(PushServerErrorCode)
    /// Lets the requests at hand, or those with these places on the connection, go without an answer for good.
    case ignore([Int]? = nil)

    /// Lets time pass before the steps after it; other requests and connections do not wait.
    case wait(Duration)
    /// Waits for so many requests more, which are at hand then. Of use in the course of a connection only.
    case expect(Int)
    /// Lets so many requests more be answered as they are without a course. Of use in the course of a connection only.
    case serveNext(Int)

    /// Changes how many streams may be open at once (SETTINGS_MAX_CONCURRENT_STREAMS).
    case allowStreams(UInt32)
    /// Announces the end of the connection. It stays open, until ``close`` or until the client closes it.
    case goAway(PushServerGoAway)
    /// Closes the connection in an orderly way.
    case close
    /// Drops the connection: a reset of TCP.
    case drop
    /// Drops the connection when the next request begins to arrive, before anything of it is looked at or recorded.
    case dropAtNextRequest
    /// Reads and writes nothing on the connection from now on, as if the network swallowed everything.
    case fallSilent
}
