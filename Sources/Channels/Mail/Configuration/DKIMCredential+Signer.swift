extension DKIMCredential {
    /// Reads the key.
    ///
    /// - Throws: The part that is wrong.
    func signer() throws(MailConfigurationError) -> DKIMSigner {
        do {
            return try DKIMSigner(domain: domain, selector: selector, key: key)
        } catch {
            throw MailConfigurationError("dkim.\(error.field)", error.problem)
        }
    }
}
