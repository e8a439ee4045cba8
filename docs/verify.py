#!/usr/bin/env python3
"""Checks what Equipoise signed or computed, without Equipoise: Python 3.9 or later, standard library only.

    python3 verify.py receipt.json --key KEY [--seed SEED] [--entries names.txt] [--expect "Ticket 17"]
    python3 verify.py folder --keys keys.json       all receipts (*.json) of a folder, and whether any is missing
    python3 verify.py published.json --keys keys.json   a published result with all its receipts
    python3 verify.py result.json                   a saved response of POST /compute, computed again

--key      a public key that you trust (may be given several times). A key that came with the receipt proves nothing
--keys     a saved response of the service's /.well-known/equipoise-signing-key, instead of --key
--seed     the revealed server seed of a commitment, or the seed of a closed allocation
--entries  the entries of a shuffle, a sample or a list of winners, one a line
--expect   what was announced, such as the winner (may be given several times)

The last line says what is proven. Exit status: 0 every check passed; 1 something failed; 2 not verified: the key, the seed or the
entries were not given, or a file cannot be read.

What is checked is defined in docs/reference/outcomes-1.md and equilibrium-1.md; nothing here shares code with the service. Put
verify_basics.py into the same folder, and what the receipts at hand need: verify_loot.py for loot tables, verify_beacon.py for
public rounds, verify_allocation.py for allocations, verify_sequence.py for responses of POST /compute.
"""
import base64
import bisect
import getopt
import hashlib
import hmac
import itertools
import json
import os
import re
import struct
import sys

try:
    from verify_basics import NameTwice, aes_block, aes_schedule, is_signed_by, read_file, read_json, shown
except ModuleNotFoundError:
    if __name__ != "__main__":
        raise
    print("Not verified: this program needs verify_basics.py in its folder.", file=sys.stderr)
    sys.exit(2)

LISTED_MAX = 1000
NUMBERS_MAX = 100000
PARTICIPANTS_MAX = 1000000
NOTHING = {"like": "(?!)"}


# ---- 1. The command ----


def main(words):
    try:
        options, paths = getopt.gnu_getopt(words, "h", ["key=", "keys=", "seed=", "entries=", "expect=", "help"])
        if len(paths) != 1:
            raise getopt.GetoptError("name one file or folder")
        state = verify_path(paths[0], *given_in(options))
    except getopt.GetoptError as error:
        print("%s\n\n%s" % (error, __doc__), file=sys.stderr)
        state = "unverified"
    except NameTwice as error:
        print("FAILED: %s" % shown(str(error)))
        state = "failed"
    except ModuleNotFoundError as error:
        print("Not verified: this receipt needs %s.py in the folder of this program." % error.name, file=sys.stderr)
        state = "unverified"
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        print("Cannot read it: %s" % shown(str(error)), file=sys.stderr)
        state = "unverified"
    return {"verified": 0, "failed": 1, "unverified": 2}[state]


def given_in(options):
    """The keys, the seed, the entries and what was announced."""
    all_of = lambda name: [value for option, value in options if option == name]
    keys = all_of("--key")
    for path in all_of("--keys"):
        keys += [str(key["public_key"]) for key in read_json(read_file(path))["keys"]]
    lists = [[line for line in re.split("\r\n|\r|\n", read_file(path)) if line] for path in all_of("--entries")]
    return keys, next(iter(all_of("--seed")), None), next(iter(lists), None), all_of("--expect")


def verify_path(path, keys, seed, entries, expected):
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(".json"))
        if not names:
            raise ValueError("%s has no file *.json" % path)
        return verify_together([(name, read_receipt(os.path.join(path, name))) for name in names], keys, seed, entries, expected)
    given = read_receipt(path)
    if isinstance(given, dict) and given.get("receipts"):
        receipts = given["receipts"] + given.get("commitment_receipts", [])
        named = [("receipt %d" % (i + 1), one) for i, one in enumerate(receipts)]
        return verify_together(named, keys, seed, given.get("entries") if entries is None else entries, expected)
    if isinstance(given, dict) and "type" not in given and "raw" in given:
        import verify_sequence

        checks, outcome, proven = verify_sequence.check_result(given), None, verify_sequence.PROVEN
    else:
        checks, outcome = verify(given, keys, seed, entries, expected)
        proven = None if receipt_problem(given) else proves(given)
    for name, state, detail in checks:
        print("%-8s %-10s %s" % (state, name, shown(detail)))
    if outcome is not None:
        print("outcome: %s%s" % (shown(", ".join(outcome[:LISTED_MAX])), " and more" if len(outcome) > LISTED_MAX else ""))
    print(closing_line(checks, proven))
    return state_of(checks)


def read_receipt(path):
    given = read_json(read_file(path))
    # A saved response of the API carries the receipt inside.
    return given["receipt"] if isinstance(given, dict) and isinstance(given.get("receipt"), dict) else given


def verify_together(named, keys, seed, entries, expected):
    """Each receipt by itself, then those of each commitment together."""
    seeds = {}
    for _, receipt in named:
        if state_of(verify(receipt, keys)[0]) == "verified" and receipt["subject"] == "reveal":
            seeds[receipt["settings"]["sha256"]] = receipt["settings"]["server_seed"]
    states, valid, missing = [], [], list(expected)
    for name, receipt in named:
        is_draw = not receipt_problem(receipt) and "commitment" in receipt["settings"]
        revealed = seeds.get(receipt["settings"]["commitment"].get("sha256"), seed) if is_draw else seed
        checks, outcome = verify(receipt, keys, revealed, entries)
        listed = ", ".join((outcome or [])[:20])
        print("%s: %s%s" % (shown(name), closing_line(checks, "verified"), listed and ": " + shown(listed)))
        states.append(state_of(checks))
        if states[-1] != "failed" and checks[0][1] == "passed":
            valid.append((name, receipt))
        missing = [one for one in missing if one not in (outcome or [])]
    for identity, state, detail in check_chain(valid):
        print("commitment %s: %s" % (shown(identity), shown(detail)))
        states.append({"complete": "verified", "open": "unverified", "failed": "failed"}[state])
    for one in missing:
        print('FAILED: "%s" was announced, but not drawn.' % shown(one))
        states.append("failed")
    worst = next(state for state in ("failed", "unverified", "verified") if state in states)
    closing = {"failed": "FAILED: see above", "unverified": "not verified: see above"}
    print(closing.get(worst) or prove_together(valid))
    return worst


def state_of(checks):
    states = [state for _, state, _ in checks]
    return "failed" if "failed" in states else "unverified" if "skipped" in states else "verified"


def closing_line(checks, proven):
    state = state_of(checks)
    if state == "verified":
        return proven
    name, _, detail = next(one for one in checks if one[1] == ("failed" if state == "failed" else "skipped"))
    if state == "failed":
        return "FAILED: " + shown(detail)
    return "not verified: pass the key you trust" if name == "key" else "not verified: " + shown(detail)


# ---- 2. One receipt: its shape, its key, its signature, and whether its outcome follows from what it says ----


class Failed(Exception):
    """The first check that fails is the last."""


class Checks(list):
    """Of (name, state, detail); state is passed, failed or skipped."""

    def require(self, name, is_right, right, wrong):
        self.append((name, "passed", right) if is_right else (name, "failed", wrong))
        if not is_right:
            raise Failed

    def skip(self, name, why):
        self.append((name, "skipped", why))

    def compare(self, found, digest):
        words = "Computing it again gives %s outcome."
        self.require("outcome", found == digest, words % "the same", words % "a different")


def verify(receipt, keys=None, seed=None, entries=None, expected=None):
    """The checks, and what was drawn: a list of texts, or None where it was not computed."""
    checks, problem = Checks(), receipt_problem(receipt)
    if problem:
        return [("receipt", "failed", problem)], None
    try:
        check_key_and_signature(receipt, keys, checks)
        # Nothing is computed for a key that nobody vouches for.
        outcome = check_subject(receipt, seed, entries, checks) if keys else None
        if expected and outcome is None:
            checks.skip("expected", "What was announced can be compared once the outcome is computed.")
        elif expected:
            missing = next((one for one in expected if one not in outcome), None)
            wrong = '"%s" was announced, but not drawn.' % missing
            checks.require("expected", missing is None, "What was announced is what was drawn.", wrong)
        return checks, outcome
    except Failed:
        return checks, None
    except ValueError as error:
        return checks[:2] + [("outcome", "failed", "The settings are not valid: %s." % error)], None


def check_key_and_signature(receipt, keys, checks):
    key = receipt["public_key"]
    if keys:
        checks.require("key", key in keys, "The key %s is one that you trust." % key, "The key %s is not one that you trust." % key)
    else:
        words = "Not verified: pass the key you trust. The receipt names %s; compare it with %s/.well-known/equipoise-signing-key."
        checks.skip("key", words % (key, receipt["issuer"]))
    signature, key = (base64.urlsafe_b64decode(receipt[name] + "==") for name in ("signature", "public_key"))
    is_signed = is_signed_by(message_of(receipt, "signature"), signature, key)
    wrong = "The receipt was changed after it was signed, or was never signed."
    checks.require("signature", is_signed, "Nothing has changed since the receipt was signed.", wrong)


def message_of(receipt, *left_out):
    """What is signed: the receipt without its signature."""
    return (receipt["type"] + "\n" + canonical_json(without(receipt, *left_out))).encode()


def canonical_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def without(record, *names):
    return {name: value for name, value in record.items() if name not in names}


def check_subject(receipt, seed, entries, checks):
    subject, settings = receipt["subject"], receipt["settings"]
    if subject in ("allocation", "assignment"):
        import verify_allocation

        return getattr(verify_allocation, "check_" + subject)(receipt, seed, checks)
    if subject == "draw":
        return check_draw(receipt, seed, entries, checks)
    if "beacon" in settings:
        import verify_beacon

        verify_beacon.check_announcement(receipt, checks)
        return checks.compare(hashlib.sha256(canonical_json(settings).encode()).hexdigest(), receipt["digest"])
    if subject == "reveal" or seed is not None:
        check_seed(settings["sha256"], settings.get("server_seed", seed), checks)
    return checks.compare(settings["sha256"], receipt["digest"])


def check_draw(receipt, seed, entries, checks):
    settings = receipt["settings"]
    if "entries" in settings and entries is None:
        checks.skip("entries", "The entries were not given. Their hash is %s." % settings["entries"])
    elif "entries" in settings:
        wrong = "The entries, or their order, are not the ones that were drawn from."
        found = hashlib.sha256(json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
        is_same = found == settings["entries"]
        checks.require("entries", is_same, "The entries are the ones that were drawn from, in that order.", wrong)
    origin = origin_of(settings)
    if origin == "seed":
        seed = settings["seed"]
    elif origin != "commitment":
        import verify_beacon

        seed = verify_beacon.check_round(settings, checks)
    elif seed is None:
        checks.skip("seed", "The server seed was not given.")
        return checks.skip("outcome", "The outcome can be computed again once the server seed is revealed. Pass the seed then.")
    else:
        check_seed(settings["commitment"]["sha256"], seed, checks)
        seed = fair_seed(seed, settings["client_seed"], settings["nonce"])
    drawn = draw_outcome(settings, seed)
    checks.compare(outcome_digest(drawn), receipt["digest"])
    return outcome_words(settings, drawn, entries)


def check_seed(sha256, seed, checks):
    is_right = re.fullmatch("[0-9a-f]{64}", seed) and hashlib.sha256(bytes.fromhex(seed)).hexdigest() == sha256
    words = "The server seed is %s that was committed to."
    checks.require("seed", is_right, words % "the one", words % "not the one")


def origin_of(settings):
    """Where the randomness of a draw came from."""
    if "beacon" in settings:
        return "announced" if "commitment" in settings else "round"
    return "commitment" if "commitment" in settings else "seed"


# ---- 3. What a receipt can say. It is treated as hostile: nothing is computed before every field is within its limits ----


def receipt_problem(receipt):
    """What is wrong with something that claims to be a receipt, or None."""
    kind = receipt.get("type") if isinstance(receipt, dict) else None
    if isinstance(kind, str) and re.fullmatch("equipoise-receipt/([3-9]|[1-9][0-9]{1,8})", kind):
        return "This is an %s, and this program knows only up to equipoise-receipt/2. Use a newer version of it." % kind
    if kind != LIMITS["envelope"]["type"]["is"]:
        return "This is not a receipt."
    settings = receipt.get("settings")
    place = misfit({"record": LIMITS["envelope"]}, without(receipt, "settings"), "receipt")
    place = place or misfit(settings_field(receipt["subject"], receipt["version"], settings), settings, "settings")
    draw = {} if place else settings.get("draw", settings)
    if "dice" in draw and draw["dice"] * draw["count"] > NUMBERS_MAX:
        place = "settings.dice"
    if "strata" in draw and sum(stratum["assigned"] for stratum in draw["strata"]) > PARTICIPANTS_MAX:
        place = "settings.strata"
    return place and "This is not a valid receipt: %s has another value, or other fields, than a receipt can have." % place


def settings_field(subject, version, settings):
    is_allocation = subject in ("assignment", "allocation")
    if not isinstance(settings, dict) or version != ("allocation/1" if is_allocation else "outcomes/1"):
        return NOTHING
    if is_allocation:
        import verify_allocation

        return verify_allocation.allocation_field(subject, settings)
    limits = LIMITS
    if "beacon" in settings:
        from verify_beacon import LIMITS as limits
    if subject == "draw":
        return draw_field(settings, limits["origins"][origin_of(settings)])
    if subject == "commitment" and "beacon" in settings:
        return {"record": dict(limits["announcement"], draw=draw_field(settings.get("draw"), {}))}
    return {"record": LIMITS[subject]} if subject in ("commitment", "reveal") else NOTHING


def draw_field(settings, origin):
    kind = settings.get("kind") if isinstance(settings, dict) else None
    if kind == "loot":
        from verify_loot import LIMITS as fields
    elif isinstance(kind, str) and kind in LIMITS["kinds"]:
        fields = LIMITS["kinds"][kind]
    else:
        return NOTHING
    return dict(fields, record=dict(fields["record"], kind={"is": kind}, **origin))


def misfit(field, value, path):
    """Where the first value stands that does not fit its field, or None."""
    if "record" in field:
        fields = dict(field.get("optional", {}), **field["record"])
        if not isinstance(value, dict) or not set(field["record"]) <= set(value) <= set(fields):
            return path
        parts = ((fields[name], one, "%s.%s" % (path, name)) for name, one in value.items())
    elif "list" in field:
        least, most = field["size"]
        if not isinstance(value, list) or not least <= len(value) <= most:
            return path
        parts = ((field["list"], one, "%s[%d]" % (path, i)) for i, one in enumerate(value))
    else:
        return None if fits(field, value) else path
    return next(filter(None, (misfit(*part) for part in parts)), None)


def fits(field, value):
    if "whole" in field:
        least, most = field["whole"]
        is_whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return is_whole or (value is None and "nullable" in field)
    if "text" in field:
        # A character is a code point, neither a control character nor half of one.
        least, most = field["text"]
        return isinstance(value, str) and least <= len(value) <= most and not re.search("[\0-\x1f\x7f-\x9f\ud800-\udfff]", value)
    if "is" in field:
        return value == field["is"] and type(value) is type(field["is"])
    if "seed" in field:
        return is_seed(value)
    return isinstance(value, str) and bool(re.fullmatch(field["like"], value))


def is_seed(value):
    if isinstance(value, int) and not isinstance(value, bool):
        return 0 <= value < 2**53
    return isinstance(value, str) and bool(re.fullmatch("[0-9A-Za-z_-]{1,128}", value))


# limits: written by npm run openapi
LIMITS = json.loads(r"""
{
 "envelope": {
  "type": {"is":"equipoise-receipt/2"},
  "subject": {"text":[1,20]},
  "id": {"like":"[0-9A-Za-z-]{1,64}"},
  "issued_at": {"like":"[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z"},
  "issuer": {"text":[1,2048]},
  "version": {"text":[1,20]},
  "digest": {"like":"[0-9a-f]{64}"},
  "public_key": {"like":"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"},
  "signature": {"like":"[A-Za-z0-9_-]{85}[AQgw]"}
 },
 "commitment": {"sha256":{"like":"[0-9a-f]{64}"},"draws_max":{"whole":[1,9007199254740991],"nullable":true}},
 "reveal": {"sha256":{"like":"[0-9a-f]{64}"},"server_seed":{"like":"[0-9a-f]{64}"},"draws":{"whole":[0,9007199254740991]},"last":{"like":"[0-9a-f]{64}"}},
 "kinds": {
  "integers": {"record":{"min":{"whole":[-9007199254740991,9007199254740991]},"max":{"whole":[-9007199254740991,9007199254740991]},"count":{"whole":[1,100000]}}},
  "dice": {"record":{"dice":{"whole":[1,1000]},"sides":{"whole":[2,4294967296]},"modifier":{"whole":[-999999999,999999999]},"count":{"whole":[1,100000]}}},
  "choice": {"record":{"options":{"list":{"record":{"name":{"text":[0,256]},"weight":{"whole":[1,9007199254740991]}}},"size":[1,10000]},"count":{"whole":[1,100000]}}},
  "shuffle": {"record":{"size":{"whole":[1,1000000]},"count":{"whole":[1,100000]}},"optional":{"entries":{"like":"[0-9a-f]{64}"}}},
  "sample": {"record":{"size":{"whole":[1,1000000]},"count":{"whole":[1,100000]}},"optional":{"entries":{"like":"[0-9a-f]{64}"}}},
  "winners": {"record":{"size":{"whole":[1,1000000]},"count":{"whole":[1,100000]},"entries":{"like":"[0-9a-f]{64}"}}},
  "deck": {"record":{"cards":{"list":{"record":{"name":{"text":[0,256]},"copies":{"whole":[0,1000000]}}},"size":[1,1000]},"count":{"whole":[1,100000]}}}
 },
 "origins": {
  "seed": {"seed":{"seed":true}},
  "commitment": {
   "commitment": {"record":{"id":{"like":"[0-9A-Za-z-]{1,64}"},"sha256":{"like":"[0-9a-f]{64}"}}},
   "client_seed": {"text":[1,128]},
   "nonce": {"whole":[0,9007199254740991]},
   "previous": {"like":"[0-9a-f]{64}"}
  }
 },
 "proves": {
  "seed": "Computed correctly. Nothing shows that this was the only draw.",
  "round": "Computed correctly from a public round. Nothing shows that it was announced, or that this was the only draw.",
  "announced": "Computed correctly from a public round. Only the receipt of the announcement shows that it came before.",
  "commitment": "Computed correctly from the seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.",
  "promise": "A commitment to a server seed. Only the receipts of its draws and of the reveal show what came of it.",
  "announcement": "Announced before it could be known, by the time that the service signed. Only the receipt of the draw shows what came of it.",
  "reveal": "The seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.",
  "allocation": "Computed correctly: every arm follows from the seed that was committed to. Nothing shows that this was the only allocation, or who the participants were.",
  "assignment": "Computed correctly: the arm follows from the seed that was committed to. Nothing shows that this was the only allocation, or who the participant was.",
  "mixed": "These receipts do not prove the same. The weakest of them:",
  "unfollowed": "A guarantee that names no player cannot be followed from draw to draw.",
  "round_kept": "Announced before it could be known, by the time that the service signed. Make sure that the announcement was published before.",
  "chain": "One of {draws} draws of this commitment, none missing. Make sure that the commitment was published before.",
  "chain_of_one": "The one draw of this commitment, none missing. Make sure that the commitment was published before.",
  "chain_of_none": "Nothing was drawn from this commitment. Make sure that the commitment was published before."
 }
}
""")
# end of limits


# ---- 4. Draws, as docs/reference/outcomes-1.md defines them: a stream of words, numbers without bias, what is drawn ----


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


def fair_seed(server_seed, client_seed, nonce):
    message = "%s:%d" % (client_seed, nonce)
    return hmac.new(bytes.fromhex(server_seed), message.encode(), hashlib.sha256).hexdigest()


def draw_outcome(settings, seed):
    """Raises a ValueError where the fields are allowed one by one and not together."""
    kind, count = settings["kind"], settings["count"]
    if kind == "integers":
        low, high = settings["min"], settings["max"]
        require(1 <= high - low + 1 < 2**53, "max must be at least min, and less than 2^53 above it")
        words = draw_words(seed, kind, low, high)
        return [low + uniform(words, high - low + 1) for _ in range(count)]
    if kind == "dice":
        dice, sides = settings["dice"], settings["sides"]
        words = draw_words(seed, kind, "%dd%d" % (dice, sides))
        return [1 + uniform(words, sides) for _ in range(count * dice)]
    if kind == "choice":
        weights = [option["weight"] for option in settings["options"]]
        require(sum(weights) < 2**53, "the weights must add up to less than 2^53")
        words, ends = draw_words(seed, kind, joined(weights)), list(itertools.accumulate(weights))
        return [bisect.bisect_right(ends, uniform(words, ends[-1])) for _ in range(count)]
    if kind == "loot":
        import verify_loot

        return verify_loot.pull(settings, seed)[0]
    if kind == "deck":
        copies = [card["copies"] for card in settings["cards"]]
        require(count <= sum(copies) <= 1000000, "the deck must have the cards that are drawn, and at most 1000000")
        return deal(draw_words(seed, kind, joined(copies)), copies, count)
    size, entries = settings["size"], [settings["entries"]] if "entries" in settings else []
    require(count == size if kind == "shuffle" else count <= size, "the count does not fit the size")
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


def deal(words, copies, count):
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


def require(is_right, words):
    if not is_right:
        raise ValueError(words)


def outcome_digest(numbers):
    return hashlib.sha256(joined(numbers).encode()).hexdigest()


def outcome_words(settings, drawn, entries):
    kind = settings["kind"]
    if kind == "integers":
        return list(map(str, drawn))
    if kind == "dice":
        return [throw(drawn[i : i + settings["dice"]], settings["modifier"]) for i in range(0, len(drawn), settings["dice"])]
    within = {"choice": "options", "loot": "items", "deck": "cards"}.get(kind)
    names = [one["name"] for one in settings[within]] if within else entries
    return [names[place] if names else "entry %d" % (place + 1) for place in drawn]


def throw(faces, modifier):
    total = sum(faces) + modifier
    if len(faces) == 1 and modifier == 0:
        return str(total)
    added = " %s %d" % ("-" if modifier < 0 else "+", abs(modifier)) if modifier else ""
    return "%s%s = %d" % (" ".join(map(str, faces)), added, total)


# ---- 5. The receipts of one commitment together: whether a draw was left out, made twice or changed ----


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
        import verify_loot

        yield verify_loot.broken_guarantees(draws, reveal["server_seed"])


def is_other(settings, announced):
    """Whether a draw differs from what the commitment to a round announced, or is of a round that nobody announced."""
    if "beacon" not in announced or "beacon" not in settings:
        return "beacon" in announced or "beacon" in settings
    draw = {name: value for name, value in settings.items() if name not in ("beacon", "commitment", "previous")}
    return settings["beacon"]["round"] != announced["beacon"]["round"] or draw != announced["draw"]


def receipt_hash(receipt):
    """What the next receipt of a chain carries as `previous`."""
    return hashlib.sha256(message_of(receipt, "issuer", "public_key", "signature")).hexdigest()


# ---- 6. What it proves, once every check has passed ----


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
