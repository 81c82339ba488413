#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H

#include <stddef.h>
#include <stdint.h>

/* libmicrohttpd on 127.0.0.1: one thread per connection, bounded bodies, one call per complete request.
   It knows nothing of routes; a request is valid only inside the handler's call. */

typedef struct chttpd chttpd;
typedef struct chttpd_request chttpd_request;
typedef void (*chttpd_handler)(void *_Nullable context, chttpd_request *_Nonnull request);

/* key_pem and cert_pem: both for TLS, or neither; they are copied. NULL when the port cannot be had. */
chttpd *_Nullable chttpd_start(uint16_t port, size_t max_body, const char *_Nullable key_pem,
                               const char *_Nullable cert_pem, chttpd_handler _Nonnull handler,
                               void *_Nullable context);
uint16_t chttpd_port(chttpd *_Nonnull server);
/* Wakes those that wait, joins every connection's thread, frees the server. */
void chttpd_stop(chttpd *_Nonnull server);

const char *_Nonnull chttpd_method(chttpd_request *_Nonnull request);
/* As it was sent: path and query, still percent-encoded. */
const char *_Nonnull chttpd_target(chttpd_request *_Nonnull request);
size_t chttpd_header_count(chttpd_request *_Nonnull request);
const char *_Nonnull chttpd_header_name(chttpd_request *_Nonnull request, size_t index);
const char *_Nonnull chttpd_header_value(chttpd_request *_Nonnull request, size_t index);
const uint8_t *_Nullable chttpd_body(chttpd_request *_Nonnull request, size_t *_Nonnull length);
/* Nonzero when the body went over the limit; what is there is then incomplete. */
int chttpd_body_too_large(chttpd_request *_Nonnull request);
/* Numbers TCP connections from 1. */
uint64_t chttpd_connection(chttpd_request *_Nonnull request);

/* Blocks this connection only, and ends early when the server stops. */
void chttpd_wait(chttpd_request *_Nonnull request, uint32_t milliseconds);

void chttpd_reply_header(chttpd_request *_Nonnull request, const char *_Nonnull name, const char *_Nonnull value);
void chttpd_reply(chttpd_request *_Nonnull request, unsigned status, const void *_Nullable bytes, size_t length);
/* Announces length bytes, sends limit of them and closes. */
void chttpd_reply_truncated(chttpd_request *_Nonnull request, unsigned status, const void *_Nullable bytes,
                            size_t length, size_t limit);
/* Without one of the replies above the connection is closed without a word. */

#endif
