#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <syslog.h>
#include <unistd.h>

static int word_count;
static char **words;

/* glibc gives what main() gets to constructors too. */
__attribute__((constructor)) static void keep_words(int count, char **given) {
    word_count = count;
    words = given;
}

int cprocess_word_count(void) { return word_count; }

const char *cprocess_word(int index) { return words[index]; }

void cprocess_harden(void) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void cprocess_open_standard(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1) continue;
        /* The lowest free number is this one. A result that is written to what was closed must fail, not vanish. */
        if (open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY) == -1) return;
    }
}

void cprocess_log(int priority, const char *text) {
    openlog("vestibule", LOG_PID, LOG_AUTHPRIV);
    syslog(priority, "%s", text);
}

void cprocess_end_by(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, number);
    sigprocmask(SIG_UNBLOCK, &mask, NULL);
    kill(getpid(), number);
}
