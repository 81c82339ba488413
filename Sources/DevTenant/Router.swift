/// A door of the tenant: a method, a path without the tenant segment, and what happens behind it.
struct Route: Sendable {
    typealias Handler = @Sendable (Exchange, Records) throws -> TenantResponse

    var method: String
    var path: String
    /// Whether the path follows the tenant's name.
    var isTenants: Bool
    var handler: Handler

    /// A native or OAuth endpoint: `POST /{tenant}{path}` with a form.
    static func form(_ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: "POST", path: path, isTenants: true) { exchange, records in
            let type = exchange.request.header("Content-Type")?.prefix { $0 != ";" }.lowercased()
            guard type?.trimmed == "application/x-www-form-urlencoded" else {
                throw ProtocolFailure(
                    .invalidRequest, 9_002_313,
                    "Only application/x-www-form-urlencoded bodies are understood.")
            }
            return try handler(exchange, records)
        }
    }

    static func tenant(_ method: String, _ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: method, path: path, isTenants: true, handler: handler)
    }

    static func global(_ method: String, _ path: String, _ handler: @escaping Handler) -> Route {
        Route(method: method, path: path, isTenants: false, handler: handler)
    }
}

/// Finds the route of a request. A new file in Routes/ adds its list here, and its grants below.
struct Router: Sendable {
    static let routes: [Route] =
        OpenIDRoutes.all + SignInRoutes.all + SecondFactorRoutes.all + RegistrationRoutes.all
        + SignUpRoutes.all + ResetRoutes.all + TokenRoutes.all + DeviceRoutes.all + DevicePage.all
        + GraphRoutes.all + AdminRoutes.all

    /// What `/token` does for each `grant_type`.
    static let grants: [String: Route.Handler] = [
        "password": SignInRoutes.passwordGrant,
        "oob": SignInRoutes.codeGrant,
        "mfa_oob": SecondFactorRoutes.codeGrant,
        "continuation_token": SignInRoutes.continuationGrant,
        "refresh_token": TokenRoutes.refreshGrant,
        "urn:ietf:params:oauth:grant-type:device_code": DeviceRoutes.deviceGrant,
    ]

    /// A path cut into the tenant's name, if it begins with one, and the rest.
    struct Place: Equatable {
        var tenant: Substring?
        var path: String

        init(_ path: Substring, settings: TenantSettings) {
            let first = path.dropFirst().prefix { $0 != "/" }
            if settings.isNamed(first) {
                tenant = first
                self.path = String(path.dropFirst(first.count + 1))
            } else {
                self.path = String(path)
            }
        }
    }

    static func handler(_ method: String, _ place: Place) throws(ProtocolFailure) -> Route.Handler {
        let here = routes.filter { $0.path == place.path && $0.isTenants == (place.tenant != nil) }
        guard !here.isEmpty else { throw missing(place) }
        let wanted = method == "HEAD" ? "GET" : method
        guard let route = here.first(where: { $0.method == wanted }) else {
            let allowed = here.map(\.method).joined(separator: ", ")
            throw ProtocolFailure(
                .invalidRequest, 900_561,
                "The endpoint only accepts \(allowed) requests. Received a \(method) request.",
                status: 405, headers: [TenantHeader("Allow", allowed)])
        }
        return route.handler
    }

    /// A known endpoint of an unknown tenant, or nothing at all.
    private static func missing(_ place: Place) -> ProtocolFailure {
        let rest = place.path.dropFirst().drop { $0 != "/" }
        if place.tenant == nil, routes.contains(where: { $0.isTenants && $0.path == rest }) {
            return ProtocolFailure(
                .invalidRequest, 90002, "Tenant not found. Check the tenant's name or identifier.")
        }
        return ProtocolFailure(.invalidRequest, nil, "There is nothing here.", status: 404)
    }
}

extension StringProtocol {
    var trimmed: String {
        let kept = drop(while: \.isWhitespace)
        return String(kept.reversed().drop(while: \.isWhitespace).reversed())
    }
}
