import AuthFlow
import Testing
import Wire

@testable import Screens

@Suite struct DetailsScreenTests {
    static let loyalty = FieldID.attribute("extension_2588abcd_loyaltyNumber")

    private static func attribute(
        _ name: String, _ type: String = "string", isRequired: Bool = true, regex: String? = nil
    ) -> RequiredAttribute {
        RequiredAttribute(name: name, type: type, isRequired: isRequired, regex: regex)
    }

    static let attributes = [
        attribute("displayName"), attribute("city"), attribute("postalCode"),
        attribute("extension_2588abcd_loyaltyNumber", isRequired: false),
    ]

    private func asked(_ attributes: [RequiredAttribute] = Self.attributes) throws -> Person {
        var person = Person(.signUp)
        try person.reachDetails(attributes)
        return person
    }

    private func labels(_ person: Person) -> [String] {
        person.screen.elements.compactMap { element in
            guard case .field(let field) = element else { return nil }
            return field.label + (field.mark.map { " " + $0 } ?? "")
        }
    }

    @Test("The tenant's fields in its order, with what must be filled in")
    func picture() throws {
        let person = try asked()
        #expect(person.screen.title == "Your details")
        #expect(
            labels(person) == [
                "Display name (required)", "City (required)", "Postal code (required)", "Loyalty number",
            ])
        #expect(person.field(Self.loyalty)?.hint == "Optional.")
        #expect(person.focus == "Display name")
    }

    @Test(
        "A label is read from the name",
        arguments: [
            ("displayName", "Display name"), ("city", "City"), ("streetAddress", "Street address"),
            ("extension_2588abcd_loyaltyNumber", "Loyalty number"),
            ("extension_2588ABCD00112233445566778899aabb_Shoe_size", "Shoe size"),
            ("favouriteURL", "Favourite URL"), ("URLOfHomepage", "URL of homepage"), ("age2", "Age2"),
            ("extension_xyz_cat", "Extension xyz cat"), ("_", "_"), ("", ""), ("生年月日", "生年月日"),
            ("a\u{1B}[31mb", "Ab"),
        ])
    func derived(_ name: String, _ label: String) {
        #expect(AttributeLabel.text(name, Person.english) == label)
    }

    @Test("What is missing is marked, the first has the focus, nothing is sent")
    func missing() throws {
        var person = try asked()
        let requests = person.sent.count
        person.fill(.attribute("city"), "London")
        person.choose(.submit)
        #expect(person.sent.count == requests)
        #expect(person.field(.attribute("displayName"))?.problem == "Enter the display name.")
        #expect(person.field(.attribute("city"))?.problem == nil)
        #expect(person.field(.attribute("postalCode"))?.problem == "Enter the postal code.")
        #expect(person.field(Self.loyalty)?.problem == nil)
        #expect(person.focus == "Display name")
    }

    @Test("Exactly the fields named are marked, the first has the focus, all values stay, editing unmarks")
    func refused() throws {
        var person = try asked()
        let values = [("displayName", "Ada"), ("city", "L0nd0n"), ("postalCode", "abc")]
        for (name, value) in values { person.fill(.attribute(name), value) }
        person.choose(.submit)
        #expect(
            person.sent.last
                == .signUpContinue(
                    .attributes(["displayName": "Ada", "city": "L0nd0n", "postalCode": "abc"]), Person.token))
        try person.refuse(Person.refusal("attribute_validation_failed", attributes: ["postalCode", "city"]))
        #expect(person.field(.attribute("displayName"))?.problem == nil)
        #expect(person.field(.attribute("city"))?.problem == "This city was not accepted.")
        #expect(person.field(.attribute("postalCode"))?.problem == "This postal code was not accepted.")
        #expect(person.notice == nil)
        #expect(person.focus == "City")
        for (name, value) in values { #expect(person.field(.attribute(name))?.value == value) }
        person.type("x")
        #expect(person.field(.attribute("city"))?.problem == nil)
        #expect(person.field(.attribute("postalCode"))?.problem != nil)
    }

    @Test("A name that no field has is told in the message")
    func stranger() throws {
        var person = try asked([Self.attribute("city")])
        person.fill(.attribute("city"), "London")
        person.choose(.submit)
        try person.refuse(Person.refusal("attribute_validation_failed", attributes: ["city", "shoeSize"]))
        #expect(person.field(.attribute("city"))?.problem != nil)
        #expect(person.notice == Screen.Notice(.error, "The service did not accept: Shoe size."))
    }

    struct Typed: Sendable, CustomTestStringConvertible {
        var type: String
        var text: String
        /// nil: marked.
        var sent: String?
        var testDescription: String { "\(type) \(text)" }
    }

    @Test(
        "Each kind of attribute takes what belongs there",
        arguments: [
            Typed(type: "string", text: " Ada  Lovelace ", sent: "Ada  Lovelace"),
            Typed(type: "somethingNew", text: "x", sent: "x"),
            Typed(type: "int", text: "36", sent: "36"), Typed(type: "int", text: " -4 ", sent: "-4"),
            Typed(type: "int", text: "+7", sent: "7"), Typed(type: "int", text: "３６", sent: "36"),
            Typed(type: "int", text: "3.5"), Typed(type: "int", text: "x"), Typed(type: "int", text: "-"),
            Typed(type: "int", text: String(repeating: "9", count: 20)),
            Typed(type: "boolean", text: "Yes", sent: "true"),
            Typed(type: "boolean", text: "n", sent: "false"),
            Typed(type: "Boolean", text: "true", sent: "true"), Typed(type: "boolean", text: "maybe"),
            Typed(type: "CheckboxMultiSelect", text: "Dancing, Swimming,", sent: "Dancing,Swimming"),
        ])
    func kinds(_ row: Typed) throws {
        var person = try asked([Self.attribute("x", row.type)])
        person.fill(.attribute("x"), row.text)
        person.choose(.submit)
        if let sent = row.sent {
            #expect(person.sent.last == .signUpContinue(.attributes(["x": sent]), Person.token))
        } else {
            #expect(person.field(.attribute("x"))?.problem != nil)
            #expect(person.focus == "X")
        }
    }

    @Test("An optional one that is left empty is not sent")
    func optional() throws {
        var person = try asked([Self.attribute("city", isRequired: false), Self.attribute("state")])
        person.fill(.attribute("city"), "  ")
        person.fill(.attribute("state"), "NY")
        person.choose(.submit)
        #expect(person.sent.last == .signUpContinue(.attributes(["state": "NY"]), Person.token))
    }

    @Test(
        "A tenant's pattern is checked in the form; one without a verdict is the service's matter",
        arguments: [
            ("^[0-9]{5}$", "1234", false), ("^[0-9]{5}$", "12345", true), ("^.{1,3}$", "äöü", true),
            ("(", "anything", true), ("^(a+)+$", String(repeating: "a", count: 40) + "b", true),
            ("", "x", true),
        ])
    func patterns(_ regex: String, _ text: String, _ isSent: Bool) throws {
        var person = try asked([Self.attribute("postalCode", regex: regex)])
        let requests = person.sent.count
        person.fill(.attribute("postalCode"), text)
        person.choose(.submit)
        #expect((person.sent.count > requests) == isSent)
        if !isSent {
            #expect(
                person.field(.attribute("postalCode"))?.problem
                    == "This postal code is not in the form asked for.")
        }
    }

    @Test("Names and values that try to leave their field do not")
    func hostile() throws {
        var person = try asked([Self.attribute("a\u{1B}[2J\nb"), Self.attribute("a\u{1B}[2J\nb")])
        #expect(labels(person).count == 1)
        #expect(!person.words.contains("\u{1B}"))
        person.choose(.submit)
        #expect(!person.words.contains("\u{1B}"))
    }

    @Test("An outage keeps every value; Back leads to the beginning with the address")
    func outage() throws {
        var person = try asked([Self.attribute("city")])
        person.fill(.attribute("city"), "London")
        person.choose(.submit)
        try person.fail(.serviceUnavailable)
        #expect(person.notice?.kind == .error)
        #expect(person.field(.attribute("city"))?.value == "London")
        person.press(.escape)
        #expect(person.screen.title == "Create account")
        #expect(person.field(.email)?.value == "ada@example.com")
        #expect(person.field(.password)?.value == "")
    }
}
