"""A saved response of POST /compute, computed again bit by bit, as docs/reference/equilibrium-1.md defines it.

Used by verify.py. Such a response is not signed: every value in it is computed from its bias, N, samples and seed.
"""
import hashlib
import math
import struct

from verify_draw import aes_block, aes_schedule, is_seed

DEFINITION_TEXT = 2
ALL = (1 << 128) - 1


def check_result(result):
    """A list of (name, state, detail)."""
    bias, size, samples, seed = (result.get(name) for name in ("bias", "N", "samples", "seed"))
    is_bias = isinstance(bias, (int, float)) and not isinstance(bias, bool) and 0 <= bias <= 1
    is_count = isinstance(samples, int) and not isinstance(samples, bool) and 100 <= samples <= 50000
    if not (is_bias and size in (3, 9, 16, 25, 32, 64) and is_count and is_seed(seed)):
        return [("result", "failed", "The bias, N, samples or seed is not valid.")]
    if result.get("definition_text") != DEFINITION_TEXT:
        return [("result", "failed", "It follows another text of the definition than this program knows.")]
    checks = []
    for name, value in sorted(equilibrium(bias + 0.0, size, samples, seed).items()):
        given = result.get(name)
        is_same = given == value
        if name in ("chi2", "p_value"):
            is_same = isinstance(given, (int, float)) and abs(given - value) <= 1e-9 * max(1, abs(value))
        if not is_same:
            return checks + [(name, "failed", "Computing it again gives another value: %s." % str(value)[:200])]
        checks.append((name, "passed", "Computing it again gives the same."))
    return checks


def equilibrium(bias, size, samples, seed):
    """What POST /compute returns."""
    source, output = equilibrium_bits(bias, size, samples, seed)
    raw = _ones(output, size)
    weights = [weight for block in raw for weight in (block, size - block)]
    unsplit = 0
    if samples % 2:
        # The last block has no mirror: it is half ones, and of an odd size one bit decides.
        weights = weights[:-2] + [size // 2 + size % 2 * output[-1]]
        unsplit = size * samples % 2
    packed = bytes(sum(bit << i for i, bit in enumerate(output[at : at + 8])) for at in range(0, len(output), 8))
    return dict(
        _stage(weights, size, unsplit),
        min=min(weights) / size,
        max=max(weights) / size,
        raw=_stage(raw, size),
        input=_stage(_ones(source, size), size),
        sequence="".join(map(str, output[:size])),
        digest=hashlib.sha256(packed).hexdigest(),
        **_fit(raw, size),
    )


def equilibrium_bits(bias, size, samples, seed):
    """Source and output as lists of bits, exactly as section 2 of equilibrium-1.md says."""
    schedule = aes_schedule("equilibrium/1|%s|%d|%s" % (seed, size, struct.pack(">d", bias).hex()))
    main, tail = _blocks(schedule, 0), _blocks(schedule, 1 << 127)
    tail_words = (int.from_bytes(block[i : i + 4], "little") for block in tail for i in range(0, 16, 4))
    digits = _digits(bias)
    count = (samples + 1) // 2 * size
    source, output = [], []
    while len(source) < count:
        pad = int.from_bytes(next(main), "little")
        decided, bits = 0 if digits else ALL, ALL if bias == 1 else 0
        for digit in digits[:8]:
            differs = (int.from_bytes(next(main), "little") ^ -digit) & ~decided & ALL
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


def _blocks(schedule, counter):
    while True:
        yield aes_block(schedule, counter)
        counter += 1


def _digits(bias):
    """The binary digits of a bias between 0 and 1."""
    digits = []
    while 0 < bias < 1:
        bias *= 2
        digits.append(int(bias >= 1))
        bias -= digits[-1]
    return digits


def _ones(bits, size):
    return [sum(bits[i : i + size]) for i in range(0, len(bits), size)]


def _stage(weights, size, unsplit=0):
    count, total, squares = len(weights), sum(weights), sum(w * w for w in weights)
    return {
        "mean": total / (size * count),
        "std": math.sqrt(count * squares - total * total) / (size * count),
        "ain": 1 - max(0, abs(2 * total - size * count) - unsplit) / (size * count),
        "histogram": [{"value": k / size, "count": weights.count(k)} for k in range(size + 1)],
    }


def _fit(weights, size):
    """Pearson's test of the ones in each block, cells with fewer than 5 expected blocks joined."""
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
