import Foundation

// Usage: Benchmarks [scale] runs everything; each scenario in a process of its own, so that its memory is its own.
// Benchmarks <scenario> <store> <scale> runs one and prints its measurement as JSON; the store is memory, sqlite, or the
// URL of a Postgres database that may be filled. What Postgres itself costs is not in the figures.
// Benchmarks senders [scale] compares the senders alone, APNs and FCM, with h2load.
// Benchmarks mail [scale] compares mail with Python's smtplib.

func run(_ scenario: Scenario, on store: String, scale: Double) async throws {
    let workload = try await Workload.open(store)
    let measurement = try await scenario.run(on: workload, scale: scale)
    try await workload.close()
    print(String(decoding: try JSONEncoder().encode(measurement), as: UTF8.self))
}

/// Runs this program anew and reads what it measured.
func measure(_ arguments: [String]) throws -> Measurement {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let result = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Measurement.self, from: result)
}

func padded(_ text: String, _ width: Int, right: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return right ? padding + text : text + padding
}

func line(_ title: String, _ store: String, _ measurement: Measurement) {
    print(
        padded(title, 44, right: false),
        padded(store, 9, right: false),
        padded(String(measurement.count), 11),
        padded(String(Int(measurement.perSecond)), 10),
        padded(String(format: "%.2f", measurement.cpuPerHundredThousand), 11),
        padded(String(Int(measurement.peakMegabytes)), 8)
    )
}

/// A sender beside h2load, in turns on the same peer.
func compareSenders<Kind: Sender>(_ kind: Kind.Type, scale: Double) throws {
    let peer = try PushPeer.start(allowing: Kind.allowedStreams)
    defer { try? peer.stop() }
    let count = Int(200_000 * scale)
    let place = ["\(peer.port)", peer.certificate.path]
    for (connections, streams) in Kind.runs {
        let name = "\(streams) at once on \(connections == 1 ? "one connection" : "each of \(connections)")"
        let yardstick = try H2Load.measure(
            Kind.yardstick,
            connections: connections,
            streams: streams,
            count: count,
            port: peer.port,
            folder: peer.certificate.deletingLastPathComponent()
        )
        line("h2load, \(name)", "", yardstick)
        let own = try measure(
            ["sender", Kind.name, "\(connections)", "\(connections * streams)", "\(count)"] + place
        )
        line("\(Kind.title), \(name)", "", own)
    }
}

/// The whole way with a sender at its end. It comes after the comparisons: what children took most is one figure for all.
func comparePipelines<Kind: Sender>(_ kind: Kind.Type, scale: Double) throws {
    let peer = try PushPeer.start(allowing: Kind.allowedStreams)
    defer { try? peer.stop() }
    for store in ["memory", "sqlite"] {
        let count = "\(Int(200_000 * scale))"
        let own = try measure(["push", Kind.name, store, count, "\(peer.port)", peer.certificate.path])
        line("pipeline with \(Kind.title)", store, own)
    }
}

/// Mail beside smtplib, in turns on the same server.
func compareMail(scale: Double) throws {
    let peer = try MailPeer.start()
    defer { peer.stop() }
    let count = Int(10_000 * scale)
    let yardstick = try MailRun(connections: 1, count: count).measureSMTPLib(port: peer.port)
    line("smtplib, one connection", "", yardstick)
    for connections in [1, 4] {
        let name = connections == 1 ? "one connection" : "\(connections) connections"
        line("MailChannel, \(name)", "", try measure(["mail", "\(connections)", "\(count)", "\(peer.port)"]))
    }
}

/// Measures a sender as the arguments after its name say.
func measure<Kind: Sender>(_ kind: Kind.Type, _ arguments: [String]) async throws -> Measurement {
    let numbers = arguments.compactMap { Int($0) }
    guard let certificate = arguments.last, let port = numbers.last.flatMap({ UInt16(exactly: $0) }) else {
        throw WrongUsage()
    }
    if numbers.count == 4 {
        let run = SenderRun(connections: numbers[0], concurrency: numbers[1], count: numbers[2])
        return try await run.measure(kind, port: port, certificate: certificate)
    }
    guard numbers.count == 2 else { throw WrongUsage() }
    let workload = try await Workload.open(arguments[0])
    let measurement = try await Scenario.push(kind, numbers[0], on: workload, port: port, certificate: certificate)
    try await workload.close()
    return measurement
}

struct WrongUsage: Error {}

let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 3, let scenario = Scenario(rawValue: arguments[1]), let scale = Double(arguments[3]) {
    try await run(scenario, on: arguments[2], scale: scale)
} else if arguments.count > 2, let task = arguments.first, ["sender", "push"].contains(task) {
    let rest = Array(arguments.dropFirst(2))
    let isFCM = arguments.dropFirst().first == FCMSender.name
    let measurement = try await isFCM ? measure(FCMSender.self, rest) : measure(APNsSender.self, rest)
    print(String(decoding: try JSONEncoder().encode(measurement), as: UTF8.self))
} else if arguments.count == 4, arguments.first == "mail" {
    let numbers = arguments.compactMap { Int($0) }
    guard numbers.count == 3, let port = UInt16(exactly: numbers[2]) else { throw WrongUsage() }
    let measurement = try await MailRun(connections: numbers[0], count: numbers[1]).measure(port: port)
    print(String(decoding: try JSONEncoder().encode(measurement), as: UTF8.self))
} else if arguments.first == "mail" {
    try compareMail(scale: arguments.dropFirst().first.flatMap(Double.init) ?? 1)
} else if arguments.first == "senders" {
    let scale = arguments.dropFirst().first.flatMap(Double.init) ?? 1
    try compareSenders(APNsSender.self, scale: scale)
    try compareSenders(FCMSender.self, scale: scale)
    try comparePipelines(APNsSender.self, scale: scale)
    try comparePipelines(FCMSender.self, scale: scale)
} else {
    let scale = arguments.first.flatMap(Double.init) ?? 1
    print(
        padded("", 44, right: false),
        padded("store", 9, right: false),
        padded("deliveries", 11),
        padded("per s", 10),
        padded("CPU s/100k", 11),
        padded("peak MB", 8)
    )
    let peer = try PostgresPeer.start()
    defer { try? peer.stop() }
    for scenario in Scenario.allCases {
        let postgres = peer.url(schema: scenario.rawValue)
        for (name, store) in [("memory", "memory"), ("sqlite", "sqlite"), ("postgres", postgres)] {
            line(scenario.title, name, try measure([scenario.rawValue, store, String(scale)]))
        }
    }
}
