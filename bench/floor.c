// The floor under the engine: equilibrium/1 in C with the processor's own AES, SHA-256 and vectors, as fast as is reasonable.
// Only the benchmark uses it. usage: floor N samples bias seed seconds  ->  "<microseconds per call> <digest>"
// Build: cc -O3 -march=native floor.c -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <immintrin.h>
typedef __m128i v128;
#elif defined(__aarch64__)
#include <arm_neon.h>
typedef uint8x16_t v128;
#else
#error "the floor knows x86-64 and aarch64"
#endif

enum { GROUPS_MAX = 12500, CHUNK_GROUPS = 128, WIDE = 8 };

static const uint8_t SBOX[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76, 0xca, 0x82, 0xc9, 0x7d,
    0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0, 0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc,
    0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15, 0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2,
    0xeb, 0x27, 0xb2, 0x75, 0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf, 0xd0, 0xef, 0xaa, 0xfb,
    0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8, 0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5,
    0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2, 0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d,
    0x64, 0x5d, 0x19, 0x73, 0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79, 0xe7, 0xc8, 0x37, 0x6d,
    0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08, 0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6,
    0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a, 0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9,
    0x86, 0xc1, 0x1d, 0x9e, 0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16};

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static v128 load(const void *p) {
#if defined(__x86_64__)
  return _mm_loadu_si128(p);
#else
  return vld1q_u8(p);
#endif
}

static void store(void *p, v128 v) {
#if defined(__x86_64__)
  _mm_storeu_si128(p, v);
#else
  vst1q_u8(p, v);
#endif
}

static v128 with_last_word(v128 v, uint32_t word) {
#if defined(__x86_64__)
  return _mm_insert_epi32(v, (int)word, 3);
#else
  return vreinterpretq_u8_u32(vsetq_lane_u32(word, vreinterpretq_u32_u8(v), 3));
#endif
}

// ---- AES-128-CTR ----

typedef struct {
  v128 round[11];
} Aes;

static void expand(Aes *aes, const uint8_t key[16]) {
  uint8_t w[176];
  uint8_t rcon = 1;
  memcpy(w, key, 16);
  for (int i = 16; i < 176; i += 4) {
    uint8_t t[4] = {w[i - 4], w[i - 3], w[i - 2], w[i - 1]};
    if (i % 16 == 0) {
      uint8_t first = t[0];
      t[0] = SBOX[t[1]] ^ rcon, t[1] = SBOX[t[2]], t[2] = SBOX[t[3]], t[3] = SBOX[first];
      rcon = (uint8_t)(rcon << 1 ^ (rcon >> 7) * 0x1b);
    }
    for (int j = 0; j < 4; j++) w[i + j] = w[i - 16 + j] ^ t[j];
  }
  for (int r = 0; r < 11; r++) aes->round[r] = load(w + 16 * r);
}

// Writes `blocks` key stream blocks from counter `first`; `top` is the first byte of the counter block. Room for WIDE - 1 more.
static void keystream(const Aes *aes, uint8_t top, uint32_t first, uint8_t *out, uint32_t blocks) {
  const uint8_t start[16] = {top};
  const v128 counter = load(start);
  for (uint32_t b = 0; b < blocks; b += WIDE) {
    v128 s[WIDE];
    for (int i = 0; i < WIDE; i++) {
      s[i] = with_last_word(counter, __builtin_bswap32(first + b + i));
    }
#if defined(__x86_64__)
    for (int i = 0; i < WIDE; i++) s[i] = _mm_xor_si128(s[i], aes->round[0]);
    for (int r = 1; r < 10; r++)
      for (int i = 0; i < WIDE; i++) s[i] = _mm_aesenc_si128(s[i], aes->round[r]);
    for (int i = 0; i < WIDE; i++) s[i] = _mm_aesenclast_si128(s[i], aes->round[10]);
#else
    for (int r = 0; r < 9; r++)
      for (int i = 0; i < WIDE; i++) s[i] = vaesmcq_u8(vaeseq_u8(s[i], aes->round[r]));
    for (int i = 0; i < WIDE; i++) s[i] = veorq_u8(vaeseq_u8(s[i], aes->round[9]), aes->round[10]);
#endif
    for (int i = 0; i < WIDE; i++) store(out + 16 * (b + i), s[i]);
  }
}

// ---- SHA-256 ----

static void sha_blocks(uint32_t state[8], const uint8_t *data, size_t blocks) {
#if defined(__x86_64__)
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bULL, 0x0405060700010203ULL);
  __m128i t = _mm_shuffle_epi32(load(state), 0xb1);
  __m128i s1 = _mm_shuffle_epi32(load(state + 4), 0x1b);
  __m128i s0 = _mm_alignr_epi8(t, s1, 8);
  s1 = _mm_blend_epi16(s1, t, 0xf0);
  for (; blocks; blocks--, data += 64) {
    __m128i m[4], a = s0, b = s1;
    for (int i = 0; i < 4; i++) m[i] = _mm_shuffle_epi8(load(data + 16 * i), swap);
    for (int r = 0; r < 16; r++) {
      __m128i w = _mm_add_epi32(m[r & 3], load(K + 4 * r));
      s1 = _mm_sha256rnds2_epu32(s1, s0, w);
      s0 = _mm_sha256rnds2_epu32(s0, s1, _mm_shuffle_epi32(w, 0x0e));
      if (r < 12) {
        __m128i x = _mm_sha256msg1_epu32(m[r & 3], m[(r + 1) & 3]);
        x = _mm_add_epi32(x, _mm_alignr_epi8(m[(r + 3) & 3], m[(r + 2) & 3], 4));
        m[r & 3] = _mm_sha256msg2_epu32(x, m[(r + 3) & 3]);
      }
    }
    s0 = _mm_add_epi32(s0, a), s1 = _mm_add_epi32(s1, b);
  }
  t = _mm_shuffle_epi32(s0, 0x1b);
  s1 = _mm_shuffle_epi32(s1, 0xb1);
  store(state, _mm_blend_epi16(t, s1, 0xf0));
  store(state + 4, _mm_alignr_epi8(s1, t, 8));
#else
  uint32x4_t s0 = vld1q_u32(state), s1 = vld1q_u32(state + 4);
  for (; blocks; blocks--, data += 64) {
    uint32x4_t m[4], a = s0, b = s1;
    for (int i = 0; i < 4; i++) m[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(data + 16 * i)));
    for (int r = 0; r < 16; r++) {
      uint32x4_t w = vaddq_u32(m[r & 3], vld1q_u32(K + 4 * r)), before = s0;
      s0 = vsha256hq_u32(s0, s1, w);
      s1 = vsha256h2q_u32(s1, before, w);
      if (r < 12)
        m[r & 3] = vsha256su1q_u32(vsha256su0q_u32(m[r & 3], m[(r + 1) & 3]), m[(r + 2) & 3], m[(r + 3) & 3]);
    }
    s0 = vaddq_u32(s0, a), s1 = vaddq_u32(s1, b);
  }
  vst1q_u32(state, s0), vst1q_u32(state + 4, s1);
#endif
}

static void sha256(const uint8_t *data, size_t length, uint8_t out[32]) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t last[128] = {0};
  size_t whole = length / 64, rest = length % 64, pad = rest < 56 ? 64 : 128;
  uint64_t bits = __builtin_bswap64((uint64_t)length * 8);
  sha_blocks(state, data, whole);
  memcpy(last, data + 64 * whole, rest);
  last[rest] = 0x80;
  memcpy(last + pad - 8, &bits, 8);
  sha_blocks(state, last, pad / 64);
  for (int i = 0; i < 8; i++) state[i] = __builtin_bswap32(state[i]);
  memcpy(out, state, 32);
}

// ---- equilibrium/1 ----

typedef struct {
  uint32_t source[65], output[65];
  uint8_t digest[32];
  double std, inputStd;
} Result;

static uint8_t chunk[(CHUNK_GROUPS * 9 + WIDE) * 16], tail[4096];
static uint32_t X[GROUPS_MAX * 4 + 4], Y[GROUPS_MAX * 4 + 4], tie_word[GROUPS_MAX * 4 + 4], tie_lanes[GROUPS_MAX * 4 + 4];

typedef uint32_t Vector __attribute__((vector_size(16)));

static uint32_t select_groups(const uint8_t *in, uint32_t groups, int planes, const uint32_t *digit, uint32_t word, uint32_t ties) {
  for (uint32_t g = 0; g < groups; g++, in += 16 * (1 + planes), word += 4) {
    Vector above = ~(Vector){0}, tied = above, u;
    for (int d = planes; d > 0; d--) {
      memcpy(&u, in + 16 * d, 16);
      if (digit[d]) above &= u, tied &= u;
      else above |= u, tied &= ~u;
    }
    memcpy(&u, in, 16);
    above = ~above, u ^= above;
    memcpy(X + word, &above, 16), memcpy(Y + word, &u, 16);
    for (int i = 0; i < 4; i++) {
      tie_word[ties] = word + i, tie_lanes[ties] = tied[i];
      ties += tied[i] != 0;
    }
  }
  return ties;
}

static void settle(const Aes *aes, uint32_t ties, const uint32_t *digit, int digits) {
  uint32_t block = 0, at = 1024;
  for (uint32_t t = 0; t < ties; t++) {
    uint32_t lanes = tie_lanes[t], ones = 0, u;
    for (int d = 9; lanes && d <= digits; d++) {
      if (at == 1024) keystream(aes, 0x80, block, tail, 256), block += 256, at = 0;
      memcpy(&u, tail + 4 * at++, 4);
      uint32_t differ = lanes & (u ^ digit[d]);
      ones |= differ & digit[d];
      lanes ^= differ;
    }
    X[tie_word[t]] |= ones, Y[tie_word[t]] ^= ones;
  }
}

static void weigh(const uint32_t *bits, uint32_t blocks, int size, uint32_t cells[65]) {
  const uint8_t *bytes = (const uint8_t *)bits;
  uint64_t mask = ~0ULL >> (64 - size);
  memset(cells, 0, 65 * 4);
  for (uint32_t k = 0, bit = 0; k < blocks; k++, bit += size) {
    uint64_t w;
    memcpy(&w, bytes + (bit >> 3), 8);
    cells[__builtin_popcountll(w >> (bit & 7) & mask)]++;
  }
}

static double deviation(const uint32_t cells[65], int size) {
  double n = 0, t = 0, q = 0;
  for (int k = 0; k <= size; k++) n += cells[k], t += (double)cells[k] * k, q += (double)cells[k] * k * k;
  return sqrt(n * q - t * t) / (size * n);
}

static void compute(int size, uint32_t samples, double bias, const char *seed, Result *result) {
  static uint32_t digit[1080];
  uint64_t pattern;
  char text[256];
  uint8_t key[32];
  Aes aes;
  memcpy(&pattern, &bias, 8);
  int length = snprintf(text, sizeof text, "equilibrium/1|%s|%d|%016llx", seed, size, (unsigned long long)pattern);
  sha256((uint8_t *)text, length, key);
  expand(&aes, key);
  int digits = 0;
  for (double left = bias * 2; bias < 1 && left > 0; left = (left - (left >= 1)) * 2) digit[++digits] = left >= 1 ? ~0u : 0;
  int planes = digits < 8 ? digits : 8;
  uint32_t blocks = (samples + 1) / 2, bits = blocks * size, groups = (bits + 127) / 128, ties = 0;
  for (uint32_t g = 0; g < groups; g += CHUNK_GROUPS) {
    uint32_t count = groups - g < CHUNK_GROUPS ? groups - g : CHUNK_GROUPS;
    keystream(&aes, 0, g * (1 + planes), chunk, count * (1 + planes));
    if (planes == 8) ties = select_groups(chunk, count, 8, digit, 4 * g, ties);
    else select_groups(chunk, count, planes, digit, 4 * g, 0);
  }
  if (bias == 1)
    for (uint32_t w = 0; w < groups * 4; w++) X[w] = ~0u, Y[w] = ~Y[w];
  if (digits > 8) settle(&aes, ties, digit, digits);
  if (bits % 8) ((uint8_t *)Y)[bits / 8] &= (1 << bits % 8) - 1;
  weigh(X, blocks, size, result->source), weigh(Y, blocks, size, result->output);
  result->std = deviation(result->output, size), result->inputStd = deviation(result->source, size);
  sha256((uint8_t *)Y, (bits + 7) / 8, result->digest);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

// The best of rounds of about 10 ms each, the same way as bench/engine.ts takes its figures.
int main(int argc, char **argv) {
  if (argc != 6) return fprintf(stderr, "usage: floor N samples bias seed seconds\n"), 2;
  int size = atoi(argv[1]);
  uint32_t samples = atoi(argv[2]);
  double bias = atof(argv[3]), until = now() + atof(argv[5]) * 1e6, best = 1e18;
  Result result;
  double once = now();
  compute(size, samples, bias, argv[4], &result);
  int calls = 1 + (int)(10000 / (now() - once + 1));
  do {
    double from = now();
    for (int i = 0; i < calls; i++) compute(size, samples, bias, argv[4], &result);
    double each = (now() - from) / calls;
    if (each < best) best = each;
  } while (now() < until);
  printf("%.3f ", best);
  for (int i = 0; i < 32; i++) printf("%02x", result.digest[i]);
  printf("\n");
  return 0;
}
