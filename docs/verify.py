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

What is checked is defined in docs/reference/outcomes-1.md and equilibrium-1.md; nothing here shares code with the service. Read the
files in this order: verify_shape.py (what a receipt may say), verify_receipt.py (who signed it, and the checks), verify_draw.py
(what is drawn from a seed), verify_chain.py (whether a draw is missing, and what is proven), then this one. For single kinds:
verify_loot.py, verify_allocation.py, verify_beacon.py (rounds of drand) and verify_sequence.py (POST /compute).
"""
import argparse
import datetime
import os
import re
import sys
import unicodedata

from verify_chain import check_chain, proves, prove_together
from verify_receipt import check, verify
from verify_shape import NameTwice, read_json, receipt_problem

FILE_BYTES_MAX = 2**24
ENTRIES_BYTES_MAX = 2**27
FILES_MAX = 100000
LISTED_MAX = 1000
STATUS = {"verified": 0, "failed": 1, "unverified": 2}


def main():
    parser = argparse.ArgumentParser(description="Checks what Equipoise signed or computed, without Equipoise.")
    parser.add_argument("receipt", help="a file with a receipt or a result, a folder of receipts, or - for the standard input")
    parser.add_argument("--key", action="append", help="a public key that you trust")
    parser.add_argument("--keys", help="a file with the published keys that you trust")
    parser.add_argument("--seed", help="the revealed seed")
    parser.add_argument("--entries", help="a file with the entries, one a line")
    parser.add_argument("--expect", action="append", help="what was announced, such as the winner")
    given = parser.parse_args(joined(sys.argv[1:]))
    try:
        state = verify_given(given)
    except NameTwice as error:
        print("FAILED: %s" % shown(str(error)))
        state = "failed"
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        print("Cannot read it: %s" % shown(str(error)), file=sys.stderr)
        state = "unverified"
    return STATUS[state]


def joined(words):
    """Options together with their values: a key or a seed can start with a hyphen, which argparse takes for another option."""
    words, found = iter(words), []
    for word in words:
        value = next(words, None) if word in ("--key", "--keys", "--seed", "--entries", "--expect") else None
        found.append(word if value is None else "%s=%s" % (word, value))
    return found


def verify_given(given):
    entries = lines_of(read_file(given.entries, ENTRIES_BYTES_MAX)) if given.entries else None
    keys = list(given.key or [])
    if given.keys:
        keys += [str(key["public_key"]) for key in read_json(read_file(given.keys))["keys"]]
    if os.path.isdir(given.receipt):
        return verify_together(receipts_in(given.receipt), keys, given.seed, entries, given.expect)
    receipt = read_receipt(given.receipt)
    result = result_in(receipt)
    if result:
        return verify_together(result[0], keys, given.seed, result[1] if entries is None else entries, given.expect)
    if isinstance(receipt, dict) and "type" not in receipt and "raw" in receipt:
        from verify_sequence import check_result

        checks, outcome = check_result(receipt), None
    else:
        checks, outcome = verify(receipt, keys, given.seed, entries, given.expect)
    for name, state, detail in checks:
        print("%-8s %-10s %s" % (state, name, shown(detail)))
    is_receipt = receipt_problem(receipt) is None
    for name, value in facts_of(receipt, outcome) if is_receipt else []:
        print("%-12s %s" % (name + ":", shown(value)))
    print(closing_line(checks, proves(receipt) if is_receipt else "Computed correctly from its bias, N, samples and seed."))
    return state_of(checks)


def read_file(path, most=FILE_BYTES_MAX):
    """Text in UTF-8, or in UTF-16 with a byte-order mark as Notepad and Excel write it; the mark is no part of it."""
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError("%s is larger than %d bytes" % (path, most))
    return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def lines_of(text):
    return [line for line in re.split("\r\n|\r|\n", text) if line]


def read_receipt(path):
    given = read_json(read_file(path))
    # A saved response of the API carries the receipt inside.
    return given["receipt"] if isinstance(given, dict) and isinstance(given.get("receipt"), dict) else given


def receipts_in(folder):
    names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    if not names or len(names) > FILES_MAX:
        raise ValueError("%s must contain 1 to %d files *.json" % (folder, FILES_MAX))
    return [(name, read_receipt(os.path.join(folder, name))) for name in names]


def result_in(given):
    """The receipts of a published result with names, and the entries if they were published; None if it is no such result."""
    if not isinstance(given, dict) or not isinstance(given.get("receipts"), list):
        return None
    others = given.get("commitment_receipts")
    receipts = given["receipts"] + (others if isinstance(others, list) else [])
    if not receipts or len(receipts) > FILES_MAX:
        raise ValueError("a result must have 1 to %d receipts" % FILES_MAX)
    entries = given.get("entries")
    listed = isinstance(entries, list) and all(isinstance(one, str) for one in entries)
    return [("receipt %d" % (i + 1), one) for i, one in enumerate(receipts)], entries if listed else None


def verify_together(receipts, keys, seed, entries, expected):
    seeds = {}
    for _, receipt in receipts:
        if state_of(check(receipt, keys)) == "verified" and receipt["subject"] == "reveal":
            seeds[receipt["settings"]["sha256"]] = receipt["settings"]["server_seed"]
    states, valid = [], []
    for name, receipt in receipts:
        checks, outcome = verify(receipt, keys, seeds.get(_committed_to(receipt), seed), entries, None)
        listed = ", ".join((outcome or [])[:20])
        print("%s: %s%s" % (shown(name), closing_line(checks, "verified"), ": " + shown(listed) if listed else ""))
        states.append(state_of(checks))
        if states[-1] != "failed" and checks[0][1] == "passed":
            valid.append((name, receipt))
        expected = [one for one in expected or [] if one not in (outcome or [])]
    for identity, state, detail in check_chain(valid):
        print("commitment %s: %s" % (shown(identity), shown(detail)))
        states.append({"complete": "verified", "open": "unverified", "failed": "failed"}[state])
    if expected:
        print('FAILED: "%s" was announced, but not drawn.' % shown(expected[0]))
        states.append("failed")
    worst = next(state for state in ("failed", "unverified", "verified") if state in states)
    closing = {"failed": "FAILED: see above", "unverified": "not verified: see above"}
    print(closing.get(worst) or prove_together(valid))
    return worst


def _committed_to(receipt):
    """The hash of the server seed that a draw names, in something that may be no receipt."""
    settings = receipt.get("settings") if isinstance(receipt, dict) else None
    commitment = settings.get("commitment") if isinstance(settings, dict) else None
    return str(commitment.get("sha256")) if isinstance(commitment, dict) else None


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


def facts_of(receipt, outcome):
    """Who drew what, when and from what."""
    subject, settings = receipt["subject"], receipt["settings"]
    facts = [("receipt", "%s %s" % (subject, receipt["id"])), ("time", receipt["issued_at"])]
    if outcome is not None:
        more = " and %d more" % (len(outcome) - LISTED_MAX) if len(outcome) > LISTED_MAX else ""
        facts.insert(0, ("outcome", ", ".join(outcome[:LISTED_MAX]) + more))
    if "nonce" in settings:
        facts += [("nonce", str(settings["nonce"])), ("client seed", settings["client_seed"])]
    elif "beacon" in settings:
        from verify_beacon import drand_round_ms

        number = settings["beacon"]["round"]
        at = datetime.datetime.fromtimestamp(drand_round_ms(number) // 1000, datetime.timezone.utc)
        facts.append(("round", "%d of drand's quicknet, public at %s" % (number, at.strftime("%Y-%m-%dT%H:%M:%S.000Z"))))
    elif subject == "reveal":
        facts.append(("draws", str(settings["draws"])))
    elif subject == "draw":
        facts.append(("seed", str(settings["seed"])))
    return facts + [("key", receipt["public_key"])]


# As printable() of the engine has it: a joiner between letters of the scripts that need one, one that ends a
# Malayalam letter, and what joins or colours an emoji. Everything else that is invisible is written out.
_CHARACTERS = {"\u200c": "N", "\u200d": "J", "\ufe0e": "V", "\ufe0f": "E", "\u0d4d": "M"}
_BELONGING = re.compile("[LM][JN](?=[LM])|MJ|S[VE]?(?:J(?=S))?|PE")


def shown(text):
    """Without characters that could change what a terminal shows."""
    kinds = "".join(map(_character_kind, text))
    belonging = set()
    for match in _BELONGING.finditer(kinds):
        belonging.update(range(*match.span()))
    return "".join(
        "\\u%04x" % ord(c) if kind in "JNVEC" and i not in belonging else c
        for i, (c, kind) in enumerate(zip(text, kinds))
    )


def _character_kind(c):
    kind = unicodedata.category(c)[0]
    if kind in "LM" and not "\u0600" <= c <= "\u1cff":
        kind = "Z"
    return _CHARACTERS.get(c, {"M": "L", "N": "P"}.get(kind, kind))


if __name__ == "__main__":
    sys.exit(main())
