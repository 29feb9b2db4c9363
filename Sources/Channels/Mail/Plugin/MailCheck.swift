import FanfareCore
import FanfareCurl

/// Tries servers without sending anything: connects, sets up TLS, logs in.
struct MailCheck {
    let configuration: MailConfiguration
    let transport: any MailTransport

    /// One finding for each server.
    func findings() async -> [CheckFinding] {
        do throws(MailConfigurationError) {
            try configuration.check()
        } catch {
            return [CheckFinding(error.field, .misconfigured, detail: error.problem)]
        }
        let hello = configuration.helloName()
        var findings: [CheckFinding] = []
        for server in configuration.servers { findings.append(await finding(about: server, hello)) }
        return findings
    }

    private func finding(about server: MailServer, _ hello: HelloName) async -> CheckFinding {
        let subject = "server \(server)"
        do {
            let reply = try await transport.check(server.smtpServer(hello: hello))
            switch reply.code {
            case 200..<400: return CheckFinding(subject, .works, detail: welcome(of: server))
            // It will say so tomorrow as well.
            case 500..<600: return CheckFinding(subject, .misconfigured, detail: reply.refusal)
            default: return CheckFinding(subject, .unreachable, detail: reply.refusal)
            }
        } catch let failure as CurlFailure {
            let result: CheckFinding.Result = failure.kind == .misconfigured ? .misconfigured : .unreachable
            return CheckFinding(subject, result, detail: failure.reason.description)
        } catch {
            return CheckFinding(subject, .unreachable, detail: "could not be tried")
        }
    }

    private func welcome(of server: MailServer) -> String {
        let login = server.user == nil ? "takes mail without a login" : "the login is right"
        switch server.security {
        case .implicit, .required: return "\(login), over TLS"
        case .opportunistic: return "\(login), over TLS where it offers it"
        case .none: return "\(login), without TLS"
        }
    }
}

extension SMTPReply {
    /// What was refused, and the server's own words.
    fileprivate var refusal: String {
        let what =
            switch stage {
            case .greeting: "takes no connection"
            case .hello: "refuses the name it is greeted with"
            case .startTLS: "refuses TLS"
            case .login: "refuses the login"
            case .sender, .recipient, .data, .message: "refuses"
            }
        return (["\(what): \(code)"] + [status, text.isEmpty ? nil : text].compactMap(\.self)).joined(separator: " ")
    }
}
