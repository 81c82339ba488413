#define _GNU_SOURCE
#include "CTerminal.h"
#include "Restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int reported[] = {SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGWINCH};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT};
/* How long the loop may take to hear of the two that end it, in seconds. */
enum { PATIENCE = 2 };
/* Nobody needs to send them, but whoever does ends us: by default they end a process, terminal or not. */
static const int ending[] = {SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGIO, SIGPWR, SIGSTKFLT, SIGSYS};

static int ends[2] = {-1, -1};
static volatile sig_atomic_t pending[COUNT(reported)];
static volatile sig_atomic_t continued;
static struct sigaction inherited[COUNT(fatal)];

static void ring(void) {
    int error = errno;
    char byte = 0;
    if (write(ends[1], &byte, 1) < 0) { /* full: it is readable already */
    }
    errno = error;
}

/* Puts the terminal back and lets the signal do what it does by default, so that the parent sees the true one. */
static void die(int number, const struct sigaction *action) {
    restore_now();
    restore_disarm();
    errors_release();
    sigaction(number, action, NULL);
    raise(number);
}

static const struct sigaction plain = {.sa_handler = SIG_DFL};

static int ends_us(int number) { return number == SIGTERM || number == SIGHUP; }

static void on_report(int number) {
    for (size_t i = 0; i < COUNT(reported); i++) {
        if (reported[i] != number) continue;
        /* A second one while nobody took the first: the loop hangs, and must not keep us alive. */
        if (pending[i] && ends_us(number)) {
            die(number, &plain);
            return;
        }
        pending[i] = 1;
    }
    /* Nor must the first: the loop may be writing to a terminal that takes nothing. */
    if (ends_us(number)) alarm(PATIENCE);
    if (number == SIGCONT) continued = 1;
    ring();
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)info;
    (void)context;
    for (size_t i = 0; i < COUNT(fatal); i++) {
        if (fatal[i] == number) die(number, &inherited[i]);
    }
}

static void on_ending(int number) {
    for (size_t i = 0; i < COUNT(reported); i++) {
        if (number == SIGALRM && pending[i] && ends_us(reported[i])) number = reported[i];
    }
    die(number, &plain);
}

static void handle_stop(void);

/* Whether one of those that end us came, and nobody took it yet. */
static int end_is_near(void) {
    for (size_t i = 0; i < COUNT(reported); i++) {
        if (pending[i] && (ends_us(reported[i]) || reported[i] == SIGINT)) return 1;
    }
    return 0;
}

static void on_stop(int number) {
    int error = errno;
    restore_now();
    sigaction(number, &plain, NULL);
    sigset_t only, masked;
    sigemptyset(&only);
    sigaddset(&only, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &only, &masked); /* here it stops, and goes on when it is continued */
    sigprocmask(SIG_SETMASK, &masked, NULL);
    handle_stop();
    /* No shell could continue us, so that we were not stopped, but the screen was given back. */
    if (!continued) {
        continued = 1;
        ring();
    }
    /* What ends a stopped job comes with what continues it, in the background: other modes would stop us again. */
    if (!end_is_near()) restore_undo();
    errno = error;
}

static void handle_stop(void) {
    struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, NULL);
}

static void handle_default(int number, const struct sigaction *action) {
    struct sigaction old;
    if (sigaction(number, action, &old) == 0 && old.sa_handler != SIG_DFL) sigaction(number, &old, NULL);
}

int cterminal_signals(void) {
    if (ends[0] >= 0) return ends[0];
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return -1;

    struct sigaction action = {.sa_handler = on_report, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < COUNT(reported); i++) {
        struct sigaction old;
        /* What our parent ignores (nohup, a job in the background) stays ignored. */
        if (sigaction(reported[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN && reported[i] != SIGWINCH) continue;
        sigaction(reported[i], &action, NULL);
    }

    /* A stack overflow leaves no stack to run on. */
    static char spare[32768];
    stack_t stack = {.ss_sp = spare, .ss_size = sizeof spare};
    sigaltstack(&stack, NULL);
    struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&crash.sa_mask);
    for (size_t i = 0; i < COUNT(fatal); i++) sigaction(fatal[i], &crash, &inherited[i]);

    struct sigaction end = {.sa_handler = on_ending};
    sigfillset(&end.sa_mask);
    for (size_t i = 0; i < COUNT(ending); i++) handle_default(ending[i], &end);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) handle_default(number, &end);

    struct sigaction stop;
    if (sigaction(SIGTSTP, NULL, &stop) == 0 && stop.sa_handler != SIG_IGN) handle_stop();
    signal(SIGPIPE, SIG_IGN);
    return ends[0];
}

int cterminal_next_signal(void) {
    char bytes[64];
    while (read(ends[0], bytes, sizeof bytes) > 0) {
    }
    for (size_t i = 0; i < COUNT(reported); i++) {
        if (!pending[i]) continue;
        pending[i] = 0;
        if (ends_us(reported[i])) alarm(0);
        return reported[i];
    }
    return 0;
}

void cterminal_wake(void) {
    if (ends[1] >= 0) ring();
}

void cterminal_stop(void) {
    struct sigaction ours;
    if (sigaction(SIGTSTP, NULL, &ours) != 0 || ours.sa_handler == SIG_IGN) return;
    sigaction(SIGTSTP, &plain, NULL);
    kill(0, SIGTSTP); /* unlike SIGSTOP without effect where no shell could continue us (POSIX, XSH 2.4.3) */
    sigaction(SIGTSTP, &ours, NULL);
}

int cterminal_was_continued(void) {
    int was = continued;
    continued = 0;
    return was;
}
