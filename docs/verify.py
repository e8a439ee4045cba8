#!/usr/bin/env python3
"""Checks what Equipoise signed or computed, without Equipoise: one file, Python 3.8 or later, standard library only.

    python3 verify.py receipt.json --key KEY [--seed SEED] [--entries names.txt] [--expect "Ticket 17"]
    python3 verify.py folder --keys keys.json       all receipts (*.json) of a folder, and whether any is missing
    python3 verify.py published.json --keys keys.json   a published result with all its receipts
    python3 verify.py result.json                   a saved response of POST /compute, computed again

--key      a public key that you trust (may be given several times). A key that came with the receipt proves nothing
--keys     a saved response of the service's /.well-known/equipoise-signing-key, instead of --key
--seed     the revealed server seed of a commitment, or the seed of a closed allocation
--entries  the entries of a shuffle, a sample or a list of winners, one a line
--expect   what was announced, such as the winner (may be given several times)

Exit status: 0 verified; 1 something failed; 2 not verified: the key, the seed or the entries were not given, or a file cannot be
read. What is checked is defined in docs/reference/outcomes-1.md and equilibrium-1.md; this file shares no code with the service.
"""
import argparse
import base64
import bisect
import calendar
import datetime
import hashlib
import hmac
import itertools
import json
import math
import os
import re
import struct
import sys
import time
import unicodedata

RECEIPT_TYPES = ("equipoise-receipt/1", "equipoise-receipt/2")

# What a receipt may say at most. Nothing is computed before every field was compared with its limits.
FILE_BYTES_MAX = 2**24
ENTRIES_BYTES_MAX = 2**27
FILES_MAX = 100000
NUMBERS_MAX = 100000
ENTRIES_MAX = 1000000
OPTIONS_MAX = 10000
PARTICIPANTS_MAX = 1000000
STRATA_MAX = 1000
ITEMS_MAX = 500
CARDS_MAX = 1000
MINIMISED_MAX = 20000
FACTORS_MAX = 10
SAFE_MAX = 2**53 - 1

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


ROUND_CONSTANTS = [constant << 24 for constant in (1, 2, 4, 8, 16, 32, 64, 128, 27, 54)]


def _expand(key):
    s = SBOX
    a, b, c, d = struct.unpack(">4I", key)
    words = [a, b, c, d]
    for constant in ROUND_CONSTANTS:
        a ^= s[d >> 16 & 255] << 24 ^ s[d >> 8 & 255] << 16 ^ s[d & 255] << 8 ^ s[d >> 24] ^ constant
        b ^= a
        c ^= b
        d ^= c
        words += (a, b, c, d)
    return words


def aes_block(schedule, block):
    k = schedule
    a, b, c, d = struct.unpack(">4I", block)
    a, b, c, d = a ^ k[0], b ^ k[1], c ^ k[2], d ^ k[3]
    for r in range(4, 40, 4):
        a, b, c, d = (
            T0[a >> 24] ^ T1[b >> 16 & 255] ^ T2[c >> 8 & 255] ^ T3[d & 255] ^ k[r],
            T0[b >> 24] ^ T1[c >> 16 & 255] ^ T2[d >> 8 & 255] ^ T3[a & 255] ^ k[r + 1],
            T0[c >> 24] ^ T1[d >> 16 & 255] ^ T2[a >> 8 & 255] ^ T3[b & 255] ^ k[r + 2],
            T0[d >> 24] ^ T1[a >> 16 & 255] ^ T2[b >> 8 & 255] ^ T3[c & 255] ^ k[r + 3],
        )
    s = SBOX
    return struct.pack(
        ">4I",
        (s[a >> 24] << 24 | s[b >> 16 & 255] << 16 | s[c >> 8 & 255] << 8 | s[d & 255]) ^ k[40],
        (s[b >> 24] << 24 | s[c >> 16 & 255] << 16 | s[d >> 8 & 255] << 8 | s[a & 255]) ^ k[41],
        (s[c >> 24] << 24 | s[d >> 16 & 255] << 16 | s[a >> 8 & 255] << 8 | s[b & 255]) ^ k[42],
        (s[d >> 24] << 24 | s[a >> 16 & 255] << 16 | s[b >> 8 & 255] << 8 | s[c & 255]) ^ k[43],
    )


def words_of(text):
    """The little-endian 32-bit words of AES-128-CTR of zeros, keyed by the SHA-256 of the text."""
    schedule = _expand(hashlib.sha256(text.encode()).digest()[:16])
    counter = 0
    while True:
        yield from struct.unpack("<4I", aes_block(schedule, counter.to_bytes(16, "big")))
        counter += 1


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


def draw_outcome(settings, seed, is_state=False):
    kind = settings["kind"]
    count = settings["count"]
    if kind == "integers":
        line = "integers|%d|%d" % (settings["min"], settings["max"])
    elif kind == "dice":
        line = "dice|%dd%d" % (settings["dice"], settings["sides"])
    elif kind == "choice":
        weights = [option["weight"] for option in settings["options"]]
        line = "choice|" + ",".join(map(str, weights))
    elif kind == "loot":
        rules = [
            ":".join([",".join(map(str, rule["items"]))] + [str(rule[name]) for name in ("after", "from", "boost") if name in rule])
            for rule in settings["pity"]
        ]
        weights = ",".join(str(item["weight"]) for item in settings["items"])
        line = "loot|%s|%s|%s" % (weights, ";".join(rules), ",".join(map(str, settings["state"])))
    elif kind == "deck":
        line = "deck|" + ",".join(str(card["copies"]) for card in settings["cards"])
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
        ends = list(itertools.accumulate(weights))
        return [bisect.bisect_right(ends, uniform(words, ends[-1])) for _ in range(count)]
    if kind == "loot":
        return _loot(words, settings)[1 if is_state else 0]
    if kind == "deck":
        return _deck(words, [card["copies"] for card in settings["cards"]], count)
    return _order(words, settings["size"], count)


def loot_state_after(settings, seed):
    return draw_outcome(settings, seed, is_state=True)


def _loot(words, settings):
    """Places of items, and the pulls since the last hit of each guarantee after them."""
    weights = [item["weight"] for item in settings["items"]]
    pity = settings["pity"]
    belongs = [frozenset(rule["items"]) for rule in pity]
    state = list(settings["state"])
    known = {}
    drawn = []
    for _ in range(settings["count"]):
        # What each rule does to the weights of its items with this pull; 0 means that only its items can come.
        factors = tuple(_factor(rule, since + 1) for rule, since in zip(pity, state))
        ends = known.get(factors)
        if ends is None:
            ends = list(itertools.accumulate(_scaled(weight, i, belongs, factors) for i, weight in enumerate(weights)))
            known[factors] = ends
        item = bisect.bisect_right(ends, uniform(words, ends[-1]))
        drawn.append(item)
        state = [0 if item in items else since + 1 for items, since in zip(belongs, state)]
    return drawn, state


def _factor(rule, pull):
    if pull >= rule["after"]:
        return 0
    if "from" not in rule or pull < rule["from"]:
        return 1
    return 1 + (pull - rule["from"] + 1) * rule["boost"]


def _scaled(weight, item, belongs, factors):
    for items, factor in zip(belongs, factors):
        if item in items:
            weight *= factor or 1
        elif factor == 0:
            return 0
    return weight


def _deck(words, copies, count):
    """Cards one by one, through a tree of sums."""
    size = 1
    while size < len(copies):
        size *= 2
    sums = [0] * size + list(copies) + [0] * (size - len(copies))
    for node in range(size - 1, 0, -1):
        sums[node] = sums[2 * node] + sums[2 * node + 1]
    drawn = []
    for _ in range(count):
        value = uniform(words, sums[1])
        node = 1
        while node < size:
            sums[node] -= 1
            node *= 2
            if value >= sums[node]:
                value -= sums[node]
                node += 1
        sums[node] -= 1
        drawn.append(node - size)
    return drawn


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

_shown = {"at": None}


def show_progress(done, total):
    """Arms of a million people take a while: somebody who watches sees how far it is."""
    if done % 1000 >= 10 or not sys.stderr.isatty():
        return
    now = time.monotonic()
    if _shown["at"] is None:
        _shown["at"] = now
    elif now - _shown["at"] >= 1:
        _shown["at"] = now
        print("computing %d of %d …" % (done, total), file=sys.stderr)


def allocation_arms(settings, seed, stratum, count):
    weights = lowest_terms(settings)
    place = hashlib.sha256(stratum.encode()).hexdigest()
    if settings["block"] == "big_stick":
        return _big_stick(weights, settings["limit"], seed, place, count)
    sizes = settings["block_sizes"]
    arms = []
    block = 0
    while len(arms) < count:
        show_progress(len(arms), count)
        words = _allocation_words(seed, settings["block"], weights, ",".join(map(str, sizes)), "%s|%d" % (place, block))
        arms += _permuted(words, weights, sizes) if settings["block"] == "permuted" else _turned(words, weights, sizes[0])
        block += 1
    return arms[:count]


def lowest_terms(settings):
    weights = [arm["weight"] for arm in settings["arms"]]
    divisor = 0
    for weight in weights:
        divisor = math.gcd(divisor, weight)
    return [weight // divisor for weight in weights]


def _allocation_words(seed, block, weights, rule, place):
    return words_of("allocation/1|%s|%s|%s|%s|%s" % (seed, block, ",".join(map(str, weights)), rule, place))


def _big_stick(weights, limit, seed, place, count):
    """Chance by weight among the arms that would be at most `limit` people above their share."""
    unit = sum(weights)
    counts = [0] * len(weights)
    arms = []
    for position in range(count):
        show_progress(position, count)
        words = _allocation_words(seed, "big_stick", weights, str(limit), "%s|%d" % (place, position))
        reach = limit * unit
        free = [arm for arm, w in enumerate(weights) if (counts[arm] + 1) * unit - (position + 1) * w <= reach]
        arm = _among(words, weights, free)
        counts[arm] += 1
        arms.append(arm)
    return arms


def minimised_arm(settings, seed, position, before):
    """The arm of a participant; `before` has for each factor how many people with the same level each arm has."""
    weights, factors = lowest_terms(settings), settings["factors"]
    rule = "%s:%d" % (",".join(str(factor["weight"]) for factor in factors), settings["probability"])
    words = _allocation_words(seed, "minimisation", weights, rule, str(position))
    multiple = _multiple(weights)
    imbalances = []
    for arm in range(len(weights)):
        imbalance = 0
        for factor, counts in zip(factors, before):
            shares = [(n + (other == arm)) * (multiple // weights[other]) for other, n in enumerate(counts)]
            imbalance += factor["weight"] * (max(shares) - min(shares))
        imbalances.append(imbalance)
    best = [arm for arm, imbalance in enumerate(imbalances) if imbalance == min(imbalances)]
    if len(best) == len(weights):
        return _among(words, weights, best)
    is_best = uniform(words, 100) < settings["probability"]
    return _among(words, weights, best if is_best else [arm for arm in range(len(weights)) if arm not in best])


def minimised_arms(settings, seed, profiles):
    size = len(settings["factors"])
    counts = [[[0] * len(settings["arms"]) for _ in factor["levels"]] for factor in settings["factors"]]
    arms = []
    for position in range(len(profiles) // size):
        levels = profiles[position * size : (position + 1) * size]
        show_progress(position, len(profiles) // size)
        before = [counts[f][int(level, 36)] for f, level in enumerate(levels)]
        arm = minimised_arm(settings, seed, position, before)
        for row in before:
            row[arm] += 1
        arms.append(arm)
    return arms


def _multiple(weights):
    multiple = 1
    for weight in weights:
        multiple = multiple // math.gcd(multiple, weight) * weight
    return multiple


def _among(words, weights, arms):
    value = uniform(words, sum(weights[arm] for arm in arms))
    for arm in arms:
        value -= weights[arm]
        if value < 0:
            return arm
    raise ValueError("no arm is left")


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


# ---- equilibrium/1 ----


def _stream(schedule, counter):
    while True:
        yield aes_block(schedule, counter.to_bytes(16, "big"))
        counter += 1


def _digits(bias):
    digits = []
    while 0 < bias < 1 and len(digits) < 1100:
        bias *= 2
        digits.append(int(bias >= 1))
        bias -= digits[-1]
        if bias == 0:
            break
    return digits


def equilibrium_bits(bias, size, samples, seed):
    """Source and output as lists of bits, exactly as section 2 of equilibrium-1.md says."""
    text = "equilibrium/1|%s|%d|%s" % (seed, size, struct.pack(">d", bias).hex())
    schedule = _expand(hashlib.sha256(text.encode()).digest()[:16])
    main, tail = _stream(schedule, 0), _stream(schedule, 1 << 127)
    tail_words = (int.from_bytes(block[i : i + 4], "little") for block in tail for i in range(0, 16, 4))
    digits = _digits(bias)
    count = (samples + 1) // 2 * size
    source, output = [], []
    for _ in range((count + 127) // 128):
        pad = int.from_bytes(next(main), "little")
        decided = (1 << 128) - 1 if not digits else 0
        bits = (1 << 128) - 1 if bias == 1 else 0
        for digit in digits[:8]:
            plane = int.from_bytes(next(main), "little")
            differs = (plane ^ -digit) & ~decided & ((1 << 128) - 1)
            bits |= differs if digit else 0
            decided |= differs
        for word in range(0, 128, 32):
            tied = ~(decided >> word) & 0xFFFFFFFF
            for digit in digits[8:]:
                if not tied:
                    break
                differs = (next(tail_words) ^ -digit) & tied
                bits |= differs << word if digit else 0
                tied &= ~differs
        source += [bits >> i & 1 for i in range(128)]
        output += [(bits ^ pad) >> i & 1 for i in range(128)]
    return source[:count], output[:count]


def _stage(weights, size, unsplit=0):
    count, total, squares = len(weights), sum(weights), sum(w * w for w in weights)
    histogram = [0] * (size + 1)
    for weight in weights:
        histogram[weight] += 1
    return {
        "mean": total / (size * count),
        "std": math.sqrt(count * squares - total * total) / (size * count),
        "ain": 1 - max(0, abs(2 * total - size * count) - unsplit) / (size * count),
        "histogram": [{"value": k / size, "count": n} for k, n in enumerate(histogram)],
    }


def _blocks(bits, size):
    return [sum(bits[i : i + size]) for i in range(0, len(bits), size)]


def _upper_gamma(a, x):
    """The regularised upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-17:
            n += 1
            term *= x / n
            total += term
        return 1 - front * total
    b, c = x + 1 - a, 1e300
    d = h = 1 / b
    for i in range(1, 10000):
        b += 2
        d = 1 / (-i * (i - a) * d + b)
        c = b - i * (i - a) / c
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return front * h


def _fit(weights, size):
    cells, expected, seen, blocks = [], 0.0, 0, len(weights)
    for k in range(size + 1):
        expected += blocks * math.comb(size, k) / 2**size
        seen += weights.count(k)
        if expected >= 5:
            cells.append([seen, expected])
            expected, seen = 0.0, 0
    cells[-1][0] += seen
    cells[-1][1] += expected
    chi2 = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    chance = _upper_gamma((len(cells) - 1) / 2, chi2 / 2)
    return {"chi2": chi2, "df": len(cells) - 1, "p_value": chance if chance >= 1e-6 else (1e-12 * chance) ** (1 / 3)}


def equilibrium(bias, size, samples, seed, text=2):
    """What POST /compute returns, for the first or the second text of the definition."""
    source, output = equilibrium_bits(bias, size, samples, seed)
    raw = _blocks(output, size)
    weights = [weight for block in raw for weight in (block, size - block)]
    unsplit = 0
    if samples % 2:
        weights = weights[:-2] + [raw[-1] if text == 1 else size // 2 + size % 2 * output[-1]]
        unsplit = 0 if text == 1 else size * samples % 2
    packed = bytes(sum(bit << i for i, bit in enumerate(output[at : at + 8])) for at in range(0, len(output), 8))
    return dict(
        _stage(weights, size, unsplit),
        min=min(weights) / size,
        max=max(weights) / size,
        raw=_stage(raw, size),
        input=_stage(_blocks(source, size), size),
        sequence="".join(map(str, output[:size])),
        digest=hashlib.sha256(packed).hexdigest(),
        **_fit(raw, size)
    )


def check_result(result):
    """A list of (name, state, detail) for a response of POST /compute, which is not signed: everything is computed again."""
    bias, size, samples, seed = (result.get(name) for name in ("bias", "N", "samples", "seed"))
    text = result.get("definition_text", 1)
    is_bias = isinstance(bias, (int, float)) and not isinstance(bias, bool) and 0 <= bias <= 1
    if not (is_bias and size in (3, 9, 16, 25, 32, 64) and _is_whole(samples, 100, 50000) and _is_seed(seed)):
        return [("result", "failed", "The bias, N, samples or seed is not valid.")]
    if text not in (1, 2):
        return [("result", "failed", "It follows a later text of the definition than this program knows.")]
    found = equilibrium(bias + 0.0, size, samples, seed, text)
    checks = []
    for name, value in sorted(found.items()):
        given = result.get(name)
        if name in ("chi2", "p_value"):
            is_same = isinstance(given, (int, float)) and abs(given - value) <= 1e-9 * max(1, abs(value))
        else:
            is_same = given == value
        if not is_same:
            return checks + [(name, "failed", "Computing it again gives another value: %s." % shown(str(value)[:200]))]
        checks.append((name, "passed", "Computing it again gives the same."))
    return checks


# ---- BLS12-381: rounds of drand ----

DRAND_CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
DRAND_ROUND_MAX = 2**35
DRAND_GENESIS_MS = 1692803367000
DRAND_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

BLS_P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
BLS_R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
BLS_X = 0xD201000000010000

# Points with coordinates a + bu, u^2 = -1: the generator, and the public key of the network quicknet.
G2_GENERATOR = (
    (
        0x24AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0xCE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)
DRAND_KEY = (
    (
        0x0D1FEC758C921CC22B0E17E63AAF4BCB5ED66304DE9CF809BD274CA73BAB4AF5A6E9C76A4BC09E76EAE8991EF5ECE45A,
        0x03CF0F2896ADEE7EB8B5F01FCAD3912212C437E0073E911FB90022D3E760183C8C4B450B6A0A6C3AC6A5776A2D106451,
    ),
    (
        0xE5DB2B6BFBB01C867749CADFFCA88B36C24F3012BA09FC4D3022C5C37DCE0F977D3ADB5D183C7477C442B1F04515273,
        0x1A714F2EDB74119A2F2B0D5A7C75BA902D163700A61BC224EDEDD8E63AEF7BE1AAF8E93D7A9718B047CCDDB3EB5D68B,
    ),
)

# RFC 9380, section 8.8.1: the curve that is mapped to, and the 11-isogeny to BLS12-381 (appendix E.2), lowest coefficients first.
SWU_A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
SWU_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
ISOGENY = [
    [int(word, 16) for word in words.split()]
    for words in (
        # x numerator
        """
        11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
        17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
        d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
        1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
        e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
        1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
        d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
        17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
        80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
        169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
        10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
        6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
        """,
        # x denominator
        """
        8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
        12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
        b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
        3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
        13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
        e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
        772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
        14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
        a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
        95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
        1
        """,
        # y numerator
        """
        90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
        134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
        cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
        1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
        8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
        16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
        4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
        987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
        9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
        e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
        19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
        18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
        b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
        245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
        5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
        15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
        """,
        # y denominator
        """
        16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1
        1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
        58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2
        16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416
        be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d
        8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac
        166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
        16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9
        1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a
        167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55
        4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8
        accbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
        ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc
        2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7
        e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f
        1
        """,
    )
]


def _g1_sum(a, b):
    """Of points (x, y); None is the point at infinity."""
    if a is None or b is None:
        return a or b
    (x1, y1), (x2, y2) = a, b
    if x1 == x2:
        if (y1 + y2) % BLS_P == 0:
            return None
        slope = 3 * x1 * x1 * pow(2 * y1, BLS_P - 2, BLS_P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, BLS_P - 2, BLS_P)
    x = (slope * slope - x1 - x2) % BLS_P
    return x, (slope * (x1 - x) - y1) % BLS_P


def _g1_times(point, factor):
    result = None
    for bit in bin(factor)[2:]:
        result = _g1_sum(result, result)
        if bit == "1":
            result = _g1_sum(result, point)
    return result


def _g1_decoded(data):
    """The point of 48 compressed bytes; None if there is none, or it is outside the group."""
    if not data[0] & 0x80 or data[0] & 0x40:
        return None
    x = int.from_bytes(data, "big") & (2**381 - 1)
    square = (x * x * x + 4) % BLS_P
    y = pow(square, (BLS_P + 1) // 4, BLS_P)
    if x >= BLS_P or y * y % BLS_P != square:
        return None
    point = (x, y if (y > BLS_P // 2) == bool(data[0] & 0x20) else BLS_P - y)
    return point if _g1_times(point, BLS_R) is None else None


def _expanded(message, length):
    """expand_message_xmd of RFC 9380, with SHA-256."""
    domain = DRAND_DOMAIN + bytes([len(DRAND_DOMAIN)])
    first = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + domain).digest()
    blocks = [hashlib.sha256(first + b"\1" + domain).digest()]
    while len(blocks) * 32 < length:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(hashlib.sha256(mixed + bytes([len(blocks) + 1]) + domain).digest())
    return b"".join(blocks)[:length]


def _mapped(u):
    """The simplified map of Shallue, van de Woestijne and Ulas, then the isogeny."""
    step = 11 * u * u % BLS_P
    inverse = pow(step * step + step, BLS_P - 2, BLS_P)
    x = -SWU_B * pow(SWU_A, BLS_P - 2, BLS_P) * (1 + inverse) % BLS_P
    if inverse == 0:
        x = SWU_B * pow(11 * SWU_A, BLS_P - 2, BLS_P) % BLS_P
    square = (x * x * x + SWU_A * x + SWU_B) % BLS_P
    if pow(square, (BLS_P - 1) // 2, BLS_P) == BLS_P - 1:
        x = step * x % BLS_P
        square = (x * x * x + SWU_A * x + SWU_B) % BLS_P
    y = pow(square, (BLS_P + 1) // 4, BLS_P)
    if y % 2 != u % 2:
        y = BLS_P - y
    x_top, x_bottom, y_top, y_bottom = (
        sum(k * pow(x, i, BLS_P) for i, k in enumerate(coefficients)) % BLS_P for coefficients in ISOGENY
    )
    return x_top * pow(x_bottom, BLS_P - 2, BLS_P) % BLS_P, y * y_top * pow(y_bottom, BLS_P - 2, BLS_P) % BLS_P


def _hashed_to_g1(message):
    data = _expanded(message, 128)
    one, two = (_mapped(int.from_bytes(data[i : i + 64], "big") % BLS_P) for i in (0, 64))
    return _g1_times(_g1_sum(one, two), BLS_X + 1)


def _mul2(a, b):
    return (a[0] * b[0] - a[1] * b[1]) % BLS_P, (a[0] * b[1] + a[1] * b[0]) % BLS_P


def _inverse2(a):
    scale = pow(a[0] * a[0] + a[1] * a[1], BLS_P - 2, BLS_P)
    return a[0] * scale % BLS_P, -a[1] * scale % BLS_P


def _mul12(a, b):
    """Of numbers with six coefficients a + bu of powers of w, w^6 = 1 + u."""
    real, imaginary = [0] * 11, [0] * 11
    for i, (a0, a1) in enumerate(a):
        if a0 or a1:
            for j, (b0, b1) in enumerate(b):
                if b0 or b1:
                    real[i + j] += a0 * b0 - a1 * b1
                    imaginary[i + j] += a0 * b1 + a1 * b0
    return _reduced12(real, imaginary)


def _square12(a):
    real, imaginary = [0] * 11, [0] * 11
    for i, (a0, a1) in enumerate(a):
        real[2 * i] += a0 * a0 - a1 * a1
        imaginary[2 * i] += 2 * a0 * a1
        for j in range(i + 1, 6):
            b0, b1 = a[j]
            real[i + j] += 2 * (a0 * b0 - a1 * b1)
            imaginary[i + j] += 2 * (a0 * b1 + a1 * b0)
    return _reduced12(real, imaginary)


def _reduced12(real, imaginary):
    for k in range(6, 11):
        real[k - 6] += real[k] - imaginary[k]
        imaginary[k - 6] += real[k] + imaginary[k]
    return [(real[k] % BLS_P, imaginary[k] % BLS_P) for k in range(6)]


def _line(t, slope, point):
    """The line through t, at a point of the first group, times w^3, which the last power takes away."""
    product = _mul2(slope, t[0])
    x, y = point
    start = ((product[0] - t[1][0]) % BLS_P, (product[1] - t[1][1]) % BLS_P)
    return [start, (0, 0), (-slope[0] * x % BLS_P, -slope[1] * x % BLS_P), (y, 0), (0, 0), (0, 0)]


def _next(t, other, slope):
    square = _mul2(slope, slope)
    x = ((square[0] - t[0][0] - other[0][0]) % BLS_P, (square[1] - t[0][1] - other[0][1]) % BLS_P)
    product = _mul2(slope, (t[0][0] - x[0], t[0][1] - x[1]))
    return x, ((product[0] - t[1][0]) % BLS_P, (product[1] - t[1][1]) % BLS_P)


def _miller(point, q):
    f = [(1, 0)] + [(0, 0)] * 5
    t = q
    for bit in bin(BLS_X)[3:]:
        square = _mul2(t[0], t[0])
        slope = _mul2((3 * square[0], 3 * square[1]), _inverse2((2 * t[1][0], 2 * t[1][1])))
        f = _mul12(_square12(f), _line(t, slope, point))
        t = _next(t, t, slope)
        if bit == "1":
            slope = _mul2((t[1][0] - q[1][0], t[1][1] - q[1][1]), _inverse2((t[0][0] - q[0][0], t[0][1] - q[0][1])))
            f = _mul12(f, _line(t, slope, point))
            t = _next(t, q, slope)
    return f


def is_drand_round(number, signature):
    """Whether these 96 hexadecimal digits are quicknet's signature of the round: e(signature, G2) = e(hash, key)."""
    point = _g1_decoded(bytes.fromhex(signature))
    if point is None:
        return False
    x, y = _hashed_to_g1(hashlib.sha256(number.to_bytes(8, "big")).digest())
    product = _mul12(_miller(point, G2_GENERATOR), _miller((x, BLS_P - y), DRAND_KEY))
    # The product is 1 in the group exactly if this power of it lies in the field of half the size: its odd coefficients are 0.
    powers = [[(1, 0)] + [(0, 0)] * 5]
    for _ in range(15):
        powers.append(_mul12(powers[-1], product))
    power = powers[0]
    for digit in "%x" % ((BLS_P**6 + 1) // BLS_R):
        power = _square12(_square12(_square12(_square12(power))))
        power = _mul12(power, powers[int(digit, 16)])
    return all(power[k] == (0, 0) for k in (1, 3, 5))


def drand_round_ms(number):
    return DRAND_GENESIS_MS + (number - 1) * 3000


# ---- receipts ----


def receipt_message(receipt):
    return _canonical(receipt, ("signature",))


def receipt_hash(receipt):
    """What the next receipt of a chain carries as `previous`."""
    return hashlib.sha256(_canonical(receipt, ("issuer", "public_key", "signature"))).hexdigest()


def _canonical(receipt, left_out):
    rest = {name: value for name, value in receipt.items() if name not in left_out}
    return (receipt["type"] + "\n" + _json(rest)).encode()


def _json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def _base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# A rule takes a value and its path, and returns what is wrong with it, or None.


def _is_whole(value, least, most):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_seed(value):
    return _is_whole(value, 0, SAFE_MAX) or (isinstance(value, str) and bool(re.match(r"^[0-9A-Za-z_-]{1,128}\Z", value)))


def _whole(least, most):
    words = "%s must be an integer from {} to {}".format(least, most)
    return lambda value, path: None if _is_whole(value, least, most) else words % path


# Control characters, and halves of characters that have no form in UTF-8.
_UNPRINTABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]")


def _text(least, most):
    def rule(value, path):
        # Lengths are counted in UTF-16 units, as in the service.
        if isinstance(value, str) and len(value) <= most and not _UNPRINTABLE.search(value):
            if least <= len(value.encode("utf-16-le")) // 2 <= most:
                return None
        return "%s must be a text of %d to %d characters without control characters" % (path, least, most)

    return rule


def _like(pattern, words):
    return lambda value, path: None if isinstance(value, str) and re.match(pattern, value) else "%s must be %s" % (path, words)


def _one_of(*values):
    return lambda value, path: None if isinstance(value, str) and value in values else "%s must be %s" % (path, " or ".join(values))


def _list(rule, least, most):
    def check_list(value, path):
        if not isinstance(value, list) or not least <= len(value) <= most:
            return "%s must be a list of %d to %d" % (path, least, most)
        problems = (rule(item, "%s[%d]" % (path, i)) for i, item in enumerate(value))
        return next((problem for problem in problems if problem), None)

    return check_list


def _record(fields, optional=None):
    rules = dict(fields, **(optional or {}))

    def check_record(value, path):
        if not isinstance(value, dict):
            return "%s must be an object" % path
        if any(name not in rules for name in value):
            return "%s has a field that is not known" % path
        missing = next((name for name in fields if name not in value), None)
        if missing:
            return "%s.%s is missing" % (path, missing)
        problems = (rules[name](value[name], "%s.%s" % (path, name)) for name in value)
        return next((problem for problem in problems if problem), None)

    return check_record


_ID = _like(r"^[0-9A-Za-z-]{1,64}\Z", "an id of 1 to 64 letters, digits and hyphens")
_HASH = _like(r"^[0-9a-f]{64}\Z", "64 hexadecimal digits")
_NAME = _text(0, 256)
_COUNT = _whole(1, NUMBERS_MAX)
_SIZE = _whole(1, ENTRIES_MAX)


def _seed_rule(value, path):
    return None if _is_seed(value) else "%s must be a seed" % path


def _weighted(most):
    return _record({"name": _NAME, "weight": _whole(1, most)})


_KINDS = {
    "integers": ({"min": _whole(-SAFE_MAX, SAFE_MAX), "max": _whole(-SAFE_MAX, SAFE_MAX), "count": _COUNT}, {}),
    "dice": (
        {
            "dice": _whole(1, 1000),
            "sides": _whole(2, 2**32),
            "modifier": _whole(-999999999, 999999999),
            "count": _COUNT,
        },
        {},
    ),
    "choice": ({"options": _list(_weighted(SAFE_MAX), 1, OPTIONS_MAX), "count": _COUNT}, {}),
    "shuffle": ({"size": _SIZE, "count": _COUNT}, {"entries": _HASH}),
    "sample": ({"size": _SIZE, "count": _COUNT}, {"entries": _HASH}),
    "winners": ({"size": _SIZE, "count": _COUNT, "entries": _HASH}, {}),
    "loot": (
        {
            "items": _list(_weighted(SAFE_MAX), 1, ITEMS_MAX),
            "pity": _list(
                _record(
                    {"items": _list(_whole(0, ITEMS_MAX), 1, ITEMS_MAX), "after": _whole(2, 1000)},
                    {"from": _whole(1, 1000), "boost": _whole(1, 1000000)},
                ),
                0,
                4,
            ),
            "state": _list(_whole(0, 1000), 0, 4),
            "count": _COUNT,
        },
        {"player": _text(1, 256)},
    ),
    "deck": ({"cards": _list(_record({"name": _NAME, "copies": _whole(0, 1000000)}), 1, CARDS_MAX), "count": _COUNT}, {}),
}
_COMMITTED = {
    "commitment": _record({"id": _ID, "sha256": _HASH}),
    "client_seed": _text(1, 128),
    "nonce": _whole(0, SAFE_MAX),
}
_SIZES = {"block_sizes": _list(_whole(1, 10000), 1, 20)}
_FACTOR = _record({"name": _NAME, "levels": _list(_NAME, 2, 36), "weight": _whole(1, 100)})
# The fields of each rule of balance, beside those of all.
_BALANCED = {
    "permuted": _SIZES,
    "equilibrium": _SIZES,
    "big_stick": {"limit": _whole(1, 100)},
    "minimisation": {"factors": _list(_FACTOR, 1, FACTORS_MAX), "probability": _whole(1, 100)},
}


def _base36(most):
    def rule(value, path):
        if isinstance(value, str) and len(value) <= most and re.match(r"^[0-9a-z]*\Z", value):
            return None
        return "%s must be at most %d digits of base 36" % (path, most)

    return rule


def _allocated(others, minimised):
    def rule(value, path):
        block = value.get("block")
        if not isinstance(block, str) or block not in _BALANCED:
            return "%s.block is not known" % path
        fields = {"arms": _list(_weighted(1000), 2, 50), "block": _one_of(block), "sha256": _HASH}
        fields.update(_BALANCED[block], **others)
        if block == "minimisation":
            fields.update(minimised)
        return _record(fields)(value, path)

    return rule


_ASSIGNMENT = _allocated(
    {
        "allocation": _ID,
        "participant_sha256": _HASH,
        "stratum": _NAME,
        "position": _whole(0, PARTICIPANTS_MAX - 1),
        "arm": _NAME,
    },
    {"profile": _base36(FACTORS_MAX), "before": _list(_list(_whole(0, MINIMISED_MAX), 2, 50), 1, FACTORS_MAX)},
)
_STRATA = _list(_record({"stratum": _NAME, "assigned": _whole(0, PARTICIPANTS_MAX)}), 1, STRATA_MAX)
_CLOSED = _allocated({"seed": _seed_rule, "strata": _STRATA}, {"profiles": _base36(MINIMISED_MAX * FACTORS_MAX)})


def _allocation(value, path):
    problem = _CLOSED(value, path)
    if problem or sum(stratum["assigned"] for stratum in value["strata"]) <= PARTICIPANTS_MAX:
        return problem
    return "%s.strata must have at most %d participants" % (path, PARTICIPANTS_MAX)


def _draw(committed):
    def rule(value, path):
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in _KINDS:
            return "%s.kind is not known" % path
        fields, optional = _KINDS[kind]
        origin = {"seed": _seed_rule} if "nonce" in committed and "commitment" not in value else committed
        problem = _record(dict(fields, kind=_one_of(kind), **origin), optional)(value, path)
        if problem or kind != "dice" or value["dice"] * value["count"] <= NUMBERS_MAX:
            return problem
        return "%s must have at most %d dice in all throws" % (path, NUMBERS_MAX)

    return rule


def _draws_max(value, path):
    return None if value is None else _whole(1, SAFE_MAX)(value, path)


_ANNOUNCED = {"name": _one_of("drand"), "chain": _one_of(DRAND_CHAIN), "round": _whole(1, DRAND_ROUND_MAX)}
_ROUND = {"beacon": _record(dict(_ANNOUNCED, signature=_like(r"^[0-9a-f]{96}\Z", "96 hexadecimal digits")))}


def _draw_2(value, path):
    if "beacon" not in value:
        return _draw(dict(_COMMITTED, previous=_HASH))(value, path)
    announced = dict(_ROUND, commitment=_record({"id": _ID}), previous=_HASH)
    return _draw(announced if "commitment" in value else _ROUND)(value, path)


def _commitment_2(value, path):
    if "beacon" not in value:
        return _record({"sha256": _HASH, "draws_max": _draws_max})(value, path)
    return _record({"beacon": _record(_ANNOUNCED), "draw": _draw({}), "draws_max": _whole(1, 1)})(value, path)


_SETTINGS = {
    "equipoise-receipt/1": {
        "draw": _draw(_COMMITTED),
        "commitment": _record({"sha256": _HASH}),
        "assignment": _ASSIGNMENT,
        "allocation": _allocation,
    },
    "equipoise-receipt/2": {
        "draw": _draw_2,
        "commitment": _commitment_2,
        "reveal": _record({"sha256": _HASH, "server_seed": _HASH, "draws": _whole(0, SAFE_MAX), "last": _HASH}),
        "assignment": _ASSIGNMENT,
        "allocation": _allocation,
    },
}
_ENVELOPE = _record(
    {
        "type": _one_of(*RECEIPT_TYPES),
        "subject": _text(1, 20),
        "id": _ID,
        "issued_at": _like(
            r"^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z\Z",
            "a time such as 2026-03-01T09:31:00.000Z",
        ),
        "issuer": _text(1, 2048),
        "version": _text(1, 20),
        "settings": lambda value, path: None if isinstance(value, dict) else "%s must be an object" % path,
        "digest": _HASH,
        "public_key": _like(r"^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]\Z", "32 bytes in base64url"),
        "signature": _like(r"^[A-Za-z0-9_-]{85}[AQgw]\Z", "64 bytes in base64url"),
    }
)


def receipt_problem(receipt):
    """What is wrong with something that claims to be a receipt; None if every field is there and in its range."""
    kind = receipt.get("type") if isinstance(receipt, dict) else None
    if not isinstance(kind, str) or not re.match(r"^equipoise-receipt/[0-9]{1,9}\Z", kind):
        return "This is not a receipt."
    if kind not in RECEIPT_TYPES:
        words = "This is an %s, and this program knows only up to %s. Use a newer version of it."
        return words % (kind, RECEIPT_TYPES[-1])
    problem = _ENVELOPE(receipt, "receipt")
    if not problem:
        rule = _SETTINGS[kind].get(receipt["subject"])
        definition = "allocation/1" if receipt["subject"] in ("assignment", "allocation") else "outcomes/1"
        if not rule:
            problem = "receipt.subject is not known"
        else:
            problem = _one_of(definition)(receipt["version"], "receipt.version") or rule(receipt["settings"], "settings")
    return problem and "This is not a valid receipt: %s." % problem


def check(receipt, keys=None, seed=None, entries=None, expected=None):
    """A list of (name, state, detail); state is passed, failed or skipped. The first that failed is the last."""
    return verify(receipt, keys, seed, entries, expected)[0]


def verify(receipt, keys=None, seed=None, entries=None, expected=None):
    """The checks, and what was drawn: a list of texts, or None where it was not computed."""
    problem = receipt_problem(receipt)
    if problem:
        return [("receipt", "failed", problem)], None
    checks = [_check_key(receipt, keys)]
    if checks[-1][1] != "failed":
        checks.append(_check_signature(receipt))
    # Nothing is computed for a key that nobody vouches for.
    if [state for _, state, _ in checks] != ["passed", "passed"]:
        return checks, None
    try:
        more, outcome = _SUBJECTS[receipt["subject"]](receipt, seed, entries)
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
        where = receipt["issuer"] + "/.well-known/equipoise-signing-key"
        words = "Not verified: pass the key you trust. The receipt names %s; compare it with %s."
        return ("key", "skipped", words % (key, where))
    if key in keys:
        return ("key", "passed", "The key %s is one that you trust." % key)
    return ("key", "failed", "The key %s is not one that you trust." % key)


def _check_signature(receipt):
    if is_signed_by(receipt_message(receipt), _base64url(receipt["signature"]), _base64url(receipt["public_key"])):
        return ("signature", "passed", "Nothing has changed since the receipt was signed.")
    return ("signature", "failed", "The receipt was changed after it was signed, or was never signed.")


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
        if checks[-1][1] == "failed":
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


def _check_round(receipt, checks, entries):
    settings = receipt["settings"]
    number, signature = settings["beacon"]["round"], settings["beacon"]["signature"]
    if not is_drand_round(number, signature):
        return checks + [("beacon", "failed", "This is not drand's signature of round %d." % number)], None
    randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    announced = "Nothing here shows that the round was announced before."
    if "previous" in settings:
        announced = "It was announced by the receipt with the hash %s: make sure that it was published before the round."
        announced %= settings["previous"]
    checks = checks + [("beacon", "passed", "Round %d is signed by drand. %s" % (number, announced))]
    seed = fair_seed(randomness, settings["previous"], 0) if "previous" in settings else randomness
    return _finish_draw(receipt, seed, checks, entries)


def _finish_draw(receipt, seed, checks, entries):
    settings = receipt["settings"]
    check_sizes(settings)
    drawn = draw_outcome(settings, seed)
    compared = _compare(outcome_digest(drawn), receipt["digest"])
    return checks + [compared], outcome_words(settings, drawn, entries) if compared[1] == "passed" else None


def check_sizes(settings):
    """What the fields allow one by one and not together."""
    kind, count = settings["kind"], settings["count"]
    if kind == "integers" and settings["min"] > settings["max"]:
        raise ValueError("min is larger than max")
    if kind in ("shuffle", "sample", "winners"):
        if count > settings["size"] or (kind == "shuffle" and count != settings["size"]):
            raise ValueError("the count does not fit the size")
    if kind == "loot":
        check_loot(settings)
    if kind == "deck":
        left = sum(card["copies"] for card in settings["cards"])
        if left > 1000000 or count > left:
            raise ValueError("the count does not fit the deck")
    values = {
        "integers": lambda: settings["max"] - settings["min"] + 1,
        "choice": lambda: sum(option["weight"] for option in settings["options"]),
    }.get(kind, lambda: 0)()
    if values >= SAFE_MAX + 1:
        raise ValueError("the values, or the sum of the weights, must be fewer than 2^53")


def check_loot(settings):
    items, pity, state = settings["items"], settings["pity"], settings["state"]
    if len(state) != len(pity) or any(since >= rule["after"] for since, rule in zip(state, pity)):
        raise ValueError("state must have one number for each guarantee, below its pulls")
    states = 1
    for rule in pity:
        states *= rule["after"]
        if rule["items"] != sorted(set(rule["items"])) or rule["items"][-1] >= len(items):
            raise ValueError("the items of a guarantee must be places in the table, ascending")
        if ("from" in rule) != ("boost" in rule) or rule.get("from", 1) >= rule["after"]:
            raise ValueError("from must be below after, and come with boost")
    if states > 5000:
        raise ValueError("the numbers of pulls of all guarantees, multiplied, must be at most 5000")
    nested = sorted((set(rule["items"]) for rule in pity), key=len)
    if any(not narrow <= wide for narrow, wide in zip(nested, nested[1:])):
        raise ValueError("two guarantees cannot both be met by one pull")
    belongs = [set(rule["items"]) for rule in pity]
    most = [max(1, _factor(rule, rule["after"] - 1)) for rule in pity]
    if sum(_scaled(item["weight"], i, belongs, most) for i, item in enumerate(items)) >= 2**53:
        raise ValueError("the weights with all boosts must add up to fewer than 2^53")


def outcome_words(settings, drawn, entries):
    kind = settings["kind"]
    if kind == "integers":
        return list(map(str, drawn))
    if kind == "dice":
        return [_throw(drawn[i : i + settings["dice"]], settings) for i in range(0, len(drawn), settings["dice"])]
    within = {"choice": "options", "loot": "items", "deck": "cards"}.get(kind)
    names = [one["name"] for one in settings[within]] if within else entries
    return [names[place] if names else "entry %d" % (place + 1) for place in drawn]


def _throw(faces, settings):
    modifier = settings["modifier"]
    total = sum(faces) + modifier
    if len(faces) == 1 and modifier == 0:
        return str(total)
    added = " %s %d" % ("-" if modifier < 0 else "+", abs(modifier)) if modifier else ""
    return "%s%s = %d" % (" ".join(map(str, faces)), added, total)


def _check_entries(sha256, entries):
    if entries is None:
        return ("entries", "skipped", "The entries were not given. Their hash is %s." % sha256)
    if entries_hash(entries) == sha256:
        return ("entries", "passed", "The entries are the ones that were drawn from, in that order.")
    return ("entries", "failed", "The entries, or their order, are not the ones that were drawn from.")


def _check_expected(outcome, expected):
    if outcome is None:
        return ("expected", "skipped", "What was announced can be compared once the outcome is computed.")
    missing = next((one for one in expected if one not in outcome), None)
    if missing is None:
        return ("expected", "passed", "What was announced is what was drawn.")
    return ("expected", "failed", '"%s" was announced, but not drawn.' % missing)


def _check_commitment(receipt, seed, _entries):
    settings = receipt["settings"]
    if "beacon" in settings:
        number = settings["beacon"]["round"]
        if _milliseconds(receipt["issued_at"]) >= drand_round_ms(number):
            return [("beacon", "failed", "Round %d was public before it was announced." % number)], None
        announced = ("beacon", "passed", "Round %d became public after it was announced." % number)
        found = hashlib.sha256(_json(settings).encode()).hexdigest()
        return [announced, _compare(found, receipt["digest"])], None
    sha256 = settings["sha256"]
    checks = [] if seed is None else [_check_seed(sha256, seed)]
    if checks and checks[0][1] == "failed":
        return checks, None
    return checks + [_compare(sha256, receipt["digest"])], None


def _milliseconds(text):
    numbers = tuple(map(int, re.findall("[0-9]+", text)))
    return calendar.timegm(numbers[:6]) * 1000 + numbers[6]


def _check_reveal(receipt, _seed, _entries):
    settings = receipt["settings"]
    revealed = _check_seed(settings["sha256"], settings["server_seed"])
    if revealed[1] == "failed":
        return [revealed], None
    return [revealed, _compare(settings["sha256"], receipt["digest"])], None


def _committed(seed, sha256):
    if hashlib.sha256(str(seed).encode("utf-8", "replace")).hexdigest() == sha256:
        return ("seed", "passed", "The seed is the one that was committed to.")
    return ("seed", "failed", "The seed is not the one that was committed to.")


def check_plan(settings):
    weights = [arm["weight"] for arm in settings["arms"]]
    divisor = 0
    for weight in weights:
        divisor = math.gcd(divisor, weight)
    unit = sum(weights) // divisor
    if unit > 2500:
        raise ValueError("the weights in lowest terms must add up to at most 2500, not %d" % unit)
    if settings["block"] == "minimisation" and _multiple(lowest_terms(settings)) > 1000000:
        raise ValueError("the least common multiple of the weights must be at most 1000000")
    if "block_sizes" not in settings:
        return
    if settings["block"] == "equilibrium" and len(settings["block_sizes"]) > 1:
        raise ValueError("give one block size")
    if any(size % unit for size in settings["block_sizes"]):
        raise ValueError("block sizes must be multiples of %d up to 10000" % unit)


def _arms_of(settings):
    if settings["block"] != "minimisation":
        return [
            allocation_arms(settings, settings["seed"], stratum["stratum"], stratum["assigned"])
            for stratum in settings["strata"]
        ]
    strata, profiles, factors = settings["strata"], settings["profiles"], settings["factors"]
    if len(strata) != 1 or len(profiles) != strata[0]["assigned"] * len(factors):
        raise ValueError("profiles must have one level of each factor for everybody")
    check_profiles(profiles, factors)
    return [minimised_arms(settings, settings["seed"], profiles)]


def _arm_of(settings, seed):
    position = settings["position"]
    if settings["block"] != "minimisation":
        return allocation_arms(settings, seed, settings["stratum"], position + 1)[position]
    profile, before, factors = settings["profile"], settings["before"], settings["factors"]
    sizes = {len(row) for row in before}
    if len(profile) != len(factors) or len(before) != len(factors) or sizes != {len(settings["arms"])}:
        raise ValueError("profile and before must have one entry for each factor")
    check_profiles(profile, factors)
    return minimised_arm(settings, seed, position, before)


def check_profiles(text, factors):
    if any(int(level, 36) >= len(factors[i % len(factors)]["levels"]) for i, level in enumerate(text)):
        raise ValueError("profiles must name levels that exist")


def _check_allocation(receipt, _seed, _entries):
    settings = receipt["settings"]
    committed = _committed(settings["seed"], settings["sha256"])
    if committed[1] == "failed":
        return [committed], None
    check_plan(settings)
    strata = _arms_of(settings)
    text = ";".join(",".join(map(str, arms)) for arms in strata)
    compared = _compare(hashlib.sha256(text.encode()).hexdigest(), receipt["digest"])
    if compared[1] == "failed":
        return [committed, compared], None
    outcome = []
    for stratum, arms in zip(settings["strata"], strata):
        start = stratum["stratum"] + " " if stratum["stratum"] else ""
        outcome += ["%s%d: %s" % (start, i, settings["arms"][arm]["name"]) for i, arm in enumerate(arms)]
    return [committed, compared], outcome


def _check_assignment(receipt, seed, _entries):
    settings = receipt["settings"]
    if seed is None:
        why = "The arm can be computed again once the allocation is closed and its seed revealed. Pass the seed then."
        return [("seed", "skipped", "The seed is not known yet."), ("outcome", "skipped", why)], None
    committed = _committed(seed, settings["sha256"])
    if committed[1] == "failed":
        return [committed], None
    if not _is_seed(seed):
        raise ValueError("seed must be an integer 0..2^53-1 or 1 to 128 characters of 0-9A-Za-z_-")
    check_plan(settings)
    arm = _arm_of(settings, seed)
    if settings["arms"][arm]["name"] != settings["arm"]:
        return [committed, ("outcome", "failed", "The seed gives a different arm at this position.")], None
    return [committed, _compare(hashlib.sha256(str(arm).encode()).hexdigest(), receipt["digest"])], [settings["arm"]]


_SUBJECTS = {
    "draw": _check_draw,
    "commitment": _check_commitment,
    "reveal": _check_reveal,
    "allocation": _check_allocation,
    "assignment": _check_assignment,
}


def _compare(found, digest):
    if found == digest:
        return ("outcome", "passed", "Computing it again gives the same outcome.")
    return ("outcome", "failed", "Computing it again gives a different outcome.")


# ---- chains of receipts ----


def check_chain(named, keys=None):
    """For valid receipts as (name, receipt): a list of (commitment, state, detail); state is complete, open or failed."""
    chains = {}
    for name, receipt in named:
        subject, settings = receipt["subject"], receipt["settings"]
        if subject in ("commitment", "reveal"):
            chains.setdefault(receipt["id"], {"commitment": [], "reveal": [], "draw": []})[subject].append((name, receipt))
        elif subject == "draw" and "commitment" in settings:
            identity = settings["commitment"]["id"]
            chains.setdefault(identity, {"commitment": [], "reveal": [], "draw": []})["draw"].append((name, receipt))
    return [(identity,) + _judge(chain) for identity, chain in chains.items()]


def _judge(chain):
    by_nonce = {}
    for name, receipt in chain["draw"]:
        nonce = receipt["settings"].get("nonce", 0)
        other = by_nonce.get(nonce)
        if other and receipt_hash(other[1]) != receipt_hash(receipt):
            return "failed", "the nonce %d was drawn twice: %s and %s" % (nonce, other[0], name)
        by_nonce[nonce] = (name, receipt)
    draws = [by_nonce[nonce] for nonce in sorted(by_nonce)]
    problem = _missing(by_nonce, chain["reveal"]) or _broken(chain, draws) or _wrong_end(chain, draws)
    problem = problem or _broken_pity(chain, draws)
    if problem:
        return "failed", problem
    nonces = "nonces 0 to %d, none missing, none drawn twice" % (len(draws) - 1) if draws else "nothing was drawn"
    why = _open_because(chain, draws)
    return ("open", "so far %s. %s" % (nonces, why)) if why else ("complete", "complete: %s" % nonces)


def _missing(by_nonce, reveals):
    end = max([reveal[1]["settings"]["draws"] for reveal in reveals[:1]] + [nonce + 1 for nonce in by_nonce] + [0])
    missing = []
    nonce = 0
    while nonce < end and len(missing) <= 10:
        if nonce not in by_nonce:
            missing.append(nonce)
        nonce += 1
    if missing:
        return "missing: nonces %s%s" % (", ".join(map(str, missing[:10])), " and more" if len(missing) > 10 else "")
    return None


def _broken(chain, draws):
    hashes = [receipt["settings"].get("sha256") for _, receipt in chain["commitment"] + chain["reveal"]]
    before = receipt_hash(chain["commitment"][0][1]) if chain["commitment"] else None
    for name, receipt in draws:
        settings = receipt["settings"]
        if hashes and hashes[0] and settings["commitment"].get("sha256") != hashes[0]:
            return "%s names another hash of the server seed" % name
        if chain["commitment"] and _is_other(settings, chain["commitment"][0][1]["settings"]):
            return "%s draws something else than was announced" % name
        if "previous" in settings and before is not None and settings["previous"] != before:
            return "%s does not follow the receipt before it" % name
        before = receipt_hash(receipt)
    return None


def _is_other(settings, announced):
    if "beacon" not in announced:
        return "beacon" in settings
    draw = {name: value for name, value in settings.items() if name not in ("beacon", "commitment", "previous")}
    return settings.get("beacon", {}).get("round") != announced["beacon"]["round"] or draw != announced["draw"]


def _wrong_end(chain, draws):
    commitment = chain["commitment"][0][1] if chain["commitment"] else None
    most = commitment["settings"].get("draws_max") if commitment else None
    if most is not None and len(draws) > most:
        return "the commitment serves %d draws, not %d" % (most, len(draws))
    for name, reveal in chain["reveal"]:
        settings = reveal["settings"]
        if commitment and commitment["settings"].get("sha256") != settings["sha256"]:
            return "%s reveals another seed" % name
        if len(draws) != settings["draws"]:
            return "%s says that there were %d draws, not %d" % (name, settings["draws"], len(draws))
        last = draws[-1][1] if draws else commitment
        if last and receipt_hash(last) != settings["last"]:
            return "%s names another last receipt" % name
    return None


def _broken_pity(chain, draws):
    """Pulls of one player from one table must continue each other."""
    known = {}
    for name, receipt in draws if chain["reveal"] else []:
        settings = receipt["settings"]
        if settings["kind"] != "loot" or "player" not in settings:
            continue
        table = _json([settings["items"], settings["pity"], settings["player"]])
        before, state = known.get(table), settings["state"]
        if before is not None and before != state:
            words = '%s does not continue the guarantees of "%s": %s in place of %s'
            return words % (name, settings["player"], ",".join(map(str, state)), ",".join(map(str, before)))
        seed = fair_seed(chain["reveal"][0][1]["settings"]["server_seed"], settings["client_seed"], settings["nonce"])
        known[table] = loot_state_after(settings, seed)
    return None


def _open_because(chain, draws):
    if any("previous" not in receipt["settings"] for _, receipt in draws):
        return "These receipts were made before receipts were chained: count the draws that the service reports."
    if chain["reveal"]:
        return None if chain["commitment"] else "Add the receipt of the commitment."
    if chain["commitment"] and chain["commitment"][0][1]["settings"].get("draws_max") == len(draws):
        return None
    if chain["commitment"] and "beacon" in chain["commitment"][0][1]["settings"]:
        return "Add the receipt of the draw that was announced."
    return "Only the receipt of the reveal shows that there were no more: add it."


# ---- the command ----


# As printable() of the engine has it: a joiner between letters of the scripts that need one, one that ends a
# Malayalam letter, and what joins or colours an emoji. Everything else that is invisible is written out.
_CHARACTERS = {"\u200c": "N", "\u200d": "J", "\ufe0e": "V", "\ufe0f": "E", "\u0d4d": "M"}
_BELONGING = re.compile("[LM][JN](?=[LM])|MJ|S[VE]?(?:J(?=S))?|PE")


def shown(text):
    """Without characters that could change what a terminal shows."""
    kinds = "".join(map(_character_kind, text))
    belonging = set()
    for match in _BELONGING.finditer(kinds):
        belonging.update(range(*match.span()))
    return "".join(
        "\\u%04x" % ord(c) if kind in "JNVEC" and i not in belonging else c
        for i, (c, kind) in enumerate(zip(text, kinds))
    )


def _character_kind(c):
    kind = unicodedata.category(c)[0]
    if kind in "LM" and not "\u0600" <= c <= "\u1cff":
        kind = "Z"
    return _CHARACTERS.get(c, {"M": "L", "N": "P"}.get(kind, kind))


def read_json(text):
    return json.loads(text, parse_float=_read_float, parse_constant=_refuse)


def _read_float(text):
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= SAFE_MAX else value


def _refuse(name):
    raise ValueError("%s is not JSON" % name)


def read_file(path, most=FILE_BYTES_MAX):
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError("%s is larger than %d bytes" % (path, most))
    return content.decode("utf-8")


def read_receipt(path):
    try:
        given = read_json(read_file(path))
    except RecursionError:
        raise ValueError("%s is nested too deeply" % path)
    # A saved response of the API carries the receipt inside.
    return given["receipt"] if isinstance(given, dict) and isinstance(given.get("receipt"), dict) else given


def describe(receipt, outcome):
    settings = receipt["settings"]
    facts = [("receipt", "%s %s" % (receipt["subject"], receipt["id"])), ("time", receipt["issued_at"])]
    if outcome is not None:
        listed = ", ".join(outcome[:1000]) + (" and %d more" % (len(outcome) - 1000) if len(outcome) > 1000 else "")
        facts.insert(0, ("outcome", listed))
    if "nonce" in settings:
        facts += [("nonce", str(settings["nonce"])), ("client seed", settings["client_seed"])]
    elif "beacon" in settings:
        number = settings["beacon"]["round"]
        at = datetime.datetime.fromtimestamp(drand_round_ms(number) // 1000, datetime.timezone.utc)
        facts.append(("round", "%d of drand's quicknet, public at %s" % (number, at.strftime("%Y-%m-%dT%H:%M:%S.000Z"))))
    elif receipt["subject"] == "reveal":
        facts.append(("draws", str(settings["draws"])))
    elif receipt["subject"] == "draw":
        facts.append(("seed", "%s. The result follows from it, but nothing shows that it was picked by chance "
                              "or that this was the only draw" % settings["seed"]))
    return facts + [("key", receipt["public_key"])]


def report(receipt, checks, outcome):
    for name, state, detail in checks:
        print("%-8s %-10s %s" % (state, name, shown(detail)))
    if receipt_problem(receipt) is None:
        for name, value in describe(receipt, outcome):
            print("%-12s %s" % (name + ":", shown(value)))


def verdict(checks):
    states = [state for _, state, _ in checks]
    if "failed" in states:
        return 1
    return 2 if "skipped" in states else 0


def closing_line(checks):
    code = verdict(checks)
    if code == 0:
        return "verified"
    name, _, detail = next(one for one in checks if one[1] == ("failed" if code == 1 else "skipped"))
    if code == 1:
        return "FAILED: " + shown(detail)
    return "not verified: pass the key you trust" if name == "key" else "not verified: " + shown(detail)


def verify_folder(folder, keys, seed, entries, expected):
    names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    if not names or len(names) > FILES_MAX:
        raise ValueError("%s must contain 1 to %d files *.json" % (folder, FILES_MAX))
    receipts = [(name, read_receipt(os.path.join(folder, name))) for name in names]
    return verify_together(receipts, keys, seed, entries, expected)


def result_in(given):
    """The receipts of a published result with names, and the entries if they were published; None if it is no such result."""
    if not isinstance(given, dict) or not isinstance(given.get("receipts"), list):
        return None
    others = given.get("commitment_receipts")
    receipts = given["receipts"] + (others if isinstance(others, list) else [])
    if not receipts or len(receipts) > FILES_MAX:
        raise ValueError("a result must have 1 to %d receipts" % FILES_MAX)
    entries = given.get("entries")
    listed = isinstance(entries, list) and all(isinstance(one, str) for one in entries)
    return [("receipt %d" % (i + 1), one) for i, one in enumerate(receipts)], entries if listed else None


def verify_together(receipts, keys, seed, entries, expected):
    seeds = {}
    for _, receipt in receipts:
        if verdict(check(receipt, keys)) == 0 and receipt["subject"] == "reveal":
            seeds[receipt["settings"]["sha256"]] = receipt["settings"]["server_seed"]
    worst, valid = 0, []
    for name, receipt in receipts:
        settings = receipt.get("settings") if isinstance(receipt, dict) else None
        commitment = settings.get("commitment") if isinstance(settings, dict) else None
        sha256 = commitment.get("sha256") if isinstance(commitment, dict) else None
        checks, outcome = verify(receipt, keys, seeds.get(str(sha256), seed), entries, None)
        code = verdict(checks)
        listed = ", ".join((outcome or [])[:20])
        print("%s: %s%s" % (shown(name), closing_line(checks), ": " + shown(listed) if listed else ""))
        worst = max(worst, {0: 0, 2: 1, 1: 2}[code])
        if code != 1 and checks[0][1] == "passed":
            valid.append((name, receipt))
        expected = [one for one in expected or [] if one not in (outcome or [])]
    for identity, state, detail in check_chain(valid):
        print("commitment %s: %s" % (shown(identity), shown(detail)))
        worst = max(worst, {"complete": 0, "open": 1, "failed": 2}[state])
    if expected:
        print('FAILED: "%s" was announced, but not drawn.' % shown(expected[0]))
        worst = 2
    print({0: "verified", 1: "not verified: see above", 2: "FAILED: see above"}[worst])
    return {0: 0, 1: 2, 2: 1}[worst]


def joined(words):
    """Options together with their values: a key or a seed can start with a hyphen, which argparse takes for another option."""
    words, found = iter(words), []
    for word in words:
        value = next(words, None) if word in ("--key", "--keys", "--seed", "--entries", "--expect") else None
        found.append(word if value is None else "%s=%s" % (word, value))
    return found


def main():
    parser = argparse.ArgumentParser(description="Checks what Equipoise signed or computed, without Equipoise.")
    parser.add_argument("receipt", help="a file with a receipt or a result, a folder of receipts, or - for the standard input")
    parser.add_argument("--key", action="append", help="a public key that you trust")
    parser.add_argument("--keys", help="a file with the published keys that you trust")
    parser.add_argument("--seed", help="the revealed seed")
    parser.add_argument("--entries", help="a file with the entries, one a line")
    parser.add_argument("--expect", action="append", help="what was announced, such as the winner")
    given = parser.parse_args(joined(sys.argv[1:]))
    try:
        entries = None
        if given.entries:
            entries = [line for line in re.split(r"\r?\n", read_file(given.entries, ENTRIES_BYTES_MAX)) if line]
        keys = list(given.key or [])
        if given.keys:
            keys += [str(key["public_key"]) for key in read_json(read_file(given.keys))["keys"]]
        if os.path.isdir(given.receipt):
            return verify_folder(given.receipt, keys, given.seed, entries, given.expect)
        receipt = read_receipt(given.receipt)
        result = result_in(receipt)
        if result:
            listed = result[1] if entries is None else entries
            return verify_together(result[0], keys, given.seed, listed, given.expect)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print("Cannot read it: %s" % shown(str(error)), file=sys.stderr)
        return 2
    if isinstance(receipt, dict) and "type" not in receipt and "raw" in receipt:
        checks, outcome = check_result(receipt), None
    else:
        checks, outcome = verify(receipt, keys, given.seed, entries, given.expect)
    report(receipt, checks, outcome)
    print(closing_line(checks))
    return verdict(checks)


if __name__ == "__main__":
    sys.exit(main())
