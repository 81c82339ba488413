#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

// The door to libcurl: its functions under our names, its constants under theirs.
// The library is loaded on the first call (with what it pulls in it would slow the first screen down) and is never
// linked, so nothing of <curl/curl.h> itself may be called. What libcurl allocates is wiped when it is freed.

/// 1 when the library is there and new enough (it is loaded now), 0 when not. The other functions need a 1.
int ccurl_available(void);

CURLM *_Nullable ccurl_multi_init(void);
CURLMcode ccurl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_perform(CURLM *_Nonnull multi, int *_Nonnull running);
/// Waits for libcurl's own sockets and timers, and for one of the `count` descriptors `extra`.
CURLMcode ccurl_multi_poll(
    CURLM *_Nonnull multi, struct curl_waitfd *_Nullable extra, unsigned int count, int milliseconds);
/// The next transfer that ended, or NULL; `result` is how.
CURL *_Nullable ccurl_multi_next_done(CURLM *_Nonnull multi, CURLcode *_Nonnull result);
void ccurl_multi_cleanup(CURLM *_Nonnull multi);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *_Nonnull easy);
CURLcode ccurl_set_long(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *_Nonnull easy, CURLoption option, curl_off_t value);
/// libcurl keeps a copy, but for CURLOPT_POSTFIELDS.
CURLcode ccurl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value);

/// Takes `count` bytes; any other result than `count` ends the transfer.
typedef size_t (*ccurl_sink)(char *_Nonnull bytes, size_t one, size_t count, void *_Nullable context);
/// Asked before a request goes out, again before libcurl would repeat it: 0 lets it go.
typedef int (*ccurl_gate)(
    void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port);
/// Sets the three, and that commands the program runs inherit no connection.
CURLcode ccurl_set_callbacks(
    CURL *_Nonnull easy, ccurl_sink _Nonnull body, ccurl_sink _Nonnull header, ccurl_gate _Nonnull gate,
    void *_Nullable context);

/// What is known of a certificate that was refused: who issued it, empty for nothing.
typedef struct {
    char issuer[256];
} ccurl_certificate;
/// Fills `note` when a certificate is refused; also makes OpenSSL wipe what it decrypted, and log no keys whatever
/// SSLKEYLOGFILE says. `note` must outlive the transfer. Not OK with another TLS library than OpenSSL.
CURLcode ccurl_watch_certificates(CURL *_Nonnull easy, ccurl_certificate *_Nonnull note);

/// What libcurl calls a result, where it says nothing of its cause.
const char *_Nonnull ccurl_words(CURLcode code);

long ccurl_get_long(CURL *_Nonnull easy, CURLINFO info);

struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_list_free(struct curl_slist *_Nullable list);

#endif
