// SPDX-License-Identifier: MIT
// Compiling the user's files for explore: with -fsanitize=thread, but linked with
// functions of our own.

#ifndef TOOLCHAIN_INSTRUMENT_H
#define TOOLCHAIN_INSTRUMENT_H

#include "base/error.h"
#include "base/io/limits.h"
#include "base/text.h"

// Has this object or archive, which is linked as it is, been instrumented?
bool instrument_sees(const char *path, error *e);

typedef struct instrument_options {
    const char *cc;                // NULL: $CC or cc
    const char *const *sources;    // these lists end with NULL
    const char *const *flags;      // how each is compiled
    const char *const *link_flags; // and how all are linked
    const char *library;           // further sources, as a.c,b.c or a folder; may be NULL
    const char *scratch, *output;
    limits *limits;
} instrument_options;

// `assembly`: where the first inline assembly is that explore does not see into, or empty.
bool instrument(const instrument_options *o, text *assembly, error *e);

#endif
