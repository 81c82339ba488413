package import DevTenant
import FoundationEssentials
package import TophhieCloudAuthentication

/// The way to a dev tenant in the same process: no socket, no waiting.
///
/// Faults that drop or delay an answer count as a time-out, since nothing else would come.
package struct InProcessTransport: Transport {
    package let tenant: DevTenant

    package init(_ tenant: DevTenant) { self.tenant = tenant }

    package func send(
        _ request: TophhieCloudAuthentication.HTTPRequest
    ) async throws(TransportError) -> TophhieCloudAuthentication.HTTPResponse {
        if Task.isCancelled { throw .cancelled }
        let url = request.url
        let authority = (url.host() ?? "") + (url.port.map { ":\($0)" } ?? "")
        let query = url.query().map { "?" + $0 } ?? ""
        let response = tenant.respond(
            to: TenantRequest(
                method: request.method, target: url.path(percentEncoded: true) + query,
                headers: [TenantHeader("Host", authority)]
                    + request.headers.map { TenantHeader($0.name, $0.value) },
                body: request.body))
        guard response.delivery == .whole, response.delayMilliseconds == 0 else { throw .timedOut }
        return HTTPResponse(
            status: response.status, headers: response.headers.map { HTTPField($0.name, $0.value) },
            body: response.body)
    }
}
