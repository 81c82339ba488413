#include "Resources.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

struct resource {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

static const unsigned char locale_en[] = {
#embed "Locales/en"
};

static const unsigned char theme_default[] = {
#embed "Themes/default"
};

static const struct resource locales[] = {
    {"en", locale_en, sizeof locale_en},
};

static const struct resource themes[] = {
    {"default", theme_default, sizeof theme_default},
};

static const unsigned char *find(
    const struct resource *all, size_t count, const char *name, size_t *size) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(all[i].name, name) == 0) {
            *size = all[i].size;
            return all[i].bytes;
        }
    }
    *size = 0;
    return NULL;
}

const unsigned char *resources_locale(const char *name, size_t *size) {
    return find(locales, sizeof locales / sizeof *locales, name, size);
}

const unsigned char *resources_theme(const char *name, size_t *size) {
    return find(themes, sizeof themes / sizeof *themes, name, size);
}
