#ifndef CTERMINAL_RESTORE_H
#define CTERMINAL_RESTORE_H

#include <stddef.h>
#include <termios.h>

/* How a terminal is put back from a signal handler: the one record of it, armed while a terminal is changed. */

/* `bytes` are copied. `modes` are those to come back to. */
void restore_arm(int descriptor, const struct termios *modes, const char *bytes, size_t count);
void restore_disarm(void);
/* What was disarmed counts again. */
void restore_rearm(void);

/* Whether this process may change the terminal: the background would be stopped for it. */
int restore_is_ours(int descriptor);

/* Whether the terminal takes output now: a write waits where it does not, as when the person stopped it. */
int restore_has_room(int descriptor);

/* Safe in a signal handler. */
void restore_now(void);

/* The modes that were changed to are taken up again after a stop; safe in a signal handler. */
void restore_undo(void);

/* What is written to `descriptor`, if that is a terminal, would be lost with the full screen: it is kept from now on. */
void errors_hold(int descriptor);

/* Gives the descriptor back and shows what was kept. Safe in a signal handler, once the terminal is back. */
void errors_release(void);

#endif
