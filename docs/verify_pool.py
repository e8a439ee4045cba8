"""What verify_prize.py reads: the file of a prize draw or of an instant-win list, its pool and its time stamps. Python 3.9 or later."""
import calendar
import hashlib
import os
import re
import struct
import time
import zipfile

from verify import read_json

BYTES_MAX = 64 * 1024 * 1024
PARTS = ("lock.json", "result.json", "pool.json", "lock.tsr", "result.tsr", "nist.tsr")
HASH = re.compile(r"[0-9a-f]{64}\Z")
IMPRINT = bytes.fromhex("300d06096086480165030402010500"), bytes.fromhex("300b0609608648016503040201")


class Failed(Exception):
    pass


def require(is_right, words):
    if not is_right:
        raise Failed(words)


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


def stamp_time(stamp, document, what):
    found = [(start, part) for part in IMPRINT for start in places(stamp, part + b"\x04\x20")]
    when = re.search(rb"\x18[\x0f-\x20](\d{14})(?:\.\d+)?Z", stamp)
    require(found and when, "%s is damaged, or is none." % what)
    start, part = min(found)
    digest = stamp[start + len(part) + 2 : start + len(part) + 34]
    is_same = digest == hashlib.sha256(document).digest()
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
