import FanfareMail
import Testing

/// A content of every kind, each with golden files of its name.
struct ContentSpecimen: Sendable, CustomTestStringConvertible {
    let name: String
    let subject: String
    let content: MailContent

    var testDescription: String { name }

    static let all = [order, failure, plain, arabic, escaped]

    static let brand = MailBrand(
        name: "Example Shop",
        color: MailColor(red: 0x0F, green: 0x76, blue: 0x6E),
        link: "https://shop.example.com",
        footer: ["Example Shop Ltd, 12 Market Street, Exampleton", "You get this mail because you ordered something."]
    )

    static let order = ContentSpecimen(
        name: "order",
        subject: "Your order is on its way",
        content: MailContent(greeting: "Hello Ada,", brand: brand) {
            "Your order #1042 left our house this morning. UPS says it will be with you tomorrow between 10 and 12."
            MailContent.Action("Track it", "https://shop.example.com/track/1Z999AA10123456784?order=1042&lang=en")
            "If you are not at home, it will wait for you at the pick-up point in your street.\nBring this mail along."
            "Thank you for your order."
        }
    )

    static let failure = ContentSpecimen(
        name: "failure",
        subject: "Your payment did not go through",
        content: MailContent(
            greeting: "Your payment did not go through",
            level: .error,
            closing: "",
            preheader: "Your bank said no. Please choose another card.",
            brand: MailBrand(
                name: "Example Shop",
                logo: MailAttachment(name: "logo.png", mediaType: "image/png", content: Picture.dot)
            )
        ) {
            "Your bank refused the payment of $42.00 for order #1042."
            MailContent.Action("Choose another card", "shop://orders/1042/payment")
        }
    )

    static let plain = ContentSpecimen(
        name: "plain",
        subject: "Backup finished",
        content: MailContent(level: .success) { "The backup of database-1 finished after 3 minutes." }
    )

    static let arabic = ContentSpecimen(
        name: "arabic",
        subject: "طلبك في الطريق",
        content: MailContent(
            greeting: "مرحبًا ليلى،",
            brand: MailBrand(name: "متجر المثال", link: "https://shop.example.com/ar", footer: ["١٢ شارع السوق"]),
            phrases: MailPhrases(
                language: "ar",
                regards: "مع أطيب التحيات،",
                copyLink: "إذا لم يعمل الزر، افتح هذا الرابط:",
                open: "افتح"
            )
        ) {
            "غادر طلبك رقم 1042 مستودعنا هذا الصباح، وسيصلك غدًا بين الساعة 10 و12."
            MailContent.Action("تتبع الطلب", "https://shop.example.com/track/1042")
            "شكرًا لطلبك."
        }
    )

    static let escaped = ContentSpecimen(
        name: "escaped",
        subject: "<b>\"Tom\" & 'Ann'</b>",
        content: MailContent(
            greeting: "<script>alert(1)</script>",
            closing: "a\r\nb\u{2028}c",
            brand: MailBrand(name: "A & B", color: MailColor(red: 0xFF, green: 0xE0, blue: 0x66), footer: ["<i>"])
        ) {
            "1 < 2 && 3 > 2, said \"O'Neill\""
            MailContent.Action("\"Go\" <now>", "https://example.com/?a=1&b='2'\"><script>")
        }
    )
}

/// The smallest of pictures.
enum Picture {
    static let dot: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
        6, 0,
        0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 13, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x60, 0x60, 0xF8,
        0x0F,
        0, 1, 4, 1, 0, 0x5F, 0xE5, 0xC3, 0x4B, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
