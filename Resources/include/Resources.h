#ifndef RESOURCES_H
#define RESOURCES_H

#include <stddef.h>

/// The table of words of a language such as "en", or NULL where there is none; `size` is its length in bytes.
const unsigned char *resources_locale(const char *name, size_t *size);

/// The colours of a theme such as "default", or NULL where there is none; `size` is its length in bytes.
const unsigned char *resources_theme(const char *name, size_t *size);

#endif
