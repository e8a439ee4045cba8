#!/usr/bin/env python3
"""Checks the file of a prize draw without Equipoise: Python 3.9 or later, standard library only.

    python3 verify_prize.py prize-draw.zip --keys keys.json       the file as it was downloaded, or its folder
    python3 verify_prize.py prize-draw.zip --keys keys.json --code CODE --entry ENTRY
                                                                  whether an entrant is in the pool, and what came of it
    python3 verify_prize.py prize-draw.zip --keys keys.json --round SIGNATURE
                                                                  who wins by the round, even if the organiser does not draw

--keys is a saved /.well-known/equipoise-signing-key of the service. The one in the file proves nothing by itself.

The last line says what was found. Exit status: 0 every check passed; 1 something failed; 2 something is missing for a check, such as
the keys or an independent time stamp. Put verify.py and verify_beacon.py into the same folder.

Who signed the time stamp is checked with: openssl ts -verify -data lock.json -in lock.tsr -CAfile AUTHORITY.pem
"""
import base64
import calendar
import getopt
import hashlib
import os
import re
import struct
import sys
import time
import zipfile

from verify import canonical_json, draw_words, fair_seed, is_signed_by, message_of, order, read_json, receipt_hash, shown
from verify_beacon import is_drand_round

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
GENESIS_S, PERIOD_S = 1692803367, 3
BYTES_MAX = 64 * 1024 * 1024
PARTS = ("lock.json", "result.json", "pool.json", "lock.tsr", "result.tsr")
HASH = re.compile(r"[0-9a-f]{64}\Z")
TIME = re.compile(r"[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z", re.ASCII)
KEY = re.compile(r"[A-Za-z0-9_-]{43}\Z")
COMMON = {"type", "subject", "id", "issued_at", "issuer", "public_key", "signature"}
FIELDS = {
    "lock": {"number", "title", "organiser", "rules", "closed_at", "pool", "winners", "reserves", "drand"},
    "result": {"lock", "drand", "exclusions", "winners", "reserves"},
}
VERIFIED = (
    "Every check passed: the winners follow from the entries, the rules and the round that were locked. "
    "Who signed the time stamp is checked with openssl."
)
IMPRINT = bytes.fromhex("300d06096086480165030402010500"), bytes.fromhex("300b0609608648016503040201")


class Failed(Exception):
    pass


def require(is_right, words):
    if not is_right:
        raise Failed(words)


# ---- 1. What is read ----


def read_parts(path):
    """The files of a ZIP or a folder, by name."""
    if os.path.isdir(path):
        found = {name: os.path.join(path, name) for name in PARTS if os.path.isfile(os.path.join(path, name))}
        require(all(os.path.getsize(one) <= BYTES_MAX for one in found.values()), "A file is too large.")
        parts = {name: open(one, "rb").read() for name, one in found.items()}
    else:
        require(os.path.getsize(path) <= BYTES_MAX, "The ZIP is too large for the file of a prize draw.")
        try:
            with zipfile.ZipFile(path) as archive:
                parts = {info.filename: archive.read(info) for info in infos_of(archive) if info.filename in PARTS}
        except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, struct.error):
            raise Failed("The ZIP is damaged or truncated.")
    require("lock.json" in parts, "There is no lock.json.")
    return parts


def infos_of(archive):
    """What a ZIP lists, if it is as the service writes one."""
    seen = set()
    for info in archive.infolist():
        name = info.orig_filename
        is_outside = re.search(r"^[/\\]|^[a-zA-Z]:|(^|[/\\])\.\.([/\\]|$)", name)
        require(not is_outside, "The ZIP has a file named %s, which is outside of its folder." % name)
        require(name not in seen, "The ZIP has two files named %s." % name)
        seen.add(name)
        words = "%s is compressed, so another program packed this ZIP. Use the file as it was downloaded."
        require(info.compress_type == 0 and info.compress_size == info.file_size, words % name)
    require(len(seen) <= 100, "The ZIP has more than 100 files.")
    return archive.infolist()


def json_of(parts, name):
    if name not in parts:
        return None
    try:
        return read_json(parts[name].decode("utf-8"))
    except ValueError as error:
        raise Failed("%s cannot be read: %s" % (name, error))


# ---- 2. The signed documents ----


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
        return "This is not the %s of a prize draw." % subject
    known = COMMON | FIELDS[subject]
    if not known <= set(given) or not set(given) <= known | ({"replaces"} if subject == "lock" else set()):
        return "The %s lacks a field or has one too many." % subject
    drand = given["drand"]
    is_round = isinstance(drand, dict) and drand.get("chain") == CHAIN and is_whole(drand.get("round"), 1, 2**35)
    texts = all(isinstance(given[name], str) for name in ("id", "issuer", "public_key", "signature"))
    if not (is_round and texts and KEY.match(given["public_key"]) and is_moment(given["issued_at"])):
        return "The %s is not valid." % subject
    return lock_problem(given) if subject == "lock" else result_problem(given)


def lock_problem(lock):
    pool, more = lock["pool"], lock.get("replaces")
    is_pool = isinstance(pool, dict) and is_whole(pool.get("size"), 1, 50000) and is_whole(pool.get("free"), 0, 50000)
    is_root = is_pool and isinstance(pool.get("root"), str) and HASH.match(pool["root"])
    counts = is_whole(lock["winners"], 1, 1000) and is_whole(lock["reserves"], 0, 1000)
    return None if is_root and counts and (more is None or isinstance(more, dict)) else "The lock is not valid."


def result_problem(result):
    excluded = result["exclusions"]
    is_list = isinstance(excluded, list) and len(excluded) <= 200 and all(map(is_exclusion, excluded))
    signature = result["drand"].get("signature")
    is_signature = isinstance(signature, str) and re.match(r"[0-9a-f]{96}\Z", signature)
    return None if is_list and is_signature and isinstance(result["lock"], str) else "The result is not valid."


def is_exclusion(one):
    return (
        isinstance(one, dict)
        and set(one) == {"position", "kind", "at", "reason"}
        and is_whole(one["position"], 1, 50000)
        and one["kind"] in ("excluded", "unclaimed")
        and is_moment(one["at"])
        and isinstance(one["reason"], str)
    )


def check_signed(lock, result, keys, report):
    for subject, given in (("lock", lock), ("result", result)):
        if given is None:
            continue
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
        report("skipped", "key", "Pass the keys you trust with --keys. The file names %s." % lock["public_key"])
    require(result is None or result["lock"] == receipt_hash(lock), "The result is of another draw than the lock.")
    number = lock["drand"]["round"]
    is_before = seconds_of(lock["issued_at"]) < moment_of(number)
    require(is_before, "The draw was locked when round %d was public already." % number)
    report("passed", "lock", "Locked at %s by the service's clock, before round %d." % (lock["issued_at"], number))


def check_stamp(lock, stamp, report):
    if stamp is None:
        words = "There is no independent time stamp: only the service says when the draw was locked."
        return report("skipped", "stamp", words)
    at = stamp_time(stamp, lock, "The time stamp")
    require(at < moment_of(lock["drand"]["round"]), "The time stamp was made when the round was public already.")
    report("passed", "stamp", "Stamped before the round. openssl checks who signed the stamp.")


def check_result_stamp(result, stamp, report):
    """Without one, nothing is missing: the result follows from what was locked."""
    if stamp is not None and result is not None:
        at = stamp_time(stamp, result, "The time stamp of the result")
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(at))
        report("passed", "stamp", "The result was stamped at %s." % moment)


def stamp_time(stamp, document, what):
    found = [(start, part) for part in IMPRINT for start in places(stamp, part + b"\x04\x20")]
    when = re.search(rb"\x18[\x0f-\x20](\d{14})(?:\.\d+)?Z", stamp)
    require(found and when, "%s is damaged, or is none." % what)
    start, part = min(found)
    digest = stamp[start + len(part) + 2 : start + len(part) + 34]
    is_same = digest == hashlib.sha256(canonical_json(document).encode()).digest()
    require(is_same, "%s is of another document." % what)
    try:
        return calendar.timegm(time.strptime(when.group(1).decode(), "%Y%m%d%H%M%S"))
    except ValueError:
        raise Failed("%s is damaged, or is none." % what)


def places(data, part):
    start = data.find(part)
    while start >= 0:
        yield start
        start = data.find(part, start + 1)


# ---- 3. The pool ----


def seal_of(salt, entry):
    return hashlib.sha256(("prize/1 entry|%s|%s" % (salt, entry)).encode("utf-8")).hexdigest()


def root_of(pool):
    level = [
        hashlib.sha256(("prize/1 leaf|%d|%s|%s" % (i + 1, row[0], row[1])).encode()).digest()
        for i, row in enumerate(pool)
    ]
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [hashlib.sha256(b"\x01" + b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0].hex()


def is_row(row):
    return (
        isinstance(row, list)
        and len(row) in (2, 4)
        and all(isinstance(cell, str) for cell in row)
        and row[0] in ("paid", "free")
        and bool(HASH.match(row[1]))
    )


def check_pool(lock, pool, report):
    locked = lock["pool"]
    if pool is None:
        return report("skipped", "pool", "The entries are not here, so their hash was not computed again.")
    require(isinstance(pool, list), "The pool must be a list of entries.")
    words = "The pool has %d entries, and %d were locked: some were added or left out."
    require(len(pool) == locked["size"], words % (len(pool), locked["size"]))
    for i, row in enumerate(pool):
        require(is_row(row), "Entry %d of the pool is damaged." % (i + 1))
    words = "This is not the pool that was locked: an entry was changed, or the order is another one."
    require(root_of(pool) == locked["root"], words)
    free = sum(row[0] == "free" for row in pool)
    require(free == locked["free"], "The lock says %d free entries, and there are %d." % (locked["free"], free))
    sealed = "" if any(len(row) == 4 for row in pool) else " The names are sealed: entrants check their own by code."
    report("passed", "pool", "All %d entries are as locked, %d of them free.%s" % (len(pool), free, sealed))
    for i, row in enumerate(pool):
        is_same = len(row) == 2 or seal_of(row[2], row[3]) == row[1]
        require(is_same, "The name of entry %d is not the one that was sealed." % (i + 1))
    if any(len(row) == 4 for row in pool):
        report("passed", "entries", "Every name is the one that was sealed.")


# ---- 4. The result ----


def outcome_of(lock, signature, exclusions):
    """Winners and reserves, counted from 1: the order drawn, without those excluded."""
    size, winners, reserves = lock["pool"]["size"], lock["winners"], lock["reserves"]
    randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
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
    positions = [one["position"] for one in result["exclusions"]]
    is_sound = len(set(positions)) == len(positions) and all(one <= lock["pool"]["size"] for one in positions)
    require(is_sound, "An exclusion is listed twice, or is of an entry that there is not.")
    outcome = outcome_of(lock, signature, result["exclusions"])
    words = "The winners do not follow from the round, the pool and the exclusions."
    require(list(outcome) == [result["winners"], result["reserves"]], words)
    report("passed", "result", "The winners follow from the round and the lock: %s." % ", ".join(map(str, outcome[0])))
    late = sum(seconds_of(one["at"]) >= moment_of(number) for one in result["exclusions"])
    words = "Excluded: %d. Of them when the result could be known: %d. Read the reasons."
    report("passed", "exclusions", words % (len(positions), late) if positions else "Nobody was excluded.")


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


# ---- 5. The command ----


def keys_in(path):
    with open(path, "rb") as file:
        return [str(one.get("public_key")) for one in read_json(file.read().decode()).get("keys", [])]


def verify(path, keys, given):
    """Prints every check; returns the exit status."""
    states = []

    def report(state, name, words):
        states.append(state)
        print(shown("%-8s %-10s %s" % (state, name, words)))

    try:
        parts = read_parts(path)
        lock, result, pool = (json_of(parts, name) for name in ("lock.json", "result.json", "pool.json"))
        check_signed(lock, result, keys, report)
        check_stamp(lock, parts.get("lock.tsr"), report)
        check_pool(lock, pool, report)
        check_result(lock, result, report)
        check_result_stamp(result, parts.get("result.tsr"), report)
        if "--code" in given:
            check_entrant(lock, result, pool, given["--code"], given.get("--entry", ""), report)
        if "--round" in given:
            signature = given["--round"]
            is_right = re.match(r"[0-9a-f]{96}\Z", signature) and is_drand_round(lock["drand"]["round"], signature)
            require(is_right, "This is not drand's signature of round %d." % lock["drand"]["round"])
            winners, reserves = outcome_of(lock, signature, [])
            print("By the round, without exclusions: winners %s, reserves %s" % (winners, reserves))
    except Failed as error:
        report("failed", "file", str(error))
        print(shown("FAILED: %s" % error))
        return 1
    if "skipped" in states:
        print("Nothing failed, but not everything could be checked: see above.")
        return 2
    print(VERIFIED)
    return 0


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
