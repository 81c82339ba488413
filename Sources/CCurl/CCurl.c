#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <openssl/ssl.h>
#include <openssl/x509.h>

// Every function that is used, once: the type comes from the header, the address from the library.
#define FUNCTIONS(X)                                                                                            \
    X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_setopt) X(curl_easy_strerror)       \
    X(curl_global_init_mem)                                                                                     \
    X(curl_multi_add_handle) X(curl_multi_cleanup) X(curl_multi_info_read) X(curl_multi_init)                   \
    X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_remove_handle) X(curl_slist_append)                   \
    X(curl_slist_free_all) X(curl_version_info)

// What reading a refused certificate takes. Without these (another TLS library) only the issuer stays unknown.
#define TLS_FUNCTIONS(X)                                                                                        \
    X(CRYPTO_get_ex_new_index) X(SSL_CTX_get_ex_data) X(SSL_CTX_get_verify_mode) X(SSL_CTX_set_ex_data)         \
    X(SSL_CTX_set_keylog_callback) X(SSL_CTX_set_options) X(SSL_CTX_set_verify) X(SSL_get_SSL_CTX) X(SSL_get_ex_data_X509_STORE_CTX_idx)       \
    X(X509_NAME_get_text_by_NID) X(X509_NAME_oneline) X(X509_STORE_CTX_get_current_cert)                        \
    X(X509_STORE_CTX_get_ex_data) X(X509_get_issuer_name)

#define DECLARE(f) static __typeof__(f) *p_##f;
FUNCTIONS(DECLARE)
TLS_FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded = 0;
static int watch_index = -1;

// libcurl's buffers hold passwords and tokens in the clear: they are wiped as they go.
static void wiping_free(void *p) {
    if (p == NULL) return;
    explicit_bzero(p, malloc_usable_size(p));
    free(p);
}

static void *wiping_realloc(void *p, size_t n) {
    if (p == NULL) return malloc(n);
    size_t before = malloc_usable_size(p);
    if (n != 0 && n <= before) return p;
    void *q = malloc(n);
    if (q == NULL) return NULL;
    memcpy(q, p, before < n ? before : n);
    wiping_free(p);
    return q;
}

static void load_tls(void) {
    // NOLOAD: only what libcurl itself brought along.
    void *h = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (h == NULL) return;
#define FIND(f)                                                                                                 \
    if ((p_##f = (__typeof__(f) *)dlsym(h, #f)) == NULL) return;
    TLS_FUNCTIONS(FIND)
    watch_index = p_CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, NULL);
}

static void load(void) {
    void *h = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (h == NULL) return;
    FUNCTIONS(FIND)
    // 7.85 brought CURLOPT_PROTOCOLS_STR, without which plain http could not be kept to this machine; 7.87 brought
    // CURLOPT_QUICK_EXIT, without which a cancellation would wait for a name that is being looked up.
    if (p_curl_version_info(CURLVERSION_NOW)->version_num < 0x075700) return;
    if (p_curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, wiping_free, wiping_realloc, strdup, calloc) != CURLE_OK)
        return;
    load_tls();
    loaded = 1;
}

int ccurl_available(void) {
    pthread_once(&once, load);
    return loaded;
}

CURLM *ccurl_multi_init(void) { return p_curl_multi_init(); }
CURLMcode ccurl_multi_add(CURLM *m, CURL *h) { return p_curl_multi_add_handle(m, h); }
CURLMcode ccurl_multi_remove(CURLM *m, CURL *h) { return p_curl_multi_remove_handle(m, h); }
CURLMcode ccurl_multi_perform(CURLM *m, int *running) { return p_curl_multi_perform(m, running); }

CURLMcode ccurl_multi_poll(CURLM *m, struct curl_waitfd *extra, unsigned int count, int milliseconds) {
    return p_curl_multi_poll(m, extra, count, milliseconds, NULL);
}

CURL *ccurl_multi_next_done(CURLM *m, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = p_curl_multi_info_read(m, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

void ccurl_multi_cleanup(CURLM *m) { p_curl_multi_cleanup(m); }

CURL *ccurl_easy_init(void) { return p_curl_easy_init(); }
void ccurl_easy_cleanup(CURL *h) { p_curl_easy_cleanup(h); }
CURLcode ccurl_set_long(CURL *h, CURLoption o, long v) { return p_curl_easy_setopt(h, o, v); }
CURLcode ccurl_set_size(CURL *h, CURLoption o, curl_off_t v) { return p_curl_easy_setopt(h, o, v); }
CURLcode ccurl_set_string(CURL *h, CURLoption o, const char *v) { return p_curl_easy_setopt(h, o, v); }
CURLcode ccurl_set_pointer(CURL *h, CURLoption o, void *v) { return p_curl_easy_setopt(h, o, v); }

// libcurl's own sockets would be inherited by the commands that the program runs.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURLcode ccurl_set_callbacks(CURL *h, ccurl_sink body, ccurl_sink header, ccurl_gate gate, void *context) {
    CURLcode c = p_curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, body);
    if (c == CURLE_OK) c = p_curl_easy_setopt(h, CURLOPT_WRITEDATA, context);
    if (c == CURLE_OK) c = p_curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, header);
    if (c == CURLE_OK) c = p_curl_easy_setopt(h, CURLOPT_HEADERDATA, context);
    if (c == CURLE_OK) c = p_curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, gate);
    if (c == CURLE_OK) c = p_curl_easy_setopt(h, CURLOPT_PREREQDATA, context);
    if (c == CURLE_OK) c = p_curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    return c;
}

static int note_issuer(int accepted, X509_STORE_CTX *store) {
    if (accepted) return accepted;
    SSL *ssl = p_X509_STORE_CTX_get_ex_data(store, p_SSL_get_ex_data_X509_STORE_CTX_idx());
    ccurl_certificate *note = ssl == NULL ? NULL : p_SSL_CTX_get_ex_data(p_SSL_get_SSL_CTX(ssl), watch_index);
    X509 *certificate = p_X509_STORE_CTX_get_current_cert(store);
    if (note == NULL || certificate == NULL) return accepted;
    X509_NAME *name = p_X509_get_issuer_name(certificate);
    // The common name tells people more than the whole distinguished name.
    if (p_X509_NAME_get_text_by_NID(name, NID_commonName, note->issuer, sizeof note->issuer) <= 0 &&
        p_X509_NAME_get_text_by_NID(name, NID_organizationName, note->issuer, sizeof note->issuer) <= 0)
        p_X509_NAME_oneline(name, note->issuer, sizeof note->issuer);
    return accepted; // what was refused stays refused
}

static CURLcode watch(CURL *easy, void *context, void *note) {
    (void)easy;
    // Without renegotiation the note is used in the handshake only, which is over before the transfer is.
    p_SSL_CTX_set_options(context, SSL_OP_CLEANSE_PLAINTEXT | SSL_OP_NO_RENEGOTIATION);
    // SSLKEYLOGFILE of the environment: whoever can set it must not read the passwords.
    p_SSL_CTX_set_keylog_callback(context, NULL);
    if (p_SSL_CTX_set_ex_data(context, watch_index, note) == 1)
        p_SSL_CTX_set_verify(context, p_SSL_CTX_get_verify_mode(context), note_issuer);
    return CURLE_OK;
}

CURLcode ccurl_watch_certificates(CURL *h, ccurl_certificate *note) {
    if (watch_index < 0) return CURLE_NOT_BUILT_IN;
    CURLcode c = p_curl_easy_setopt(h, CURLOPT_SSL_CTX_FUNCTION, watch);
    return c != CURLE_OK ? c : p_curl_easy_setopt(h, CURLOPT_SSL_CTX_DATA, note);
}

long ccurl_get_long(CURL *h, CURLINFO info) {
    long value = 0;
    return p_curl_easy_getinfo(h, info, &value) == CURLE_OK ? value : 0;
}

const char *ccurl_words(CURLcode code) { return p_curl_easy_strerror(code); }

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
    return p_curl_slist_append(list, text);
}

void ccurl_list_free(struct curl_slist *list) { p_curl_slist_free_all(list); }
