// SPDX-License-Identifier: MIT
// The text of a .lin file, and errors that point into it:
//
//     stack.lin:6:12: no variable is called tpo
//       node* t = tpo;
//                 ^
//       did you mean top?

#ifndef MODEL_MODEL_SOURCE_H
#define MODEL_MODEL_SOURCE_H

#include "base/error.h"
#include "base/text.h"

enum { SOURCE_MAX_BYTES = 1 << 20 };

// The last error in a file, in parts: for who marks the place itself.
typedef struct source_note {
    uint32_t at;
    char what[400];
    char hint[300]; // empty: none
} source_note;

typedef struct source {
    const char *file;
    const char *bytes; // NUL-terminated
    size_t length;
    source_note *note; // NULL: nobody wants it
} source;

// Line and column (both from 1) of a byte offset. Columns count bytes.
void source_position(const source *s, uint32_t at, uint32_t *line, uint32_t *column);
// Returns false. `hint` may be NULL.
bool source_error(const source *s, error *e, uint32_t at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// Where the comment ends that begins here; `at`: there is none; past the end: it has no end.
uint32_t comment_end(const source *s, uint32_t at);
// The bytes from `at` to `end` on one line, white space as single spaces, without comments.
char *source_excerpt(const source *s, uint32_t at, uint32_t end);

#endif
