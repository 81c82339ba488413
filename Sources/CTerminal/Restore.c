#define _GNU_SOURCE
#include "Restore.h"

#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t armed;
/* The farewell was said, and the terminal not taken up again since. */
static volatile sig_atomic_t parted;
static int terminal = -1;
static struct termios before, meanwhile;
static volatile sig_atomic_t knows_meanwhile;
static char farewell[256];
static size_t farewell_count;

void restore_arm(int descriptor, const struct termios *modes, const char *bytes, size_t count) {
    armed = 0;
    terminal = descriptor;
    before = *modes;
    farewell_count = count < sizeof farewell ? count : 0;
    memcpy(farewell, bytes, farewell_count);
    parted = knows_meanwhile = 0;
    armed = 1;
}

void restore_disarm(void) { armed = 0; }

void restore_rearm(void) {
    parted = 0;
    armed = 1;
}

int restore_is_ours(int descriptor) {
    pid_t foreground = tcgetpgrp(descriptor);
    return foreground <= 0 || foreground == getpgrp(); /* unknown in a namespace of its own */
}

int restore_has_room(int descriptor) {
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    return poll(&room, 1, 0) != 0;
}

/* What nobody reads has to go, or the farewell would wait for ever: nothing can interrupt us here. */
static void make_room(void) {
    (void)tcflush(terminal, TCOFLUSH);
    /* Output that a person stopped goes on, which the second alone does for a program's stop only. */
    (void)tcflow(terminal, TCOOFF);
    (void)tcflow(terminal, TCOON);
}

static void part(void) {
    if (parted) return;
    parted = 1;
    if (farewell_count == 0) return;
    if (!restore_has_room(terminal) && restore_is_ours(terminal)) make_room();
    if (restore_has_room(terminal) && write(terminal, farewell, farewell_count) < 0) { /* nobody is left to tell */
    }
}

void restore_now(void) {
    if (!armed) return;
    int error = errno;
    part();
    /* In the background the modes are those of whoever is in front. */
    if (restore_is_ours(terminal)) {
        knows_meanwhile = tcgetattr(terminal, &meanwhile) == 0;
        (void)tcsetattr(terminal, TCSANOW, &before);
    }
    errno = error;
}

void restore_undo(void) {
    if (!armed || !knows_meanwhile) return;
    int error = errno;
    parted = 0;
    (void)tcsetattr(terminal, TCSANOW, &meanwhile);
    errno = error;
}

int cterminal_echo_off(int descriptor) {
    struct termios modes;
    if (armed || tcgetattr(descriptor, &modes) != 0) return 0;
    restore_arm(descriptor, &modes, "", 0);
    modes.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
    if (tcsetattr(descriptor, TCSANOW, &modes) == 0) return 1;
    restore_disarm();
    return 0;
}

void cterminal_echo_on(void) {
    if (armed && restore_is_ours(terminal)) (void)tcsetattr(terminal, TCSANOW, &before);
    restore_disarm();
}
