"""Draws, byte by byte, as docs/reference/outcomes-1.md defines them: a stream of words, numbers without bias, what is drawn."""
import bisect
import hashlib
import hmac
import itertools
import json
import re
import struct

from verify_standards import aes_block, aes_schedule

# ---- 1. A stream of words, and numbers without bias ----


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
    """Raises a ValueError where the fields are allowed one by one and not together."""
    kind, count = settings["kind"], settings["count"]
    if kind == "integers":
        low, high = settings["min"], settings["max"]
        _require(1 <= high - low + 1 < 2**53, "max must be at least min, and less than 2^53 above it")
        words = draw_words(seed, kind, low, high)
        return [low + uniform(words, high - low + 1) for _ in range(count)]
    if kind == "dice":
        dice, sides = settings["dice"], settings["sides"]
        words = draw_words(seed, kind, "%dd%d" % (dice, sides))
        return [1 + uniform(words, sides) for _ in range(count * dice)]
    if kind == "choice":
        weights = [option["weight"] for option in settings["options"]]
        _require(sum(weights) < 2**53, "the weights must add up to less than 2^53")
        words, ends = draw_words(seed, kind, joined(weights)), list(itertools.accumulate(weights))
        return [bisect.bisect_right(ends, uniform(words, ends[-1])) for _ in range(count)]
    if kind == "loot":
        from verify_loot import pull

        return pull(settings, seed)[0]
    if kind == "deck":
        copies = [card["copies"] for card in settings["cards"]]
        _require(count <= sum(copies) <= 1000000, "the deck must have the cards that are drawn, and at most 1000000")
        return _deal(draw_words(seed, kind, joined(copies)), copies, count)
    size, entries = settings["size"], [settings["entries"]] if "entries" in settings else []
    _require(count == size if kind == "shuffle" else count <= size, "the count does not fit the size")
    return order(draw_words(seed, kind, size, *entries), size, count)


def draw_words(seed, *line):
    """The line has what the numbers depend on. How many are drawn is not part of it."""
    return words_of("|".join(map(str, ("outcomes/1", seed) + line)))


def joined(numbers):
    return ",".join(map(str, numbers))


def order(words, size, count):
    places = list(range(size))
    for i in range(count):
        j = i + uniform(words, size - i)
        places[i], places[j] = places[j], places[i]
    return places[:count]


def _deal(words, copies, count):
    """Cards one by one, each of those left as likely as any other."""
    left, total, drawn = list(copies), sum(copies), []
    for dealt in range(count):
        value, card = uniform(words, total - dealt), 0
        while value >= left[card]:
            value -= left[card]
            card += 1
        left[card] -= 1
        drawn.append(card)
    return drawn


def _require(is_right, words):
    if not is_right:
        raise ValueError(words)


# ---- 4. Digests, and what people read ----


def outcome_digest(numbers):
    return hashlib.sha256(joined(numbers).encode()).hexdigest()


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
