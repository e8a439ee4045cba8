// The floor under outcomes/1: a million dice, or a shuffle of a million, in C with OpenSSL's AES. Only the benchmark uses it.
// usage: outcomes-floor dice|shuffle seed seconds -> "<milliseconds of processor time per draw, best> <sum of numbers times places, mod 2^32>"
// Build: cc -O3 -march=native outcomes-floor.c -lcrypto
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 1000000, CHUNK = 16384 };

static uint32_t words[CHUNK], drawn[COUNT];
static int at = CHUNK;
static EVP_CIPHER_CTX *cipher;
static const uint8_t zeros[CHUNK * 4];

static inline uint32_t next(void) {
  if (at == CHUNK) {
    int length;
    EVP_EncryptUpdate(cipher, (uint8_t *)words, &length, zeros, sizeof words);
    at = 0;
  }
  return words[at++];
}

static inline uint32_t uniform(uint32_t m) {
  for (;;) {
    uint32_t word = next(), value = word % m;
    if (word - value <= (uint32_t)-m) return value;
  }
}

static void start(const char *text) {
  uint8_t key[32], counter[16] = {0};
  unsigned length;
  EVP_Digest(text, strlen(text), key, &length, EVP_sha256(), NULL);
  EVP_EncryptInit_ex(cipher, EVP_aes_128_ctr(), NULL, key, counter);
  at = CHUNK;
}

static void dice(const char *seed) {
  char text[256];
  snprintf(text, sizeof text, "outcomes/1|%s|dice|1d6", seed);
  start(text);
  for (int i = 0; i < COUNT; i++) drawn[i] = 1 + uniform(6);
}

static void shuffle(const char *seed) {
  char text[256];
  snprintf(text, sizeof text, "outcomes/1|%s|shuffle|%d", seed, COUNT);
  start(text);
  for (int i = 0; i < COUNT; i++) drawn[i] = i;
  for (int i = 0; i + 1 < COUNT; i++) {
    uint32_t j = i + uniform(COUNT - i), kept = drawn[i];
    drawn[i] = drawn[j], drawn[j] = kept;
  }
}

static double used(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: outcomes-floor dice|shuffle seed seconds\n"), 2;
  void (*draw)(const char *) = strcmp(argv[1], "dice") ? shuffle : dice;
  double until = used() + atof(argv[3]) * 1e3, best = 1e18;
  cipher = EVP_CIPHER_CTX_new();
  do {
    double from = used();
    draw(argv[2]);
    if (used() - from < best) best = used() - from;
  } while (used() < until);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < COUNT; i++) sum += (i + 1) * drawn[i];
  printf("%.3f %u\n", best, sum);
  return 0;
}
