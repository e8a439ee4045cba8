"""The statistics of an audit a second time, by the slow and obvious way, with the standard library alone.

Reads {"cases": [[differences], ...], "counts": [[only_a, only_b], ...], "p_values": [...], "margin": m} from standard input.
"""
import itertools
import json
import math
import statistics
import sys
from fractions import Fraction


def flips(values, two_sided):
    """The share of all sign choices whose sum reaches the one seen, in exact fractions."""
    exact = [Fraction(round(v / 1e-9), 10**9) for v in values]
    seen = sum(exact)
    ways = [sum(s * v for s, v in zip(signs, exact)) for signs in itertools.product((1, -1), repeat=len(exact))]
    reached = sum(abs(w) >= abs(seen) if two_sided else w >= seen for w in ways)
    return reached / len(ways)


def shift(values, confidence=0.95):
    """The median of the Walsh means; the interval by counting every set of ranks."""
    means = sorted((values[i] + values[j]) / 2 for i in range(len(values)) for j in range(i, len(values)))
    sums = [sum(r for r, taken in zip(itertools.count(1), chosen) if taken)
            for chosen in itertools.product((0, 1), repeat=len(values))]
    tail = (1 - confidence) / 2
    outside = 0
    while sum(s <= outside + 1 for s in sums) / len(sums) <= tail:
        outside += 1
    chance = sum(s <= outside for s in sums) / len(sums)
    return [statistics.median(means), means[outside], means[-1 - outside], 1 - 2 * chance]


def mcnemar(only_a, only_b):
    trials = only_a + only_b
    tail = sum(math.comb(trials, k) for k in range(min(only_a, only_b) + 1)) / 2**trials
    return min(1, 2 * tail)


def holm(p_values):
    return [max(min(1, q * sum(r >= q for r in p_values)) for q in p_values if q <= p) for p in p_values]


def benjamini_hochberg(p_values):
    return [min(min(1, q * len(p_values) / sum(r <= q for r in p_values)) for q in p_values if q >= p)
            for p in p_values]


def power(clusters, sd, alpha, gap):
    normal = statistics.NormalDist()
    z = normal.inv_cdf(1 - alpha / 2)
    v = clusters - 1
    t = z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)  # Student's quantile
    away = abs(gap) * math.sqrt(clusters) / sd
    spread = math.sqrt(1 + t**2 / (2 * v))
    return normal.cdf((away - t) / spread) + normal.cdf((-away - t) / spread)


given = json.load(sys.stdin)
margin = given["margin"]
json.dump({
    "two_sided": [flips(case, True) for case in given["cases"]],
    "equivalence": [max(flips([margin + v for v in case], False), flips([margin - v for v in case], False))
                    for case in given["cases"]],
    "shifts": [shift(case) for case in given["cases"]],
    "mcnemar": [mcnemar(*pair) for pair in given["counts"]],
    "holm": holm(given["p_values"]),
    "benjamini_hochberg": benjamini_hochberg(given["p_values"]),
    "power": [power(*setting) for setting in given["power"]],
}, sys.stdout)
