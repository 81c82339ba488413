// swift-tools-version: 6.2
import PackageDescription

// Targets stand in the order of the layers: each may import only what stands above it.
// Resources/Docs/ARCHITECTURE.md has the graph and the reasons.
let package = Package(
    name: "Vestibule",
    products: [
        .library(name: "TophhieCloudAuthentication", targets: ["TophhieCloudAuthentication"]),
        .executable(name: "vestibule", targets: ["vestibule"]),
        .executable(name: "devtenant", targets: ["devtenant"]),
    ],
    targets: [
        // The C doors: one small C target or module map for each library.
        .target(name: "CCrypto", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CHTTPServer", linkerSettings: [.linkedLibrary("microhttpd")]),
        .target(name: "CPattern", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CProcess"),
        .target(name: "CQRCode", linkerSettings: [.linkedLibrary("dl")]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CSodium", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CTerminal", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

        // The bytes of the words and the colours.
        .target(
            name: "Resources", path: "Resources", exclude: ["Docs", "bench", "setup"],
            sources: ["Resources.c"],
            publicHeadersPath: "include"),

        // The words of the protocol: requests, replies, errors. Pure.
        .target(name: "Wire"),

        // The grammar: who may say what next. Pure.
        .target(name: "AuthFlow", dependencies: ["Wire"]),

        // What a person sees and types. Pure.
        .target(name: "Screens", dependencies: ["AuthFlow", "CPattern", "Wire"]),

        // The SDK, the only public module: network, tokens, steps.
        .target(
            name: "TophhieCloudAuthentication",
            dependencies: ["AuthFlow", "CCrypto", "CCurl", "CSodium", "Wire"]),

        // The identity service for demos, quality assurance and tests, on SQLite.
        .target(
            name: "DevTenant",
            dependencies: ["CCrypto", "CHTTPServer", "CPattern", "CSQLite", "CSodium", "Wire"]),

        // ncurses and plain line prompts.
        .target(name: "Terminal", dependencies: ["CQRCode", "CTerminal", "Screens", "Wire"]),

        // The two programs.
        .executableTarget(
            name: "vestibule",
            dependencies: [
                "AuthFlow", "CProcess", "Resources", "Screens", "Terminal", "TophhieCloudAuthentication",
                "Wire",
            ]),
        .executableTarget(name: "devtenant", dependencies: ["CCurl", "DevTenant"]),

        // Tests, in the same order.
        .target(
            name: "TestSupport", dependencies: ["DevTenant", "TophhieCloudAuthentication", "Wire"],
            path: "Tests/TestSupport"),
        .testTarget(name: "WireTests", dependencies: ["Wire"], exclude: ["Fixtures"]),
        .testTarget(name: "AuthFlowTests", dependencies: ["AuthFlow", "Wire"]),
        .testTarget(
            name: "ScreensTests", dependencies: ["AuthFlow", "Resources", "Screens", "Wire"],
            exclude: ["Snapshots"]),
        .testTarget(
            name: "TophhieCloudAuthenticationTests",
            dependencies: [
                "AuthFlow", "CCrypto", "DevTenant", "TestSupport", "TophhieCloudAuthentication", "Wire",
            ]),
        .testTarget(name: "DevTenantTests", dependencies: ["CPattern", "DevTenant", "Wire"]),
        .testTarget(
            name: "TerminalTests", dependencies: ["AuthFlow", "Resources", "Screens", "Terminal", "Wire"]),
        .testTarget(
            name: "VestibuleTests",
            dependencies: [
                "AuthFlow", "DevTenant", "Resources", "Screens", "Terminal", "TestSupport",
                "TophhieCloudAuthentication", "Wire", "vestibule",
            ]),
    ]
)

for target in package.targets where target.type != .system {
    if target.type == .regular, target.name.hasPrefix("C") || target.name == "Resources" {
        target.cSettings = [.treatAllWarnings(as: .error)]
    } else {
        target.swiftSettings =
            [
                "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
                "NonisolatedNonsendingByDefault",
            ]
            .map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
    }
}
