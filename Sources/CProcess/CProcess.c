#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <time.h>
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

/* Swift's runtime searches the process's map for the same words, at each start, whether anybody asks for them or not: a
   twenty-fifth of the time to the first screen. Where it is linked in, these two stand in the place of the object file
   that does so (CommandLine.cpp); in a shared runtime it goes on as it likes. */
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int count);

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = word_count;
    return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int count) {
    words = given;
    word_count = count;
}

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

/* The same line that syslog(3) sends (RFC 3164, section 4.1, with local time and without a host), but never waited
   for: that one stands still with a daemon that does not read any more. */
static int log_line(char *line, size_t room, int priority, const char *text) {
    static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t now = time(NULL);
    struct tm t;
    if (localtime_r(&now, &t) == NULL) return -1;
    int length = snprintf(line, room, "<%d>%s %2d %02d:%02d:%02d vestibule[%d]: %s", LOG_AUTHPRIV | priority,
                          months[t.tm_mon], t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, (int)getpid(), text);
    return length < (int)room ? length : (int)room - 1;
}

static int log_socket(int type) {
    const struct sockaddr_un daemon = {AF_UNIX, "/dev/log"};
    int s = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s == -1 || connect(s, (const struct sockaddr *)&daemon, sizeof daemon) == 0) return s;
    int reason = errno;
    close(s);
    errno = reason;
    return -1;
}

void cprocess_log(int priority, const char *text) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    static int s = -1, is_stream = 0;
    char line[2048];
    int length = log_line(line, sizeof line, priority, text);
    if (length < 0) return;
    pthread_mutex_lock(&one_at_a_time);
    /* Twice: a daemon that was begun anew has another socket. */
    for (int i = 0; i < 2; i++) {
        if (s == -1) s = log_socket(SOCK_DGRAM);
        if (s == -1 && errno == EPROTOTYPE) {
            /* A daemon that listens for connections; there a NUL ends a line. */
            s = log_socket(SOCK_STREAM);
            is_stream = s != -1;
        }
        size_t count = (size_t)length + (is_stream ? 1 : 0);
        if (s == -1 || send(s, line, count, MSG_NOSIGNAL) != -1 || errno == EAGAIN || errno == ENOBUFS) break;
        close(s);
        s = -1;
        is_stream = 0;
    }
    pthread_mutex_unlock(&one_at_a_time);
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
