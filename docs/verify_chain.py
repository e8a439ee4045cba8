"""The receipts of one commitment together: whether a draw was left out, made twice or changed, and what all of it proves.

Used by verify.py. Python 3.9 or later, standard library only.
"""
from verify_draw import fair_seed
from verify_receipt import canonical_json, receipt_hash
from verify_shape import origin_of

LISTED_MAX = 10


def check_chain(named):
    """For valid receipts as (name, receipt): a list of (commitment, state, detail); state is complete, open or failed."""
    return [(identity,) + _judge(chain) for identity, chain in chains_of(named).items()]


def chains_of(named):
    chains = {}
    for name, receipt in named:
        subject, settings = receipt["subject"], receipt["settings"]
        identity = receipt["id"] if subject in ("commitment", "reveal") else None
        if subject == "draw" and "commitment" in settings:
            identity = settings["commitment"]["id"]
        if identity:
            chains.setdefault(identity, {"commitment": [], "reveal": [], "draw": []})[subject].append((name, receipt))
    return chains


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
    problem = problem or _broken_guarantees(chain, draws)
    if problem:
        return "failed", problem
    nonces = "nonces 0 to %d, none missing, none drawn twice" % (len(draws) - 1) if draws else "nothing was drawn"
    why = _open_because(chain, draws)
    return ("open", "so far %s. %s" % (nonces, why)) if why else ("complete", "complete: %s" % nonces)


def _missing(by_nonce, reveals):
    end = max([reveal["settings"]["draws"] for _, reveal in reveals[:1]] + [nonce + 1 for nonce in by_nonce] + [0])
    missing, nonce = [], 0
    while nonce < end and len(missing) <= LISTED_MAX:
        if nonce not in by_nonce:
            missing.append(nonce)
        nonce += 1
    if not missing:
        return None
    more = " and more" if len(missing) > LISTED_MAX else ""
    return "missing: nonces %s%s" % (", ".join(map(str, missing[:LISTED_MAX])), more)


def _broken(chain, draws):
    hashes = [receipt["settings"].get("sha256") for _, receipt in chain["commitment"] + chain["reveal"]]
    commitment = chain["commitment"][0][1] if chain["commitment"] else None
    before = receipt_hash(commitment) if commitment else None
    for name, receipt in draws:
        settings = receipt["settings"]
        if hashes and hashes[0] and settings["commitment"].get("sha256") != hashes[0]:
            return "%s names another hash of the server seed" % name
        if commitment and _is_other(settings, commitment["settings"]):
            return "%s draws something else than was announced" % name
        if before is not None and settings["previous"] != before:
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
    most = commitment["settings"]["draws_max"] if commitment else None
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


def _broken_guarantees(chain, draws):
    """Pulls of one player from one loot table must continue each other."""
    known = {}
    for name, receipt in draws if chain["reveal"] else []:
        settings = receipt["settings"]
        if settings["kind"] != "loot" or "player" not in settings:
            continue
        from verify_loot import loot_state_after

        table = canonical_json([settings["items"], settings["pity"], settings["player"]])
        before, state = known.get(table), settings["state"]
        if before is not None and before != state:
            words = '%s does not continue the guarantees of "%s": %s in place of %s'
            return words % (name, settings["player"], ",".join(map(str, state)), ",".join(map(str, before)))
        seed = fair_seed(chain["reveal"][0][1]["settings"]["server_seed"], settings["client_seed"], settings["nonce"])
        known[table] = loot_state_after(settings, seed)
    return None


def _open_because(chain, draws):
    if chain["reveal"]:
        return None if chain["commitment"] else "Add the receipt of the commitment."
    if chain["commitment"] and chain["commitment"][0][1]["settings"]["draws_max"] == len(draws):
        return None
    if chain["commitment"] and "beacon" in chain["commitment"][0][1]["settings"]:
        return "Add the receipt of the draw that was announced."
    return "Only the receipt of the reveal shows that there were no more: add it."


# ---- What it proves, once every check has passed ----

ALONE = {
    "seed": "Computed correctly. Nothing shows that this was the only draw.",
    "round": "Computed correctly from a public round. Nothing shows that it was announced, or that this was the only draw.",
    "announced": "Computed correctly from a public round. Only the receipt of the announcement shows that it came before.",
    "commitment": "Computed correctly from the seed that was committed to. Only the other receipts of the commitment show whether "
    "a draw is missing.",
    "promise": "A commitment to a server seed. Only the receipts of its draws and of the reveal show what came of it.",
    "announcement": "Announced before it could be known, by the time that the service signed. Only the receipt of the draw shows "
    "what came of it.",
    "reveal": "The seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.",
    "allocation": "Computed correctly: every arm follows from the seed that was committed to. Nothing shows who the participants were.",
    "assignment": "Computed correctly: the arm follows from the seed that was committed to. Nothing shows who the participant was.",
}
ROUND_KEPT = "Announced before it could be known, by the time that the service signed."
UNFOLLOWED = "A guarantee that names no player cannot be followed from draw to draw."


def proves(receipt):
    """What one receipt proves by itself."""
    subject, settings = receipt["subject"], receipt["settings"]
    if subject == "draw":
        return " ".join([ALONE[origin_of(settings)]] + ([UNFOLLOWED] if _is_unfollowed(settings) else []))
    if subject == "commitment":
        return ALONE["announcement" if "beacon" in settings else "promise"]
    return ALONE[subject]


def prove_together(named):
    """What complete chains and single receipts prove, each sentence once."""
    sentences, chains = [], chains_of(named)
    for chain in chains.values():
        draws = len({receipt["settings"].get("nonce", 0) for _, receipt in chain["draw"]})
        if "beacon" in chain["commitment"][0][1]["settings"]:
            sentences.append(ROUND_KEPT)
        else:
            start = {0: "Nothing was drawn from this commitment.", 1: "The one draw of this commitment, none missing."}
            start = start.get(draws, "One of %d draws of this commitment, none missing." % draws)
            sentences.append(start + " Make sure that the commitment was published before.")
    for _, receipt in named:
        subject, settings = receipt["subject"], receipt["settings"]
        if subject in ("allocation", "assignment") or (subject == "draw" and "commitment" not in settings):
            sentences.append(proves(receipt))
        elif subject == "draw" and _is_unfollowed(settings):
            sentences.append(UNFOLLOWED)
    return " ".join(dict.fromkeys(sentences))


def _is_unfollowed(settings):
    return settings["kind"] == "loot" and bool(settings["pity"]) and "player" not in settings
