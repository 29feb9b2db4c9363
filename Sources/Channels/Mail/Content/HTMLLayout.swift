/// Writes a content as one HTML page that needs nothing from elsewhere.
///
/// Mail programs are of many ages: tables hold the layout and styles stand with their elements, because some programs drop
/// everything else; what is in `<style>` only makes it better where it counts, in the dark and on small screens.
struct HTMLLayout {
    private let content: MailContent
    private let subject: String
    private let colors: LayoutColors

    init(_ content: MailContent, subject: String) {
        self.content = content
        self.subject = subject
        colors = LayoutColors(content)
    }

    private var language: String {
        "lang=\"\(content.phrases.language.escapedForHTML)\" dir=\"\(content.phrases.isRightToLeft ? "rtl" : "ltr")\""
    }

    private var alignment: String { content.phrases.isRightToLeft ? "right" : "left" }

    private static let font =
        "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

    /// The page.
    var html: String {
        """
        <!doctype html>
        <html \(language)>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="supported-color-schemes" content="light dark">
        <title>\(subject.escapedForHTML)</title>
        <style>
        \(colors.styleSheet)
        </style>
        </head>
        <body class="page" style="margin:0;padding:0;-webkit-text-size-adjust:100%;background-color:\(colors.page.hexadecimal)">
        \(preheader)<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:\(colors.page.hexadecimal)">
        <tr><td align="center" class="around" style="padding:32px 16px">
        <!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
        <div \(language) style="max-width:600px;margin:0 auto;text-align:\(alignment);\(Self.font)">
        \(head)<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate">
        <tr><td height="5" style="height:5px;font-size:0;line-height:0;background-color:\(colors.accent.hexadecimal);border-radius:10px 10px 0 0">&nbsp;</td></tr>
        <tr><td class="card inside" align="\(alignment)" style="padding:34px 40px 20px;background-color:\(colors.card.hexadecimal);border:1px solid \(colors.edge.hexadecimal);border-top:0;border-radius:0 0 10px 10px">
        \(parts)
        </td></tr>
        </table>
        \(foot)</div>
        <!--[if mso]></td></tr></table><![endif]-->
        </td></tr>
        </table>
        </body>
        </html>

        """
    }

    private var parts: String {
        var html: [String] = []
        if let greeting = content.greeting {
            let style = "margin:0 0 16px;font-size:22px;line-height:1.35;font-weight:700;overflow-wrap:break-word"
            html.append(
                "<h1 class=\"text\" style=\"\(style);color:\(colors.text.hexadecimal)\">\(greeting.htmlLines)</h1>"
            )
        }
        for part in content.parts {
            switch part {
            case .line(let line): html.append(paragraph(line))
            case .action(let action): html.append(button(action))
            }
        }
        if let end = content.end { html.append(paragraph(end)) }
        return html.joined(separator: "\n")
    }

    private func paragraph(_ text: String) -> String {
        let style = "margin:0 0 16px;font-size:16px;line-height:1.6;overflow-wrap:break-word"
        return "<p class=\"text\" style=\"\(style);color:\(colors.text.hexadecimal)\">\(text.htmlLines)</p>"
    }

    /// A button that is one for the oldest programs too, and its link in words.
    private func button(_ action: MailContent.Action) -> String {
        let (url, fill) = (action.url.escapedForHTML, colors.accent.hexadecimal)
        let padding = "padding:13px 28px"
        let looks = "font-size:16px;line-height:1.25;font-weight:600;text-decoration:none"
        let color = "color:\(colors.accent.textColor.hexadecimal)"
        return """
            <table role="presentation" class="action" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px">
            <tr><td class="button" align="center" bgcolor="\(fill)" style="background-color:\(fill);border:1px solid \(colors.link.hexadecimal);border-radius:8px;mso-padding-alt:13px 28px">
            <a href="\(url)" style="display:block;\(padding);\(looks);\(color)">\(action.title.escapedForHTML)</a>
            </td></tr>
            </table>
            <p class="soft" style="margin:0 0 20px;font-size:13px;line-height:1.5;color:\(colors.soft.hexadecimal)">\(content.phrases.copyLink.escapedForHTML)<br><a href="\(url)" class="link" dir="ltr" style="color:\(colors.link.hexadecimal);text-decoration:underline;word-break:break-all">\(url)</a></p>
            """
    }

    /// What a list of mails shows beside the subject. The blanks keep what follows out of it.
    private var preheader: String {
        guard let summary = content.summary else { return "" }
        let style =
            "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all"
        let blanks = String(repeating: "&#8199;&#847;", count: 40)
        return "<div style=\"\(style)\">\(summary.escapedForHTML)\(blanks)</div>\n"
    }

    private var head: String {
        let brand = content.brand
        guard !brand.name.isEmpty || brand.logo != nil else { return "" }
        let style =
            "font-size:20px;line-height:1.3;font-weight:700;text-decoration:none;color:\(colors.text.hexadecimal)"
        var inner = brand.name.escapedForHTML
        if let logo = brand.inlineLogo {
            let source = "cid:\(logo.contentID ?? "")".escapedForHTML
            let picture = "display:inline-block;max-height:48px;max-width:240px;height:auto;border:0"
            // Where pictures are off, the name shows in its place, and like it.
            inner = "<img src=\"\(source)\" class=\"text\" alt=\"\(inner)\" style=\"\(picture);\(style)\">"
        }
        let whole = brand.link.map { "<a href=\"\($0.escapedForHTML)\" class=\"text\" style=\"\(style)\">\(inner)</a>" }
        return "<p class=\"text\" style=\"margin:0 0 20px;text-align:center;\(style)\">\(whole ?? inner)</p>\n"
    }

    private var foot: String {
        let brand = content.brand
        var lines = brand.footer.map(\.htmlLines)
        if let link = brand.link {
            let style = "color:\(colors.soft.hexadecimal);text-decoration:underline"
            let url = link.escapedForHTML
            lines.insert("<a href=\"\(url)\" class=\"soft\" dir=\"ltr\" style=\"\(style)\">\(url)</a>", at: 0)
        }
        guard !lines.isEmpty else { return "" }
        let style = "margin:20px 0 0;text-align:center;font-size:13px;line-height:1.6;color:\(colors.soft.hexadecimal)"
        return "<p class=\"soft\" style=\"\(style)\">\(lines.joined(separator: "<br>\n"))</p>\n"
    }
}
