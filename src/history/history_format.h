// SPDX-License-Identifier: MIT
// Readers and writers of histories. A format is one file in formats/ that
// defines `const history_format history_format_<file name>`; the build finds it
// there, no table has to be edited.

#ifndef HISTORY_HISTORY_FORMAT_H
#define HISTORY_HISTORY_FORMAT_H

#include "base/error.h"
#include "base/text.h"
#include "base/value/value_text.h"

#include <linchpin/history.h>

typedef struct history_source
    history_source;           // where a format puts the events it reads: history_source.h
typedef struct limits limits; // base/io/limits.h

typedef struct history_format {
    const char *name; // as --format takes it
    const char *summary;
    // How sure the format is that a file that begins so is its own: 0 not, 100 certain.
    int (*sniff)(const char *bytes, size_t length);
    // Reads one line, without its end. A line that holds no event is fine.
    bool (*line)(history_source *s, const char *bytes, size_t length, error *e);
    // Reads a whole file whose events need not be one a line; NULL: they are.
    bool (*document)(history_source *s, const char *bytes, size_t length, error *e);
    // NULL: cannot be written. False: a limit was reached; `l` may be NULL.
    bool (*write)(const lp_history *h, limits *l, text *out);
    bool keeps_failed; // it can say that an operation failed; others leave such out
    // Whether a history can be written; NULL: every one can.
    bool (*fits)(const lp_history *h, error *e);
} history_format;

extern const history_format *const history_formats[]; // NULL-terminated; made by the build
const history_format *history_format_find(const char *name);
const history_format *history_format_detect(const char *bytes, size_t length); // NULL: none fits
// As history_format_find; NULL with an error that names a near one.
const history_format *history_format_named(const char *name, error *e);

// Well-formed or an error with line and column; never half a history. `into`
// must be empty. `file` is for messages.
bool history_read(const history_format *f, const char *file, const char *bytes, size_t length,
                  lp_history *into, error *e);
// Reads a file, or stdin for "-", piece by piece. Without a format it is found
// from how the file begins. `l` may be NULL; a limit that is reached is an error here.
bool history_load(const char *path, const history_format *f, limits *l, lp_history *into, error *e);
// The same, with the operations that failed: the event that ends one is marked so. For
// writing it again; judges take no such history.
bool history_load_all(const char *path, const history_format *f, limits *l, lp_history *into,
                      error *e);
// Leaves out the failed operations that the format cannot hold, and says how many.
uint32_t history_drop_failed(lp_history *h, const history_format *f);

static inline bool op_failed(const lp_history *h, const lp_op *op)
{
    return !lp_op_pending(op) && h->events[op->ret].failed;
}

// False: this format cannot say what the history says, or a limit was reached; `l` may be NULL.
bool history_write(const history_format *f, const lp_history *h, limits *l, text *out, error *e);

// "deq() → 5", "enq(3)", "read() …" (pending); "a.deq() → 5" where the history names the object.
void op_print(const lp_pool *pool, const lp_op *op, text *out);
void op_print_object(const lp_pool *pool, lp_value object, text *out); // "a."; nothing of nil
void op_print_call(const lp_pool *pool, const lp_op *op, text *out);   // without its result

// Calls that follow each other, and returns that follow each other, may be
// swapped without changing what precedes what. Two histories that differ only
// so have the same canonical bytes (values and methods by content).
void history_canonical(const lp_history *h, text *out);

#endif
