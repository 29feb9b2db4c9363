internal import FanfareCore

/// The body of a refusal, as far as it can be read (google.rpc.Status with its details).
struct FCMErrorBody {
    private let error: JSONValue?
    private let details: [JSONValue]

    init(json: [UInt8]) {
        let body = try? JSONParser().parse(json)
        // Some of Google's front ends put the object into a list.
        error = (body?.array?.first ?? body)?["error"]
        details = error?["details"]?.array ?? []
    }

    /// The name of the status.
    var status: String? { error?["status"]?.string.flatMap(PlainText.word) }

    /// What it says for people.
    var message: String? { error?["message"]?.string }

    /// The code of the first `FcmError`, wherever it stands among the details.
    var code: String? {
        details(of: "google.firebase.fcm.v1.FcmError").lazy
            .compactMap { $0["errorCode"]?.string.flatMap(PlainText.word) }
            .first
    }

    /// The fields of the request that are at fault, such as `message.token`.
    var fields: [String] {
        details(of: "google.rpc.BadRequest")
            .flatMap { $0["fieldViolations"]?.array ?? [] }
            .compactMap { $0["field"]?.string }
    }

    /// Why a Google service refuses, such as `SERVICE_DISABLED`.
    var errorReason: String? {
        details(of: "google.rpc.ErrorInfo").lazy.compactMap { $0["reason"]?.string.flatMap(PlainText.word) }.first
    }

    /// What is said about the quotas that are exceeded.
    var quotas: [String] {
        details(of: "google.rpc.QuotaFailure")
            .flatMap { $0["violations"]?.array ?? [] }
            .flatMap { [$0["subject"]?.string, $0["description"]?.string].compactMap(\.self) }
    }

    private func details(of type: String) -> [JSONValue] {
        details.filter { detail in
            guard let name = detail["@type"]?.string else { return false }
            return name == type || name.hasSuffix("/" + type)
        }
    }
}
