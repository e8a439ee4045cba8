"""What verify.py stands on: JSON in which no name stands twice, AES-128, which makes numbers from a seed, and Ed25519 signatures."""
import functools
import hashlib
import json
import struct
import sys
import unicodedata

FILE_BYTES_MAX = 2**27


# ---- Reading files: JSON in which no name stands twice; printing them ----


class NameTwice(ValueError):
    """Two readers could take different values for the same name."""


def read_file(path):
    """Text in UTF-8, or in UTF-16 with a byte-order mark as Notepad and Excel write it; the mark is no part of it."""
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        content = file.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        raise ValueError("%s is larger than %d bytes" % (path, FILE_BYTES_MAX))
    return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def read_json(text):
    return json.loads(text, parse_float=read_float, object_pairs_hook=read_object)


def read_float(text):
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def read_object(pairs):
    found = {}
    for name, value in pairs:
        if name in found:
            raise NameTwice('The name "%s" stands twice in one object.' % name)
        found[name] = value
    return found


def shown(text):
    """Without characters that could change what a terminal shows."""
    around = zip(" " + text, text, text[1:] + " ", "  " + text)
    return "".join(c if is_seen(*near) else "\\u%04x" % ord(c) for c, near in ((near[1], near) for near in around))


def is_seen(before, c, after, earlier):
    """Also what belongs to a character beside it: a joiner in the scripts that need one, and what joins or colours an emoji."""
    letters = [unicodedata.category(one)[0] in "LM" and "\u0600" <= one <= "\u1cff" for one in (before, after)]
    left, right, far = (unicodedata.category(one)[0] for one in (before, after, earlier))
    if c in "\ufe0e\ufe0f":
        return left == "S" or (left in "PN" and c == "\ufe0f")
    if c == "\u200d" and right == "S" and "S" in (left, far if before in "\ufe0e\ufe0f" else ""):
        return True
    is_joiner = c in "\u200c\u200d" and (all(letters) or before + c == "\u0d4d\u200d")
    return is_joiner or unicodedata.category(c)[0] != "C"


# ---- AES-128 (FIPS 197) ----


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
    a, b, c, d = (word ^ key for word, key in zip(struct.unpack(">4I", counter.to_bytes(16, "big")), k))
    for r in range(4, 40, 4):
        a, b, c, d = (
            T0[a >> 24] ^ T1[b >> 16 & 255] ^ T2[c >> 8 & 255] ^ T3[d & 255] ^ k[r],
            T0[b >> 24] ^ T1[c >> 16 & 255] ^ T2[d >> 8 & 255] ^ T3[a & 255] ^ k[r + 1],
            T0[c >> 24] ^ T1[d >> 16 & 255] ^ T2[a >> 8 & 255] ^ T3[b & 255] ^ k[r + 2],
            T0[d >> 24] ^ T1[a >> 16 & 255] ^ T2[b >> 8 & 255] ^ T3[c & 255] ^ k[r + 3],
        )
    rows = ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c))
    last = (S[w >> 24] << 24 | S[x >> 16 & 255] << 16 | S[y >> 8 & 255] << 8 | S[z & 255] for w, x, y, z in rows)
    return struct.pack(">4I", *(word ^ key for word, key in zip(last, k[40:])))


# ---- Ed25519 (RFC 8032) ----

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


def _sum_of_products(a, one, b, other):
    """a * one + b * other, doubling once for both factors."""
    result, added = (0, 1, 1, 0), (None, one, other, _sum(one, other))
    for i in reversed(range(max(a, b).bit_length())):
        result = _sum(result, result)
        which = (a >> i & 1) + 2 * (b >> i & 1)
        result = _sum(result, added[which]) if which else result
    return result


def is_signed_by(message, signature, public_key):
    value = int.from_bytes(public_key, "little")
    key = _point(value & (2**255 - 1), value >> 255)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= ORDER:
        return False
    hashed = hashlib.sha512(signature[:32] + public_key + message).digest()
    x, y, z, _ = _sum_of_products(s, BASE, int.from_bytes(hashed, "little") % ORDER, (P - key[0], key[1], 1, P - key[3]))
    scale = pow(z, P - 2, P)
    found = y * scale % P | (x * scale % P & 1) << 255
    return found.to_bytes(32, "little") == signature[:32]
