#define _GNU_SOURCE
#include "CHTTPServer.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { header_limit = 100 };

struct chttpd {
    struct MHD_Daemon *daemon;
    chttpd_handler handler;
    void *context;
    size_t max_body;
    char *key_pem, *cert_pem;
    atomic_uint_fast64_t connections;
    pthread_mutex_t lock;
    pthread_cond_t stopped;
    int stopping;
};

struct chttpd_request {
    chttpd *server;
    struct MHD_Connection *connection;
    char *target;
    const char *method;
    const char *names[header_limit], *values[header_limit];
    size_t headers;
    uint8_t *body;
    size_t length, capacity;
    int started, too_large;
    struct { char *name, *value; } reply_headers[header_limit];
    size_t reply_headers_count;
    struct MHD_Response *response;
    unsigned status;
};

struct truncated {
    size_t limit;
    uint8_t bytes[];
};

static void free_request(chttpd_request *r) {
    if (!r) return;
    for (size_t i = 0; i < r->reply_headers_count; i++) {
        free(r->reply_headers[i].name);
        free(r->reply_headers[i].value);
    }
    if (r->response) MHD_destroy_response(r->response);
    if (r->body) {
        explicit_bzero(r->body, r->capacity);
        free(r->body);
    }
    free(r->target);
    free(r);
}

static void *on_target(void *context, const char *target, struct MHD_Connection *connection) {
    chttpd_request *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->server = context;
    r->connection = connection;
    r->target = strdup(target);
    return r;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code) {
    (void)context, (void)connection, (void)code;
    free_request(*request);
    *request = NULL;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code) {
    (void)connection;
    chttpd *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *socket_context = (void *)(uintptr_t)(atomic_fetch_add(&server->connections, 1) + 1);
}

static enum MHD_Result on_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    chttpd_request *r = context;
    if (r->headers == header_limit) return MHD_NO;
    r->names[r->headers] = name;
    r->values[r->headers] = value ? value : "";
    r->headers++;
    return MHD_YES;
}

/* Grows by copying and wiping, since bodies hold passwords. */
static int append(chttpd_request *r, const char *data, size_t n) {
    if (r->too_large || n > r->server->max_body - r->length) {
        r->too_large = 1;
        return 1;
    }
    if (r->length + n > r->capacity) {
        size_t capacity = (r->length + n) * 2;
        uint8_t *grown = malloc(capacity);
        if (!grown) return 0;
        if (r->body) {
            memcpy(grown, r->body, r->length);
            explicit_bzero(r->body, r->capacity);
            free(r->body);
        }
        r->body = grown;
        r->capacity = capacity;
    }
    memcpy(r->body + r->length, data, n);
    r->length += n;
    return 1;
}

static enum MHD_Result on_access(void *context, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *data, size_t *size,
                                 void **request) {
    (void)url, (void)version;
    chttpd *server = context;
    chttpd_request *r = *request;
    if (!r || !r->target) return MHD_NO;
    if (!r->started) {
        r->started = 1;
        return MHD_YES;
    }
    if (*size > 0) {
        if (!append(r, data, *size)) return MHD_NO;
        *size = 0;
        return MHD_YES;
    }
    r->method = method;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, on_header, r);
    server->handler(server->context, r);
    if (!r->response) return MHD_NO;
    return MHD_queue_response(connection, r->status, r->response);
}

chttpd *chttpd_start(uint16_t port, size_t max_body, const char *key_pem, const char *cert_pem,
                     chttpd_handler handler, void *context) {
    chttpd *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->handler = handler;
    server->context = context;
    server->max_body = max_body;
    pthread_mutex_init(&server->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&server->stopped, &attributes);
    pthread_condattr_destroy(&attributes);

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL;
    struct MHD_OptionItem tls[] = {{MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}, {MHD_OPTION_END, 0, NULL}};
    if (key_pem && cert_pem) {
        flags |= MHD_USE_TLS;
        server->key_pem = strdup(key_pem);
        server->cert_pem = strdup(cert_pem);
        tls[0] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, server->key_pem};
        tls[1] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, server->cert_pem};
    }
    server->daemon = MHD_start_daemon(
        flags, port, NULL, NULL, on_access, server, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
        MHD_OPTION_URI_LOG_CALLBACK, on_target, server, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_CONNECTION_LIMIT, 200u,
        MHD_OPTION_CONNECTION_TIMEOUT, 120u, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY, tls,
        MHD_OPTION_END);
    if (server->daemon) return server;
    chttpd_stop(server);
    return NULL;
}

uint16_t chttpd_port(chttpd *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

void chttpd_stop(chttpd *server) {
    pthread_mutex_lock(&server->lock);
    server->stopping = 1;
    pthread_cond_broadcast(&server->stopped);
    pthread_mutex_unlock(&server->lock);
    if (server->daemon) MHD_stop_daemon(server->daemon);
    pthread_cond_destroy(&server->stopped);
    pthread_mutex_destroy(&server->lock);
    if (server->key_pem) explicit_bzero(server->key_pem, strlen(server->key_pem));
    free(server->key_pem);
    free(server->cert_pem);
    free(server);
}

const char *chttpd_method(chttpd_request *r) { return r->method; }
const char *chttpd_target(chttpd_request *r) { return r->target; }
size_t chttpd_header_count(chttpd_request *r) { return r->headers; }
const char *chttpd_header_name(chttpd_request *r, size_t index) { return r->names[index]; }
const char *chttpd_header_value(chttpd_request *r, size_t index) { return r->values[index]; }
int chttpd_body_too_large(chttpd_request *r) { return r->too_large; }

const uint8_t *chttpd_body(chttpd_request *r, size_t *length) {
    *length = r->length;
    return r->body;
}

uint64_t chttpd_connection(chttpd_request *r) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? (uint64_t)(uintptr_t)info->socket_context : 0;
}

void chttpd_wait(chttpd_request *r, uint32_t milliseconds) {
    chttpd *server = r->server;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&server->lock);
    while (!server->stopping && pthread_cond_timedwait(&server->stopped, &server->lock, &until) == 0) {
    }
    pthread_mutex_unlock(&server->lock);
}

void chttpd_reply_header(chttpd_request *r, const char *name, const char *value) {
    if (r->reply_headers_count == header_limit) return;
    r->reply_headers[r->reply_headers_count].name = strdup(name);
    r->reply_headers[r->reply_headers_count].value = strdup(value);
    r->reply_headers_count++;
}

static void answer(chttpd_request *r, unsigned status, struct MHD_Response *response) {
    if (r->response || !response) {
        if (response) MHD_destroy_response(response);
        return;
    }
    for (size_t i = 0; i < r->reply_headers_count; i++)
        MHD_add_response_header(response, r->reply_headers[i].name, r->reply_headers[i].value);
    r->response = response;
    r->status = status;
}

void chttpd_reply(chttpd_request *r, unsigned status, const void *bytes, size_t length) {
    answer(r, status, MHD_create_response_from_buffer(length, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY));
}

static ssize_t read_truncated(void *context, uint64_t position, char *buffer, size_t max) {
    struct truncated *source = context;
    if (position >= source->limit) return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t left = source->limit - (size_t)position;
    size_t n = left < max ? left : max;
    memcpy(buffer, source->bytes + position, n);
    return (ssize_t)n;
}

void chttpd_reply_truncated(chttpd_request *r, unsigned status, const void *bytes, size_t length, size_t limit) {
    if (limit >= length) {
        chttpd_reply(r, status, bytes, length);
        return;
    }
    struct truncated *source = malloc(sizeof *source + limit);
    if (!source) return;
    source->limit = limit;
    if (limit) memcpy(source->bytes, bytes, limit);
    answer(r, status, MHD_create_response_from_callback(length, 4096, read_truncated, source, free));
}
