#define _GNU_SOURCE
#include "Restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { longest = 1 << 16 };

static volatile sig_atomic_t held;
static int errors, own = -1, kept = -1;

void errors_hold(int descriptor) {
    if (held || !isatty(descriptor)) return;
    errors = descriptor;
    own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    kept = memfd_create("errors", MFD_CLOEXEC);
    if (own >= 0 && kept >= 0 && dup2(kept, descriptor) == descriptor) {
        held = 1;
        return;
    }
    if (own >= 0) close(own);
    if (kept >= 0) close(kept);
}

/* What a crash quotes may come from anywhere: controls do not reach the terminal. */
static void show(void) {
    char bytes[512];
    ssize_t count;
    for (off_t at = 0; at < longest && (count = pread(kept, bytes, sizeof bytes, at)) > 0; at += count) {
        for (ssize_t i = 0; i < count; i++) {
            unsigned char byte = (unsigned char)bytes[i];
            if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) bytes[i] = '?';
        }
        if (write(own, bytes, (size_t)count) < 0) return; /* nobody is left to tell */
    }
}

void errors_release(void) {
    if (!held) return;
    held = 0;
    int error = errno;
    (void)dup2(own, errors);
    show();
    close(own);
    close(kept);
    errno = error;
}
