// SPDX-License-Identifier: MIT
// Readers and writers of histories. A format is one file in formats/ that
// defines `const history_format history_format_<file name>`; the build finds it
// there, no table has to be edited.

#ifndef HISTORY_FORMAT_H
#define HISTORY_FORMAT_H

#include "base/error.h"
#include "base/text.h"
#include "base/value_text.h"

#include <linchpin/history.h>

typedef struct history_format {
    const char *name; // as --format takes it
    const char *summary;
    // How sure the format is that these bytes are its own: 0 not, 100 certain.
    int (*sniff)(const char *bytes, size_t length);
    // Well-formed or an error with line and column; never half a history.
    bool (*read)(const char *file, const char *bytes, size_t length, lp_history *into, error *e);
    void (*write)(const lp_history *h, text *out); // NULL: cannot be written
} history_format;

extern const history_format *const history_formats[]; // NULL-terminated; made by the build
const history_format *history_format_find(const char *name);
const history_format *history_format_detect(const char *bytes, size_t length); // NULL: none fits

// "deq() → 5", "enq(3)", "read() …" (pending).
void op_print(const lp_pool *pool, const lp_op *op, text *out);

// Calls that follow each other, and returns that follow each other, may be
// swapped without changing what precedes what. Two histories that differ only
// so have the same canonical bytes (values and methods by content).
void history_canonical(const lp_history *h, text *out);

// Reads a whole file, or stdin for "-". False: with the reason.
bool file_read(const char *path, text *into, error *e);

#endif
