"""A saved response of POST /compute, as docs/reference/equilibrium-1.md defines it. Such a response is not signed."""
import hashlib
import itertools
import math
import struct

from verify import is_seed
from verify_basics import aes_block, aes_schedule

PROVEN = "The bits, and what was counted in them, follow from the bias, N, samples and seed. P-values were not computed again."


def check_result(result):
    """A list of (name, state, detail)."""
    bias, size, samples, seed = (result.get(name) for name in ("bias", "N", "samples", "seed"))
    is_bias = isinstance(bias, (int, float)) and not isinstance(bias, bool) and 0 <= bias <= 1
    is_count = isinstance(samples, int) and not isinstance(samples, bool) and 100 <= samples <= 50000
    if not (is_bias and size in (3, 9, 16, 25, 32, 64) and is_count and is_seed(seed)):
        return [("result", "failed", "The bias, N, samples or seed is not valid.")]
    if result.get("definition_text") != 2:
        return [("result", "failed", "It follows another text of the definition than this program knows.")]
    checks = []
    for name, value in equilibrium(bias + 0.0, size, samples, seed).items():
        if result.get(name) != value:
            return checks + [(name, "failed", "Computing it again gives another value: %s." % str(value)[:200])]
        checks.append((name, "passed", "Computing it again gives the same."))
    return checks


def equilibrium(bias, size, samples, seed):
    """Sections 3 and 4: each block and its complement; of an odd count, the last block folded on itself."""
    source, output = bits_of(bias, size, samples, seed)
    raw = _ones(output, size)
    weights = [weight for block in raw for weight in (block, size - block)]
    if samples % 2:
        weights[-2:] = [size // 2 + size % 2 * output[-1]]
    packed = bytes(sum(bit << i for i, bit in enumerate(output[at : at + 8])) for at in range(0, len(output), 8))
    return dict(
        digest=hashlib.sha256(packed).hexdigest(),
        sequence="".join(map(str, output[:size])),
        input=_stage(_ones(source, size), size),
        raw=_stage(raw, size),
        **_stage(weights, size, size * samples % 2),
        min=min(weights) / size,
        max=max(weights) / size,
    )


def bits_of(bias, size, samples, seed):
    """Section 2: the source X and the output Y, as lists of bits."""
    schedule = aes_schedule("equilibrium/1|%s|%d|%s" % (seed, size, struct.pack(">d", bias).hex()))
    main = (int.from_bytes(aes_block(schedule, i), "little") for i in itertools.count())
    tail = (word for i in itertools.count(1 << 127) for word in struct.unpack("<4I", aes_block(schedule, i)))
    digits = _digits(bias)
    count = (samples + 1) // 2 * size
    source, output = [], []
    while len(source) < count:
        pad = next(main)
        bits, tied = (2**128 - 1 if bias == 1 else 0), (2**128 - 1 if digits else 0)
        for digit in digits[:8]:
            differs = (next(main) ^ -digit) & tied
            bits |= differs * digit
            tied &= ~differs
        for word in range(0, 128, 32):
            left = tied >> word & 0xFFFFFFFF
            for digit in digits[8:]:
                if left:
                    differs = (next(tail) ^ -digit) & left
                    bits |= (differs << word) * digit
                    left &= ~differs
        source += [bits >> i & 1 for i in range(128)]
        output += [(bits ^ pad) >> i & 1 for i in range(128)]
    return source[:count], output[:count]


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
