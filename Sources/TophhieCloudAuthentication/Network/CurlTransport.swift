/// The transport on libcurl: one thread and one set of connections, made on first use and gone with the transport.
///
/// It keeps connections open between requests. It reads no `.netrc`, no cookies, and follows no redirect.
public final class CurlTransport: Transport {
    /// What can be set.
    public struct Options: Equatable, Sendable {
        /// The certificates to trust, PEM; nil for `SSL_CERT_FILE`, else the system's.
        public var caFile: String?
        /// The proxy's address; empty for none, nil for what the environment says.
        public var proxy: String?
        /// Whether the environment counts where the two above are nil.
        public var trustsEnvironment: Bool
        /// For requests that bring no limit of their own.
        public var timeLimit: Duration

        /// What is left out stays as the environment and the system have it.
        public init(
            caFile: String? = nil, proxy: String? = nil, trustsEnvironment: Bool = true,
            timeLimit: Duration = .seconds(20)
        ) {
            self.caFile = caFile
            self.proxy = proxy
            self.trustsEnvironment = trustsEnvironment
            self.timeLimit = timeLimit
        }
    }

    private let options: Options
    private let given: (@Sendable () -> any CurlDriver)?
    private let made = OnFirstUse()

    /// A transport whose thread starts with the first request.
    public convenience init(_ options: Options = Options()) { self.init(options, driver: nil) }

    /// A transport without a thread where a `driver` is given, which is asked for with the first order.
    package init(_ options: Options, driver: (@Sendable () -> any CurlDriver)?) {
        self.options = options
        given = driver
    }

    deinit { if made.isMade { _ = driver.post(CurlOrder(.stop)) } }

    /// Made on first use: a configuration alone costs nothing.
    private var driver: any CurlDriver { given?() ?? made.get { CurlThread() } }

    /// Loads the libraries on another thread, so that the first request need not wait for them.
    public func warmUp() { _ = driver.post(CurlOrder(.warmUp)) }

    /// Sends one request and waits for the whole answer; a cancelled task waits no longer.
    ///
    /// - Parameter request: its ``HTTPRequest/timeLimit`` goes before that of the options.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``TransportError`` when there is none.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let plan = try CurlPlan(request, options)
        let driver = driver
        let id = CurlOrder.nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CurlTransfer.Continuation) in
                guard driver.post(CurlOrder(.send(id, plan, continuation))) else {
                    let problem = TransportError.other(code: 0, text: "no thread or pipe could be made")
                    return continuation.resume(returning: .failure(problem))
                }
                // A cancellation that came before the request was there to be cancelled.
                if Task.isCancelled { _ = driver.post(CurlOrder(.cancel(id))) }
            }
        } onCancel: {
            _ = driver.post(CurlOrder(.cancel(id)))
        }
        return try result.get()
    }
}
