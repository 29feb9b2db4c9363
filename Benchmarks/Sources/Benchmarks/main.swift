import Foundation

// Usage: Benchmarks [scale] runs everything; each scenario in a process of its own, so that its memory is its own.
// Benchmarks <scenario> <store> <scale> runs one and prints its measurement as JSON.

func run(_ scenario: Scenario, on store: String, scale: Double) async throws {
    let workload = try await Workload.open(store)
    let measurement = try await scenario.run(on: workload, scale: scale)
    try await workload.close()
    print(String(decoding: try JSONEncoder().encode(measurement), as: UTF8.self))
}

func measure(_ scenario: Scenario, on store: String, scale: Double) throws -> Measurement {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [scenario.rawValue, store, String(scale)]
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

let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 3, let scenario = Scenario(rawValue: arguments[1]), let scale = Double(arguments[3]) {
    try await run(scenario, on: arguments[2], scale: scale)
} else {
    let scale = arguments.first.flatMap(Double.init) ?? 1
    print(
        padded("", 44, right: false),
        padded("store", 7, right: false),
        padded("deliveries", 11),
        padded("per s", 10),
        padded("CPU s/100k", 11),
        padded("peak MB", 8)
    )
    for scenario in Scenario.allCases {
        for store in ["memory", "sqlite"] {
            let measurement = try measure(scenario, on: store, scale: scale)
            print(
                padded(scenario.title, 44, right: false),
                padded(store, 7, right: false),
                padded(String(measurement.count), 11),
                padded(String(Int(measurement.perSecond)), 10),
                padded(String(format: "%.2f", measurement.cpuPerHundredThousand), 11),
                padded(String(Int(measurement.peakMegabytes)), 8)
            )
        }
    }
}
