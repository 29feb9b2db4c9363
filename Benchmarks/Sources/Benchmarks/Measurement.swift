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
        let wall = start.duration(to: clock.now).components
        return Measurement(
            count: count,
            wallSeconds: Double(wall.seconds) + Double(wall.attoseconds) / 1e18,
            cpuSeconds: Self.cpuSeconds() - cpu,
            peakMegabytes: Double(usage().ru_maxrss) / 1024
        )
    }

    var perSecond: Double { Double(count) / wallSeconds }
    var cpuPerHundredThousand: Double { cpuSeconds / Double(count) * 100_000 }

    private static func usage() -> rusage {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage
    }

    private static func cpuSeconds() -> Double {
        let usage = usage()
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
