"""Loot tables with guarantees, as docs/reference/outcomes-1.md defines them."""
import bisect
import itertools
import json

from verify import draw_words, fair_seed, joined, uniform

# limits: written by npm run openapi
LIMITS = json.loads(r"""
{
 "record": {
  "items": {"list":{"record":{"name":{"text":[0,256]},"weight":{"whole":[1,9007199254740991]}}},"size":[1,500]},
  "pity": {
   "list": {
    "record": {"items":{"list":{"whole":[0,500]},"size":[1,500]},"after":{"whole":[2,1000]}},
    "optional": {"from":{"whole":[1,1000]},"boost":{"whole":[1,1000000]}}
   },
   "size": [0,4]
  },
  "state": {"list":{"whole":[0,1000]},"size":[0,4]},
  "count": {"whole":[1,100000]}
 },
 "optional": {"player":{"text":[1,256]}}
}
""")
# end of limits


def pull(settings, seed):
    """Places of items, and the pulls since the last hit of each guarantee after them."""
    require_loot(settings)
    weights, pity = [item["weight"] for item in settings["items"]], settings["pity"]
    belongs = [frozenset(rule["items"]) for rule in pity]
    state, known, drawn = list(settings["state"]), {}, []
    rules = (":".join([joined(rule["items"])] + [str(rule[name]) for name in ("after", "from", "boost") if name in rule])
             for rule in pity)
    words = draw_words(seed, "loot", joined(weights), ";".join(rules), joined(state))
    for _ in range(settings["count"]):
        factors = tuple(factor_of(rule, since + 1) for rule, since in zip(pity, state))
        if factors not in known:
            scaled = (scaled_weight(weight, i, belongs, factors) for i, weight in enumerate(weights))
            known[factors] = list(itertools.accumulate(scaled))
        ends = known[factors]
        item = bisect.bisect_right(ends, uniform(words, ends[-1]))
        drawn.append(item)
        state = [0 if item in items else since + 1 for items, since in zip(belongs, state)]
    return drawn, state


def factor_of(rule, number):
    """What a guarantee does to the weights of its items with this pull; 0 means that only its items can come."""
    if number >= rule["after"]:
        return 0
    return 1 + (number - rule["from"] + 1) * rule["boost"] if number >= rule.get("from", rule["after"]) else 1


def scaled_weight(weight, item, belongs, factors):
    for items, factor in zip(belongs, factors):
        if item in items:
            weight *= factor or 1
        elif factor == 0:
            return 0
    return weight


def require_loot(settings):
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
    most = [max(1, factor_of(rule, rule["after"] - 1)) for rule in pity]
    if sum(scaled_weight(item["weight"], i, belongs, most) for i, item in enumerate(items)) >= 2**53:
        raise ValueError("the weights with all boosts must add up to fewer than 2^53")


def broken_guarantees(draws, server_seed):
    """Pulls of one player from one table must continue each other: what is wrong with named receipts in order, or None."""
    known = {}
    for name, receipt in draws:
        settings = receipt["settings"]
        if settings["kind"] != "loot" or "player" not in settings:
            continue
        table = json.dumps([settings["items"], settings["pity"], settings["player"]], sort_keys=True)
        before, state = known.get(table), settings["state"]
        if before is not None and before != state:
            words = '%s does not continue the guarantees of "%s": %s in place of %s'
            return words % (name, settings["player"], joined(state), joined(before))
        seed = fair_seed(server_seed, settings["client_seed"], settings["nonce"])
        known[table] = pull(settings, seed)[1]
    return None
