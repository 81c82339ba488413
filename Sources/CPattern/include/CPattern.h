#ifndef CPATTERN_H
#define CPATTERN_H

#include <stddef.h>

// The door to PCRE2, for patterns that somebody else wrote: one pure function with an end in sight.
// The library is loaded on the first call and is never linked. The function may be called from any thread.

/// Whether `pattern` is found in `subject`, both UTF-8: 1 when it is, 0 when it is not, -1 for no verdict.
///
/// Nothing is added to the pattern: one that is meant for the whole subject has its own anchors. There is no verdict
/// when the pattern does not compile, either text is no UTF-8 or longer than what follows, the search takes too long,
/// or the library is missing.
int cpattern_matches(
    const char *_Nonnull pattern, size_t pattern_length, const char *_Nonnull subject, size_t subject_length);

enum {
    CPATTERN_LONGEST_PATTERN = 4096,
    CPATTERN_LONGEST_SUBJECT = 16384,
};

#endif
