import FanfareCore
import FanfareLog
import FanfareMemory

// The parts, and how they are wired together. A real application takes a store that lasts, such as SQLiteStore.
let store: some Store = MemoryStore()
let channels = try ChannelRegistry([LogChannel(to: .standardOutput)])
let notify = Notifier(store: store, channels: channels)
let worker = Worker(queue: store, channels: channels)

// A user signs in on a phone and on a tablet.
let user = User(id: 42, name: "Ada")
for token in ["a1b2c3d4e5f60718", "0718293a4b5c6d7e"] {
    let token = try DeviceToken(token, platform: .apns)
    _ = try await store.register([DeviceRegistration(token, platform: .apns, user: .set(user.recipientID))])
}

// One line of the application: stored when it returns, one delivery for each device.
let receipt = try await notify(user, OrderShipped(order: "1042", carrier: "UPS"))
print("stored \(receipt.deliveries.count) deliveries")

// A server runs the worker for as long as it lives: `await worker.run(until: shutdown)`. Here once is enough.
try await worker.drain()

guard let record = try await store.notification(receipt.id) else { throw StoreUnavailable("the record is gone") }
print("states: \(record.deliveries.map(\.state.rawValue).joined(separator: ", "))")
