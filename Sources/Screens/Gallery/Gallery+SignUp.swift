import AuthFlow
import Wire

/// From `Create account` to the last attribute.
extension Gallery {
    static let signUp =
        [
            Exhibit("create-account", mode: .signUp),
            Exhibit("create-account", "filled", mode: .signUp) { guide in
                guide.type("ada@example.com")
                guide.press(.tab)
                guide.type("Lovelace-1843")
                guide.press(.tab)
                guide.type("Lovelace")
            },
            Exhibit("create-account", "different", mode: .signUp) { guide in
                guide.fill(.email, "ada@example.com")
                guide.fill(.password, "Lovelace-1843")
                guide.fill(.confirmPassword, "Lovelace")
                guide.choose(.submit)
            },
            Exhibit("create-account", "busy", mode: .signUp) { guide in
                guide.fill(.email, "ada@example.com")
                guide.choose(.submit)
                guide.wait(.milliseconds(500))
            },
            Exhibit("create-account", "exists", mode: .signUp) { guide in
                guide.fill(.email, "ada@example.com")
                guide.choose(.submit)
                guide.refuse(WireError(status: 400, error: "user_already_exists", codes: [1_003_037]))
            },
            Exhibit("create-account", "weak", mode: .signUp) { guide in
                guide.fill(.email, "ada@example.com")
                guide.fill(.password, "simple")
                guide.fill(.confirmPassword, "simple")
                guide.choose(.submit)
                guide.refuse(Guide.badPassword(.tooWeak))
            },
            Exhibit("create-account", "attributes", mode: .signUp) { guide in
                guide.fill(.email, "ada@example.com")
                guide.choose(.submit)
                guide.refuse(Guide.badAttributes(["city", "extension_2588abcd_loyaltyNumber"]))
            },
            Exhibit("create-account", "password", mode: .signUp) { guide in
                guide.reachSignUpCode()
                guide.fill(.code, "48213055")
                guide.choose(.submit)
                guide.refuse(
                    WireError(
                        status: 400, error: "credential_required", codes: [55103],
                        continuation: Guide.token))
                guide.reply(.challenge(.password, Guide.token))
            },
        ] + details

    private static let details = [
        Exhibit("details", mode: .signUp) { $0.reachDetails() },
        Exhibit("details", "filled", mode: .signUp) { guide in
            guide.reachDetails()
            guide.type("Ada Lovelace")
            guide.press(.tab)
            guide.type("London")
        },
        Exhibit("details", "missing", mode: .signUp) { guide in
            guide.reachDetails()
            guide.choose(.submit)
        },
        Exhibit("details", "refused", mode: .signUp) { guide in
            guide.reachDetails()
            guide.fill(.attribute("displayName"), "Ada Lovelace")
            guide.fill(.attribute("city"), "L0nd0n")
            guide.fill(.attribute("postalCode"), "abc")
            guide.choose(.submit)
            guide.refuse(Guide.badAttributes(["postalCode", "city"]))
        },
        Exhibit("details", "stranger", mode: .signUp) { guide in
            guide.reachDetails([Guide.attribute("city", isRequired: true)])
            guide.fill(.attribute("city"), "London")
            guide.choose(.submit)
            guide.refuse(Guide.badAttributes(["city", "extension_2588abcd_shoeSize"]))
        },
        Exhibit("details", "kinds", mode: .signUp) { guide in
            guide.reachDetails([
                Guide.attribute("extension_2588abcd_age", "int", isRequired: true),
                Guide.attribute("extension_2588abcd_newsletter", "boolean"),
                Guide.attribute("extension_2588abcd_hobbies", "CheckboxMultiSelect"),
                Guide.attribute("postalCode", regex: "^[0-9]{5}$"),
            ])
            guide.fill(.attribute("extension_2588abcd_age"), "young")
            guide.fill(.attribute("extension_2588abcd_newsletter"), "maybe")
            guide.fill(.attribute("postalCode"), "SW1Y 4LE")
            guide.choose(.submit)
        },
        Exhibit("details", "many", mode: .signUp) { guide in
            let names = ["givenName", "surname", "jobTitle", "streetAddress", "city", "state", "country"]
            guide.reachDetails(Guide.attributes + names.dropLast(3).map { Guide.attribute($0) })
            guide.press(.tab, .tab, .tab, .tab, .tab)
            guide.type("Lovelace")
        },
        Exhibit("details", "long", mode: .signUp) { guide in
            let name = "extension_2588abcd_theNameOfTheFirstCatThatYouEverHadInYourLife"
            guide.reachDetails([Guide.attribute(name, isRequired: true)])
            guide.type(String(repeating: "Shere Khan ", count: 9))
        },
        Exhibit("details", "wide", mode: .signUp) { guide in
            guide.reachDetails([
                Guide.attribute("displayName", isRequired: true),
                Guide.attribute("extension_2588abcd_生年月日"),
            ])
            guide.type("王小明")
        },
        Exhibit("details", "busy", mode: .signUp) { guide in
            guide.reachDetails([Guide.attribute("city")])
            guide.choose(.submit)
            guide.wait(.milliseconds(500))
        },
    ]
}
