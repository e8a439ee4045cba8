"""The receipts of one commitment together: whether a draw was left out, made twice or changed, and what all of it proves."""
import itertools

from verify_beacon import is_other
from verify_receipt import LIMITS, origin_of, receipt_hash


def check_chain(named):
    """For valid receipts as (name, receipt): a list of (commitment, state, detail); state is complete, open or failed."""
    return [(identity,) + judge(chain) for identity, chain in chains_of(named).items()]


def chains_of(named):
    chains = {}
    for name, receipt in named:
        subject, settings = receipt["subject"], receipt["settings"]
        identity = receipt["id"] if subject in ("commitment", "reveal") else settings.get("commitment", {}).get("id")
        if identity:
            chains.setdefault(identity, {"commitment": [], "reveal": [], "draw": {}})
        if identity and subject == "draw":
            chains[identity]["draw"].setdefault(settings.get("nonce", 0), []).append((name, receipt))
        elif identity:
            chains[identity][subject].append((name, receipt))
    return chains


def judge(chain):
    problem = next(problems_of(chain), None)
    if problem:
        return "failed", problem
    count = len(chain["draw"])
    nonces = "nonces 0 to %d, none missing, none drawn twice" % (count - 1) if count else "nothing was drawn"
    announced = [receipt["settings"] for _, receipt in chain["commitment"][:1]]
    why = "Only the receipt of the reveal shows that there were no more: add it."
    if chain["reveal"]:
        why = None if announced else "Add the receipt of the commitment."
    elif announced and announced[0]["draws_max"] == count:
        why = None
    elif announced and "beacon" in announced[0]:
        why = "Add the receipt of the draw that was announced."
    return ("open", "so far %s. %s" % (nonces, why)) if why else ("complete", "complete: %s" % nonces)


def problems_of(chain):
    """What is wrong with the receipts of one commitment: a draw was left out, made twice, or is another than was announced."""
    commitment = next((receipt for _, receipt in chain["commitment"]), None)
    reveal = next((receipt["settings"] for _, receipt in chain["reveal"]), None)
    for nonce, same in chain["draw"].items():
        for (one, receipt), (other, second) in zip(same, same[1:]):
            if receipt_hash(receipt) != receipt_hash(second):
                yield "the nonce %d was drawn twice: %s and %s" % (nonce, one, other)
    end = max([reveal["draws"] if reveal else 0] + [nonce + 1 for nonce in chain["draw"]])
    missing = list(itertools.islice((nonce for nonce in range(end) if nonce not in chain["draw"]), 11))
    if missing:
        yield "missing: nonces %s%s" % (", ".join(map(str, missing[:10])), " and more" if missing[10:] else "")
    sha256 = next((receipt["settings"].get("sha256") for _, receipt in chain["commitment"] + chain["reveal"]), None)
    before = commitment and receipt_hash(commitment)
    draws = [chain["draw"][nonce][-1] for nonce in sorted(chain["draw"])]
    for name, receipt in draws:
        settings = receipt["settings"]
        if sha256 and settings["commitment"].get("sha256") != sha256:
            yield "%s names another hash of the server seed" % name
        if commitment and is_other(settings, commitment["settings"]):
            yield "%s draws something else than was announced" % name
        if before and settings["previous"] != before:
            yield "%s does not follow the receipt before it" % name
        before = receipt_hash(receipt)
    most = commitment and commitment["settings"]["draws_max"]
    if most and len(draws) > most:
        yield "the commitment serves %d draws, not %d" % (most, len(draws))
    for name, receipt in chain["reveal"]:
        settings = receipt["settings"]
        if commitment and commitment["settings"].get("sha256") != settings["sha256"]:
            yield "%s reveals another seed" % name
        if len(draws) != settings["draws"]:
            yield "%s says that there were %d draws, not %d" % (name, settings["draws"], len(draws))
        if before and before != settings["last"]:
            yield "%s names another last receipt" % name
    if reveal and any(receipt["settings"]["kind"] == "loot" for _, receipt in draws):
        from verify_loot import broken_guarantees

        yield broken_guarantees(draws, reveal["server_seed"])


# ---- What it proves, once every check has passed ----


def proves(receipt):
    """What one receipt proves by itself."""
    subject, settings, words = receipt["subject"], receipt["settings"], LIMITS["proves"]
    if subject == "draw":
        return words[origin_of(settings)] + (" " + words["unfollowed"] if is_unfollowed(settings) else "")
    return words["announcement" if "beacon" in settings else "promise" if subject == "commitment" else subject]


# From the weakest on. That nothing was drawn is the headline only if it is all there is.
WEAKEST_FIRST = "seed round assignment allocation chain chain_of_one round_kept chain_of_none".split()


def prove_together(named):
    """What the weakest of several receipts proves, all of them being complete."""
    chains, proofs, words = chains_of(named), [], LIMITS["proves"]
    for _, receipt in named:
        subject, settings = receipt["subject"], receipt["settings"]
        identity = settings.get("commitment", {}).get("id") if subject == "draw" else receipt["id"]
        proof, draws = proof_beside(receipt, chains.get(identity))
        is_followed = subject != "draw" or not is_unfollowed(settings)
        sentence = words.get(proof, "").replace("{draws}", str(draws)) + ("" if is_followed else " " + words["unfollowed"])
        proofs += [(WEAKEST_FIRST.index(proof), is_followed, -draws, sentence)] if proof else []
    is_mixed = len({sentence for _, _, _, sentence in proofs}) > 1
    return (words["mixed"] + " " if is_mixed else "") + min(proofs)[-1]


def proof_beside(receipt, chain):
    """The name of what a receipt proves beside the others of its chain, and the number of draws; None if the draws say it."""
    subject, draws = receipt["subject"], len(chain["draw"]) if chain else 0
    if subject in ("allocation", "assignment"):
        return subject, 0
    if subject != "draw":
        return ("chain_of_none" if subject == "commitment" and not draws else None), 0
    if not chain:
        return origin_of(receipt["settings"]), 0
    is_round = "beacon" in chain["commitment"][0][1]["settings"]
    return ("round_kept" if is_round else "chain_of_one" if draws == 1 else "chain"), draws


def is_unfollowed(settings):
    return settings["kind"] == "loot" and bool(settings["pity"]) and "player" not in settings
