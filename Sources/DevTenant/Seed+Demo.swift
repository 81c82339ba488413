import Wire

extension Seed {
    /// The people that a tenant without a seed file has.
    package static let demo: Seed = {
        var seed = Seed()
        seed.people = [ada, grace, alan, joan, linus]
        return seed
    }()

    /// Signs in with a password.
    private static var ada: Person {
        var profile = named("Ada", "Lovelace", "City of London", "London", "United Kingdom", "en-GB")
        profile.methods = [.init(.email, "ada@example.com")]
        return Person(
            "ada@example.com", id: "3f0e2b6a-8c14-4a57-9d0b-1815120ad401", password: Secret("Lovelace-1843"),
            profile: profile)
    }

    /// Has no password: signs in with a code by e-mail.
    private static var grace: Person {
        Person(
            "grace@example.com", id: "3f0e2b6a-8c14-4a57-9d0b-190612096ace",
            profile: named("Grace", "Hopper", "Broadway", "New York", "United States", "en-US"))
    }

    /// Needs a second factor, by e-mail or SMS.
    private static var alan: Person {
        var profile = named("Alan", "Turing", "Wilmslow Road", "Manchester", "United Kingdom", "en-GB")
        profile.mfa = .required
        profile.methods = [.init(.email, "alan@example.com"), .init(.sms, "+15555550100")]
        return Person(
            "alan@example.com", id: "3f0e2b6a-8c14-4a57-9d0b-19120623a1a9", password: Secret("Enigma-1912"),
            profile: profile)
    }

    /// Must register a second factor first, and is asked for it from then on.
    private static var joan: Person {
        var profile = named("Joan", "Clarke", "Bletchley Park", "Bletchley", "United Kingdom", "en-GB")
        profile.registrationRequired = true
        profile.mfa = .required
        return Person(
            "joan@example.com", id: "3f0e2b6a-8c14-4a57-9d0b-191706241ca2", password: Secret("Station-X-40"),
            profile: profile)
    }

    /// Belongs to another identity provider: a browser is needed.
    private static var linus: Person {
        var profile = named("Linus", "Torvalds", "Mannerheimintie", "Helsinki", "Finland", "fi-FI")
        profile.federated = .google
        return Person("linus@example.com", id: "3f0e2b6a-8c14-4a57-9d0b-196912281105", profile: profile)
    }

    private static func named(
        _ given: String, _ surname: String, _ street: String, _ city: String, _ country: String,
        _ language: String
    ) -> Account.Profile {
        var profile = Account.Profile()
        profile.attributes = [
            "displayName": .string("\(given) \(surname)"), "givenName": .string(given),
            "surname": .string(surname),
            "streetAddress": .string(street), "city": .string(city), "country": .string(country),
            "preferredLanguage": .string(language),
        ]
        return profile
    }
}
