#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include "CTerminal.h"
#include "Restore.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <linux/kd.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

struct cterminal {
    SCREEN *screen;
    FILE *in, *out;
    WINDOW *keys; /* reading from stdscr would paint it */
    int colors;
    int cursor_shown;
    int is_taken; /* painted on, and not given back since */
    char clear[64];
    struct winsize seen;
};

static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";

/* The library draws wide characters in a locale of UTF-8 only. Where the person's is another, nobody sends any but
   what was typed. */
static void use_locale(void) {
    if (setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    (void)setlocale(LC_CTYPE, "C.UTF-8");
}

/* ---- Opening and closing ---- */

int cterminal_own_input(int descriptor) {
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int input = isatty(descriptor) ? open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    return input >= 0 ? input : fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

static FILE *open_file(int descriptor, const char *mode) {
    if (descriptor < 0) return NULL;
    FILE *file = fdopen(descriptor, mode);
    if (file == NULL) close(descriptor);
    return file;
}

/* Adds a string of the terminal's description, without its padding `$<5>`. */
static void append(char *buffer, size_t size, const char *capability) {
    const char *text = tigetstr(capability);
    if (text == NULL || text == (char *)-1) return;
    size_t length = strlen(buffer);
    while (*text != 0 && length + 1 < size) {
        if (text[0] == '$' && text[1] == '<') {
            const char *end = strchr(text, '>');
            if (end != NULL) {
                text = end + 1;
                continue;
            }
        }
        buffer[length++] = *text++;
    }
    buffer[length] = 0;
}

static void arm(struct cterminal *s, const struct termios *modes) {
    append(s->clear, sizeof s->clear, "clear");
    char farewell[200] = "";
    strcat(farewell, paste_off);
    strcat(farewell, s->clear);
    append(farewell, sizeof farewell, "sgr0");
    append(farewell, sizeof farewell, "op");
    append(farewell, sizeof farewell, "rmkx");
    append(farewell, sizeof farewell, "cnorm");
    append(farewell, sizeof farewell, "rmcup");
    strncat(farewell, "\r\n", sizeof farewell - strlen(farewell) - 1);
    restore_arm(fileno(s->out), modes, farewell, strlen(farewell));
}

/* Past the library: its putp() goes to the standard output's buffer, whatever the screen is. */
static void send(const struct cterminal *s, const char *bytes) {
    if (write(fileno(s->out), bytes, strlen(bytes)) < 0) { /* the terminal is gone, and its hang-up will tell */
    }
}

static void discard(struct cterminal *s) {
    if (s->keys != NULL) delwin(s->keys);
    if (s->screen != NULL) delscreen(s->screen);
    if (s->in != NULL) fclose(s->in);
    if (s->out != NULL) fclose(s->out);
    free(s);
}

static void start_colors(struct cterminal *s) {
    if (!has_colors()) return;
    (void)use_default_colors(); /* before the start, or the terminal's colours are set twice */
    if (start_color() != OK) return;
    s->colors = COLORS;
}

static cterminal_key name(int code);

/* What names in the description would hide: the number block is digits, whatever it was on the first terminals, of a
   mouse's report only the beginning is named, and a control character may be a key that means nothing here (Ctrl-Z on
   the Linux console). The decoder of keys knows them all. */
static void forget_names(void) {
    char block[] = "\033Oj";
    for (; block[2] <= 'y'; block[2]++) define_key(block, 0);
    keyok(KEY_MOUSE, FALSE);
    for (char control[] = "\001"; control[0] < ' '; control[0]++) {
        int code = key_defined(control);
        if (code > 0 && name(code) == CTERMINAL_KEY_NONE) define_key(control, 0);
    }
}

cterminal_result cterminal_open(
    const char *term, int input, int output, int errors, int escape_delay, int colors, cterminal **opened) {
    struct cterminal *s = calloc(1, sizeof *s);
    *opened = NULL;
    if (s == NULL) return CTERMINAL_FAILED;
    s->in = open_file(cterminal_own_input(input), "r");
    s->out = open_file(fcntl(output, F_DUPFD_CLOEXEC, 3), "w");
    struct termios modes;
    if (s->in == NULL || s->out == NULL || tcgetattr(output, &modes) != 0) {
        discard(s);
        return CTERMINAL_FAILED;
    }

    use_locale();
    set_escdelay(escape_delay);
    use_extended_names(FALSE);
    s->screen = newterm(term, s->out, s->in); /* initscr would end the program on a name that it does not know */
    if (s->screen == NULL) {
        discard(s);
        return CTERMINAL_UNKNOWN;
    }
    set_term(s->screen);
    arm(s, &modes);
    const char *address = tigetstr("cup");
    s->keys = newpad(1, 1);
    if (address == NULL || address == (char *)-1 || s->keys == NULL) {
        cterminal_result why = s->keys == NULL ? CTERMINAL_FAILED : CTERMINAL_UNADDRESSED;
        endwin();
        restore_disarm();
        discard(s);
        return why;
    }

    raw();
    noecho();
    nonl(); /* no meta(): it would tell terminals to send Alt as an eighth bit, which is half a character */
    keypad(s->keys, TRUE);
    forget_names(); /* there are none before */
    nodelay(s->keys, TRUE);
    if (colors) start_colors(s);
    s->cursor_shown = 1;
    (void)ioctl(fileno(s->out), TIOCGWINSZ, &s->seen);
    errors_hold(errors);
    *opened = s;
    return CTERMINAL_OPENED;
}

void cterminal_close(cterminal *s) {
    set_term(s->screen);
    if (isendwin() || (restore_is_ours(fileno(s->out)) && restore_has_room(fileno(s->out)))) {
        cterminal_leave(s);
    } else {
        /* In the background the library would be stopped for its paint and its modes, and without room it would wait. */
        restore_now();
    }
    restore_disarm();
    errors_release();
    discard(s);
}

int cterminal_output(cterminal *s) { return fileno(s->out); }

void cterminal_leave(cterminal *s) {
    set_term(s->screen);
    if (isendwin()) return;
    send(s, s->clear); /* what was typed must not stay where there is no second screen */
    cterminal_lost(s);
}

void cterminal_lost(cterminal *s) {
    set_term(s->screen);
    if (isendwin()) return;
    send(s, paste_off);
    endwin();
    restore_disarm();
    s->cursor_shown = 1;
    s->is_taken = 0;
}

/* ---- Size ---- */

void cterminal_size(cterminal *s, int *rows, int *columns) {
    set_term(s->screen);
    getmaxyx(stdscr, *rows, *columns);
}

int cterminal_follow_size(cterminal *s) {
    struct winsize now;
    if (ioctl(fileno(s->out), TIOCGWINSZ, &now) != 0 || now.ws_row == 0 || now.ws_col == 0) return 0;
    if (now.ws_row == s->seen.ws_row && now.ws_col == s->seen.ws_col) return 0;
    s->seen = now;
    set_term(s->screen);
    return resizeterm(now.ws_row, now.ws_col) == OK;
}

/* ---- Painting ---- */

int cterminal_colors(cterminal *s) { return s->colors; }

static void set_look(struct cterminal *s, unsigned attributes, int foreground, int background) {
    attr_t look = WA_NORMAL;
    if (attributes & CTERMINAL_BOLD) look |= WA_BOLD;
    if (attributes & CTERMINAL_REVERSE) look |= WA_REVERSE;
    if (attributes & CTERMINAL_UNDERLINE) look |= WA_UNDERLINE;
    if (attributes & CTERMINAL_DIM) look |= WA_DIM;
    int pair = 0;
    if (s->colors > 0 && (foreground >= 0 || background >= 0)) {
        pair = alloc_pair(foreground, background);
        if (pair < 0) pair = 0;
    }
    wattr_set(stdscr, look, (short)pair, NULL);
}

void cterminal_put(
    cterminal *s, int row, int column, const uint32_t *scalars, size_t count, unsigned attributes, int foreground,
    int background) {
    set_term(s->screen);
    if (wmove(stdscr, row, column) != OK) return;
    set_look(s, attributes, foreground, background);
    /* A wchar_t of this platform is a scalar (__STDC_ISO_10646__). */
    (void)waddnwstr(stdscr, (const wchar_t *)scalars, (int)count);
}

void cterminal_clear_row(cterminal *s, int row, int column) {
    set_term(s->screen);
    if (column >= getmaxx(stdscr) || wmove(stdscr, row, column) != OK) return;
    wclrtoeol(stdscr);
}

void cterminal_show(cterminal *s, int row, int column) {
    set_term(s->screen);
    int shown = row >= 0;
    if (!shown && s->cursor_shown != 0) curs_set(0);
    if (shown) wmove(stdscr, row, column);
    /* A hidden cursor stays where the last change left it. */
    leaveok(stdscr, !shown);
    if (!s->is_taken) restore_rearm();
    wnoutrefresh(stdscr);
    doupdate(); /* it sets the modes too; in the background it stops here */
    if (!s->is_taken) send(s, paste_on);
    s->is_taken = 1;
    if (shown && s->cursor_shown != 1) curs_set(1);
    s->cursor_shown = shown;
}

void cterminal_redraw(cterminal *s) {
    set_term(s->screen);
    clearok(curscr, TRUE);
}

/* ---- Keys ---- */

static cterminal_key name(int code) {
    if (code > KEY_F0 && code <= KEY_F(12)) return (cterminal_key)(CTERMINAL_KEY_F0 + (code - KEY_F0));
    switch (code) {
    case KEY_UP: return CTERMINAL_KEY_UP;
    case KEY_DOWN: return CTERMINAL_KEY_DOWN;
    case KEY_SLEFT:
    case KEY_LEFT: return CTERMINAL_KEY_LEFT;
    case KEY_SRIGHT:
    case KEY_RIGHT: return CTERMINAL_KEY_RIGHT;
    case KEY_A1:
    case KEY_SHOME:
    case KEY_FIND:
    case KEY_HOME: return CTERMINAL_KEY_HOME;
    case KEY_C1:
    case KEY_LL:
    case KEY_SEND:
    case KEY_SELECT:
    case KEY_END: return CTERMINAL_KEY_END;
    case KEY_A3:
    case KEY_PPAGE: return CTERMINAL_KEY_PAGE_UP;
    case KEY_C3:
    case KEY_NPAGE: return CTERMINAL_KEY_PAGE_DOWN;
    case KEY_IC: return CTERMINAL_KEY_INSERT;
    case KEY_SDC:
    case KEY_DC: return CTERMINAL_KEY_DELETE;
    case KEY_BACKSPACE: return CTERMINAL_KEY_BACKSPACE;
    case KEY_ENTER: return CTERMINAL_KEY_ENTER;
    case KEY_BTAB: return CTERMINAL_KEY_BACK_TAB;
    default: return CTERMINAL_KEY_NONE;
    }
}

/* The library would turn the keypad on, on a screen that was given back. */
static cterminal_input read_outside(cterminal *s, int *code) {
    struct pollfd ready = {.fd = fileno(s->in), .events = POLLIN};
    unsigned char byte;
    if (poll(&ready, 1, 0) <= 0 || read(ready.fd, &byte, 1) != 1) return CTERMINAL_NOTHING;
    *code = byte;
    return CTERMINAL_BYTE;
}

cterminal_input cterminal_read(cterminal *s, int *code) {
    set_term(s->screen);
    if (isendwin()) return read_outside(s, code);
    for (;;) {
        int key = wgetch(s->keys); /* bytes, not characters: it would lose one that comes in two reads */
        if (key == ERR) return CTERMINAL_NOTHING;
        if (key == KEY_RESIZE) continue; /* resizeterm queues it for a size that we know */
        *code = key < KEY_MIN ? key & 0xff : (int)name(key);
        return key < KEY_MIN ? CTERMINAL_BYTE : CTERMINAL_KEY;
    }
}

int cterminal_caps_lock(int descriptor) {
    char flags = 0;
    if (ioctl(descriptor, KDGKBLED, &flags) != 0) return -1;
    return flags & K_CAPSLOCK ? 1 : 0;
}
