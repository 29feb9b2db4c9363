// swift-tools-version: 6.3
import PackageDescription

// A third party's channel: a package of its own, which sees of Fanfare what everybody sees.
let package = Package(
    name: "acme-pager",
    platforms: [.macOS(.v15)],
    products: [.library(name: "AcmePager", targets: ["AcmePager"])],
    dependencies: [.package(name: "fanfare", path: "../..")],
    targets: [
        .target(
            name: "AcmePager",
            dependencies: [.product(name: "FanfareCore", package: "fanfare")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "AcmePagerTests",
            dependencies: [
                "AcmePager",
                .product(name: "FanfareCore", package: "fanfare"),
                .product(name: "FanfareMemory", package: "fanfare"),
                .product(name: "FanfareTesting", package: "fanfare"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
