// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),  // SE-0443
]

extension Target {
    /// A module whose sources live in `Sources/<folder>`.
    static func module(_ name: String, in folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/\(folder)", swiftSettings: settings)
    }

    /// A library of the system: a module map and a header in `Sources/C/<name>`.
    static func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
        .systemLibrary(
            name: name,
            path: "Sources/C/\(name)",
            pkgConfig: pkgConfig,
            providers: [.apt([apt]), .brew([brew])]
        )
    }

    /// A program whose sources live in `folder`.
    static func program(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(name: name, dependencies: dependencies, path: folder, swiftSettings: settings)
    }

    /// Tests whose sources live in `Tests/<folder>`, the folder of the module they test. Files that are no sources, such as
    /// golden ones, are `excluded`: tests find them by their own path.
    static func tests(
        of module: String,
        in folder: String,
        _ dependencies: [Target.Dependency],
        excluding excluded: [String] = []
    ) -> Target {
        .testTarget(
            name: module + "Tests",
            dependencies: [.byName(name: module)] + dependencies,
            path: "Tests/\(folder)",
            exclude: excluded,
            swiftSettings: settings
        )
    }
}

let package = Package(
    name: "fanfare",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FanfareCore", targets: ["FanfareCore"]),
        .library(name: "FanfareAPNs", targets: ["FanfareAPNs"]),
        .library(name: "FanfareFCM", targets: ["FanfareFCM"]),
        .library(name: "FanfareLog", targets: ["FanfareLog"]),
        .library(name: "FanfareMail", targets: ["FanfareMail"]),
        .library(name: "FanfareMemory", targets: ["FanfareMemory"]),
        .library(name: "FanfarePostgres", targets: ["FanfarePostgres"]),
        .library(name: "FanfarePush", targets: ["FanfarePush"]),
        .library(name: "FanfareSQLite", targets: ["FanfareSQLite"]),
        .library(name: "FanfareHost", targets: ["FanfareHost"]),
        .library(name: "FanfareTesting", targets: ["FanfareTesting"]),
        .executable(name: "fanfare", targets: ["fanfare"]),
    ],
    targets: [
        .system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        .system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
        .system("CNGHTTP2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
        .system("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl@3"),
        .system("CPostgres", pkgConfig: "libpq", apt: "libpq-dev", brew: "libpq"),
        .system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),

        .module("FanfareCore", in: "Core"),
        .module("FanfareBlocking", in: "Transport/Blocking"),
        .module("FanfareSigning", in: "Transport/Signing", ["FanfareCore", "COpenSSL"]),
        .module(
            "FanfareHTTP2",
            in: "Transport/HTTP2",
            ["FanfareCore", "FanfareBlocking", "CNGHTTP2", "COpenSSL"]
        ),
        .module(
            "FanfareCurl",
            in: "Transport/Curl",
            ["FanfareCore", "FanfareBlocking", "FanfareSigning", "CCurl"]
        ),
        .module("FanfarePush", in: "Channels/Push", ["FanfareCore"]),
        .module(
            "FanfareAPNs",
            in: "Channels/APNs",
            ["FanfareCore", "FanfareHTTP2", "FanfarePush", "FanfareSigning"]
        ),
        .module(
            "FanfareFCM",
            in: "Channels/FCM",
            ["FanfareCore", "FanfareCurl", "FanfareHTTP2", "FanfarePush", "FanfareSigning"]
        ),
        .module("FanfareLog", in: "Channels/Log", ["FanfareCore"]),
        .module(
            "FanfareMail",
            in: "Channels/Mail",
            ["FanfareCore", "FanfareCurl", "FanfareSigning"]
        ),
        .module("FanfareMemory", in: "Stores/Memory", ["FanfareCore"]),
        .module("FanfarePostgres", in: "Stores/Postgres", ["FanfareCore", "FanfareBlocking", "CPostgres"]),
        .module("FanfareSQLite", in: "Stores/SQLite", ["FanfareCore", "FanfareBlocking", "CSQLite"]),
        .module("FanfareHost", in: "Host/Server", ["FanfareCore", "FanfareSigning", "CMicroHTTPD"]),
        .module("FanfareTesting", in: "Testing", ["FanfareCore", "FanfareHTTP2", "FanfareSigning"]),

        .program(
            "fanfare",
            in: "Sources/Host/Command",
            [
                "FanfareAPNs", "FanfareCore", "FanfareFCM", "FanfareHost", "FanfareLog", "FanfareMail",
                "FanfareMemory", "FanfarePostgres", "FanfareSQLite",
            ]
        ),

        .program("OrderShipped", in: "Examples/OrderShipped", ["FanfareCore", "FanfareLog", "FanfareMemory"]),

        // A host with one more channel, for the tests that need a process.
        .program(
            "RecordingHost",
            in: "Tests/Programs/RecordingHost",
            ["FanfareCore", "FanfareHost", "FanfarePostgres", "FanfareSQLite"]
        ),

        // Programs that run beside tests.
        .systemLibrary(name: "CSpawn", path: "Tests/C/CSpawn"),
        .target(
            name: "TestPrograms",
            dependencies: ["CSpawn"],
            path: "Tests/Support",
            exclude: ["Mail/mail_server.py"],
            swiftSettings: settings
        ),
        .tests(of: "TestPrograms", in: "SupportTests", []),

        // What goes wrong on the way to any push service.
        .target(
            name: "TestFaults",
            dependencies: ["FanfareCore", "FanfareMemory", "FanfareTesting"],
            path: "Tests/Faults",
            swiftSettings: settings
        ),

        .tests(of: "FanfareCore", in: "Core", ["FanfareMemory", "FanfareTesting"]),
        .tests(of: "FanfareBlocking", in: "Transport/Blocking", []),
        .tests(
            of: "FanfareSigning",
            in: "Transport/Signing",
            ["FanfareCore", "TestPrograms"],
            excluding: ["Fixtures"]
        ),
        .tests(
            of: "FanfareHTTP2",
            in: "Transport/HTTP2",
            ["FanfareCore", "FanfareBlocking", "TestPrograms"],
            excluding: ["Wire/Cases", "Wire/Scripts"]
        ),
        .tests(
            of: "FanfareCurl",
            in: "Transport/Curl",
            ["FanfareCore", "TestPrograms"],
            excluding: ["Scripts", "SMTP/Fixtures"]
        ),
        .tests(of: "FanfarePush", in: "Channels/Push", ["FanfareCore"]),
        .tests(
            of: "FanfareAPNs",
            in: "Channels/APNs",
            [
                "FanfareCore", "FanfareHTTP2", "FanfareHost", "FanfareMemory", "FanfarePush", "FanfareSigning",
                "FanfareTesting", "TestFaults", "TestPrograms",
            ],
            excluding: ["Golden", "Fixtures"]
        ),
        .tests(
            of: "FanfareFCM",
            in: "Channels/FCM",
            [
                "FanfareAPNs", "FanfareCore", "FanfareHTTP2", "FanfareHost", "FanfareMemory", "FanfarePush",
                "FanfareSigning", "FanfareTesting", "TestFaults", "TestPrograms",
            ],
            excluding: ["Fixtures", "Golden"]
        ),
        .tests(of: "FanfareLog", in: "Channels/Log", ["FanfareCore", "FanfareMemory", "FanfareTesting"]),
        .tests(
            of: "FanfareMail",
            in: "Channels/Mail",
            [
                "FanfareCore", "FanfareCurl", "FanfareHost", "FanfareMemory", "FanfareSigning", "FanfareTesting",
                "TestFaults", "TestPrograms",
            ],
            excluding: ["Content/Golden", "Fixtures", "Golden", "Scripts"]
        ),
        .tests(
            of: "FanfareTesting",
            in: "Testing",
            ["FanfareCore", "FanfareMemory", "TestPrograms"],
            excluding: ["APNs/Fixtures"]
        ),
        .tests(of: "FanfareMemory", in: "Stores/Memory", ["FanfareCore", "FanfareTesting"]),
        .tests(
            of: "FanfarePostgres",
            in: "Stores/Postgres",
            ["FanfareCore", "FanfareBlocking", "FanfareMemory", "FanfareTesting", "TestPrograms"],
            excluding: ["Enqueueing/Scripts"]
        ),
        .tests(
            of: "FanfareSQLite",
            in: "Stores/SQLite",
            ["FanfareCore", "FanfareBlocking", "FanfareMemory", "FanfareTesting", "TestPrograms"]
        ),
        .tests(
            of: "fanfare",
            in: "Host/Command",
            ["FanfareCore", "FanfarePostgres", "FanfareSQLite", "RecordingHost", "TestPrograms"]
        ),
        .tests(
            of: "FanfareHost",
            in: "Host/Server",
            [
                "FanfareCore", "FanfareLog", "FanfareMemory", "FanfareSigning", "FanfareSQLite", "FanfareTesting",
                "TestPrograms", "fanfare",
            ],
            excluding: ["Metrics/Golden"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
