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

What is checked is defined in docs/reference/outcomes-1.md and equilibrium-1.md; nothing here shares code with the service. Loot
tables, public rounds and allocations need verify_loot.py, verify_beacon.py or verify_allocation.py in the same folder.
"""
import base64
import bisect
import functools
import getopt
import hashlib
import hmac
import importlib
import itertools
import json
import math
import os
import re
import struct
import sys
import unicodedata

FILE_BYTES_MAX = 2**27
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
        given = lambda name: [value for option, value in options if option == name]
        named, entries = receipts_at(paths[0])
        keys = given("--key") + [str(key["public_key"]) for path in given("--keys") for key in read_json(read_file(path))["keys"]]
        for path in given("--entries"):
            entries = [line for line in re.split("\r\n|\r|\n", read_file(path)) if line]
        seed = next(iter(given("--seed")), None)
        checks, proven = report(named, keys, seed, entries, given("--expect"))
        print(closing_line(checks, proven))
        return {"verified": 0, "failed": 1, "unverified": 2}[state_of(checks)]
    except NameTwice as error:
        print("FAILED: %s" % shown(str(error)))
        return 1
    except getopt.GetoptError as error:
        print("%s\n\n%s" % (error, __doc__), file=sys.stderr)
    except ModuleNotFoundError as error:
        print("Not verified: this receipt needs %s.py in the folder of this program." % error.name, file=sys.stderr)
    except UnicodeDecodeError:
        print("Cannot read it: it is not text. Check the file of a prize draw with verify_prize.py.", file=sys.stderr)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        print("Cannot read it: %s" % shown(str(error)), file=sys.stderr)
    return 2


def receipts_at(path):
    """Pairs of a name and what claims to be a receipt; and the entries, where a published result has them."""
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(".json"))
        require(names, "%s has no file *.json" % path)
        return [(name, receipts_at(os.path.join(path, name))[0][0][1]) for name in names], None
    given = read_json(read_file(path))
    is_object = isinstance(given, dict)
    if is_object and given.get("receipts"):
        receipts = given["receipts"] + given.get("commitment_receipts", [])
        return [("receipt %d" % (i + 1), one) for i, one in enumerate(receipts)], given.get("entries")
    # A saved response of the API carries the receipt inside.
    return [(path, given["receipt"] if is_object and isinstance(given.get("receipt"), dict) else given)], None


def report(named, keys, seed, entries, expected):
    """Prints what was found of each receipt, then of those of each commitment together; returns the checks, and what they prove."""
    is_alone, found, drawn, valid = len(named) == 1, [], [], []
    is_result = is_alone and isinstance(named[0][1], dict) and "type" not in named[0][1] and "raw" in named[0][1]
    seeds = seeds_among(named, keys)
    for name, receipt in named:
        commitment = {} if receipt_problem(receipt) else receipt["settings"].get("commitment", {})
        revealed = seeds.get(commitment.get("sha256"), seed)
        checks, outcome = (check_result(receipt), None) if is_result else verify(receipt, keys, revealed, entries)
        for check, state, detail in checks if is_alone else []:
            print("%-8s %-10s %s" % (state, check, shown(detail)))
        if not is_alone:
            print("%s: %s" % (shown(name), closing_line(checks, "verified")))
        if outcome is not None:
            print("outcome: %s%s" % (shown(", ".join(outcome[:LISTED_MAX])), " and more" if len(outcome) > LISTED_MAX else ""))
        found += checks
        drawn += outcome or []
        if state_of(checks) != "failed" and checks[0][1] == "passed":
            valid.append((name, receipt))
    state = "failed" if state_of(found) == "verified" else "skipped"
    found += [("expected", state, '"%s" was announced, but not drawn.' % one) for one in expected if one not in drawn]
    if is_alone:
        return found, RESULT_PROVES if is_result else proves(valid[0][1]) if state_of(found) == "verified" else None
    for identity, state, detail in check_chain(valid):
        print("commitment %s: %s" % (shown(identity), shown(detail)))
        found.append(("commitment", {"complete": "passed", "open": "skipped", "failed": "failed"}[state], detail))
    return found, prove_together(valid) if state_of(found) == "verified" else None


def seeds_among(named, keys):
    """The server seeds that these receipts reveal, by their hash."""
    reveals = [receipt for _, receipt in named if isinstance(receipt, dict) and receipt.get("subject") == "reveal"]
    valid = [receipt["settings"] for receipt in reveals if state_of(verify(receipt, keys)[0]) == "verified"]
    return {settings["sha256"]: settings["server_seed"] for settings in valid}


def state_of(checks):
    states = [state for _, state, _ in checks]
    return "failed" if "failed" in states else "unverified" if "skipped" in states else "verified"


def closing_line(checks, proven):
    state = state_of(checks)
    if state == "verified":
        return proven
    name, _, detail = next(one for one in checks if one[1] == ("failed" if state == "failed" else "skipped"))
    return "%s: %s" % ("FAILED" if state == "failed" else "not verified", "pass the key you trust" if (name, state) == ("key", "unverified") else shown(detail))


# ---- 2. One receipt: its shape, its key, its signature, and whether its outcome follows from what it says ----


class Failed(Exception):
    """The first check that fails is the last."""


class Checks(list):
    """Of (name, state, detail); state is passed, failed or skipped."""

    def require(self, name, is_right, right, wrong):
        self.append((name, "passed", right) if is_right else (name, "failed", wrong))
        if not is_right:
            raise Failed

    def compare(self, found, digest):
        words = "Computing it again gives %s outcome."
        self.require("outcome", found == digest, words % "the same", words % "a different")


def verify(receipt, keys=None, seed=None, entries=None):
    """The checks, and what was drawn: a list of texts, or None where it was not computed."""
    checks, problem = Checks(), receipt_problem(receipt)
    if problem:
        return [("receipt", "failed", problem)], None
    try:
        check_key_and_signature(receipt, keys, checks)
        # Nothing is computed for a key that nobody vouches for.
        return checks, check_subject(receipt, seed, entries, checks) if keys else None
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
        checks.append(("key", "skipped", words % (key, receipt["issuer"])))
    signature, key = (base64.urlsafe_b64decode(receipt[name] + "==") for name in ("signature", "public_key"))
    wrong = "The receipt was changed after it was signed, or was never signed."
    is_signed = is_signed_by(message_of(receipt, "signature"), signature, key)
    checks.require("signature", is_signed, "Nothing has changed since the receipt was signed.", wrong)


def message_of(receipt, *left_out):
    """What is signed: the receipt without its signature."""
    return (receipt["type"] + "\n" + canonical_json(without(receipt, *left_out))).encode()


def canonical_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def without(record, *names):
    return {name: value for name, value in record.items() if name not in names}


def check_subject(receipt, seed, entries, checks):
    subject, settings, beside = receipt["subject"], receipt["settings"], file_beside(receipt["subject"], receipt["settings"])
    if beside:
        return beside.check(receipt, seed, entries, checks)
    if subject == "draw":
        return check_draw(receipt, seed, entries, checks)
    if subject == "reveal" or seed is not None:
        check_seed(settings["sha256"], settings.get("server_seed", seed), checks)
    return checks.compare(settings["sha256"], receipt["digest"])


def file_beside(subject, settings):
    """The file that checks what only some receipts have: its `field`, `check` and `proves` take the place of those in here."""
    is_allocation = subject in ("allocation", "assignment")
    name = "verify_allocation" if is_allocation else "verify_beacon" if "beacon" in settings else None
    return name and importlib.import_module(name)


def check_draw(receipt, seed, entries, checks):
    settings = receipt["settings"]
    check_entries(settings, entries, checks)
    if "commitment" not in settings:
        return check_outcome(receipt, settings["seed"], entries, checks)
    if seed is None:
        checks.append(("seed", "skipped", "The server seed was not given."))
        why = "The outcome can be computed again once the server seed is revealed. Pass the seed then."
        return checks.append(("outcome", "skipped", why))
    check_seed(settings["commitment"]["sha256"], seed, checks)
    return check_outcome(receipt, fair_seed(seed, settings["client_seed"], settings["nonce"]), entries, checks)


def check_entries(settings, entries, checks):
    if "entries" in settings and entries is None:
        checks.append(("entries", "skipped", "The entries were not given. Their hash is %s." % settings["entries"]))
    elif "entries" in settings:
        is_same = sha256_of(canonical_json(entries)) == settings["entries"]
        wrong = "The entries, or their order, are not the ones that were drawn from."
        checks.require("entries", is_same, "The entries are the ones that were drawn from, in that order.", wrong)


def check_outcome(receipt, seed, entries, checks):
    drawn = draw_outcome(receipt["settings"], seed)
    checks.compare(sha256_of(joined(drawn)), receipt["digest"])
    return outcome_words(receipt["settings"], drawn, entries)


def check_seed(sha256, seed, checks):
    check_hash(sha256, bytes.fromhex(seed) if re.fullmatch("[0-9a-f]{64}", seed) else b"", "server seed", checks)


def check_hash(sha256, seed, name, checks):
    words = "The %s is %s that was committed to."
    checks.require("seed", hashlib.sha256(seed).hexdigest() == sha256, words % (name, "the one"), words % (name, "not the one"))


def sha256_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


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
    if not isinstance(settings, dict) or version != ("allocation/1" if subject in ("assignment", "allocation") else "outcomes/1"):
        return NOTHING
    beside = file_beside(subject, settings)
    if beside:
        return beside.field(subject, settings)
    if subject == "draw":
        return draw_field(settings, LIMITS["origins"]["commitment" if "commitment" in settings else "seed"])
    return {"record": LIMITS[subject]} if subject in ("commitment", "reveal") else NOTHING


def draw_field(settings, origin):
    kind = settings.get("kind") if isinstance(settings, dict) else None
    if kind == "loot":
        from verify_loot import LIMITS as fields
    else:
        fields = LIMITS["kinds"].get(kind) if isinstance(kind, str) else None
    return dict(fields, record=dict(fields["record"], kind={"is": kind}, **origin)) if fields else NOTHING


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
        return least <= value <= most if is_whole(value) else value is None and "nullable" in field
    if "text" in field:
        # A character is a code point, neither a control character nor half of one.
        least, most = field["text"]
        return isinstance(value, str) and least <= len(value) <= most and not re.search("[\0-\x1f\x7f-\x9f\ud800-\udfff]", value)
    if "is" in field:
        return value == field["is"] and type(value) is type(field["is"])
    return is_seed(value) if "seed" in field else isinstance(value, str) and bool(re.fullmatch(field["like"], value))


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_seed(value):
    if is_whole(value):
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
  "commitment": "Computed correctly from the seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.",
  "promise": "A commitment to a server seed. Only the receipts of its draws and of the reveal show what came of it.",
  "reveal": "The seed that was committed to. Only the other receipts of the commitment show whether a draw is missing.",
  "unfollowed": "A guarantee that names no player cannot be followed from draw to draw.",
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
    return hmac.new(bytes.fromhex(server_seed), ("%s:%d" % (client_seed, nonce)).encode(), hashlib.sha256).hexdigest()


def draw_outcome(settings, seed):
    """Raises a ValueError where the fields are allowed one by one and not together."""
    kind, count = settings["kind"], settings["count"]
    if kind == "integers":
        low, high = settings["min"], settings["max"]
        require(1 <= high - low + 1 < 2**53, "max must be at least min, and less than 2^53 above it")
        words = draw_words(seed, kind, low, high)
        return [low + uniform(words, high - low + 1) for _ in range(count)]
    if kind == "dice":
        words = draw_words(seed, kind, "%dd%d" % (settings["dice"], settings["sides"]))
        return [1 + uniform(words, settings["sides"]) for _ in range(count * settings["dice"])]
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
    return [(identity,) + state_of_chain(chain) for identity, chain in chains_of(named).items()]


def chains_of(named):
    chains = {}
    for name, receipt in named:
        subject, settings = receipt["subject"], receipt["settings"]
        identity = chain_id(receipt)
        chain = chains.setdefault(identity, {"commitment": [], "reveal": [], "draw": {}}) if identity else None
        if identity and subject == "draw":
            chain["draw"].setdefault(settings.get("nonce", 0), []).append((name, receipt))
        elif identity:
            chain[subject].append((name, receipt))
    return chains


def chain_id(receipt):
    is_end = receipt["subject"] in ("commitment", "reveal")
    return receipt["id"] if is_end else receipt["settings"].get("commitment", {}).get("id")


def state_of_chain(chain):
    problem = next(problems_of(chain), None)
    if problem:
        return "failed", problem
    count = len(chain["draw"])
    nonces = "nonces 0 to %d, none missing, none drawn twice" % (count - 1) if count else "nothing was drawn"
    announced = chain["commitment"][0][1]["settings"] if chain["commitment"] else {}
    why = "Only the receipt of the reveal shows that there were no more: add it."
    if chain["reveal"]:
        why = None if announced else "Add the receipt of the commitment."
    elif announced.get("draws_max") == count:
        why = None
    elif "beacon" in announced:
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
        announced = commitment["settings"] if commitment else {}
        if commitment and ("beacon" in settings or "beacon" in announced):
            import verify_beacon

            yield "%s draws something else than was announced" % name if verify_beacon.is_other(settings, announced) else None
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


def receipt_hash(receipt):
    """What the next receipt of a chain carries as `previous`."""
    return hashlib.sha256(message_of(receipt, "issuer", "public_key", "signature")).hexdigest()


# ---- 6. What it proves, once every check has passed ----


def proves(receipt):
    """What one receipt proves by itself."""
    subject, settings, words = receipt["subject"], receipt["settings"], LIMITS["proves"]
    beside = file_beside(subject, settings)
    name = subject if subject == "reveal" else "promise" if subject == "commitment" else "commitment" if "commitment" in settings else "seed"
    return (beside.proves(receipt) if beside else words[name]) + (" " + words["unfollowed"] if is_unfollowed(receipt) else "")


def prove_together(named):
    """What several receipts prove, all chains being complete: each sentence once."""
    alone = [proves(receipt) for _, receipt in named if not chain_id(receipt)]
    return " ".join(dict.fromkeys(alone + [chain_proves(chain) for chain in chains_of(named).values()]))


def chain_proves(chain):
    draws, words = [same[0][1] for same in chain["draw"].values()], LIMITS["proves"]
    if draws and "beacon" in draws[0]["settings"]:
        import verify_beacon

        return verify_beacon.LIMITS["proves"]["round_kept"]
    name = "chain" if len(draws) > 1 else "chain_of_one" if draws else "chain_of_none"
    return words[name].replace("{draws}", str(len(draws))) + (" " + words["unfollowed"] if any(map(is_unfollowed, draws)) else "")


def is_unfollowed(receipt):
    settings = receipt["settings"]
    return settings.get("kind") == "loot" and bool(settings["pity"]) and "player" not in settings


# ---- 7. A saved response of POST /compute, as docs/reference/equilibrium-1.md defines it. Such a response is not signed ----

RESULT_PROVES = "The bits, and what was counted in them, follow from the bias, N, samples and seed. P-values were not computed again."


def check_result(result):
    bias, size, samples, seed = (result.get(name) for name in ("bias", "N", "samples", "seed"))
    is_bias = (is_whole(bias) or isinstance(bias, float)) and 0 <= bias <= 1
    if not (is_bias and size in (3, 9, 16, 25, 32, 64) and is_whole(samples) and 100 <= samples <= 50000 and is_seed(seed)):
        return [("result", "failed", "The bias, N, samples or seed is not valid.")]
    if result.get("definition_text") != 2:
        return [("result", "failed", "It follows another text of the definition than this program knows.")]
    right, wrong = "Computing it again gives the same.", "Computing it again gives another value: %s."
    again = equilibrium(bias + 0.0, size, samples, seed)
    same = ((name, result.get(name) == value, value) for name, value in again.items())
    return [(name, "passed", right) if is_same else (name, "failed", wrong % str(value)[:200]) for name, is_same, value in same]


def equilibrium(bias, size, samples, seed):
    """Sections 3 and 4: each block and its complement; of an odd count, the last block folded on itself."""
    source, output = bits_of(bias, size, samples, seed)
    counts, raw = ([sum(bits[i : i + size]) for i in range(0, len(bits), size)] for bits in (source, output))
    weights = [weight for block in raw for weight in (block, size - block)]
    if samples % 2:
        weights[-2:] = [size // 2 + size % 2 * output[-1]]
    packed = bytes(sum(bit << i for i, bit in enumerate(output[at : at + 8])) for at in range(0, len(output), 8))
    return dict(
        digest=hashlib.sha256(packed).hexdigest(),
        sequence="".join(map(str, output[:size])),
        input=statistics_of(counts, size),
        raw=statistics_of(raw, size),
        **statistics_of(weights, size, size * samples % 2),
        min=min(weights) / size,
        max=max(weights) / size,
    )


def bits_of(bias, size, samples, seed):
    """Section 2: the source X and the output Y, as lists of bits."""
    schedule = aes_schedule("equilibrium/1|%s|%d|%s" % (seed, size, struct.pack(">d", bias).hex()))
    main = (int.from_bytes(aes_block(schedule, i), "little") for i in itertools.count())
    tail = (word for i in itertools.count(1 << 127) for word in struct.unpack("<4I", aes_block(schedule, i)))
    digits, rest = [], bias
    while 0 < rest < 1:
        digits.append(int(rest >= 0.5))
        rest = 2 * rest - digits[-1]
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


def statistics_of(weights, size, unsplit=0):
    count, total, squares = len(weights), sum(weights), sum(w * w for w in weights)
    return {
        "mean": total / (size * count),
        "std": math.sqrt(count * squares - total * total) / (size * count),
        "ain": 1 - max(0, abs(2 * total - size * count) - unsplit) / (size * count),
        "histogram": [{"value": k / size, "count": weights.count(k)} for k in range(size + 1)],
    }


# ---- 8. What all of this stands on: files, AES-128 (FIPS 197) and Ed25519 (RFC 8032) ----


class NameTwice(ValueError):
    """Two readers could take different values for the same name."""


def read_file(path):
    """Text in UTF-8, or in UTF-16 with a byte-order mark as Notepad and Excel write it; the mark is no part of it."""
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        content = file.read(FILE_BYTES_MAX + 1)
    require(len(content) <= FILE_BYTES_MAX, "%s is larger than %d bytes" % (path, FILE_BYTES_MAX))
    return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def read_json(text):
    return json.loads(text, parse_float=read_float, object_pairs_hook=read_object)


def read_float(text):
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def read_object(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise NameTwice('The name "%s" stands twice in one object.' % next(name for name in names if names.count(name) > 1))
    return found


def shown(text):
    """Without characters that could change what a terminal shows."""
    return "".join("\\u%04x" % ord(c) if unicodedata.category(c)[0] == "C" else c for c in text)


def _double(byte):
    return (byte << 1) ^ (0x11B if byte & 0x80 else 0)


def _sbox():
    """The inverse of each byte, its bits mixed. The powers of 3 are all bytes but 0, so inverses are powers too."""
    powers = [1]
    for _ in range(254):
        powers.append(powers[-1] ^ _double(powers[-1]))
    sbox = [0x63] * 256
    for i, power in enumerate(powers):
        inverse = powers[-i % 255]
        mixed = inverse ^ inverse << 1 ^ inverse << 2 ^ inverse << 3 ^ inverse << 4
        sbox[power] = (mixed ^ mixed >> 8) & 0xFF ^ 0x63
    return sbox


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
    words = [word ^ key for word, key in zip(struct.unpack(">4I", counter.to_bytes(16, "big")), k)]
    for r in range(4, 40, 4):
        a, b, c, d = words
        rows = (a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)
        words = [T0[w >> 24] ^ T1[x >> 16 & 255] ^ T2[y >> 8 & 255] ^ T3[z & 255] ^ k[r + i] for i, (w, x, y, z) in enumerate(rows)]
    a, b, c, d = words
    rows = (a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)
    last = (S[w >> 24] << 24 | S[x >> 16 & 255] << 16 | S[y >> 8 & 255] << 8 | S[z & 255] for w, x, y, z in rows)
    return struct.pack(">4I", *(word ^ key for word, key in zip(last, k[40:])))


P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def _sum(a, b):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    e = ((y1 + x1) * (y2 + x2) - (y1 - x1) * (y2 - x2)) % P
    h = ((y1 + x1) * (y2 + x2) + (y1 - x1) * (y2 - x2)) % P
    c, d = 2 * D * t1 * t2 % P, 2 * z1 * z2 % P
    return e * (d - c) % P, (d + c) * h % P, (d - c) * (d + c) % P, e * h % P


@functools.lru_cache(maxsize=16)
def _point(y, parity):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and parity):
        return None
    x = x if x & 1 == parity else P - x
    return x, y, 1, x * y % P


BASE = _point(4 * pow(5, P - 2, P) % P, 0)


def is_signed_by(message, signature, public_key):
    value = int.from_bytes(public_key, "little")
    key = _point(value & (2**255 - 1), value >> 255)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= ORDER:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER
    # BASE * s - key * hashed, doubling once for both factors.
    minus = (P - key[0], key[1], 1, P - key[3])
    result, added = (0, 1, 1, 0), (None, BASE, minus, _sum(BASE, minus))
    for i in reversed(range(253)):
        result = _sum(result, result)
        which = (s >> i & 1) + 2 * (hashed >> i & 1)
        result = _sum(result, added[which]) if which else result
    x, y, z, _ = result
    scale = pow(z, P - 2, P)
    found = y * scale % P | (x * scale % P & 1) << 255
    return found.to_bytes(32, "little") == signature[:32]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
