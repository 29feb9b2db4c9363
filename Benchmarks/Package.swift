// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fanfare", path: "..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "FanfareAPNs", package: "fanfare"),
                .product(name: "FanfareCore", package: "fanfare"),
                .product(name: "FanfareFCM", package: "fanfare"),
                .product(name: "FanfareMail", package: "fanfare"),
                .product(name: "FanfareMemory", package: "fanfare"),
                .product(name: "FanfarePostgres", package: "fanfare"),
                .product(name: "FanfareSQLite", package: "fanfare"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        )
    ],
    swiftLanguageModes: [.v6]
)
