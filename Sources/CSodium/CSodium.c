#define _GNU_SOURCE
#include "CSodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Every function that is used, once: the type comes from the header, the address from the library.
#define FUNCTIONS(X)                                                                                                  \
    X(crypto_aead_xchacha20poly1305_ietf_decrypt) X(crypto_aead_xchacha20poly1305_ietf_encrypt) X(crypto_generichash) \
    X(crypto_hash_sha256) X(crypto_pwhash_str) X(crypto_pwhash_str_verify) X(randombytes_buf) X(randombytes_uniform)  \
    X(sodium_base64_encoded_len) X(sodium_bin2base64) X(sodium_init)

#define DECLARE(f) static __typeof__(f) *p_##f;
FUNCTIONS(DECLARE)

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static atomic_int loaded = 0;

static int load(void) {
    void *h = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
    if (h == NULL) return 0;
#define FIND(f)                                                                                                       \
    if ((p_##f = (__typeof__(f) *)dlsym(h, #f)) == NULL) return 0;
    FUNCTIONS(FIND)
    return 1;
}

/* Asked again where it failed: for a moment there may be no descriptor to open it with. */
int csodium_available(void) {
    if (!loaded) {
        pthread_mutex_lock(&one_at_a_time);
        if (!loaded) loaded = load();
        pthread_mutex_unlock(&one_at_a_time);
    }
    return loaded;
}

static void need(void) {
    static const char words[] = "libsodium.so.23 is missing or of another version.\n";
    if (csodium_available()) return;
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0) { /* nobody is left to tell */
    }
    abort();
}

#define FORWARD(result, name, parameters, arguments)                                                                  \
    result name parameters {                                                                                          \
        need();                                                                                                       \
        return p_##name arguments;                                                                                    \
    }

FORWARD(int, sodium_init, (void), ())
FORWARD(size_t, sodium_base64_encoded_len, (const size_t length, const int variant), (length, variant))
FORWARD(
    char *, sodium_bin2base64,
    (char *const text, const size_t size, const unsigned char *const bytes, const size_t length, const int variant),
    (text, size, bytes, length, variant))
FORWARD(uint32_t, randombytes_uniform, (const uint32_t bound), (bound))
FORWARD(
    int, crypto_hash_sha256, (unsigned char *out, const unsigned char *in, unsigned long long length),
    (out, in, length))
FORWARD(
    int, crypto_generichash,
    (unsigned char *out, size_t size, const unsigned char *in, unsigned long long length, const unsigned char *key,
     size_t key_length),
    (out, size, in, length, key, key_length))
FORWARD(
    int, crypto_pwhash_str,
    (char *out, const char *const password, unsigned long long length, unsigned long long operations, size_t memory),
    (out, password, length, operations, memory))
FORWARD(
    int, crypto_pwhash_str_verify, (const char *hash, const char *const password, unsigned long long length),
    (hash, password, length))
FORWARD(
    int, crypto_aead_xchacha20poly1305_ietf_encrypt,
    (unsigned char *cipher, unsigned long long *cipher_length, const unsigned char *plain,
     unsigned long long plain_length, const unsigned char *bound, unsigned long long bound_length,
     const unsigned char *secret, const unsigned char *nonce, const unsigned char *key),
    (cipher, cipher_length, plain, plain_length, bound, bound_length, secret, nonce, key))
FORWARD(
    int, crypto_aead_xchacha20poly1305_ietf_decrypt,
    (unsigned char *plain, unsigned long long *plain_length, unsigned char *secret, const unsigned char *cipher,
     unsigned long long cipher_length, const unsigned char *bound, unsigned long long bound_length,
     const unsigned char *nonce, const unsigned char *key),
    (plain, plain_length, secret, cipher, cipher_length, bound, bound_length, nonce, key))

void randombytes_buf(void *const bytes, const size_t count) {
    need();
    p_randombytes_buf(bytes, count);
}

/* Without the library: secrets are wiped in programs that never use it otherwise. */
void sodium_memzero(void *const bytes, const size_t count) { explicit_bzero(bytes, count); }
