"""Draws, byte by byte, as docs/reference/outcomes-1.md defines them: a key, a stream of words, numbers without bias, what is drawn.

Used by verify.py. Python 3.9 or later, standard library only.
"""
import bisect
import hashlib
import hmac
import itertools
import json
import re
import struct

# ---- 1. AES-128 (FIPS 197), for the stream of words ----


def _rotate(byte, by):
    return ((byte << by) | (byte >> (8 - by))) & 0xFF


def _sbox():
    p, q, sbox = 1, 1, [0x63] * 256
    while True:
        p = (p ^ (p << 1) ^ (0x11B if p & 0x80 else 0)) & 0xFF
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q = (q ^ (0x09 if q & 0x80 else 0)) & 0xFF
        sbox[p] = q ^ _rotate(q, 1) ^ _rotate(q, 2) ^ _rotate(q, 3) ^ _rotate(q, 4) ^ 0x63
        if p == 1:
            return sbox


def _double(byte):
    return ((byte << 1) ^ (0x1B if byte & 0x80 else 0)) & 0xFF


S = _sbox()
# Substitution, rows and columns of one round in one look-up for each byte.
T0 = [_double(s) << 24 | s << 16 | s << 8 | (_double(s) ^ s) for s in S]
T1, T2, T3 = ([(w >> by | w << (32 - by)) & 0xFFFFFFFF for w in T0] for by in (8, 16, 24))


def aes_schedule(text):
    """The round keys of the first 16 bytes of the SHA-256 of a text."""
    a, b, c, d = words = struct.unpack(">4I", hashlib.sha256(text.encode()).digest()[:16])
    for constant in (1, 2, 4, 8, 16, 32, 64, 128, 27, 54):
        a ^= (S[d >> 16 & 255] ^ constant) << 24 ^ S[d >> 8 & 255] << 16 ^ S[d & 255] << 8 ^ S[d >> 24]
        b ^= a
        c ^= b
        d ^= c
        words += (a, b, c, d)
    return words


def aes_block(k, counter):
    a, b, c, d = (word ^ key for word, key in zip(struct.unpack(">4I", counter.to_bytes(16, "big")), k))
    for r in range(4, 40, 4):
        a, b, c, d = (
            T0[a >> 24] ^ T1[b >> 16 & 255] ^ T2[c >> 8 & 255] ^ T3[d & 255] ^ k[r],
            T0[b >> 24] ^ T1[c >> 16 & 255] ^ T2[d >> 8 & 255] ^ T3[a & 255] ^ k[r + 1],
            T0[c >> 24] ^ T1[d >> 16 & 255] ^ T2[a >> 8 & 255] ^ T3[b & 255] ^ k[r + 2],
            T0[d >> 24] ^ T1[a >> 16 & 255] ^ T2[b >> 8 & 255] ^ T3[c & 255] ^ k[r + 3],
        )
    rows = ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c))
    last = (S[w >> 24] << 24 | S[x >> 16 & 255] << 16 | S[y >> 8 & 255] << 8 | S[z & 255] for w, x, y, z in rows)
    return struct.pack(">4I", *(word ^ key for word, key in zip(last, k[40:])))


def words_of(text):
    """The little-endian 32-bit words of AES-128-CTR of zeros, keyed by the SHA-256 of the text."""
    schedule = aes_schedule(text)
    for counter in itertools.count():
        yield from struct.unpack("<4I", aes_block(schedule, counter))


def uniform(words, m):
    """A uniform integer 0..m-1: words that would favour some values are discarded."""
    if m == 1:
        return 0
    span = 2**32 if m <= 2**32 else 2**53
    limit = span // m * m
    while True:
        value = next(words)
        if span == 2**53:
            value += next(words) % 2**21 * 2**32
        if value < limit:
            return value % m


# ---- 2. Seeds ----


def is_seed(value):
    if isinstance(value, int) and not isinstance(value, bool):
        return 0 <= value < 2**53
    return isinstance(value, str) and bool(re.match(r"^[0-9A-Za-z_-]{1,128}\Z", value))


def fair_seed(server_seed, client_seed, nonce):
    message = "%s:%d" % (client_seed, nonce)
    return hmac.new(bytes.fromhex(server_seed), message.encode(), hashlib.sha256).hexdigest()


# ---- 3. What is drawn: values, faces, or places counted from 0 ----


def draw_outcome(settings, seed):
    kind, count = settings["kind"], settings["count"]
    words = words_of("outcomes/1|%s|%s" % (seed, key_line(settings)))
    if kind == "integers":
        low, high = settings["min"], settings["max"]
        return [low + uniform(words, high - low + 1) for _ in range(count)]
    if kind == "dice":
        return [1 + uniform(words, settings["sides"]) for _ in range(count * settings["dice"])]
    if kind == "choice":
        ends = list(itertools.accumulate(option["weight"] for option in settings["options"]))
        return [bisect.bisect_right(ends, uniform(words, ends[-1])) for _ in range(count)]
    if kind == "loot":
        from verify_loot import pull

        return pull(words, settings)[0]
    if kind == "deck":
        return deal(words, [card["copies"] for card in settings["cards"]], count)
    return order(words, settings["size"], count)


def key_line(settings):
    """What the numbers depend on, as text. How many are drawn is not part of it."""
    kind = settings["kind"]
    if kind == "integers":
        return "integers|%d|%d" % (settings["min"], settings["max"])
    if kind == "dice":
        return "dice|%dd%d" % (settings["dice"], settings["sides"])
    if kind == "choice":
        return "choice|" + _joined(option["weight"] for option in settings["options"])
    if kind == "loot":
        rules = [":".join([_joined(rule["items"])] + [str(rule[name]) for name in ("after", "from", "boost") if name in rule])
                 for rule in settings["pity"]]
        weights = _joined(item["weight"] for item in settings["items"])
        return "loot|%s|%s|%s" % (weights, ";".join(rules), _joined(settings["state"]))
    if kind == "deck":
        return "deck|" + _joined(card["copies"] for card in settings["cards"])
    return "|".join([kind, str(settings["size"])] + ([settings["entries"]] if "entries" in settings else []))


def _joined(numbers):
    return ",".join(map(str, numbers))


def order(words, size, count):
    places = list(range(size))
    for i in range(count):
        j = i + uniform(words, size - i)
        places[i], places[j] = places[j], places[i]
    return places[:count]


def deal(words, copies, count):
    """Cards one by one, each of those left as likely as any other; a tree of sums finds the card in a few steps."""
    size = 1
    while size < len(copies):
        size *= 2
    sums = [0] * size + list(copies) + [0] * (size - len(copies))
    for node in range(size - 1, 0, -1):
        sums[node] = sums[2 * node] + sums[2 * node + 1]
    drawn = []
    for _ in range(count):
        value, node = uniform(words, sums[1]), 1
        while node < size:
            sums[node] -= 1
            node *= 2
            if value >= sums[node]:
                value -= sums[node]
                node += 1
        sums[node] -= 1
        drawn.append(node - size)
    return drawn


# ---- 4. Digests, and what people read ----


def outcome_digest(numbers):
    return hashlib.sha256(_joined(numbers).encode()).hexdigest()


def entries_hash(entries):
    return hashlib.sha256(json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def outcome_words(settings, drawn, entries):
    kind = settings["kind"]
    if kind == "integers":
        return list(map(str, drawn))
    if kind == "dice":
        return [_throw(drawn[i : i + settings["dice"]], settings["modifier"]) for i in range(0, len(drawn), settings["dice"])]
    within = {"choice": "options", "loot": "items", "deck": "cards"}.get(kind)
    names = [one["name"] for one in settings[within]] if within else entries
    return [names[place] if names else "entry %d" % (place + 1) for place in drawn]


def _throw(faces, modifier):
    total = sum(faces) + modifier
    if len(faces) == 1 and modifier == 0:
        return str(total)
    added = " %s %d" % ("-" if modifier < 0 else "+", abs(modifier)) if modifier else ""
    return "%s%s = %d" % (" ".join(map(str, faces)), added, total)
