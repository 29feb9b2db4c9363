/// What is signed in place of a mail: the same whatever servers commonly change on the way (RFC 6376, 3.4.2 and 3.4.4).
enum RelaxedForm {
    /// A field in one line, with its name in lower case and single blanks.
    static func field(_ field: MailField) -> [UInt8] {
        var form = Array(field.name.lowercased().utf8)
        form.append(UInt8(ascii: ":"))
        let start = form.count
        var isAfterBlank = false
        for byte in field.bytes.dropFirst(field.name.utf8.count + 1) {
            switch byte {
            case 0x20, 0x09: isAfterBlank = true
            case 0x0D, 0x0A: break
            default:
                if isAfterBlank, form.count > start { form.append(0x20) }
                form.append(byte)
                isAfterBlank = false
            }
        }
        form += [0x0D, 0x0A]
        return form
    }

    /// A body with single blanks, none at the ends of lines, and no empty lines at its end.
    ///
    /// - Parameter body: Lines that end in CRLF.
    static func body(_ body: [UInt8]) -> [UInt8] {
        var form: [UInt8] = []
        form.reserveCapacity(body.count)
        var isAfterBlank = false
        var lineEnds = 0
        for byte in body {
            switch byte {
            case 0x20, 0x09: isAfterBlank = true
            case 0x0D: break
            case 0x0A:
                lineEnds += 1
                isAfterBlank = false
            default:
                while lineEnds > 0 {
                    form += [0x0D, 0x0A]
                    lineEnds -= 1
                }
                if isAfterBlank { form.append(0x20) }
                form.append(byte)
                isAfterBlank = false
            }
        }
        return form.isEmpty ? form : form + [0x0D, 0x0A]
    }
}
