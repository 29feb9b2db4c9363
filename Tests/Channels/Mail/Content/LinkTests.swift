import Testing

@testable import FanfareMail

struct LinkTests {
    private func error(_ url: String, _ title: String = "Go") -> MailContentError? {
        do throws(MailContentError) {
            _ = try MailMessage(subject: "S", content: MailContent { MailContent.Action(title, url) })
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        "https://example.com", "HTTP://example.com/a?b=c#d", "https://пример.example/ü", "mailto:ada@example.com",
        "tel:+491234", "shop://orders/1", "com.example.shop://orders/1",
    ])
    func `a button leads to pages, mailboxes and apps`(_ url: String) { #expect(error(url) == nil) }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript://example.com/%0Aalert(1)", "vbscript:x", "data:text/html,x", "data://x/y",
        "file:///etc/passwd", "java\nscript:alert(1)", " javascript:alert(1)", "https://example.com/\u{0}",
        "about:blank",
        "https://example.com/a b", "https:example.com", "https://", "https:///x", "https://?x", "/orders/1", "orders",
        "//example.com", "", ":", "1a://b", "shop:", "shop:orders", "mailto:", "view-source://example.com",
    ])
    func `and to nothing else`(_ url: String) { #expect(error(url)?.field == "action.url") }

    @Test func `a button says something, and a brand is held to the same rules`() {
        #expect(error("https://example.com", "")?.field == "action.title")
        func brandError(_ brand: MailBrand) -> String? {
            do throws(MailContentError) {
                _ = try MailMessage(subject: "S", content: MailContent(brand: brand) { "Hello" })
                return nil
            } catch { return error.field }
        }
        #expect(brandError(MailBrand(link: "javascript:alert(1)")) == "brand.link")
        let page = MailAttachment(name: "logo.svg", mediaType: "text/html", content: [])
        #expect(brandError(MailBrand(logo: page)) == "brand.logo")
        let description = MailContentError("action.url", MailLink.problem).description
        #expect(description.hasPrefix("action.url is no link for a mail"))
    }
}
