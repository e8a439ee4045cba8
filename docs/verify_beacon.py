"""Rounds of drand's network quicknet: whether a signature is the network's own (BLS12-381, RFC 9380)."""
import calendar
import hashlib
import json
import re
import time

from verify import NOTHING, canonical_json, check_entries, check_outcome, draw_field, fair_seed, sha256_of, without

# limits: written by npm run openapi
LIMITS = json.loads(r"""
{
 "origins": {
  "round": {
   "beacon": {
    "record": {
     "name": {"is":"drand"},
     "chain": {"is":"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"},
     "round": {"whole":[1,34359738368]},
     "signature": {"like":"[0-9a-f]{96}"}
    }
   }
  },
  "announced": {
   "beacon": {
    "record": {
     "name": {"is":"drand"},
     "chain": {"is":"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"},
     "round": {"whole":[1,34359738368]},
     "signature": {"like":"[0-9a-f]{96}"}
    }
   },
   "commitment": {"record":{"id":{"like":"[0-9A-Za-z-]{1,64}"}}},
   "previous": {"like":"[0-9a-f]{64}"}
  }
 },
 "announcement": {
  "beacon": {"record":{"name":{"is":"drand"},"chain":{"is":"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"},"round":{"whole":[1,34359738368]}}},
  "draws_max": {"is":1}
 },
 "proves": {
  "round": "Computed correctly from a public round. Nothing shows that it was announced, or that this was the only draw.",
  "announced": "Computed correctly from a public round. Only the receipt of the announcement shows that it came before.",
  "announcement": "Announced before it could be known, by the time that the service signed. Only the receipt of the draw shows what came of it.",
  "round_kept": "Announced before it could be known, by the time that the service signed. Make sure that the announcement was published before."
 }
}
""")
# end of limits

DRAND_GENESIS_MS = 1692803367000
NIST_URI = re.compile(r"https://beacon\.nist\.gov/beacon/2\.0/chain/(\d{1,9})/pulse/(\d{1,12})\Z", re.ASCII)
DRAND_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

BLS_P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
BLS_R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
BLS_X = 0xD201000000010000

# Points with coordinates a + bu, u^2 = -1: the generator, and the public key of the network quicknet.
G2_GENERATOR = (
    (
        0x24AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0xCE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)
DRAND_KEY = (
    (
        0x0D1FEC758C921CC22B0E17E63AAF4BCB5ED66304DE9CF809BD274CA73BAB4AF5A6E9C76A4BC09E76EAE8991EF5ECE45A,
        0x03CF0F2896ADEE7EB8B5F01FCAD3912212C437E0073E911FB90022D3E760183C8C4B450B6A0A6C3AC6A5776A2D106451,
    ),
    (
        0xE5DB2B6BFBB01C867749CADFFCA88B36C24F3012BA09FC4D3022C5C37DCE0F977D3ADB5D183C7477C442B1F04515273,
        0x1A714F2EDB74119A2F2B0D5A7C75BA902D163700A61BC224EDEDD8E63AEF7BE1AAF8E93D7A9718B047CCDDB3EB5D68B,
    ),
)

# RFC 9380, section 8.8.1: the curve that is mapped to, and the 11-isogeny to BLS12-381 (appendix E.2), lowest coefficients first.
SWU_A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
SWU_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
ISOGENY = [
    [int(word, 16) for word in words.split()]
    for words in (
        # x numerator
        """
        11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
        17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
        d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
        1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
        e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
        1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
        d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
        17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
        80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
        169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
        10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
        6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
        """,
        # x denominator
        """
        8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
        12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
        b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
        3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
        13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
        e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
        772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
        14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
        a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
        95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
        1
        """,
        # y numerator
        """
        90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
        134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
        cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
        1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
        8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
        16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
        4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
        987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
        9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
        e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
        19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
        18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
        b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
        245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
        5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
        15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
        """,
        # y denominator
        """
        16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1
        1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
        58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2
        16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416
        be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d
        8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac
        166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
        16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9
        1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a
        167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55
        4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8
        accbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
        ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc
        2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7
        e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f
        1
        """,
    )
]


def _g1_sum(a, b):
    """Of points (x, y); None is the point at infinity."""
    if a is None or b is None:
        return a or b
    (x1, y1), (x2, y2) = a, b
    if x1 == x2:
        if (y1 + y2) % BLS_P == 0:
            return None
        slope = 3 * x1 * x1 * pow(2 * y1, BLS_P - 2, BLS_P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, BLS_P - 2, BLS_P)
    x = (slope * slope - x1 - x2) % BLS_P
    return x, (slope * (x1 - x) - y1) % BLS_P


def _g1_times(point, factor):
    result = None
    for bit in bin(factor)[2:]:
        result = _g1_sum(result, result)
        if bit == "1":
            result = _g1_sum(result, point)
    return result


def _g1_decoded(data):
    """The point of 48 compressed bytes; None if there is none, or it is outside the group."""
    if not data[0] & 0x80 or data[0] & 0x40:
        return None
    x = int.from_bytes(data, "big") & (2**381 - 1)
    square = (x * x * x + 4) % BLS_P
    y = pow(square, (BLS_P + 1) // 4, BLS_P)
    if x >= BLS_P or y * y % BLS_P != square:
        return None
    point = (x, y if (y > BLS_P // 2) == bool(data[0] & 0x20) else BLS_P - y)
    return point if _g1_times(point, BLS_R) is None else None


def _expanded(message, length):
    """expand_message_xmd of RFC 9380, with SHA-256."""
    domain = DRAND_DOMAIN + bytes([len(DRAND_DOMAIN)])
    first = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + domain).digest()
    blocks = [hashlib.sha256(first + b"\1" + domain).digest()]
    while len(blocks) * 32 < length:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(hashlib.sha256(mixed + bytes([len(blocks) + 1]) + domain).digest())
    return b"".join(blocks)[:length]


def _mapped(u):
    """The simplified map of Shallue, van de Woestijne and Ulas, then the isogeny."""
    step = 11 * u * u % BLS_P
    inverse = pow(step * step + step, BLS_P - 2, BLS_P)
    x = -SWU_B * pow(SWU_A, BLS_P - 2, BLS_P) * (1 + inverse) % BLS_P
    if inverse == 0:
        x = SWU_B * pow(11 * SWU_A, BLS_P - 2, BLS_P) % BLS_P
    square = (x * x * x + SWU_A * x + SWU_B) % BLS_P
    if pow(square, (BLS_P - 1) // 2, BLS_P) == BLS_P - 1:
        x = step * x % BLS_P
        square = (x * x * x + SWU_A * x + SWU_B) % BLS_P
    y = pow(square, (BLS_P + 1) // 4, BLS_P)
    if y % 2 != u % 2:
        y = BLS_P - y
    x_top, x_bottom, y_top, y_bottom = (
        sum(k * pow(x, i, BLS_P) for i, k in enumerate(coefficients)) % BLS_P for coefficients in ISOGENY
    )
    return x_top * pow(x_bottom, BLS_P - 2, BLS_P) % BLS_P, y * y_top * pow(y_bottom, BLS_P - 2, BLS_P) % BLS_P


def _hashed_to_g1(message):
    data = _expanded(message, 128)
    one, two = (_mapped(int.from_bytes(data[i : i + 64], "big") % BLS_P) for i in (0, 64))
    return _g1_times(_g1_sum(one, two), BLS_X + 1)


def _mul2(a, b):
    return (a[0] * b[0] - a[1] * b[1]) % BLS_P, (a[0] * b[1] + a[1] * b[0]) % BLS_P


def _inverse2(a):
    scale = pow(a[0] * a[0] + a[1] * a[1], BLS_P - 2, BLS_P)
    return a[0] * scale % BLS_P, -a[1] * scale % BLS_P


def _mul12(a, b):
    """Of numbers with six coefficients a + bu of powers of w, w^6 = 1 + u."""
    real, imaginary = [0] * 11, [0] * 11
    for i, (a0, a1) in enumerate(a):
        if a0 or a1:
            for j, (b0, b1) in enumerate(b):
                if b0 or b1:
                    real[i + j] += a0 * b0 - a1 * b1
                    imaginary[i + j] += a0 * b1 + a1 * b0
    for k in range(6, 11):
        real[k - 6] += real[k] - imaginary[k]
        imaginary[k - 6] += real[k] + imaginary[k]
    return [(real[k] % BLS_P, imaginary[k] % BLS_P) for k in range(6)]


def _line(t, slope, point):
    """The line through t, at a point of the first group, times w^3, which the last power takes away."""
    product = _mul2(slope, t[0])
    x, y = point
    start = ((product[0] - t[1][0]) % BLS_P, (product[1] - t[1][1]) % BLS_P)
    return [start, (0, 0), (-slope[0] * x % BLS_P, -slope[1] * x % BLS_P), (y, 0), (0, 0), (0, 0)]


def _next(t, other, slope):
    square = _mul2(slope, slope)
    x = ((square[0] - t[0][0] - other[0][0]) % BLS_P, (square[1] - t[0][1] - other[0][1]) % BLS_P)
    product = _mul2(slope, (t[0][0] - x[0], t[0][1] - x[1]))
    return x, ((product[0] - t[1][0]) % BLS_P, (product[1] - t[1][1]) % BLS_P)


def _miller(point, q):
    f = [(1, 0)] + [(0, 0)] * 5
    t = q
    for bit in bin(BLS_X)[3:]:
        square = _mul2(t[0], t[0])
        slope = _mul2((3 * square[0], 3 * square[1]), _inverse2((2 * t[1][0], 2 * t[1][1])))
        f = _mul12(_mul12(f, f), _line(t, slope, point))
        t = _next(t, t, slope)
        if bit == "1":
            slope = _mul2((t[1][0] - q[1][0], t[1][1] - q[1][1]), _inverse2((t[0][0] - q[0][0], t[0][1] - q[0][1])))
            f = _mul12(f, _line(t, slope, point))
            t = _next(t, q, slope)
    return f


def is_drand_round(number, signature):
    """Whether these 96 hexadecimal digits are quicknet's signature of the round: e(signature, G2) = e(hash, key)."""
    point = _g1_decoded(bytes.fromhex(signature))
    if point is None:
        return False
    x, y = _hashed_to_g1(hashlib.sha256(number.to_bytes(8, "big")).digest())
    product = _mul12(_miller(point, G2_GENERATOR), _miller((x, BLS_P - y), DRAND_KEY))
    # The product is 1 in the group exactly if this power of it lies in the field of half the size: its odd coefficients are 0.
    power = product
    for bit in bin((BLS_P**6 + 1) // BLS_R)[3:]:
        power = _mul12(power, power)
        power = _mul12(power, product) if bit == "1" else power
    return all(power[k] == (0, 0) for k in (1, 3, 5))


def field(subject, settings):
    if subject == "draw":
        return draw_field(settings, LIMITS["origins"][origin_of(settings)])
    is_announcement = subject == "commitment"
    return {"record": dict(LIMITS["announcement"], draw=draw_field(settings.get("draw"), {}))} if is_announcement else NOTHING


def check(receipt, _, entries, checks):
    settings = receipt["settings"]
    if receipt["subject"] == "commitment":
        check_announcement(receipt, checks)
        return checks.compare(sha256_of(canonical_json(settings)), receipt["digest"])
    check_entries(settings, entries, checks)
    return check_outcome(receipt, check_round(settings, checks), entries, checks)


def proves(receipt):
    return LIMITS["proves"]["announcement" if receipt["subject"] == "commitment" else origin_of(receipt["settings"])]


def origin_of(settings):
    return "announced" if "commitment" in settings else "round"


def is_other(settings, announced):
    """Whether a draw differs from what the commitment to a round announced, or is of a round that nobody announced."""
    if "beacon" not in announced or "beacon" not in settings:
        return True
    draw = without(settings, "beacon", "commitment", "previous")
    return settings["beacon"]["round"] != announced["beacon"]["round"] or draw != announced["draw"]


def check_round(settings, checks):
    """The seed of a draw from a round."""
    number, signature, previous = settings["beacon"]["round"], settings["beacon"]["signature"], settings.get("previous")
    announced = "Nothing here shows that the round was announced before."
    if previous:
        words = "It was announced by the receipt with the hash %s: make sure that it was published before the round."
        announced = words % previous
    right, wrong = "Round %d is signed by drand. %s" % (number, announced), "This is not drand's signature of round %d." % number
    checks.require("beacon", is_drand_round(number, signature), right, wrong)
    randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
    return fair_seed(randomness, previous, 0) if previous else randomness


def check_announcement(receipt, checks):
    """A commitment to a round must be older than the round."""
    number = receipt["settings"]["beacon"]["round"]
    issued = tuple(map(int, re.findall("[0-9]+", receipt["issued_at"])))
    public_ms = DRAND_GENESIS_MS + (number - 1) * 3000
    start = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(public_ms // 1000))
    right = "Round %d is public from %s on. It was announced before." % (number, start)
    is_before = calendar.timegm(issued[:6]) * 1000 + issued[6] < public_ms
    checks.require("beacon", is_before, right, "Round %d was public before it was announced." % number)


def read_pulse(packed):
    """Where a pulse of NIST is published, and its minute; None if it is none."""
    data, at = bytes.fromhex(packed), 0

    def take(size):
        nonlocal at
        at += size
        return data[at - size : at]

    def number(size):
        return int.from_bytes(take(size), "big")

    def part():
        return take(number(4))

    uri, version, _suite, period, _certificate = part(), part(), number(4), number(4), part()
    chain, index, minute = number(8), number(8), part().decode("utf-8", "replace")
    part(), part(), number(4)
    for _value in range(7):
        part()
    number(4)
    found = NIST_URI.match(uri.decode("utf-8", "replace"))
    is_minute = re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z\Z", minute, re.ASCII)
    is_one = version == b"2.0" and period == 60000 and found and found.groups() == (str(chain), str(index))
    return (uri.decode(), minute) if is_one and is_minute and at < len(data) else None
