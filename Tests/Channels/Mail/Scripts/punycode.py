"""Spells labels in Punycode as Python does."""
import json, sys

json.dump([label.encode("punycode").decode() for label in json.load(sys.stdin)], sys.stdout)
