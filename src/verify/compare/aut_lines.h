// SPDX-License-Identifier: MIT
// The lines of an Aldebaran file, as CADP and mCRL2 have them:
//
//     des (0, 2, 2)          the first state, how many transitions, how many states
//     (0, "coin", 1)         from, label, to; a label may do without quotes
//     (1, tau, 0)            tau is what is not seen

#ifndef VERIFY_AUT_LINES_H
#define VERIFY_AUT_LINES_H

#include "base/error.h"

typedef struct aut_lines {
    const char *file; // for errors
    const char *bytes, *at, *end;
    uint64_t line;
    uint32_t start, states;
    uint64_t transitions, read;
    error *e;
} aut_lines;

typedef struct aut_transition {
    uint32_t from, to;
    const char *label;
    size_t length; // of the label; 0: it is not seen
} aut_transition;

typedef enum aut_more { AUT_LINE, AUT_END, AUT_BAD } aut_more;

// `bytes` end with a zero, and stay. False: with the error.
bool aut_lines_begin(aut_lines *l, const char *file, const char *bytes, size_t length, error *e);
// The next transition; its line is l->line.
aut_more aut_lines_next(aut_lines *l, aut_transition *out);

#endif
