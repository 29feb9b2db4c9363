internal import FanfareCore
import FanfareSigning
import Synchronization

/// The tokens of one key: at any time there is one, and all connections in all environments use it.
///
/// A token is made when it is first needed, and by whoever needs it first; the others wait for the tenth of a millisecond
/// that takes. So however many requests are refused as expired at once, one token is made.
final class ProviderTokens: Sendable {
    private struct State {
        var schedule = ProviderTokenSchedule()
        var token: ProviderToken?
    }

    /// What Apple wants a token to say, and nothing more.
    private struct Claims: Encodable {
        let iss: String
        let iat: Int64
    }

    private let key: SigningKey
    private let keyID: String
    private let teamID: String
    private let clock: any WallClock
    private let state = Mutex(State())

    init(key: SigningKey, keyID: String, teamID: String, clock: any WallClock) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.clock = clock
    }

    /// The token to use now.
    ///
    /// - Throws: `KeyError` if OpenSSL cannot sign.
    func current(at now: Timestamp) throws -> ProviderToken {
        return try state.withLock { state in
            let isDue = state.schedule.isDue(at: now)
            if let token = state.token, !isDue { return token }
            return try issue(&state, now, asReplacement: false)
        }
    }

    /// The token to use instead of one that was refused as expired.
    ///
    /// - Returns: nil if none is made, because one was made for the same reason a short while ago.
    /// - Throws: `KeyError` if OpenSSL cannot sign.
    func replacement(for refused: ProviderToken) throws -> ProviderToken? {
        let now = clock.now
        return try state.withLock { state in
            if let token = state.token, token.generation != refused.generation { return token }
            guard state.schedule.mayReplace(at: now) else { return nil }
            return try issue(&state, now, asReplacement: true)
        }
    }

    private func issue(_ state: inout State, _ now: Timestamp, asReplacement: Bool) throws -> ProviderToken {
        let claims = Claims(iss: teamID, iat: now.millisecondsSinceEpoch / 1000)
        let token = try ProviderToken(
            authorization: "bearer " + key.token(claims, keyID: keyID),
            generation: (state.token?.generation ?? 0) + 1
        )
        state.token = token
        state.schedule.issued(at: now, asReplacement: asReplacement)
        return token
    }
}
