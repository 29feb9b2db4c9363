"""Reads mails as Python's email package does, and their headers as strictly as RFC 5322 and RFC 2047 allow.

Gets a list of mails in base64 and says what is in each, and what is wrong with it.
"""
import base64, binascii, email, email.errors, email.header, email.policy, email.utils, json, re, sys

WORD = re.compile(r"=\?UTF-8\?([QB])\?([!->@-~]+)\?=")
MAY_BE_LONG = re.compile(r"^( ?<?[^ ]+>?,?|[A-Za-z-]+: <?[^ ]+>?,?)$")


def decoded(word, problems):
    """The text of one encoded word, which must be complete by itself."""
    match = WORD.fullmatch(word)
    if not match or len(word) > 75:
        problems.append("no encoded word: " + word)
        return ""
    kind, text = match.groups()
    try:
        if kind == "B":
            return base64.b64decode(text, validate=True).decode()
        if not re.fullmatch(r"([A-Za-z0-9!*+/_-]|=[0-9A-F]{2})*", text):
            problems.append("characters out of place: " + word)
        return binascii.a2b_qp(text.encode(), header=True).decode()
    except ValueError as error:
        problems.append(f"{error}: {word}")
        return ""


def unstructured(value, problems):
    """The text of a field: blanks between encoded words do not count, all others do."""
    text, blanks, after_word = "", "", False
    for token in re.findall(r"[ \t]+|[^ \t]+", value):
        if token.isspace():
            blanks = token
            continue
        is_word = token.startswith("=?")
        if "=?" in token and not is_word:
            problems.append("half an encoded word: " + token)
        if not (is_word and after_word):
            text += blanks
        text += decoded(token, problems) if is_word else token
        blanks, after_word = "", is_word
    if blanks:
        problems.append("blanks at the end")
    return text


def phrases(value, problems):
    """The phrases of a list, and the mailbox behind each, if there is one."""
    token = re.compile(r'[ \t]+|"(?:[^"\\]|\\.)*"|<[^<>]*>|,|[^ \t",<>]+')
    result, words, mailbox, position = [], [], None, 0

    def finish():
        text, after_word = "", False
        for word in words:
            is_word = word.startswith("=?")
            if text and not (is_word and after_word):
                text += " "
            if is_word:
                text += decoded(word, problems)
            elif word.startswith('"'):
                text += re.sub(r"\\(.)", r"\1", word[1:-1])
            else:
                text += word
            after_word = is_word
        result.append([text, mailbox])

    while position < len(value):
        match = token.match(value, position)
        if not match:
            problems.append("cannot be read: " + value[position:])
            break
        found, position = match.group(), match.end()
        if found == ",":
            if value[:match.start()].endswith("?="):
                problems.append("no blank after an encoded word")
            finish()
            words, mailbox = [], None
        elif found.startswith("<"):
            mailbox = found[1:-1]
        elif not found.isspace():
            words.append(found)
            if found.startswith('"') and "=?" in found:
                problems.append("an encoded word in quotes: " + found)
    finish()
    return result


def part(message, problems):
    for name, value in message.items():
        # RFC 6532, 3.2, allows what Python, which knows only RFC 5322, minds in mailboxes.
        problems += [
            f"{name}: {defect}" for defect in getattr(value, "defects", [])
            if not isinstance(defect, email.errors.NonASCIILocalPartDefect)
        ]
    problems += [repr(defect) for defect in message.defects]
    found = {"type": message.get_content_type(), "encoding": message.get("Content-Transfer-Encoding")}
    if message.is_multipart():
        found["parts"] = [part(each, problems) for each in message.iter_parts()]
        if (message.preamble or "").strip() or (message.epilogue or "").strip():
            problems.append("text between the parts")
    else:
        found["content"] = base64.b64encode(message.get_payload(decode=True)).decode()
        disposition = message["Content-Disposition"]
        found["name"] = disposition.params.get("filename") if disposition else None
        found["disposition"] = message.get_content_disposition()
        found["id"] = message.get("Content-ID")
        found["charset"] = message.get_content_charset()
    return found


def mail(content):
    problems = []
    text = content.decode("utf-8")
    if not content.endswith(b"\r\n") or re.search(rb"\r(?!\n)|(?<!\r)\n", content):
        problems.append("a line end that is not CRLF")
    header, body = text.split("\r\n\r\n", 1)
    lines = header.split("\r\n")
    for line in lines:
        size = len(line.encode())
        if size > 998 or (size > 76 and not MAY_BE_LONG.match(line)) or ("=?" in line and size > 76):
            problems.append("a line too long in the header: " + line)
        if not line.strip():
            problems.append("a line of blanks in the header")
    for line in body.split("\r\n"):
        if len(line) > 76 or not line.isascii() or line.startswith((".", "From ")) or line.endswith((" ", "\t")):
            problems.append("a line that may be changed on the way: " + line)
    fields, addresses, keywords = [], {}, []
    for field in re.sub(r"\r\n(?=[ \t])", "", header).split("\r\n"):
        name, value = field.split(":", 1)
        if value and not value.startswith(" "):
            problems.append("no blank after the colon")
        value = value[1:]
        if name in ("From", "To", "Cc", "Bcc", "Reply-To"):
            addresses[name] = [[a, b] if b is not None else ["", a] for a, b in phrases(value, problems)]
        elif name == "Keywords":
            keywords = [text for text, _ in phrases(value, problems)]
        else:
            value = unstructured(value, problems)
        fields.append([name, value])
    message = email.message_from_string(text, policy=email.policy.SMTPUTF8)
    found = part(message, problems)
    # The parser of the newer policies puts blanks between the encoded words of a name, which RFC 2047, 6.2, forbids.
    old = email.message_from_string(text)
    read = {
        name: [
            [str(email.header.make_header(email.header.decode_header(display))), mailbox]
            for display, mailbox in email.utils.getaddresses([str(old[name]).replace("\r\n", "")])
        ]
        for name in addresses
    }
    return {
        "problems": problems, "fields": fields, "addresses": addresses, "keywords": keywords, "body": found,
        "addressesOfPython": read, "subjectOfPython": message["Subject"],
        "date": message["Date"].datetime.timestamp(),
    }


json.dump([mail(base64.b64decode(each)) for each in json.load(sys.stdin)], sys.stdout)
