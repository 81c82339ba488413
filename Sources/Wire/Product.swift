/// The name and version under which we speak to services and people.
package enum Product {
    package static let name = "vestibule"
    package static let version = "0.1.0"
    package static let operatingSystem = "Linux"
}
