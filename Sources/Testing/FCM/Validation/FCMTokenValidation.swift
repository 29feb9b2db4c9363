internal import FanfareCore
internal import FanfareSigning

/// The rules by which Google's token endpoint takes or refuses an assertion, as documented in "Using OAuth 2.0 for server to
/// server applications".
struct FCMTokenValidation: Sendable {
    /// The public half of the key that the service accounts have.
    let key: VerificationKey
    /// The scheme of the endpoint's own URL.
    let scheme: String

    private typealias Fault = PushServerFault<FCMTokenAnswer>

    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    private static let hour = Duration.seconds(3600)
    /// How far the clocks of the two sides may differ.
    private static let leeway = Duration.seconds(60)

    /// The first fault of a request; nil if there is none.
    ///
    /// - Parameter now: The time of day.
    func fault(in request: FCMTokenRequest, at now: Timestamp) -> PushServerFault<FCMTokenAnswer>? {
        faultOfRequest(request) ?? faultOfForm(request, at: now)
    }

    private func faultOfRequest(_ request: FCMTokenRequest) -> Fault? {
        guard request.path == "/token" else {
            return Fault(.refusal("not_found", status: 404), "the path is not /token")
        }
        guard request.method == "POST" else {
            return Fault(.refusal("invalid_request", status: 405), "the method is \(request.method)")
        }
        let type = request["content-type"]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/x-www-form-urlencoded" else {
            return Fault(.refusal("invalid_request"), "the content-type is not application/x-www-form-urlencoded")
        }
        return nil
    }

    private func faultOfForm(_ request: FCMTokenRequest, at now: Timestamp) -> Fault? {
        guard let form = request.form else { return Fault(.refusal("invalid_request"), "the body is no form") }
        guard let grant = form["grant_type"] else {
            return Fault(.refusal("invalid_request"), "the form has no grant_type")
        }
        guard grant == Self.grantType else {
            return Fault(.refusal("unsupported_grant_type"), "the grant_type is not \(Self.grantType)")
        }
        guard let text = form["assertion"] else {
            return Fault(.refusal("invalid_request"), "the form has no assertion")
        }
        if let name = form.keys.sorted().first(where: { !["grant_type", "assertion"].contains($0) }) {
            return Fault(.refusal("invalid_request"), "the form has a field '\(name)'")
        }
        guard let assertion = request.assertion else { return grantFault(FCMAssertion.complaint(about: text)) }
        return fault(of: assertion, ownURI: "\(scheme)://\(request[":authority"] ?? "")/token", at: now)
    }

    private func fault(of assertion: FCMAssertion, ownURI: String, at now: Timestamp) -> Fault? {
        guard let account = ThrowawayServiceAccount(email: assertion.issuer) else {
            return grantFault("the assertion's 'iss' is no service account of this server")
        }
        guard assertion.keyID == nil || assertion.keyID == account.keyID else {
            return grantFault("the assertion's 'kid' is not that of the project \(account.project)")
        }
        guard key.isValid(assertion.signature, for: assertion.signedText) else {
            return grantFault("the assertion's signature is not that of the service account's key")
        }
        guard assertion.audience == ownURI else {
            return grantFault("the assertion's 'aud' is \(assertion.audience) and not \(ownURI)")
        }
        // Others would do for Google; a sender of messages has no business asking for them.
        guard assertion.scope == Self.scope else {
            return Fault(.refusal("invalid_scope"), "the assertion's 'scope' is not \(Self.scope)")
        }
        let life = assertion.issued.duration(to: assertion.expires)
        guard life > .zero, life <= Self.hour else {
            return grantFault("the assertion is valid for \(life.components.seconds) s and not for 1 to 3600")
        }
        guard now < assertion.expires.advanced(by: Self.leeway) else { return grantFault("the assertion has expired") }
        guard assertion.issued <= now.advanced(by: Self.leeway) else {
            return grantFault("the assertion was made in the future")
        }
        return nil
    }

    private func grantFault(_ explanation: String) -> Fault {
        Fault(.refusal("invalid_grant", "Invalid JWT"), explanation)
    }
}
