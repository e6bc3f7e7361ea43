// SPDX-License-Identifier: MIT
// A whole file, into memory.

#ifndef BASE_FILE_READ_H
#define BASE_FILE_READ_H

#include "base/error.h"
#include "base/io/limits.h"
#include "base/text.h"

// Reads a whole file, or stdin for "-". False: with the reason, which may be a limit; `l` may
// be NULL.
bool file_read(const char *path, limits *l, text *into, error *e);

#endif
