import Foundation

/// What a piece of work cost this process.
struct Measurement: Codable {
    let count: Int
    let wallSeconds: Double
    let cpuSeconds: Double
    /// The most memory the process has had resident so far, in megabytes.
    let peakMegabytes: Double

    static func of(_ count: Int, _ work: () async throws -> Void) async rethrows -> Measurement {
        let clock = ContinuousClock()
        let (cpu, start) = (Self.cpuSeconds(), clock.now)
        try await work()
        return Measurement(
            count: count,
            wallSeconds: start.duration(to: clock.now) / .seconds(1),
            cpuSeconds: Self.cpuSeconds() - cpu,
            peakMegabytes: Double(usage().ru_maxrss) / 1024
        )
    }

    var perSecond: Double { Double(count) / wallSeconds }
    var cpuPerHundredThousand: Double { cpuSeconds / Double(count) * 100_000 }

    /// The same of a program that `work` runs and waits for.
    static func ofChild<Result>(
        _ count: Int,
        _ work: () throws -> Result
    ) rethrows -> (measurement: Measurement, result: Result) {
        let clock = ContinuousClock()
        let (cpu, start) = (Self.cpuSeconds(ofChildren: true), clock.now)
        let result = try work()
        let measurement = Measurement(
            count: count,
            wallSeconds: start.duration(to: clock.now) / .seconds(1),
            cpuSeconds: Self.cpuSeconds(ofChildren: true) - cpu,
            peakMegabytes: Double(usage(ofChildren: true).ru_maxrss) / 1024
        )
        return (measurement, result)
    }

    private static func usage(ofChildren: Bool = false) -> rusage {
        var usage = rusage()
        let who = ofChildren ? RUSAGE_CHILDREN : RUSAGE_SELF
        #if os(Linux)
            getrusage(__rusage_who_t(who.rawValue), &usage)
        #else
            getrusage(who, &usage)
        #endif
        return usage
    }

    private static func cpuSeconds(ofChildren: Bool = false) -> Double {
        let usage = usage(ofChildren: ofChildren)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
