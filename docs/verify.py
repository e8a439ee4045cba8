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

What is checked is defined in docs/reference/outcomes-1.md and equilibrium-1.md; nothing here shares code with the service. Read
this file, then verify_receipt.py (what a receipt may say, and its checks), verify_draw.py (what follows from a seed),
verify_chain.py (whether a draw is missing) and verify_sequence.py (POST /compute). verify_standards.py is AES and Ed25519. Only
some receipts need verify_loot.py, verify_allocation.py and verify_beacon.py.
"""
import getopt
import os
import re
import sys
import unicodedata

from verify_chain import check_chain, prove_together, proves
from verify_receipt import NameTwice, read_json, receipt_problem, verify
from verify_sequence import PROVEN, check_result

FILE_BYTES_MAX = 2**27
LISTED_MAX = 1000


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


def read_file(path):
    """Text in UTF-8, or in UTF-16 with a byte-order mark as Notepad and Excel write it; the mark is no part of it."""
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        content = file.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        raise ValueError("%s is larger than %d bytes" % (path, FILE_BYTES_MAX))
    return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def read_receipt(path):
    given = read_json(read_file(path))
    # A saved response of the API carries the receipt inside.
    return given["receipt"] if isinstance(given, dict) and isinstance(given.get("receipt"), dict) else given


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
        checks, outcome, proven = check_result(given), None, PROVEN
    else:
        checks, outcome = verify(given, keys, seed, entries, expected)
        proven = None if receipt_problem(given) else proves(given)
    for name, state, detail in checks:
        print("%-8s %-10s %s" % (state, name, shown(detail)))
    if outcome is not None:
        print("outcome: %s%s" % (shown(", ".join(outcome[:LISTED_MAX])), " and more" if len(outcome) > LISTED_MAX else ""))
    print(closing_line(checks, proven))
    return state_of(checks)


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


# ---- Several receipts: each by itself, then those of each commitment together ----


def verify_together(named, keys, seed, entries, expected):
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


# ---- Printing: without characters that could change what a terminal shows ----


def shown(text):
    around = zip(" " + text, text, text[1:] + " ", "  " + text)
    return "".join(c if _is_seen(*near) else "\\u%04x" % ord(c) for c, near in ((near[1], near) for near in around))


def _is_seen(before, c, after, earlier):
    """Also what belongs to a character beside it: a joiner in the scripts that need one, and what joins or colours an emoji."""
    letters = [unicodedata.category(one)[0] in "LM" and "\u0600" <= one <= "\u1cff" for one in (before, after)]
    left, right, far = (unicodedata.category(one)[0] for one in (before, after, earlier))
    if c in "\ufe0e\ufe0f":
        return left == "S" or (left in "PN" and c == "\ufe0f")
    if c == "\u200d" and right == "S" and "S" in (left, far if before in "\ufe0e\ufe0f" else ""):
        return True
    is_joiner = c in "\u200c\u200d" and (all(letters) or before + c == "\u0d4d\u200d")
    return is_joiner or unicodedata.category(c)[0] != "C"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
