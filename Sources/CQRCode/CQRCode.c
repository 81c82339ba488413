#include "CQRCode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <qrencode.h>
#include <stdlib.h>

static __typeof__(QRcode_encodeString8bit) *encode;
static __typeof__(QRcode_free) *release;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded = 0;

static void load(void) {
    void *h = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (h == NULL) return;
    encode = (__typeof__(encode))dlsym(h, "QRcode_encodeString8bit");
    release = (__typeof__(release))dlsym(h, "QRcode_free");
    loaded = encode != NULL && release != NULL;
}

unsigned char *cqrcode_modules(const char *text, int *side) {
    pthread_once(&once, load);
    if (!loaded) return NULL;
    /* Version 0 is the smallest that fits. */
    QRcode *code = encode(text, 0, QR_ECLEVEL_M);
    if (code == NULL) return NULL;
    size_t count = (size_t)code->width * (size_t)code->width;
    unsigned char *modules = malloc(count);
    /* Bit 0 of a module says whether it is dark; the others how it came about. */
    for (size_t i = 0; modules != NULL && i < count; i++) modules[i] = code->data[i] & 1;
    *side = code->width;
    release(code);
    return modules;
}
