"""One receipt: what it may say, who signed it, and whether its outcome follows from what it says.

A receipt is treated as hostile: every field is compared with its limits (verify_limits.json) before anything is computed from it.
"""
import base64
import hashlib
import json
import os
import re

from verify_draw import draw_outcome, entries_hash, fair_seed, is_seed, outcome_digest, outcome_words
from verify_standards import is_signed_by

NUMBERS_MAX = 100000
PARTICIPANTS_MAX = 1000000
NOTHING = {"like": "(?!)"}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "verify_limits.json"), encoding="utf-8") as _file:
    LIMITS = json.load(_file)

# ---- 1. Reading: JSON in which no name stands twice ----


class NameTwice(ValueError):
    """Two readers could take different values for the same name."""


def read_json(text):
    return json.loads(text, parse_float=_read_float, object_pairs_hook=_read_object)


def _read_float(text):
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _read_object(pairs):
    found = {}
    for name, value in pairs:
        if name in found:
            raise NameTwice('The name "%s" stands twice in one object.' % name)
        found[name] = value
    return found


# ---- 2. The shape: every field is there, and within its limits ----


def receipt_problem(receipt):
    """What is wrong with something that claims to be a receipt, or None."""
    kind = receipt.get("type") if isinstance(receipt, dict) else None
    if isinstance(kind, str) and re.fullmatch("equipoise-receipt/([3-9]|[1-9][0-9]{1,8})", kind):
        return "This is an %s, and this program knows only up to equipoise-receipt/2. Use a newer version of it." % kind
    if kind != LIMITS["envelope"]["type"]["is"]:
        return "This is not a receipt."
    settings, rest = receipt.get("settings"), _without(receipt, "settings")
    place = _misfit({"record": LIMITS["envelope"]}, rest, "receipt")
    place = place or _misfit(_settings_fields(receipt["subject"], receipt["version"], settings), settings, "settings")
    draw = {} if place else settings.get("draw", settings)
    if "strata" in draw and sum(stratum["assigned"] for stratum in draw["strata"]) > PARTICIPANTS_MAX:
        place = "settings.strata"
    if "dice" in draw and draw["dice"] * draw["count"] > NUMBERS_MAX:
        place = "settings.dice"
    return place and "This is not a valid receipt: %s has another value, or other fields, than a receipt can have." % place


def _without(record, *names):
    return {name: value for name, value in record.items() if name not in names}


def _settings_fields(subject, version, settings):
    is_allocation = subject in ("assignment", "allocation")
    if not isinstance(settings, dict) or version != ("allocation/1" if is_allocation else "outcomes/1"):
        return NOTHING
    if is_allocation:
        from verify_allocation import allocation_fields

        return allocation_fields(LIMITS, subject, settings) or NOTHING
    if subject == "draw":
        return _draw_fields(settings, LIMITS["origins"][origin_of(settings)])
    if subject == "commitment" and "beacon" in settings:
        return {"record": dict(LIMITS["announcement"], draw=_draw_fields(settings.get("draw"), {}))}
    return {"record": LIMITS[subject]} if subject in ("commitment", "reveal") else NOTHING


def _draw_fields(settings, origin):
    kind = settings.get("kind") if isinstance(settings, dict) else None
    if not isinstance(kind, str) or kind not in LIMITS["kinds"]:
        return NOTHING
    fields = LIMITS["kinds"][kind]
    return dict(fields, record=dict(fields["record"], kind={"is": kind}, **origin))


def origin_of(settings):
    """Where the randomness of a draw came from."""
    if "beacon" in settings:
        return "announced" if "commitment" in settings else "round"
    return "commitment" if "commitment" in settings else "seed"


def _misfit(field, value, path):
    """Where the first value stands that does not fit its field, or None."""
    if "record" in field:
        fields = dict(field.get("optional", {}), **field["record"])
        if not isinstance(value, dict) or not set(field["record"]) <= set(value) <= set(fields):
            return path
        parts = ((fields[name], one, "%s.%s" % (path, name)) for name, one in value.items())
    elif "list" in field:
        least, most = field["size"]
        if not isinstance(value, list) or not least <= len(value) <= most:
            return path
        parts = ((field["list"], one, "%s[%d]" % (path, i)) for i, one in enumerate(value))
    else:
        return None if _fits(field, value) else path
    return next(filter(None, (_misfit(*part) for part in parts)), None)


def _fits(field, value):
    if "whole" in field:
        least, most = field["whole"]
        is_whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return is_whole or (value is None and "nullable" in field)
    if "text" in field:
        # A character is a code point, neither a control character nor half of one.
        least, most = field["text"]
        return isinstance(value, str) and least <= len(value) <= most and not re.search("[\0-\x1f\x7f-\x9f\ud800-\udfff]", value)
    if "is" in field:
        return value == field["is"] and type(value) is type(field["is"])
    if "seed" in field:
        return is_seed(value)
    return isinstance(value, str) and bool(re.fullmatch(field["like"], value))


# ---- 3. What is signed: the receipt without its signature ----


def canonical_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def _message(receipt, *left_out):
    return (receipt["type"] + "\n" + canonical_json(_without(receipt, *left_out))).encode()


def receipt_hash(receipt):
    """What the next receipt of a chain carries as `previous`."""
    return hashlib.sha256(_message(receipt, "issuer", "public_key", "signature")).hexdigest()


# ---- 4. The checks of one receipt ----


class Failed(Exception):
    """The first check that fails is the last."""


class Checks(list):
    """Of (name, state, detail); state is passed, failed or skipped."""

    def require(self, name, is_right, right, wrong):
        self.append((name, "passed", right) if is_right else (name, "failed", wrong))
        if not is_right:
            raise Failed

    def skip(self, name, why):
        self.append((name, "skipped", why))

    def compare(self, found, digest):
        words = "Computing it again gives %s outcome."
        self.require("outcome", found == digest, words % "the same", words % "a different")


def verify(receipt, keys=None, seed=None, entries=None, expected=None):
    """The checks, and what was drawn: a list of texts, or None where it was not computed."""
    checks, problem = Checks(), receipt_problem(receipt)
    if problem:
        return [("receipt", "failed", problem)], None
    try:
        _check_key_and_signature(receipt, keys, checks)
        # Nothing is computed for a key that nobody vouches for.
        outcome = _check_subject(receipt, seed, entries, checks) if keys else None
        if expected and outcome is None:
            checks.skip("expected", "What was announced can be compared once the outcome is computed.")
        elif expected:
            missing = next((one for one in expected if one not in outcome), None)
            wrong = '"%s" was announced, but not drawn.' % missing
            checks.require("expected", missing is None, "What was announced is what was drawn.", wrong)
        return checks, outcome
    except Failed:
        return checks, None
    except ValueError as error:
        return checks[:2] + [("outcome", "failed", "The settings are not valid: %s." % error)], None


def _check_key_and_signature(receipt, keys, checks):
    key = receipt["public_key"]
    if keys:
        checks.require("key", key in keys, "The key %s is one that you trust." % key, "The key %s is not one that you trust." % key)
    else:
        words = "Not verified: pass the key you trust. The receipt names %s; compare it with %s/.well-known/equipoise-signing-key."
        checks.skip("key", words % (key, receipt["issuer"]))
    signature, key = (base64.urlsafe_b64decode(receipt[name] + "==") for name in ("signature", "public_key"))
    is_signed = is_signed_by(_message(receipt, "signature"), signature, key)
    wrong = "The receipt was changed after it was signed, or was never signed."
    checks.require("signature", is_signed, "Nothing has changed since the receipt was signed.", wrong)


def _check_subject(receipt, seed, entries, checks):
    subject, settings = receipt["subject"], receipt["settings"]
    if subject in ("allocation", "assignment"):
        import verify_allocation

        return getattr(verify_allocation, "check_" + subject)(receipt, seed, checks)
    if subject == "draw":
        return _check_draw(receipt, seed, entries, checks)
    if "beacon" in settings:
        from verify_beacon import check_announcement

        check_announcement(receipt, checks)
        return checks.compare(hashlib.sha256(canonical_json(settings).encode()).hexdigest(), receipt["digest"])
    if subject == "reveal" or seed is not None:
        _check_seed(settings["sha256"], settings.get("server_seed", seed), checks)
    return checks.compare(settings["sha256"], receipt["digest"])


def _check_draw(receipt, seed, entries, checks):
    settings = receipt["settings"]
    if "entries" in settings and entries is None:
        checks.skip("entries", "The entries were not given. Their hash is %s." % settings["entries"])
    elif "entries" in settings:
        wrong = "The entries, or their order, are not the ones that were drawn from."
        is_same = entries_hash(entries) == settings["entries"]
        checks.require("entries", is_same, "The entries are the ones that were drawn from, in that order.", wrong)
    origin = origin_of(settings)
    if origin == "seed":
        seed = settings["seed"]
    elif origin != "commitment":
        from verify_beacon import check_round

        seed = check_round(settings, checks)
    elif seed is None:
        checks.skip("seed", "The server seed was not given.")
        return checks.skip("outcome", "The outcome can be computed again once the server seed is revealed. Pass the seed then.")
    else:
        _check_seed(settings["commitment"]["sha256"], seed, checks)
        seed = fair_seed(seed, settings["client_seed"], settings["nonce"])
    drawn = draw_outcome(settings, seed)
    checks.compare(outcome_digest(drawn), receipt["digest"])
    return outcome_words(settings, drawn, entries)


def _check_seed(sha256, seed, checks):
    is_right = re.fullmatch("[0-9a-f]{64}", seed) and hashlib.sha256(bytes.fromhex(seed)).hexdigest() == sha256
    words = "The server seed is %s that was committed to."
    checks.require("seed", is_right, words % "the one", words % "not the one")
