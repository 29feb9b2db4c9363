"""Says of each mail whether dkimpy takes its signature for right.

Gets mails in base64, and the TXT records by their names.
"""
import base64, dkim, json, sys

question = json.load(sys.stdin)
records = {name.encode(): text.encode() for name, text in question["records"].items()}


def judge(content):
    try:
        return dkim.verify(content, dnsfunc=lambda name, timeout=5: records.get(name.rstrip(b".")))
    except dkim.DKIMException:
        return False


json.dump([judge(base64.b64decode(each)) for each in question["mails"]], sys.stdout)
