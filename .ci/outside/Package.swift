// swift-tools-version: 6.2
import PackageDescription

// A stranger's package. `.ci/outside/run` copies it to an empty folder and puts the library beside it.
let package = Package(
    name: "outside",
    dependencies: [.package(path: "../vestibule")],
    targets: ["outside", "readme"].map {
        .executableTarget(
            name: $0,
            dependencies: [.product(name: "TophhieCloudAuthentication", package: "vestibule")])
    }
)
