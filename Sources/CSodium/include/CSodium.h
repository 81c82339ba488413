#ifndef CSODIUM_H
#define CSODIUM_H

// The door to libsodium: its own header, for the functions that CSodium.c has. Any other does not link.
// The library is loaded on the first call and is never linked. Where it is missing the program ends: going on without
// it would mean to go on without what it protects. Whoever can do without asks first.

#include <sodium.h>

// 1 when the library can be used.
int csodium_available(void);

#endif
