#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>
#include <stdint.h>

// The door to OpenSSL 3: RSA and P-256 keys, signatures over SHA-256, nothing else.
// The library is loaded on the first call (it must not slow the first screen down) and is never linked.
// Every function may be called from any thread; a key may be used by several at once once it is made.

/// A private or public key. One owner, which frees it.
typedef struct ccrypto_key ccrypto_key;

/// Algorithms of RFC 7518, section 3.1, as `ccrypto_verify` takes them.
enum {
    CCRYPTO_RS256 = 0,
    CCRYPTO_PS256 = 1,
    CCRYPTO_ES256 = 2, // the signature is r || s, 64 bytes (RFC 7518, section 3.4)
};

/// 1 when the library is there (it is loaded now), 0 when it is missing.
int ccrypto_available(void);

/// A new RSA pair of `bits`, exponent 65537. NULL when it could not be made.
ccrypto_key *_Nullable ccrypto_rsa_generate(int bits);
/// The private key of an unencrypted PEM text. NULL when it is none.
ccrypto_key *_Nullable ccrypto_key_from_pem(const void *_Nonnull pem, size_t n);
/// The public RSA key of a JWK: modulus and exponent, big endian (RFC 7518, section 6.3.1).
ccrypto_key *_Nullable ccrypto_rsa_from_components(
    const void *_Nonnull n, size_t nlen, const void *_Nonnull e, size_t elen);
/// The public P-256 key of a JWK: coordinates of 32 bytes each (RFC 7518, section 6.2.1). NULL off the curve.
ccrypto_key *_Nullable ccrypto_ec_p256_from_components(
    const void *_Nonnull x, size_t xlen, const void *_Nonnull y, size_t ylen);
void ccrypto_key_free(ccrypto_key *_Nullable key);

/// The size of the modulus or of the curve.
int ccrypto_key_bits(ccrypto_key *_Nonnull key);
/// Writes the private key as PKCS#8 PEM. With `out` NULL only sets `len`. 1 done, 0 not (or `*len` too small).
int ccrypto_key_to_pem(ccrypto_key *_Nonnull key, void *_Nullable out, size_t *_Nonnull len);
/// The modulus (`which` 0) or the exponent (1), big endian, no leading zero. Its length, or -1.
int ccrypto_rsa_component(ccrypto_key *_Nonnull key, int which, uint8_t *_Nonnull out, size_t cap);

/// Signs; `*siglen` is the room on the way in (a quarter of a kilobyte for 2048 bits) and the length on the way
/// out. 1 done, 0 not.
int ccrypto_sign_rs256(
    ccrypto_key *_Nonnull key, const void *_Nonnull data, size_t n, uint8_t *_Nonnull sig, size_t *_Nonnull siglen);
/// 1 when the signature is good. 0 when it is not, when the key does not fit `alg`, or when there is no library.
int ccrypto_verify(
    ccrypto_key *_Nonnull key, int alg, const void *_Nonnull data, size_t n, const uint8_t *_Nonnull sig,
    size_t siglen);
/// 1 done, 0 no library.
int ccrypto_sha256(const void *_Nonnull data, size_t n, uint8_t out[_Nonnull 32]);

#endif
