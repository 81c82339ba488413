#define PCRE2_CODE_UNIT_WIDTH 8

#include "CPattern.h"

#include <dlfcn.h>
#include <pcre2.h>
#include <pthread.h>
#include <stdint.h>

// Every function that is used, once: the type comes from the header, the address from the library.
#define FUNCTIONS(X)                                                                                            \
    X(pcre2_code_free_8) X(pcre2_compile_8) X(pcre2_compile_context_create_8)                                   \
    X(pcre2_compile_context_free_8) X(pcre2_match_8) X(pcre2_match_context_create_8)                            \
    X(pcre2_match_context_free_8) X(pcre2_match_data_create_8) X(pcre2_match_data_free_8)                       \
    X(pcre2_set_depth_limit_8) X(pcre2_set_heap_limit_8)                   \
    X(pcre2_set_match_limit_8) X(pcre2_set_parens_nest_limit_8)

#define DECLARE(f) static __typeof__(f) *p_##f;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded = 0;

static void load(void) {
    void *h = dlopen("libpcre2-8.so.0", RTLD_NOW | RTLD_LOCAL);
    if (h == NULL) return;
#define FIND(f)                                                                                                 \
    if ((p_##f = (__typeof__(f) *)dlsym(h, #f)) == NULL) return;
    FUNCTIONS(FIND)
    loaded = 1;
}

// What one search may cost. The match limit ends `^(a+)+$` over forty letters within milliseconds.
static const uint32_t match_limit = 100000;
static const uint32_t depth_limit = 10000;
static const uint32_t heap_limit = 4096; // KiB
static const uint32_t parens_limit = 100;

static pcre2_code_8 *compiled(const char *pattern, size_t length) {
    pcre2_compile_context_8 *context = p_pcre2_compile_context_create_8(NULL);
    if (context == NULL) return NULL;
    p_pcre2_set_parens_nest_limit_8(context, parens_limit);
    int error;
    PCRE2_SIZE offset;
    pcre2_code_8 *code = p_pcre2_compile_8(
        (PCRE2_SPTR8)pattern, length, PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &error, &offset, context);
    p_pcre2_compile_context_free_8(context);
    return code;
}

static int search(const pcre2_code_8 *code, const char *subject, size_t length) {
    // One pair: whether it matched is all that is asked.
    pcre2_match_data_8 *data = p_pcre2_match_data_create_8(1, NULL);
    pcre2_match_context_8 *context = p_pcre2_match_context_create_8(NULL);
    int result = PCRE2_ERROR_NOMEMORY;
    if (data != NULL && context != NULL) {
        p_pcre2_set_match_limit_8(context, match_limit);
        p_pcre2_set_depth_limit_8(context, depth_limit);
        p_pcre2_set_heap_limit_8(context, heap_limit);
        result = p_pcre2_match_8(code, (PCRE2_SPTR8)subject, length, 0, 0, data, context);
    }
    p_pcre2_match_context_free_8(context);
    p_pcre2_match_data_free_8(data);
    // 0 is a match too: one with more groups than there is room for.
    return result >= 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : -1;
}

int cpattern_matches(const char *pattern, size_t pattern_length, const char *subject, size_t subject_length) {
    if (pattern_length > CPATTERN_LONGEST_PATTERN || subject_length > CPATTERN_LONGEST_SUBJECT) return -1;
    pthread_once(&once, load);
    if (!loaded) return -1;
    pcre2_code_8 *code = compiled(pattern, pattern_length);
    if (code == NULL) return -1;
    int verdict = search(code, subject, subject_length);
    p_pcre2_code_free_8(code);
    return verdict;
}
