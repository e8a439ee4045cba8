"""What a receipt may say: JSON in which no name stands twice, every field there and within its limits.

Used by verify.py. The limits are in verify_limits.json, which is the table of the engine (engine/src/receipts/receipt-shape.ts).
Python 3.9 or later, standard library only.
"""
import json
import os
import re

from verify_draw import is_seed

RECEIPT_TYPE = "equipoise-receipt/2"
SAFE_MAX = 2**53 - 1
NUMBERS_MAX = 100000
PARTICIPANTS_MAX = 1000000
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "verify_limits.json"), encoding="utf-8") as _file:
    LIMITS = json.load(_file)

# ---- 1. Reading: JSON in which no name stands twice ----


class NameTwice(ValueError):
    """Two readers could take different values for the same name."""


def read_json(text):
    return json.loads(text, parse_float=_read_float, parse_constant=_read_constant, object_pairs_hook=_read_object)


def _read_float(text):
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= SAFE_MAX else value


def _read_constant(name):
    raise ValueError("%s is not JSON" % name)


def _read_object(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise NameTwice('The name "%s" stands twice in one object.' % next(name for name in names if names.count(name) > 1))
    return found


# ---- 2. The shape: every field is there, and within its limits ----


def field_problem(field, value, path):
    """What is wrong with a value, or None."""
    if "record" in field:
        return _record_problem(field, value, path)
    if "list" in field:
        least, most = field["size"]
        if not isinstance(value, list) or not least <= len(value) <= most:
            return "%s must be a list of %d to %d" % (path, least, most)
        problems = (field_problem(field["list"], item, "%s[%d]" % (path, i)) for i, item in enumerate(value))
        return next((problem for problem in problems if problem), None)
    if "whole" in field:
        least, most = field["whole"]
        is_whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        if is_whole or (value is None and field.get("nullable")):
            return None
        return "%s must be an integer from %d to %d" % (path, least, most)
    if "text" in field:
        # A character is a code point, neither a control character nor half of one.
        least, most = field["text"]
        if isinstance(value, str) and least <= len(value) <= most and not re.search("[\0-\x1f\x7f-\x9f\ud800-\udfff]", value):
            return None
        return "%s must be a text of %d to %d characters without control characters" % (path, least, most)
    if "is" in field:
        return None if value == field["is"] and type(value) is type(field["is"]) else "%s must be %s" % (path, field["is"])
    if "seed" in field:
        return None if is_seed(value) else "%s must be a seed" % path
    return None if isinstance(value, str) and re.fullmatch(field["like"], value) else "%s must be %s" % (path, field["words"])


def _record_problem(field, value, path):
    rules = dict(field.get("optional", {}), **field["record"])
    if not isinstance(value, dict):
        return "%s must be an object" % path
    if any(name not in rules for name in value):
        return "%s has a field that is not known" % path
    missing = next((name for name in field["record"] if name not in value), None)
    if missing:
        return "%s.%s is missing" % (path, missing)
    problems = (field_problem(rules[name], value[name], "%s.%s" % (path, name)) for name in value)
    return next((problem for problem in problems if problem), None)


def receipt_problem(receipt):
    """What is wrong with something that claims to be a receipt, or None."""
    kind = receipt.get("type") if isinstance(receipt, dict) else None
    if isinstance(kind, str) and re.fullmatch("equipoise-receipt/([3-9]|[1-9][0-9]{1,8})", kind):
        words = "This is an %s, and this program knows only up to %s. Use a newer version of it."
        return words % (kind, RECEIPT_TYPE)
    if kind != RECEIPT_TYPE:
        return "This is not a receipt."
    problem = "receipt.settings must be an object"
    if isinstance(receipt.get("settings"), dict):
        rest = {name: value for name, value in receipt.items() if name != "settings"}
        problem = field_problem({"record": LIMITS["envelope"]}, rest, "receipt") or _settings_problem(receipt)
    return problem and "This is not a valid receipt: %s." % problem


def _settings_problem(receipt):
    subject, settings = receipt["subject"], receipt["settings"]
    if subject not in ("draw", "commitment", "reveal", "assignment", "allocation"):
        return "receipt.subject is not known"
    definition = "allocation/1" if subject in ("assignment", "allocation") else "outcomes/1"
    if receipt["version"] != definition:
        return "receipt.version must be %s" % definition
    if subject == "draw":
        return _draw_problem(settings, "settings", LIMITS["origins"][origin_of(settings)])
    if subject == "commitment" and "beacon" in settings:
        rest = {name: value for name, value in settings.items() if name != "draw"}
        problem = field_problem({"record": LIMITS["announcement"]}, rest, "settings")
        return problem or _draw_problem(settings.get("draw"), "settings.draw", {})
    if definition == "outcomes/1":
        return field_problem({"record": LIMITS[subject]}, settings, "settings")
    return _allocation_problem(settings, subject)


def origin_of(settings):
    """Where the randomness of a draw came from."""
    if "beacon" in settings:
        return "announced" if "commitment" in settings else "round"
    return "commitment" if "commitment" in settings else "seed"


def _draw_problem(settings, path, origin):
    kind = settings.get("kind") if isinstance(settings, dict) else None
    if not isinstance(kind, str) or kind not in LIMITS["kinds"]:
        return "%s.kind is not known" % path
    fields = LIMITS["kinds"][kind]
    record = dict(fields["record"], kind={"is": kind}, **origin)
    problem = field_problem({"record": record, "optional": fields.get("optional", {})}, settings, path)
    if problem or kind != "dice" or settings["dice"] * settings["count"] <= NUMBERS_MAX:
        return problem
    return "%s must have at most %d dice in all throws" % (path, NUMBERS_MAX)


def _allocation_problem(settings, subject):
    block = settings.get("block")
    if not isinstance(block, str) or block not in LIMITS["balances"]:
        return "settings.block is not known"
    record = dict(LIMITS[subject], block={"is": block}, **LIMITS["balances"][block])
    if block == "minimisation":
        record.update(LIMITS["minimised_" + subject])
    problem = field_problem({"record": record}, settings, "settings")
    if problem or subject == "assignment" or sum(one["assigned"] for one in settings["strata"]) <= PARTICIPANTS_MAX:
        return problem
    return "settings.strata must have at most %d participants" % PARTICIPANTS_MAX
