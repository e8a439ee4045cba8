#!/usr/bin/env python3
"""Checks the file of a prize draw, or of an instant-win list, without Equipoise: Python 3.9 or later, standard library only.

    python3 verify_prize.py prize-draw.zip --keys keys.json       the file as it was downloaded, or its folder
    python3 verify_prize.py prize-draw.zip --keys keys.json --code CODE --entry ENTRY
                                                                  whether an entrant is in the pool, and what came of it
    python3 verify_prize.py prize-draw.zip --keys keys.json --round SIGNATURE
                                                                  who wins by the round, even if the organiser does not draw

--keys is a saved /.well-known/equipoise-signing-key of the service. The one in the file proves nothing by itself.

The last line says what was found. Exit status: 0 every check passed; 1 something failed; 2 something is missing for a check, such as
the keys or an independent time stamp. Put verify.py, verify_beacon.py and verify_pool.py into the same folder.

Who signed the time stamp is checked with: openssl ts -verify -data lock.json -in lock.tsr -CAfile AUTHORITY.pem
"""
import base64
import calendar
import getopt
import hashlib
import re
import sys
import time

from verify import canonical_json, draw_words, fair_seed, is_signed_by, message_of, order, read_json, receipt_hash, shown
from verify_beacon import is_drand_round, read_pulse
from verify_pool import HASH, Failed, check_pool, json_of, read_parts, require, seal_of, stamp_time

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
GENESIS_S, PERIOD_S = 1692803367, 3
HASH = re.compile(r"[0-9a-f]{64}\Z")
TIME = re.compile(r"[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z", re.ASCII)
KEY = re.compile(r"[A-Za-z0-9_-]{43}\Z")
COMMON = {"type", "subject", "id", "issued_at", "issuer", "public_key", "signature"}
FIELDS = {
    "lock": {"number", "title", "organiser", "rules", "closed_at", "pool", "winners", "reserves", "drand"},
    "instant": {"number", "title", "organiser", "rules", "sales_at", "ends_at", "pool", "prizes"},
    "result": {"lock", "drand", "exclusions", "winners", "reserves"},
}
WHAT = {"lock": "the lock of a prize draw", "instant": "an instant-win list", "result": "the result of a prize draw"}
OPTIONAL = {"lock": {"nist", "replaces"}, "result": {"nist"}, "instant": set()}
SIGNER = " Who signed the time stamp is checked with openssl."
INSTANT = (
    "Every check passed: the prizes are on the tickets on which they were locked before sales." + SIGNER
)
VERIFIED = (
    "Every check passed: the winners follow from the entries that were locked, the exclusions and the round." + SIGNER
)
LATE = (
    "Every check passed, but entries were excluded when the result could be known, and that can decide who wins: "
    "read the reasons." + SIGNER
)



# ---- 1. The signed documents ----


def is_whole(value, least, most):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_moment(value):
    try:
        return isinstance(value, str) and bool(TIME.match(value)) and seconds_of(value) >= 0
    except ValueError:
        return False


def seconds_of(moment):
    return calendar.timegm(time.strptime(moment[:19], "%Y-%m-%dT%H:%M:%S")) + int(moment[20:23]) / 1000


def moment_of(round_number):
    return GENESIS_S + (round_number - 1) * PERIOD_S


def shape_problem(given, subject):
    """Undefined fields, wrong types and numbers out of range, before anything is computed from them."""
    if not isinstance(given, dict) or given.get("type") != "equipoise-prize/1" or given.get("subject") != subject:
        return "This is not %s." % WHAT[subject]
    known = COMMON | FIELDS[subject]
    if not known <= set(given) or not set(given) <= known | OPTIONAL[subject]:
        return "The %s lacks a field or has one too many." % subject
    drand = given.get("drand")
    is_round = isinstance(drand, dict) and drand.get("chain") == CHAIN and is_whole(drand.get("round"), 1, 2**35)
    texts = all(isinstance(given[name], str) for name in ("id", "issuer", "public_key", "signature"))
    if not ((is_round or subject == "instant") and texts and KEY.match(given["public_key"]) and is_moment(given["issued_at"])):
        return "The %s is not valid." % subject
    return {"lock": lock_problem, "instant": list_problem, "result": result_problem}[subject](given)


def is_pool(pool):
    is_sized = isinstance(pool, dict) and is_whole(pool.get("size"), 1, 50000) and is_whole(pool.get("free"), 0, 50000)
    return is_sized and isinstance(pool.get("root"), str) and bool(HASH.match(pool["root"]))


def list_problem(given):
    prizes = given["prizes"]
    are_prizes = isinstance(prizes, list) and 1 <= len(prizes) <= 50 and all(map(is_prize, prizes))
    is_valid = is_pool(given["pool"]) and are_prizes and is_moment(given["sales_at"]) and is_moment(given["ends_at"])
    return None if is_valid else "The list is not valid."


def is_prize(one):
    is_named = isinstance(one, dict) and set(one) == {"name", "count"} and isinstance(one["name"], str) and one["name"]
    return bool(is_named) and is_whole(one["count"], 1, 1000)


def lock_problem(lock):
    more = lock.get("replaces")
    whole = (("winners", 1, 1000), ("reserves", 0, 1000), ("number", 1, 10**9))
    counts = all(is_whole(lock[name], least, most) for name, least, most in whole)
    nist = lock.get("nist")
    is_nist = "nist" not in lock or (isinstance(nist, dict) and set(nist) == {"at"} and is_moment(nist["at"]))
    is_valid = is_pool(lock["pool"]) and counts and is_nist and (more is None or isinstance(more, dict))
    return None if is_valid else "The lock is not valid."


def result_problem(result):
    excluded = result["exclusions"]
    is_list = isinstance(excluded, list) and len(excluded) <= 200 and all(map(is_exclusion, excluded))
    signature = result["drand"].get("signature")
    is_signature = isinstance(signature, str) and re.match(r"[0-9a-f]{96}\Z", signature)
    nist = result.get("nist")
    pulse = nist.get("pulse") if isinstance(nist, dict) and set(nist) == {"pulse"} else None
    is_nist = "nist" not in result or (isinstance(pulse, str) and re.match(r"[0-9a-f]{1000,4000}\Z", pulse))
    is_valid = is_list and is_signature and is_nist and isinstance(result["lock"], str)
    return None if is_valid else "The result is not valid."


def is_exclusion(one):
    return (
        isinstance(one, dict)
        and set(one) == {"position", "kind", "at", "reason"}
        and is_whole(one["position"], 1, 50000)
        and one["kind"] in ("excluded", "unclaimed")
        and is_moment(one["at"])
        and isinstance(one["reason"], str)
    )


def check_signer(documents, keys, report):
    for subject, given in documents:
        problem = shape_problem(given, subject)
        require(problem is None, problem)
        try:
            signature, key = (base64.urlsafe_b64decode(given[name] + "==") for name in ("signature", "public_key"))
            is_right = is_signed_by(message_of(given, "signature"), signature, key)
        except ValueError:
            is_right = False
        require(is_right, "The %s was changed after it was signed." % subject)
        require(not keys or given["public_key"] in keys, "The key %s is not one that you trust." % given["public_key"])
    report("passed", "signature", "Nothing has changed since the service signed it.")
    if keys:
        report("passed", "key", "The key is one that you trust.")
    else:
        named = documents[0][1]["public_key"]
        report("skipped", "key", "Pass the keys you trust with --keys. The file names %s." % named)


def check_signed(lock, result, keys, report):
    check_signer([("lock", lock)] + ([] if result is None else [("result", result)]), keys, report)
    require(result is None or result["lock"] == receipt_hash(lock), "The result is of another draw than the lock.")
    number = lock["drand"]["round"]
    is_before = seconds_of(lock["issued_at"]) < moment_of(number)
    require(is_before, "The draw was locked when round %d was public already." % number)
    pulse_at = seconds_of(lock["nist"]["at"] if "nist" in lock else lock["issued_at"])
    is_between = seconds_of(lock["issued_at"]) <= pulse_at < moment_of(number)
    require(is_between, "NIST's pulse must be of after the lock, and of before the round.")
    words = "Locked at %s by the service's clock, before round %d." % (lock["issued_at"], number)
    words += " Number %d of the prize draws that its account locked." % lock["number"]
    report("passed", "lock", words)


def check_stamp(lock, stamp, report):
    if stamp is None:
        words = "There is no independent time stamp: only the service says when the draw was locked."
        return report("skipped", "stamp", words)
    at = stamp_time(stamp, canonical_json(lock).encode(), "The time stamp")
    require(at < moment_of(lock["drand"]["round"]), "The time stamp was made when the round was public already.")
    report("passed", "stamp", "Stamped before the round. openssl checks who signed the stamp.")


def check_result_stamp(result, stamp, report):
    """Without one, nothing is missing: the result follows from what was locked."""
    if stamp is not None and result is not None:
        at = stamp_time(stamp, canonical_json(result).encode(), "The time stamp of the result")
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(at))
        report("passed", "stamp", "The result was stamped at %s." % moment)


# ---- 2. The result ----


def check_pulse(lock, result, stamp, report):
    """A pulse that was known before the round cannot have been chosen by somebody who saw the round."""
    if result is None or "nist" not in result:
        return
    pulse = result["nist"]["pulse"]
    uri, minute = read_pulse(pulse)
    words = "NIST's pulse of %s is in the seed. Nobody can check who signed it, so compare it with %s." % (minute, uri)
    if stamp is None:
        return report("skipped", "beacon", words + " Only the service says that it had the pulse before the round.")
    at = stamp_time(stamp, bytes.fromhex(pulse), "The time stamp of NIST's pulse")
    if at < moment_of(lock["drand"]["round"]):
        return report("passed", "beacon", words + " It was stamped before the round.")
    report("skipped", "beacon", words + " It was late, and stamped when the round was public already.")


def outcome_of(lock, signature, exclusions, pulse=None):
    """Winners and reserves, counted from 1: the order drawn, without those excluded."""
    size, winners, reserves = lock["pool"]["size"], lock["winners"], lock["reserves"]
    randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    if pulse is not None:
        output = hashlib.sha512(bytes.fromhex(pulse)).hexdigest()
        randomness = hashlib.sha256(("prize/1 beacons|%s|%s" % (randomness, output)).encode()).hexdigest()
    seed = fair_seed(randomness, receipt_hash(lock), 0)
    count = min(size, winners + reserves + len(exclusions))
    drawn = order(draw_words(seed, "winners", size, lock["pool"]["root"]), size, count)
    excluded = {one["position"] for one in exclusions}
    left = [place + 1 for place in drawn if place + 1 not in excluded]
    return left[:winners], left[winners : winners + reserves]


def check_result(lock, result, report):
    if result is None:
        words = "Not drawn yet, or the organiser withholds it: --round with the round's signature says who wins."
        return report("skipped", "result", words)
    number, signature = result["drand"]["round"], result["drand"]["signature"]
    require(number == lock["drand"]["round"], "The lock names round %d, not %d." % (lock["drand"]["round"], number))
    require(is_drand_round(number, signature), "This is not drand's signature of round %d." % number)
    report("passed", "beacon", "Round %d is signed by drand." % number)
    require(("nist" in lock) == ("nist" in result), "The lock and the result do not name the same beacons.")
    pulse = result["nist"]["pulse"] if "nist" in result else None
    require(not pulse or read_pulse(pulse), "This is not a pulse of NIST's beacon.")
    minute = read_pulse(pulse)[1] if pulse else None
    words = "The lock names NIST's pulse of %s, not of %s."
    require(not pulse or minute == lock["nist"]["at"], words % (lock.get("nist", {}).get("at"), minute))
    positions = [one["position"] for one in result["exclusions"]]
    is_sound = len(set(positions)) == len(positions) and all(one <= lock["pool"]["size"] for one in positions)
    require(is_sound, "An exclusion is listed twice, or is of an entry that there is not.")
    outcome = outcome_of(lock, signature, result["exclusions"], pulse)
    words = "The winners do not follow from the round, the pool and the exclusions."
    require(list(outcome) == [result["winners"], result["reserves"]], words)
    report("passed", "result", "The winners follow from the round and the lock: %s." % ", ".join(map(str, outcome[0])))
    late = sum(seconds_of(one["at"]) >= moment_of(number) for one in result["exclusions"])
    words = "Excluded: %d. Read the reasons." % len(positions) if positions else "Nobody was excluded."
    report("passed", "exclusions", words)
    if late:
        report("passed", "late", "Excluded when the result could already be known: %d." % late)


def check_list(given, keys, report):
    """An instant-win list: locked before sales."""
    check_signer([("instant", given)], keys, report)
    is_before = seconds_of(given["issued_at"]) < seconds_of(given["sales_at"])
    require(is_before, "The list was locked when sales had begun.")
    words = "Locked at %s by the service's clock, before sales began at %s."
    report("passed", "lock", words % (given["issued_at"], given["sales_at"]))


def check_list_stamp(given, stamp, report):
    if stamp is None:
        words = "There is no independent time stamp: only the service says when the list was locked."
        return report("skipped", "stamp", words)
    at = stamp_time(stamp, canonical_json(given).encode(), "The time stamp")
    require(at < seconds_of(given["sales_at"]), "The time stamp was made when sales had begun.")
    report("passed", "stamp", "Stamped before sales. openssl checks who signed the stamp.")


def check_prizes(given, pool, report):
    if not pool or not all(len(row) == 4 for row in pool):
        words = "The prizes are sealed here. They can be opened once sales have ended, at %s." % given["ends_at"]
        return report("skipped", "prizes", words)
    for prize in given["prizes"]:
        there = sum(row[3] == prize["name"] for row in pool)
        words = "%d tickets should have the prize %s, and %d have." % (prize["count"], prize["name"], there)
        require(there == prize["count"], words)
    promised, every = sum(prize["count"] for prize in given["prizes"]), sum(row[3] != "" for row in pool)
    require(promised == every, "%d prizes were promised, and %d are on the list." % (promised, every))
    report("passed", "prizes", "All %d prizes are on the list, as promised." % every)


def check_entrant(lock, result, pool, code, entry, report):
    found = re.match(r"([1-9]\d{0,5})-([0-9a-f]{32})\Z", code)
    require(found, "This is not a code.")
    require(isinstance(pool, list), "The pool is not here, so the code cannot be checked with this file.")
    position, salt = int(found.group(1)), found.group(2)
    is_there = position <= len(pool) and pool[position - 1][1] == seal_of(salt, entry)
    require(is_there, "There is no such entry with this code in the pool.")
    words = "was not drawn yet"
    if result is not None:
        words = "was not drawn"
        if position in [one["position"] for one in result["exclusions"]]:
            words = "was excluded"
        elif position in result["winners"]:
            words = "won"
        elif position in result["reserves"]:
            words = "is a reserve"
    report("passed", "place", "Entry %d of %d is in the pool that was locked, and %s." % (position, len(pool), words))


# ---- 3. The command ----


def keys_in(path):
    with open(path, "rb") as file:
        return [str(one.get("public_key")) for one in read_json(file.read().decode()).get("keys", [])]


def verify(path, keys, given):
    """Prints every check; returns the exit status."""
    states, names = [], []

    def report(state, name, words):
        states.append(state)
        names.append(name)
        print(shown("%-8s %-10s %s" % (state, name, words)))

    try:
        parts = read_parts(path)
        lock, result, pool = (json_of(parts, name) for name in ("lock.json", "result.json", "pool.json"))
        if isinstance(lock, dict) and lock.get("subject") == "instant":
            check_list(lock, keys, report)
            check_list_stamp(lock, parts.get("lock.tsr"), report)
            check_pool(lock, pool, report)
            check_prizes(lock, pool, report)
            return last_line(states, INSTANT)
        check_signed(lock, result, keys, report)
        check_stamp(lock, parts.get("lock.tsr"), report)
        check_pool(lock, pool, report)
        check_result(lock, result, report)
        check_pulse(lock, result, parts.get("nist.tsr"), report)
        check_result_stamp(result, parts.get("result.tsr"), report)
        if "--code" in given:
            check_entrant(lock, result, pool, given["--code"], given.get("--entry", ""), report)
        if "--round" in given:
            signature = given["--round"]
            is_right = re.match(r"[0-9a-f]{96}\Z", signature) and is_drand_round(lock["drand"]["round"], signature)
            require(is_right, "This is not drand's signature of round %d." % lock["drand"]["round"])
            require("nist" not in lock or result is not None, "This draw has a pulse of NIST, too, which is not here.")
            pulse = result["nist"]["pulse"] if "nist" in lock else None
            winners, reserves = outcome_of(lock, signature, [], pulse)
            print("By the round, without exclusions: winners %s, reserves %s" % (winners, reserves))
    except Failed as error:
        report("failed", "file", str(error))
        print(shown("FAILED: %s" % error))
        return 1
    return last_line(states, LATE if "late" in names else VERIFIED)


def last_line(states, verified):
    is_whole_proof = "skipped" not in states
    print(verified if is_whole_proof else "Nothing failed, but not everything could be checked: see above.")
    return 0 if is_whole_proof else 2


def main(words):
    try:
        options, paths = getopt.gnu_getopt(words, "h", ["keys=", "code=", "entry=", "round=", "help"])
        given = dict(options)
        if len(paths) != 1:
            raise getopt.GetoptError("name one file or folder")
        return verify(paths[0], keys_in(given["--keys"]) if "--keys" in given else [], given)
    except (getopt.GetoptError, OSError, ValueError, AttributeError) as error:
        print("%s\n\n%s" % (error, __doc__), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
