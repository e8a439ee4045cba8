"""One receipt: who signed it, and whether its outcome follows from what it says.

Used by verify.py. Every field is compared with its limits before anything is computed from it, and the first check that fails
is the last. Python 3.9 or later, standard library only.
"""
import base64
import calendar
import hashlib
import json
import re

from verify_draw import draw_outcome, entries_hash, fair_seed, outcome_digest, outcome_words
from verify_shape import SAFE_MAX, receipt_problem

# ---- 1. Who signed it: Ed25519 (RFC 8032) over the receipt without its signature ----

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def canonical_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def _canonical(receipt, left_out):
    rest = {name: value for name, value in receipt.items() if name not in left_out}
    return (receipt["type"] + "\n" + canonical_json(rest)).encode()


def receipt_hash(receipt):
    """What the next receipt of a chain carries as `previous`."""
    return hashlib.sha256(_canonical(receipt, ("issuer", "public_key", "signature"))).hexdigest()


def _sum(a, b):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    e = ((y1 + x1) * (y2 + x2) - (y1 - x1) * (y2 - x2)) % P
    h = ((y1 + x1) * (y2 + x2) + (y1 - x1) * (y2 - x2)) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    return e * (d - c) % P, (d + c) * h % P, (d - c) * (d + c) % P, e * h % P


def _times(point, factor):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = _sum(result, point)
        point = _sum(point, point)
        factor >>= 1
    return result


def _point(y, parity):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and parity):
        return None
    return (x if x & 1 == parity else P - x), y, 1, (x if x & 1 == parity else P - x) * y % P


def is_signed_by(message, signature, public_key):
    value = int.from_bytes(public_key, "little")
    key = _point(value & (2**255 - 1), value >> 255)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= ORDER:
        return False
    hashed = hashlib.sha512(signature[:32] + public_key + message).digest()
    x, y, z, t = _times(key, int.from_bytes(hashed, "little") % ORDER)
    x, y, z, _ = _sum(_times(_point(4 * pow(5, P - 2, P) % P, 0), s), (P - x, y, z, P - t))
    scale = pow(z, P - 2, P)
    found = y * scale % P | (x * scale % P & 1) << 255
    return found.to_bytes(32, "little") == signature[:32]


# ---- 2. The checks of one receipt ----


def check(receipt, keys=None, seed=None, entries=None, expected=None):
    """A list of (name, state, detail); state is passed, failed or skipped. The first that failed is the last."""
    return verify(receipt, keys, seed, entries, expected)[0]


def verify(receipt, keys=None, seed=None, entries=None, expected=None):
    """The checks, and what was drawn: a list of texts, or None where it was not computed."""
    problem = receipt_problem(receipt)
    if problem:
        return [("receipt", "failed", problem)], None
    checks = [_check_key(receipt, keys)]
    if checks[0][1] != "failed":
        checks.append(_check_signature(receipt))
    # Nothing is computed for a key that nobody vouches for.
    if [state for _, state, _ in checks] != ["passed", "passed"]:
        return checks, None
    try:
        more, outcome = _check_subject(receipt, seed, entries)
    except ValueError as error:
        return checks + [("outcome", "failed", "The settings are not valid: %s." % error)], None
    checks += more
    has_failed = any(state == "failed" for _, state, _ in checks)
    if expected and not has_failed:
        checks.append(_check_expected(outcome, expected))
    return checks, None if has_failed else outcome


def _check_key(receipt, keys):
    key = receipt["public_key"]
    if not keys:
        words = "Not verified: pass the key you trust. The receipt names %s; compare it with %s/.well-known/equipoise-signing-key."
        return ("key", "skipped", words % (key, receipt["issuer"]))
    if key in keys:
        return ("key", "passed", "The key %s is one that you trust." % key)
    return ("key", "failed", "The key %s is not one that you trust." % key)


def _check_signature(receipt):
    signature, key = (base64.urlsafe_b64decode(receipt[name] + "==") for name in ("signature", "public_key"))
    if is_signed_by(_canonical(receipt, ("signature",)), signature, key):
        return ("signature", "passed", "Nothing has changed since the receipt was signed.")
    return ("signature", "failed", "The receipt was changed after it was signed, or was never signed.")


def _check_subject(receipt, seed, entries):
    subject, settings = receipt["subject"], receipt["settings"]
    if subject == "draw":
        return _check_draw(receipt, seed, entries)
    if subject == "commitment":
        return _check_commitment(receipt, seed), None
    if subject == "reveal":
        return _check_seed_and_digest(settings["sha256"], settings["server_seed"], receipt["digest"]), None
    import verify_allocation

    if subject == "allocation":
        return verify_allocation.check_allocation(receipt)
    return verify_allocation.check_assignment(receipt, seed)


def _check_draw(receipt, seed, entries):
    settings, checks = receipt["settings"], []
    if "entries" in settings:
        checks.append(_check_entries(settings["entries"], entries))
        if checks[0][1] == "failed":
            return checks, None
    if "seed" in settings:
        return _finish_draw(receipt, settings["seed"], checks, entries)
    if "beacon" in settings:
        return _check_round(receipt, checks, entries)
    checks.append(_check_seed(settings["commitment"]["sha256"], seed))
    if checks[-1][1] == "failed":
        return checks, None
    if seed is None:
        why = "The outcome can be computed again once the server seed is revealed. Pass the seed then."
        return checks + [("outcome", "skipped", why)], None
    return _finish_draw(receipt, fair_seed(seed, settings["client_seed"], settings["nonce"]), checks, entries)


def _check_entries(sha256, entries):
    if entries is None:
        return ("entries", "skipped", "The entries were not given. Their hash is %s." % sha256)
    if entries_hash(entries) == sha256:
        return ("entries", "passed", "The entries are the ones that were drawn from, in that order.")
    return ("entries", "failed", "The entries, or their order, are not the ones that were drawn from.")


def _check_seed(sha256, seed):
    if seed is None:
        return ("seed", "skipped", "The server seed was not given.")
    if re.fullmatch("[0-9a-f]{64}", seed) and hashlib.sha256(bytes.fromhex(seed)).hexdigest() == sha256:
        return ("seed", "passed", "The server seed is the one that was committed to.")
    return ("seed", "failed", "The server seed is not the one that was committed to.")


def _check_seed_and_digest(sha256, seed, digest):
    checked = _check_seed(sha256, seed)
    return [checked] if checked[1] == "failed" else [checked, compare(sha256, digest)]


def _check_round(receipt, checks, entries):
    from verify_beacon import is_drand_round

    settings = receipt["settings"]
    number, signature, previous = settings["beacon"]["round"], settings["beacon"]["signature"], settings.get("previous")
    if not is_drand_round(number, signature):
        return checks + [("beacon", "failed", "This is not drand's signature of round %d." % number)], None
    announced = "Nothing here shows that the round was announced before."
    if previous:
        words = "It was announced by the receipt with the hash %s: make sure that it was published before the round."
        announced = words % previous
    checks = checks + [("beacon", "passed", "Round %d is signed by drand. %s" % (number, announced))]
    randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    return _finish_draw(receipt, fair_seed(randomness, previous, 0) if previous else randomness, checks, entries)


def _finish_draw(receipt, seed, checks, entries):
    settings = receipt["settings"]
    check_sizes(settings)
    drawn = draw_outcome(settings, seed)
    compared = compare(outcome_digest(drawn), receipt["digest"])
    return checks + [compared], outcome_words(settings, drawn, entries) if compared[1] == "passed" else None


def check_sizes(settings):
    """What the fields allow one by one and not together."""
    kind, count = settings["kind"], settings["count"]
    values = 0
    if kind == "integers":
        values = settings["max"] - settings["min"] + 1
        if values < 1:
            raise ValueError("min is larger than max")
    if kind == "choice":
        values = sum(option["weight"] for option in settings["options"])
    if values > SAFE_MAX:
        raise ValueError("the values, or the sum of the weights, must be fewer than 2^53")
    if "size" in settings and (count > settings["size"] or (kind == "shuffle" and count != settings["size"])):
        raise ValueError("the count does not fit the size")
    if kind == "deck":
        left = sum(card["copies"] for card in settings["cards"])
        if left > 1000000 or count > left:
            raise ValueError("the count does not fit the deck")
    if kind == "loot":
        from verify_loot import check_loot

        check_loot(settings)


def _check_expected(outcome, expected):
    if outcome is None:
        return ("expected", "skipped", "What was announced can be compared once the outcome is computed.")
    missing = next((one for one in expected if one not in outcome), None)
    if missing is None:
        return ("expected", "passed", "What was announced is what was drawn.")
    return ("expected", "failed", '"%s" was announced, but not drawn.' % missing)


def _check_commitment(receipt, seed):
    settings = receipt["settings"]
    if "beacon" not in settings:
        if seed is None:
            return [compare(settings["sha256"], receipt["digest"])]
        return _check_seed_and_digest(settings["sha256"], seed, receipt["digest"])
    from verify_beacon import drand_round_ms

    number = settings["beacon"]["round"]
    time = tuple(map(int, re.findall("[0-9]+", receipt["issued_at"])))
    if calendar.timegm(time[:6]) * 1000 + time[6] >= drand_round_ms(number):
        return [("beacon", "failed", "Round %d was public before it was announced." % number)]
    announced = ("beacon", "passed", "Round %d became public after it was announced." % number)
    return [announced, compare(hashlib.sha256(canonical_json(settings).encode()).hexdigest(), receipt["digest"])]


def compare(found, digest):
    if found == digest:
        return ("outcome", "passed", "Computing it again gives the same outcome.")
    return ("outcome", "failed", "Computing it again gives a different outcome.")
