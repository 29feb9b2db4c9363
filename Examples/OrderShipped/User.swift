import FanfareCore

/// Who it is for: any type of the application's own.
struct User: Notifiable {
    var id: Int
    var name: String

    var recipientID: RecipientID { RecipientID(id) }
}
