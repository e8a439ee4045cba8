#!/usr/bin/env python3
"""Checks a receipt of Equipoise without Equipoise: one file, Python 3.8 or later, standard library only.

    python3 verify.py receipt.json [--key KEY] [--seed SEED] [--entries names.txt]

--key      a public key of the service, from its /.well-known/equipoise-signing-key (may be given several times)
--seed     the revealed server seed of a commitment, or the seed of a closed allocation
--entries  the entries of a shuffle, a sample or a list of winners, one a line

Exit status: 0 nothing failed, 1 something failed, 2 the file cannot be read. What is checked is defined in
docs/reference/outcomes-1.md; this file shares no code with the service.
"""
import argparse
import base64
import hashlib
import hmac
import json
import math
import re
import sys

RECEIPT_TYPE = "equipoise-receipt/1"

# ---- AES-128-CTR ----


def _aes_tables():
    p, q, sbox = 1, 1, [0] * 256
    while True:
        p = (p ^ (p << 1) ^ (0x11B if p & 0x80 else 0)) & 0xFF
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        if q & 0x80:
            q ^= 0x09
        sbox[p] = (q ^ _rotate(q, 1) ^ _rotate(q, 2) ^ _rotate(q, 3) ^ _rotate(q, 4) ^ 0x63) & 0xFF
        if p == 1:
            break
    sbox[0] = 0x63
    return sbox


def _rotate(byte, by):
    return ((byte << by) | (byte >> (8 - by))) & 0xFF


def _double(byte):
    return ((byte << 1) ^ (0x1B if byte & 0x80 else 0)) & 0xFF


SBOX = _aes_tables()
T0 = [_double(s) << 24 | s << 16 | s << 8 | (_double(s) ^ s) for s in SBOX]
T1 = [(w >> 8 | w << 24) & 0xFFFFFFFF for w in T0]
T2 = [(w >> 16 | w << 16) & 0xFFFFFFFF for w in T0]
T3 = [(w >> 24 | w << 8) & 0xFFFFFFFF for w in T0]


def _expand(key):
    words = [int.from_bytes(key[i : i + 4], "big") for i in range(0, 16, 4)]
    constant = 1
    for i in range(4, 44):
        word = words[i - 1]
        if i % 4 == 0:
            word = (word << 8 | word >> 24) & 0xFFFFFFFF
            word = int.from_bytes(bytes(SBOX[b] for b in word.to_bytes(4, "big")), "big") ^ constant << 24
            constant = _double(constant)
        words.append(words[i - 4] ^ word)
    return words


def aes_block(schedule, block):
    state = [int.from_bytes(block[4 * i : 4 * i + 4], "big") ^ schedule[i] for i in range(4)]
    for r in range(1, 10):
        state = [
            T0[state[i] >> 24]
            ^ T1[state[(i + 1) & 3] >> 16 & 255]
            ^ T2[state[(i + 2) & 3] >> 8 & 255]
            ^ T3[state[(i + 3) & 3] & 255]
            ^ schedule[4 * r + i]
            for i in range(4)
        ]
    out = b""
    for i in range(4):
        row = bytes(SBOX[state[(i + j) & 3] >> (24 - 8 * j) & 255] for j in range(4))
        out += (int.from_bytes(row, "big") ^ schedule[40 + i]).to_bytes(4, "big")
    return out


def words_of(text):
    """The little-endian 32-bit words of AES-128-CTR of zeros, keyed by the SHA-256 of the text."""
    schedule = _expand(hashlib.sha256(text.encode()).digest()[:16])
    counter = 0
    while True:
        block = aes_block(schedule, counter.to_bytes(16, "big"))
        counter += 1
        for i in range(0, 16, 4):
            yield int.from_bytes(block[i : i + 4], "little")


def uniform(words, m):
    """A uniform integer 0..m-1: words that would favour some values are discarded."""
    if m == 1:
        return 0
    if m <= 2**32:
        limit = 2**32 // m * m
        while True:
            word = next(words)
            if word < limit:
                return word % m
    limit = 2**53 // m * m
    while True:
        low = next(words)
        value = next(words) % 2**21 * 2**32 + low
        if value < limit:
            return value % m


# ---- outcomes/1 ----


def draw_outcome(settings, seed):
    kind = settings["kind"]
    count = settings["count"]
    if kind == "integers":
        line = "integers|%d|%d" % (settings["min"], settings["max"])
    elif kind == "dice":
        line = "dice|%dd%d" % (settings["dice"], settings["sides"])
    elif kind == "choice":
        weights = [option["weight"] for option in settings["options"]]
        line = "choice|" + ",".join(map(str, weights))
    elif kind in ("shuffle", "sample", "winners"):
        line = "%s|%d" % (kind, settings["size"])
        if "entries" in settings:
            line += "|" + settings["entries"]
    else:
        raise ValueError("the kind of draw is unknown")
    words = words_of("outcomes/1|%s|%s" % (seed, line))
    if kind == "integers":
        low, high = settings["min"], settings["max"]
        return [low + uniform(words, high - low + 1) for _ in range(count)]
    if kind == "dice":
        return [1 + uniform(words, settings["sides"]) for _ in range(count * settings["dice"])]
    if kind == "choice":
        return [_option(weights, uniform(words, sum(weights))) for _ in range(count)]
    return _order(words, settings["size"], count)


def _option(weights, value):
    for place, weight in enumerate(weights):
        if value < weight:
            return place
        value -= weight
    raise ValueError("no such option")


def _order(words, size, count):
    places = list(range(size))
    for i in range(count):
        j = i + uniform(words, size - i)
        places[i], places[j] = places[j], places[i]
    return places[:count]


def outcome_digest(numbers):
    return hashlib.sha256(",".join(map(str, numbers)).encode()).hexdigest()


def entries_hash(entries):
    return hashlib.sha256(json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def fair_seed(server_seed, client_seed, nonce):
    message = "%s:%d" % (client_seed, nonce)
    return hmac.new(bytes.fromhex(server_seed), message.encode(), hashlib.sha256).hexdigest()


# ---- allocation/1 ----


def allocation_arms(settings, seed, stratum, count):
    weights = [arm["weight"] for arm in settings["arms"]]
    divisor = 0
    for weight in weights:
        divisor = math.gcd(divisor, weight)
    weights = [weight // divisor for weight in weights]
    sizes = settings["block_sizes"]
    arms = []
    block = 0
    while len(arms) < count:
        words = words_of(
            "allocation/1|%s|%s|%s|%s|%s|%d"
            % (
                seed,
                settings["block"],
                ",".join(map(str, weights)),
                ",".join(map(str, sizes)),
                hashlib.sha256(stratum.encode()).hexdigest(),
                block,
            )
        )
        arms += _permuted(words, weights, sizes) if settings["block"] == "permuted" else _turned(words, weights, sizes[0])
        block += 1
    return arms[:count]


def _slots(weights, multiple):
    return [arm for arm, weight in enumerate(weights) for _ in range(weight * multiple)]


def _permuted(words, weights, sizes):
    size = sizes[uniform(words, len(sizes))]
    arms = _slots(weights, size // sum(weights))
    return [arms[place] for place in _order(words, size, size)]


def _turned(words, weights, size):
    slots = _slots(weights, 1)
    length = size // len(slots)
    drawn = [uniform(words, len(slots)) for _ in range(length)]
    return [slots[(drawn[i % length] + i // length) % len(slots)] for i in range(size)]


# ---- Ed25519 ----

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def _sum(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e = ((y1 + x1) * (y2 + x2) - (y1 - x1) * (y2 - x2)) % P
    h = ((y1 + x1) * (y2 + x2) + (y1 - x1) * (y2 - x2)) % P
    c = 2 * D * t1 * t2 % P
    d = 2 * z1 * z2 % P
    f, g = d - c, d + c
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(point, factor):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = _sum(result, point)
        point = _sum(point, point)
        factor >>= 1
    return result


def _point(y, parity):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and parity):
        return None
    if x & 1 != parity:
        x = P - x
    return x, y, 1, x * y % P


def is_signed_by(message, signature, public_key):
    if len(signature) != 64 or len(public_key) != 32:
        return False
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


# ---- receipts ----


def receipt_message(receipt):
    rest = {name: value for name, value in receipt.items() if name != "signature"}
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)
    return (RECEIPT_TYPE + "\n" + text).encode()


def _base64url(text):
    if not re.match(r"^[A-Za-z0-9_-]*\Z", text) or len(text) % 4 == 1:
        return b""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_receipt(receipt):
    texts = ("id", "issued_at", "issuer", "version", "digest", "public_key", "signature")
    return (
        isinstance(receipt, dict)
        and receipt.get("type") == RECEIPT_TYPE
        and receipt.get("subject") in ("draw", "commitment", "assignment", "allocation")
        and all(isinstance(receipt.get(name), str) for name in texts)
        and isinstance(receipt.get("settings"), dict)
    )


def check(receipt, keys=None, seed=None, entries=None):
    """A list of (name, state, detail); state is passed, failed or skipped."""
    if not is_receipt(receipt):
        return [("receipt", "failed", "This is not an %s." % RECEIPT_TYPE)]
    checks = [_check_signature(receipt), _check_key(receipt, keys)]
    subjects = {
        "draw": _check_draw,
        "commitment": lambda receipt, seed, _: [_check_seed(receipt["settings"]["sha256"], seed)],
        "allocation": _check_allocation,
        "assignment": _check_assignment,
    }
    try:
        checks += subjects[receipt["subject"]](receipt, seed, entries)
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError, IndexError) as error:
        checks.append(("outcome", "failed", "The settings are not valid: %s." % error))
    return checks


def _check_signature(receipt):
    try:
        message = receipt_message(receipt)
    except (TypeError, ValueError):
        return ("signature", "failed", "The receipt cannot be written as canonical JSON.")
    if is_signed_by(message, _base64url(receipt["signature"]), _base64url(receipt["public_key"])):
        return ("signature", "passed", "Nothing was changed since the receipt was signed.")
    return ("signature", "failed", "The receipt was changed after it was signed, or never signed.")


def _check_key(receipt, keys):
    key = receipt["public_key"]
    if not keys:
        where = receipt["issuer"] + "/.well-known/equipoise-signing-key"
        return ("key", "skipped", "Signed with the key %s. Compare it with %s." % (key, where))
    if key in keys:
        return ("key", "passed", "The key is one that you trust.")
    return ("key", "failed", "The key %s is not one that you trust." % key)


def _check_seed(sha256, seed):
    if seed is None:
        return ("seed", "skipped", "The server seed was not given.")
    if re.match(r"^[0-9a-f]{64}\Z", seed) and hashlib.sha256(bytes.fromhex(seed)).hexdigest() == sha256:
        return ("seed", "passed", "The server seed is the one that was committed to.")
    return ("seed", "failed", "The server seed is not the one that was committed to.")


def _check_draw(receipt, seed, entries):
    settings = receipt["settings"]
    checks = []
    if "entries" in settings:
        checks.append(_check_entries(settings["entries"], entries))
    if "commitment" not in settings:
        return checks + [_compare(outcome_digest(draw_outcome(settings, settings["seed"])), receipt["digest"])]
    revealed = _check_seed(settings["commitment"]["sha256"], seed)
    checks.append(revealed)
    if revealed[1] != "passed":
        why = "The outcome can be computed again once the server seed is revealed."
        return checks + [("outcome", "skipped", why)]
    drawn = draw_outcome(settings, fair_seed(seed, settings["client_seed"], settings["nonce"]))
    return checks + [_compare(outcome_digest(drawn), receipt["digest"])]


def _check_entries(sha256, entries):
    if entries is None:
        return ("entries", "skipped", "The entries were not given. Their hash is %s." % sha256)
    if entries_hash(entries) == sha256:
        return ("entries", "passed", "The entries are the ones that were drawn from, in that order.")
    return ("entries", "failed", "The entries, or their order, are not the ones that were drawn from.")


def _committed(seed, sha256):
    if hashlib.sha256(str(seed).encode()).hexdigest() == sha256:
        return ("seed", "passed", "The seed is the one that was committed to.")
    return ("seed", "failed", "The seed is not the one that was committed to.")


def _check_allocation(receipt, _seed, _entries):
    settings = receipt["settings"]
    strata = [
        allocation_arms(settings, settings["seed"], stratum["stratum"], stratum["assigned"])
        for stratum in settings["strata"]
    ]
    text = ";".join(",".join(map(str, arms)) for arms in strata)
    found = hashlib.sha256(text.encode()).hexdigest()
    return [_committed(settings["seed"], settings["sha256"]), _compare(found, receipt["digest"])]


def _check_assignment(receipt, seed, _entries):
    settings = receipt["settings"]
    if seed is None:
        why = "The arm can be computed again once the allocation is closed and its seed revealed."
        return [("seed", "skipped", "The seed is not known yet."), ("outcome", "skipped", why)]
    committed = _committed(seed, settings["sha256"])
    if committed[1] == "failed":
        return [committed]
    arm = allocation_arms(settings, seed, settings["stratum"], settings["position"] + 1)[settings["position"]]
    if settings["arms"][arm]["name"] != settings["arm"]:
        return [committed, ("outcome", "failed", "The seed gives another arm at this position.")]
    return [committed, _compare(hashlib.sha256(str(arm).encode()).hexdigest(), receipt["digest"])]


def _compare(found, digest):
    if found == digest:
        return ("outcome", "passed", "Computing it again gives the same outcome.")
    return ("outcome", "failed", "Computing it again gives another outcome.")


def main():
    parser = argparse.ArgumentParser(description="Checks a receipt of Equipoise without Equipoise.")
    parser.add_argument("receipt", help="a file with the receipt, or - for the standard input")
    parser.add_argument("--key", action="append", help="a public key of the service that you trust")
    parser.add_argument("--seed", help="the revealed seed")
    parser.add_argument("--entries", help="a file with the entries, one a line")
    given = parser.parse_args()
    try:
        with sys.stdin if given.receipt == "-" else open(given.receipt, encoding="utf-8") as file:
            receipt = json.load(file)
        entries = None
        if given.entries:
            with open(given.entries, encoding="utf-8", newline="") as file:
                entries = [line for line in re.split(r"\r?\n", file.read()) if line]
    except (OSError, ValueError) as error:
        print("Cannot read it: %s" % error, file=sys.stderr)
        return 2
    # A saved response of the API carries the receipt inside.
    if isinstance(receipt, dict) and isinstance(receipt.get("receipt"), dict):
        receipt = receipt["receipt"]
    checks = check(receipt, given.key, given.seed, entries)
    for name, state, detail in checks:
        print("%-8s %-10s %s" % (state, name, detail))
    return 1 if any(state == "failed" for _, state, _ in checks) else 0


if __name__ == "__main__":
    sys.exit(main())
