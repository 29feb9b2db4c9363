/// The spelling of Unicode in letters, digits and hyphens (RFC 3492).
enum Punycode {
    // The parameters of section 5.
    private static let base = 36, minimum = 1, maximum = 26, skew = 38, damp = 700

    /// Encodes a label; nil for one of more than 63 characters, which no domain has.
    static func encode(_ label: String.UnicodeScalarView) -> String? {
        let input = label.map { Int($0.value) }
        guard input.count <= 63 else { return nil }
        var output = label.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let plain = output.count
        if plain > 0 { output.append(UInt8(ascii: "-")) }
        var (done, current, delta, bias) = (plain, 0x80, 0, 72)
        while done < input.count {
            guard let next = input.lazy.filter({ $0 >= current }).min() else { return nil }
            delta += (next - current) * (done + 1)
            current = next
            for value in input {
                if value < current { delta += 1 }
                if value == current {
                    append(delta, bias: bias, to: &output)
                    bias = adapted(delta, points: done + 1, isFirst: done == plain)
                    delta = 0
                    done += 1
                }
            }
            delta += 1
            current += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Writes a number in digits of mixed weight (section 3.3).
    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var weight = base
        while true {
            let threshold = min(max(weight - bias, minimum), maximum)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            weight += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26)
    }

    /// Section 6.1.
    private static func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / points
        var steps = 0
        while delta > (base - minimum) * maximum / 2 {
            delta /= base - minimum
            steps += base
        }
        return steps + (base - minimum + 1) * delta / (delta + skew)
    }
}
