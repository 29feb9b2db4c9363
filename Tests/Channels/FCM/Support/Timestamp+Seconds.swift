import FanfareCore

extension Timestamp {
    init(secondsSinceEpoch seconds: Int64) { self.init(millisecondsSinceEpoch: seconds * 1000) }

    var secondsSinceEpoch: Int64 { millisecondsSinceEpoch / 1000 }
}
