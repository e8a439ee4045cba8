"""Arms of a trial, as section 5 of docs/reference/outcomes-1.md defines them: blocks, the big stick, and minimisation."""
import hashlib
import json
import math

from verify import NOTHING, check_hash, is_seed, joined, order, sha256_of, uniform, words_of

# limits: written by npm run openapi
LIMITS = json.loads(r"""
{
 "balances": {
  "permuted": {"block_sizes":{"list":{"whole":[1,10000]},"size":[1,20]}},
  "equilibrium": {"block_sizes":{"list":{"whole":[1,10000]},"size":[1,20]}},
  "big_stick": {"limit":{"whole":[1,100]}},
  "minimisation": {
   "factors": {"list":{"record":{"name":{"text":[0,256]},"levels":{"list":{"text":[0,256]},"size":[2,36]},"weight":{"whole":[1,100]}}},"size":[1,10]},
   "probability": {"whole":[1,100]}
  }
 },
 "assignment": {
  "arms": {"list":{"record":{"name":{"text":[0,256]},"weight":{"whole":[1,1000]}}},"size":[2,50]},
  "sha256": {"like":"[0-9a-f]{64}"},
  "allocation": {"like":"[0-9A-Za-z-]{1,64}"},
  "participant_sha256": {"like":"[0-9a-f]{64}"},
  "stratum": {"text":[0,256]},
  "position": {"whole":[0,999999]},
  "arm": {"text":[0,256]}
 },
 "minimised_assignment": {"profile":{"like":"[0-9a-z]{0,10}"},"before":{"list":{"list":{"whole":[0,20000]},"size":[2,50]},"size":[1,10]}},
 "allocation": {
  "arms": {"list":{"record":{"name":{"text":[0,256]},"weight":{"whole":[1,1000]}}},"size":[2,50]},
  "sha256": {"like":"[0-9a-f]{64}"},
  "seed": {"seed":true},
  "strata": {"list":{"record":{"stratum":{"text":[0,256]},"assigned":{"whole":[0,1000000]}}},"size":[1,1000]}
 },
 "minimised_allocation": {"profiles":{"like":"[0-9a-z]{0,200000}"}},
 "proves": {
  "allocation": "Computed correctly: every arm follows from the seed that was committed to. Nothing shows that this was the only allocation, or who the participants were.",
  "assignment": "Computed correctly: the arm follows from the seed that was committed to. Nothing shows that this was the only allocation, or who the participant was."
 }
}
""")
# end of limits


def field(subject, settings):
    """The fields of an allocation or an assignment, by its rule of balance."""
    block = settings.get("block")
    if not isinstance(block, str) or block not in LIMITS["balances"]:
        return NOTHING
    more = LIMITS["minimised_" + subject] if block == "minimisation" else {}
    return {"record": dict(LIMITS[subject], block={"is": block}, **LIMITS["balances"][block], **more)}


def allocation_arms(settings, seed, stratum, count):
    weights = lowest_terms(settings)
    place = hashlib.sha256(stratum.encode()).hexdigest()
    if settings["block"] == "big_stick":
        return _big_stick(weights, settings["limit"], seed, place, count)
    sizes = settings["block_sizes"]
    arms = []
    block = 0
    while len(arms) < count:
        words = _allocation_words(seed, settings["block"], weights, joined(sizes), "%s|%d" % (place, block))
        arms += _permuted(words, weights, sizes) if settings["block"] == "permuted" else _turned(words, weights, sizes[0])
        block += 1
    return arms[:count]


def lowest_terms(settings):
    weights = [arm["weight"] for arm in settings["arms"]]
    divisor = math.gcd(*weights)
    return [weight // divisor for weight in weights]


def _allocation_words(seed, block, weights, rule, place):
    return words_of("allocation/1|%s|%s|%s|%s|%s" % (seed, block, joined(weights), rule, place))


def _big_stick(weights, limit, seed, place, count):
    """Chance by weight among the arms that would be at most `limit` people above their share."""
    unit = sum(weights)
    counts = [0] * len(weights)
    arms = []
    for position in range(count):
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
    rule = "%s:%d" % (joined(factor["weight"] for factor in factors), settings["probability"])
    words = _allocation_words(seed, "minimisation", weights, rule, str(position))
    multiple = math.lcm(*weights)
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
        before = [counts[f][int(level, 36)] for f, level in enumerate(levels)]
        arm = minimised_arm(settings, seed, position, before)
        for row in before:
            row[arm] += 1
        arms.append(arm)
    return arms


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
    return [arms[place] for place in order(words, size, size)]


def _turned(words, weights, size):
    slots = _slots(weights, 1)
    length = size // len(slots)
    drawn = [uniform(words, len(slots)) for _ in range(length)]
    return [slots[(drawn[i % length] + i // length) % len(slots)] for i in range(size)]


def check_plan(settings):
    unit = sum(lowest_terms(settings))
    if unit > 2500:
        raise ValueError("the weights in lowest terms must add up to at most 2500, not %d" % unit)
    if settings["block"] == "minimisation" and math.lcm(*lowest_terms(settings)) > 1000000:
        raise ValueError("the least common multiple of the weights must be at most 1000000")
    if "block_sizes" not in settings:
        return
    if settings["block"] == "equilibrium" and len(settings["block_sizes"]) > 1:
        raise ValueError("give one block size")
    if any(size % unit for size in settings["block_sizes"]):
        raise ValueError("block sizes must be multiples of %d up to 10000" % unit)


def _arms_of(settings):
    if settings["block"] != "minimisation":
        strata = ((stratum["stratum"], stratum["assigned"]) for stratum in settings["strata"])
        return [allocation_arms(settings, settings["seed"], name, assigned) for name, assigned in strata]
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


def check(receipt, seed, _, checks):
    settings, is_closed = receipt["settings"], receipt["subject"] == "allocation"
    seed = settings["seed"] if is_closed else seed
    if seed is None:
        checks.append(("seed", "skipped", "The seed is not known yet."))
        why = "The arm can be computed again once the allocation is closed and its seed revealed. Pass the seed then."
        return checks.append(("outcome", "skipped", why))
    check_hash(settings["sha256"], str(seed).encode("utf-8", "replace"), "seed", checks)
    if not is_seed(seed):
        raise ValueError("seed must be an integer 0..2^53-1 or 1 to 128 characters of 0-9A-Za-z_-")
    check_plan(settings)
    if not is_closed:
        arm = _arm_of(settings, seed)
        if settings["arms"][arm]["name"] != settings["arm"]:
            checks.require("outcome", False, "", "The seed gives a different arm at this position.")
        checks.compare(sha256_of(str(arm)), receipt["digest"])
        return [settings["arm"]]
    strata = _arms_of(settings)
    checks.compare(sha256_of(";".join(map(joined, strata))), receipt["digest"])
    outcome = []
    for stratum, arms in zip(settings["strata"], strata):
        start = stratum["stratum"] + " " if stratum["stratum"] else ""
        outcome += ["%s%d: %s" % (start, i, settings["arms"][arm]["name"]) for i, arm in enumerate(arms)]
    return outcome


def proves(receipt):
    return LIMITS["proves"][receipt["subject"]]
