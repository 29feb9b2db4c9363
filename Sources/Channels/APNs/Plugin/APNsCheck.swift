import FanfareCore
import FanfareHTTP2

/// Tries a configuration without sending anything.
struct APNsCheck {
    let configuration: APNsConfiguration
    let clock: any WallClock
    /// Connects to a server, and gives back the time it says it is, if it says so. Throws `HTTP2Failure`.
    let connect: @Sendable (HTTP2Endpoint) async throws -> Timestamp?

    /// A provider token is refused when its time is an hour off (Apple, "Establishing a token-based connection to APNs").
    /// It is used for 50 minutes.
    private static let tolerance = Duration.seconds(300)

    /// One finding for each credential, for the clock if it is wrong, and for each server.
    func findings() async -> [CheckFinding] {
        var findings = configuration.credentials
            .sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Self.finding($0.value, named: $0.key.rawValue) }
        // The year this was written.
        if clock.now < Timestamp(secondsSinceEpoch: 1_767_225_600) {
            findings.append(CheckFinding("clock", .misconfigured, detail: "this machine's clock is years behind"))
        }
        var tried: Set<HTTP2Endpoint> = []
        for environment in [DeviceEnvironment.production, .sandbox] {
            do throws(APNsConfigurationError) {
                let endpoint = try configuration.endpoint(for: environment)
                if tried.insert(endpoint).inserted { findings += await self.findings(about: endpoint, environment) }
            } catch {
                findings.append(CheckFinding(error.field, .misconfigured, detail: error.problem))
            }
        }
        return findings
    }

    private static func finding(_ credential: APNsCredential, named name: String) -> CheckFinding {
        let subject = "credential \(name)"
        do {
            for key in [credential.key, credential.sandboxKey].compactMap(\.self) { _ = try key.signingKey() }
        } catch {
            return CheckFinding(subject, .misconfigured, detail: "\(error)")
        }
        let key = credential.key
        let detail = "key \(key.keyID) of team \(key.teamID) signs for \(credential.topic)"
        let sandbox = credential.sandboxKey.map { ", key \($0.keyID) for the sandbox" } ?? ""
        return CheckFinding(subject, .works, detail: detail + sandbox)
    }

    private func findings(about server: HTTP2Endpoint, _ environment: DeviceEnvironment) async -> [CheckFinding] {
        let subject = "\(environment.rawValue) \(server.host):\(server.port)"
        do {
            let time = try await connect(server)
            let connected = CheckFinding(subject, .works, detail: "connected with HTTP/2")
            guard let time, let skew = skew(from: time) else { return [connected] }
            return [connected, CheckFinding("clock", .misconfigured, detail: "\(skew) \(server.host)'s")]
        } catch let failure as HTTP2Failure {
            let result: CheckFinding.Result = failure.kind == .misconfigured ? .misconfigured : .unreachable
            return [CheckFinding(subject, result, detail: failure.reason.description)]
        } catch {
            return [CheckFinding(subject, .unreachable, detail: "could not connect")]
        }
    }

    /// In words, if it is more than what a network can explain.
    private func skew(from time: Timestamp) -> String? {
        let now = clock.now
        let distance = min(time, now).duration(to: max(time, now))
        guard distance > Self.tolerance else { return nil }
        let minutes = Int64(distance.inSeconds / 60)
        return "this machine's clock is \(minutes) minutes \(now > time ? "ahead of" : "behind")"
    }
}
