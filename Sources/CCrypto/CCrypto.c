#include "CCrypto.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

// Every function that is used, once: the type comes from the header, the address from the library.
#define FUNCTIONS(X)                                                                                            \
    X(BIO_ctrl) X(BIO_free) X(BIO_new) X(BIO_new_mem_buf) X(BIO_s_mem)                                          \
    X(BN_bin2bn) X(BN_bn2binpad) X(BN_free) X(BN_num_bits)                                                      \
    X(CRYPTO_free) X(ECDSA_SIG_free) X(ECDSA_SIG_new) X(ECDSA_SIG_set0) X(ERR_clear_error)                      \
    X(EVP_Digest) X(EVP_DigestSign) X(EVP_DigestSignInit) X(EVP_DigestVerify) X(EVP_DigestVerifyInit)           \
    X(EVP_MD_CTX_free) X(EVP_MD_CTX_new) X(EVP_PKEY_CTX_free) X(EVP_PKEY_CTX_new_from_name)                     \
    X(EVP_PKEY_CTX_set_rsa_padding) X(EVP_PKEY_CTX_set_rsa_pss_saltlen) X(EVP_PKEY_Q_keygen)                    \
    X(EVP_PKEY_free) X(EVP_PKEY_fromdata) X(EVP_PKEY_fromdata_init) X(EVP_PKEY_get_bits)                        \
    X(EVP_PKEY_get_bn_param) X(EVP_PKEY_is_a) X(EVP_sha256) X(OSSL_PARAM_BLD_free) X(OSSL_PARAM_BLD_new)        \
    X(OSSL_PARAM_BLD_push_BN) X(OSSL_PARAM_BLD_to_param) X(OSSL_PARAM_construct_end)                            \
    X(OSSL_PARAM_construct_octet_string) X(OSSL_PARAM_construct_utf8_string) X(OSSL_PARAM_free)                 \
    X(PEM_read_bio_PrivateKey) X(PEM_write_bio_PKCS8PrivateKey) X(i2d_ECDSA_SIG)

#define DECLARE(f) static __typeof__(f) *p_##f;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded = 0;

static void load(void) {
    void *h = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (h == NULL) return;
#define FIND(f)                                                                                                 \
    if ((p_##f = (__typeof__(f) *)dlsym(h, #f)) == NULL) return;
    FUNCTIONS(FIND)
    loaded = 1;
}

int ccrypto_available(void) {
    pthread_once(&once, load);
    return loaded;
}

// A key is OpenSSL's own object under our name: there is no second allocation to lose.
static EVP_PKEY *pkey(ccrypto_key *key) { return (EVP_PKEY *)key; }

static ccrypto_key *owned(EVP_PKEY *key) {
    // What a refusal left in the thread's error queue would be read by the next TLS call on this thread.
    p_ERR_clear_error();
    return (ccrypto_key *)key;
}

ccrypto_key *ccrypto_rsa_generate(int bits) {
    if (!ccrypto_available() || bits < 512 || bits > 16384) return NULL;
    return owned(p_EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)bits));
}

// An encrypted key has no passphrase here, and OpenSSL's own way is to ask on the terminal.
static int no_passphrase(char *buffer, int size, int writing, void *context) {
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}

ccrypto_key *ccrypto_key_from_pem(const void *pem, size_t n) {
    if (!ccrypto_available() || n > INT_MAX) return NULL;
    BIO *bio = p_BIO_new_mem_buf(pem, (int)n);
    if (bio == NULL) return NULL;
    EVP_PKEY *key = p_PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, NULL);
    p_BIO_free(bio);
    return owned(key);
}

static EVP_PKEY *public_key(const char *type, OSSL_PARAM *params) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = p_EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context != NULL && p_EVP_PKEY_fromdata_init(context) == 1 &&
        p_EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    p_EVP_PKEY_CTX_free(context);
    return key;
}

ccrypto_key *ccrypto_rsa_from_components(const void *n, size_t nlen, const void *e, size_t elen) {
    // 16384 bits are OpenSSL's own limit for a modulus; longer ones only cost time.
    if (!ccrypto_available() || nlen == 0 || nlen > 2048 || elen == 0 || elen > 8) return NULL;
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params = NULL;
    BIGNUM *modulus = p_BN_bin2bn(n, (int)nlen, NULL);
    BIGNUM *exponent = p_BN_bin2bn(e, (int)elen, NULL);
    OSSL_PARAM_BLD *builder = p_OSSL_PARAM_BLD_new();
    if (modulus != NULL && exponent != NULL && builder != NULL &&
        p_OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
        p_OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1 &&
        (params = p_OSSL_PARAM_BLD_to_param(builder)) != NULL)
        key = public_key("RSA", params);
    p_OSSL_PARAM_free(params);
    p_OSSL_PARAM_BLD_free(builder);
    p_BN_free(exponent);
    p_BN_free(modulus);
    return owned(key);
}

ccrypto_key *ccrypto_ec_p256_from_components(const void *x, size_t xlen, const void *y, size_t ylen) {
    if (!ccrypto_available() || xlen != 32 || ylen != 32) return NULL;
    unsigned char point[65] = {4}; // uncompressed
    memcpy(point + 1, x, 32);
    memcpy(point + 33, y, 32);
    char group[] = "P-256";
    OSSL_PARAM params[] = {
        p_OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        p_OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
        p_OSSL_PARAM_construct_end(),
    };
    return owned(public_key("EC", params));
}

void ccrypto_key_free(ccrypto_key *key) {
    if (key != NULL) p_EVP_PKEY_free(pkey(key));
}

int ccrypto_key_bits(ccrypto_key *key) { return p_EVP_PKEY_get_bits(pkey(key)); }

int ccrypto_key_to_pem(ccrypto_key *key, void *out, size_t *len) {
    BIO *bio = p_BIO_new(p_BIO_s_mem());
    int done = 0;
    if (bio != NULL && p_PEM_write_bio_PKCS8PrivateKey(bio, pkey(key), NULL, NULL, 0, no_passphrase, NULL) == 1) {
        char *bytes = NULL;
        long n = p_BIO_ctrl(bio, BIO_CTRL_INFO, 0, &bytes);
        if (n > 0 && bytes != NULL) {
            if (out == NULL) {
                done = 1;
            } else if (*len >= (size_t)n) {
                memcpy(out, bytes, (size_t)n);
                done = 1;
            }
            if (done) *len = (size_t)n;
        }
    }
    p_BIO_free(bio); // wipes what it held
    p_ERR_clear_error();
    return done;
}

int ccrypto_rsa_component(ccrypto_key *key, int which, uint8_t *out, size_t cap) {
    BIGNUM *number = NULL;
    int length = -1;
    const char *name = which == 0 ? OSSL_PKEY_PARAM_RSA_N : OSSL_PKEY_PARAM_RSA_E;
    if (p_EVP_PKEY_get_bn_param(pkey(key), name, &number) == 1) {
        int needed = (p_BN_num_bits(number) + 7) / 8;
        if ((size_t)needed <= cap) length = p_BN_bn2binpad(number, out, needed);
    }
    p_BN_free(number);
    p_ERR_clear_error();
    return length;
}

int ccrypto_sign_rs256(ccrypto_key *key, const void *data, size_t n, uint8_t *sig, size_t *siglen) {
    if (p_EVP_PKEY_is_a(pkey(key), "RSA") != 1) return 0;
    EVP_MD_CTX *context = p_EVP_MD_CTX_new();
    int done = context != NULL &&
               p_EVP_DigestSignInit(context, NULL, p_EVP_sha256(), NULL, pkey(key)) == 1 &&
               p_EVP_DigestSign(context, sig, siglen, data, n) == 1;
    p_EVP_MD_CTX_free(context);
    p_ERR_clear_error();
    return done;
}

// r || s as the DER sequence that OpenSSL reads. The caller frees with CRYPTO_free. NULL when it cannot be.
static unsigned char *ecdsa_der(const uint8_t *sig, size_t siglen, int *length) {
    unsigned char *der = NULL;
    if (siglen != 64) return NULL;
    ECDSA_SIG *pair = p_ECDSA_SIG_new();
    BIGNUM *r = p_BN_bin2bn(sig, 32, NULL);
    BIGNUM *s = p_BN_bin2bn(sig + 32, 32, NULL);
    if (pair != NULL && r != NULL && s != NULL && p_ECDSA_SIG_set0(pair, r, s) == 1) {
        r = s = NULL; // the pair owns them now
        *length = p_i2d_ECDSA_SIG(pair, &der);
        if (*length <= 0) der = NULL;
    }
    p_BN_free(r);
    p_BN_free(s);
    p_ECDSA_SIG_free(pair);
    return der;
}

static int verify_ecdsa(EVP_MD_CTX *context, EVP_PKEY *key, const void *data, size_t n, const uint8_t *sig,
                        size_t siglen) {
    int length = 0;
    unsigned char *der = ecdsa_der(sig, siglen, &length);
    if (der == NULL) return 0;
    int good = p_EVP_DigestVerifyInit(context, NULL, p_EVP_sha256(), NULL, key) == 1 &&
               p_EVP_DigestVerify(context, der, (size_t)length, data, n) == 1;
    p_CRYPTO_free(der, __FILE__, __LINE__);
    return good;
}

static int verify_rsa(EVP_MD_CTX *context, EVP_PKEY *key, int pss, const void *data, size_t n, const uint8_t *sig,
                      size_t siglen) {
    EVP_PKEY_CTX *parameters = NULL; // the digest context owns it
    if (p_EVP_DigestVerifyInit(context, &parameters, p_EVP_sha256(), NULL, key) != 1) return 0;
    // The salt is as long as the digest (RFC 7518, section 3.5).
    if (pss && (p_EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) != 1 ||
                p_EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) != 1))
        return 0;
    return p_EVP_DigestVerify(context, sig, siglen, data, n) == 1;
}

int ccrypto_verify(ccrypto_key *key, int alg, const void *data, size_t n, const uint8_t *sig, size_t siglen) {
    const char *type = alg == CCRYPTO_ES256 ? "EC" : "RSA";
    if (alg < CCRYPTO_RS256 || alg > CCRYPTO_ES256 || p_EVP_PKEY_is_a(pkey(key), type) != 1) return 0;
    EVP_MD_CTX *context = p_EVP_MD_CTX_new();
    if (context == NULL) return 0;
    int good = alg == CCRYPTO_ES256 ? verify_ecdsa(context, pkey(key), data, n, sig, siglen)
                                    : verify_rsa(context, pkey(key), alg == CCRYPTO_PS256, data, n, sig, siglen);
    p_EVP_MD_CTX_free(context);
    p_ERR_clear_error();
    return good;
}

int ccrypto_sha256(const void *data, size_t n, uint8_t out[32]) {
    if (!ccrypto_available()) return 0;
    return p_EVP_Digest(data, n, out, NULL, p_EVP_sha256(), NULL) == 1;
}
