#ifndef CQRCODE_H
#define CQRCODE_H

#include <stddef.h>

// The door to libqrencode. The library is loaded on the first call and is never linked.

/// The QR code of `text`, taken as bytes, at error correction level M in the smallest version that fits.
///
/// Gives its side and returns its modules row by row, 1 for a dark one, for `free`; NULL when no code can hold the
/// text, or the library is missing.
unsigned char *_Nullable cqrcode_modules(const char *_Nonnull text, int *_Nonnull side);

#endif
