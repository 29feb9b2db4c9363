internal import FanfareCore
import Synchronization

/// The access tokens of one service account: at any time there is one, and all requests use it.
///
/// A token is fetched when it is first needed, and by one request to Google however many need it. It is renewed in the
/// background before its life ends, so that no push waits for it.
final class AccessTokens: Sendable {
    /// A token as Google gives it out.
    struct Grant: Hashable, Sendable {
        let token: Secret<String>
        let lifetime: Duration
    }

    private typealias Waiting = CheckedContinuation<AccessToken, any Error>

    private struct State {
        var schedule = AccessTokenSchedule()
        var token: AccessToken?
        var isFetching = false
        var failure: AccessTokenFailure?
        var waiting: [UInt64: Waiting] = [:]

        /// The token, if it may be used.
        mutating func usable(at now: Timestamp) -> AccessToken? { schedule.isUsable(at: now) ? token : nil }

        /// The token that follows the one there is.
        func token(for grant: Grant) throws(AccessTokenFailure) -> AccessToken {
            do {
                return try AccessToken(grant.token.reveal(), generation: (token?.generation ?? 0) + 1)
            } catch {
                throw AccessTokenFailure(.unavailable, "token-unavailable", "the access token cannot be in a header")
            }
        }

        /// Whether to fetch one now. If so, somebody has to.
        mutating func beginsFetching(at now: Timestamp) -> Bool {
            guard !isFetching, schedule.isDue(at: now) else { return false }
            isFetching = true
            return true
        }
    }

    private let clock: any WallClock
    private let grant: @Sendable () async throws(AccessTokenFailure) -> Grant
    private let state = Mutex(State())
    private let tickets = Atomic<UInt64>(0)

    /// - Parameter grant: Asks Google for a token.
    init(clock: any WallClock, grant: @escaping @Sendable () async throws(AccessTokenFailure) -> Grant) {
        self.clock = clock
        self.grant = grant
    }

    /// The token to use now.
    ///
    /// - Throws: ``AccessTokenFailure`` if there is none; `CancellationError`.
    func current() async throws -> AccessToken {
        let now = clock.now
        let (token, fetches) = state.withLock { state in
            let token = state.usable(at: now)
            return (token, token != nil && state.beginsFetching(at: now))
        }
        if fetches { fetch() }
        if let token { return token }
        return try await next()
    }

    /// The token to use instead of one that FCM refused.
    ///
    /// - Returns: nil if none is fetched, because one was for the same reason a short while ago.
    /// - Throws: ``AccessTokenFailure`` if there is none; `CancellationError`.
    func replacement(for refused: AccessToken) async throws -> AccessToken? {
        let now = clock.now
        let isOver = state.withLock { state in
            guard state.token?.generation == refused.generation, state.usable(at: now) != nil else { return false }
            guard state.schedule.mayReplace(at: now) else { return true }
            state.schedule.refused(at: now)
            return false
        }
        return isOver ? nil : try await next()
    }

    /// Waits for a token that may be used.
    private func next() async throws -> AccessToken {
        let ticket = tickets.add(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                let now = clock.now
                let (result, fetches) = state.withLock { state -> (Result<AccessToken, any Error>?, Bool) in
                    if Task.isCancelled { return (.failure(CancellationError()), false) }
                    // What was waited for may have come in the meantime.
                    if let token = state.usable(at: now) { return (.success(token), false) }
                    let fetches = state.beginsFetching(at: now)
                    if !state.isFetching, var failure = state.failure {
                        failure.after = state.schedule.rest(at: now)
                        return (.failure(failure), false)
                    }
                    state.waiting[ticket] = waiting
                    return (nil, fetches)
                }
                if let result { waiting.resume(with: result) }
                if fetches { fetch() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(throwing: CancellationError())
        }
    }

    /// Fetches a token, in a task of its own: those who wait for it may give up, others wait on.
    private func fetch() {
        Task {
            let beginning = clock.now
            let result: Result<Grant, AccessTokenFailure>
            do throws(AccessTokenFailure) {
                result = .success(try await grant())
            } catch {
                result = .failure(error)
            }
            finish(result, begunAt: beginning)
        }
    }

    private func finish(_ result: Result<Grant, AccessTokenFailure>, begunAt beginning: Timestamp) {
        let now = clock.now
        let (outcome, waiting) = state.withLock { state in
            state.isFetching = false
            let outcome: Result<AccessToken, any Error>
            do throws(AccessTokenFailure) {
                let grant = try result.get()
                let token = try state.token(for: grant)
                state.token = token
                state.failure = nil
                state.schedule.fetched(lifetime: grant.lifetime, beginning: beginning, at: now)
                outcome = .success(token)
            } catch {
                var failure = error
                state.schedule.failed(askingFor: failure.after, at: now)
                failure.after = state.schedule.rest(at: now)
                state.failure = failure
                outcome = .failure(failure)
            }
            defer { state.waiting = [:] }
            return (outcome, state.waiting.values)
        }
        for waiting in waiting { waiting.resume(with: outcome) }
    }
}
