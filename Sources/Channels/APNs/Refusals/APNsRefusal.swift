internal import FanfareCore
import FanfareHTTP2
internal import FoundationEssentials

/// An answer of APNs that is no acceptance.
///
/// The status is always kept; a body that cannot be read, or says something new, takes nothing away from it.
struct APNsRefusal: Hashable, Sendable {
    /// The HTTP status.
    let status: Int
    /// The reason in Apple's words: letters and digits only, and not more of them than a reason has.
    let reason: String?
    /// When APNs found the token no longer valid. Only a 410 says so, and not every one; it is never made up.
    let timestamp: Timestamp?
    /// How long to wait at least, if the answer says so.
    let retryAfter: Duration?
    /// The server's own time, if the answer says so.
    let date: Timestamp?
    /// What to do about it.
    let reaction: APNsReaction

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - response: The answer; its status is not one of acceptance.
    ///   - now: The time, for a `retry-after` that is a date.
    init(_ response: HTTP2Response, now: Timestamp) {
        let body = Body(json: response.body)
        status = response.status
        reason = body.reason.flatMap(Self.sanitized)
        timestamp = response.status == 410 ? body.timestamp.map(Timestamp.init(millisecondsSinceEpoch:)) : nil
        retryAfter = response.retryAfter(now: now)
        date = response.date
        reaction = Self.reaction(to: response.status, reason)
    }

    /// What a provider sends is shown to people and must neither flood nor forge a log.
    private static func sanitized(_ reason: String) -> String? {
        let letters = reason.unicodeScalars.prefix(256).filter {
            $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        return letters.isEmpty ? nil : String(String.UnicodeScalarView(letters.prefix(64)))
    }
}

extension APNsRefusal {
    /// What is wrong with the configuration, if that is why APNs closes a connection.
    ///
    /// - Parameter debugData: What came with the GOAWAY: JSON with a reason, as in a refusal.
    static func configurationFault(_ debugData: [UInt8]) -> String? {
        guard let reason = Body(json: debugData).reason.flatMap(sanitized) else { return nil }
        return table.contains { $0.kind.reason == reason && $0.reaction == .pause } ? reason : nil
    }

    /// The body of a refusal, as far as it can be read.
    private struct Body: Decodable {
        var reason: String?
        var timestamp: Int64?

        private enum CodingKeys: CodingKey {
            case reason, timestamp
        }

        init(json: [UInt8]) {
            guard let body = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return }
            self = body
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            reason = try? container.decode(String.self, forKey: .reason)
            timestamp = try? container.decode(Int64.self, forKey: .timestamp)
        }
    }
}
