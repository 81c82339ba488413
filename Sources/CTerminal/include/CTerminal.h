#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <stdint.h>

/*
 * The door to ncurses and to the signals that a full-screen program lives with.
 *
 * Four files: Screen.c owns the one ncurses screen, Restore.c puts a terminal back whatever happens, Errors.c keeps
 * what is written to the standard error meanwhile, Signals.c turns signals into bytes of a pipe. One thread uses it,
 * but for cterminal_wake().
 */

#pragma clang assume_nonnull begin

/* ---- The screen ---- */

typedef struct cterminal cterminal;

typedef enum {
    CTERMINAL_OPENED,
    CTERMINAL_UNKNOWN,     /* no description of this terminal */
    CTERMINAL_UNADDRESSED, /* one that cannot move its cursor */
    CTERMINAL_FAILED,      /* no memory, no descriptors */
} cterminal_result;

/* Takes over the terminal at the two descriptors, which stay the caller's. What is written to `errors`, if that is a
   terminal too, shows when the screen is closed, or the process crashes. Colours are left alone without `colors`.
   `escape_delay` is how many milliseconds an Esc waits for the rest of a key's sequence. */
cterminal_result cterminal_open(
    const char *term, int input, int output, int errors, int escape_delay, int colors,
    cterminal *_Nullable *_Nonnull opened);

/* Gives it back as it was. */
void cterminal_close(cterminal *screen);

/* The number of colours that may be used, 0 for none. */
int cterminal_colors(cterminal *screen);

void cterminal_size(cterminal *screen, int *rows, int *columns);

/* Adopts the window's size if it changed since the last look: 1, else 0. */
int cterminal_follow_size(cterminal *screen);

/* Attributes of cells. */
enum { CTERMINAL_BOLD = 1, CTERMINAL_REVERSE = 2, CTERMINAL_UNDERLINE = 4, CTERMINAL_DIM = 8 };

/* Writes text of one look from a cell on. Each scalar that takes room goes into cells of its own, as wide as the
   library thinks; those that take none join the one before. Colours: -1 is the terminal's own. */
void cterminal_put(
    cterminal *screen, int row, int column, const uint32_t *scalars, size_t count, unsigned attributes,
    int foreground, int background);

/* Blanks a row from `column` on. */
void cterminal_clear_row(cterminal *screen, int row, int column);

/* Sends what changed, once. A negative row hides the cursor. */
void cterminal_show(cterminal *screen, int cursor_row, int cursor_column);

/* The next `cterminal_show` sends everything. */
void cterminal_redraw(cterminal *screen);

/* Clears the screen and shows the main one, in the modes that the terminal had before, until `cterminal_show`. */
void cterminal_leave(cterminal *screen);
/* The same where somebody else has shown the main screen already: it stays as it is. */
void cterminal_lost(cterminal *screen);

/* A descriptor of the terminal, for text while the screen is left. */
int cterminal_output(cterminal *screen);

/* ---- Keys ---- */

typedef enum {
    CTERMINAL_KEY_NONE, /* a key that nobody here knows */
    CTERMINAL_KEY_UP,
    CTERMINAL_KEY_DOWN,
    CTERMINAL_KEY_LEFT,
    CTERMINAL_KEY_RIGHT,
    CTERMINAL_KEY_HOME,
    CTERMINAL_KEY_END,
    CTERMINAL_KEY_PAGE_UP,
    CTERMINAL_KEY_PAGE_DOWN,
    CTERMINAL_KEY_INSERT,
    CTERMINAL_KEY_DELETE,
    CTERMINAL_KEY_BACKSPACE,
    CTERMINAL_KEY_ENTER,
    CTERMINAL_KEY_BACK_TAB,
    CTERMINAL_KEY_F0 = 100, /* F1 is one more, up to F12 */
} cterminal_key;

typedef enum { CTERMINAL_NOTHING, CTERMINAL_BYTE, CTERMINAL_KEY } cterminal_input;

/* A new descriptor to read `descriptor` by, or -1. Where that is a terminal, reads never wait: what was there to read
   may be somebody else's once a job in the background comes to the fore. The other descriptors keep waiting. */
int cterminal_own_input(int descriptor);

/* What was typed next, without waiting for it: a byte, or a key that the terminal's description names. */
cterminal_input cterminal_read(cterminal *screen, int *code);

/* Whether Caps Lock is on: 1 or 0 on a Linux console, -1 where nobody can tell. */
int cterminal_caps_lock(int descriptor);

/* ---- Putting the terminal back ---- */

/* Turns the echo off on a terminal that is read line by line; whatever ends or stops the process turns it on again.
   0 when it is no terminal. */
int cterminal_echo_off(int descriptor);
void cterminal_echo_on(void);

/* ---- Signals ---- */

/* Installs the handlers and gives the descriptor to poll, or -1. Call it before `cterminal_open`. The second call
   gives the same. INT, TERM, HUP, WINCH and CONT become bytes; those of a crash, and QUIT, put the terminal back and then
   end the process as they would have; PIPE is ignored. */
int cterminal_signals(void);

/* Takes a signal off the pipe: its number, or 0. */
int cterminal_next_signal(void);

/* Makes the descriptor readable, from any thread. */
void cterminal_wake(void);

/* Stops the process and its group until somebody continues it: not at all where nobody could. */
void cterminal_stop(void);

/* Whether the process was stopped and continued since this was asked last. */
int cterminal_was_continued(void);

#pragma clang assume_nonnull end
#endif
