#ifndef CPROCESS_H
#define CPROCESS_H

/*
 * What Swift's Glibc lacks of a process's own affairs.
 */

#pragma clang assume_nonnull begin

/* Leaves no memory of this process behind: no core files, and no other process of the person may look into it. */
void cprocess_harden(void);

/* Makes sure that descriptors 0 to 2 are open, so that no file opened later takes their place. */
void cprocess_open_standard(void);

/* Writes one line to the system's log, facility AUTHPRIV; drops it where the daemon cannot take it at once. */
void cprocess_log(int priority, const char *text);

/* The words that the program was started with, its name among them: as glibc gave them, for nothing. Swift's own way
   reads the process's map of memory. */
int cprocess_word_count(void);
const char *cprocess_word(int index);

/* Ends the process by the signal, as if nobody had handled it. Returns if even that failed. */
void cprocess_end_by(int signal);

#pragma clang assume_nonnull end
#endif
