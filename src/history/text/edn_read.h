// SPDX-License-Identifier: MIT
// EDN values, for untrusted input: a depth limit, a length limit, errors with
// line and column.
//
//     edn d;
//     edn_init(&d, pool, bytes, length);
//     while (edn_more(&d)) if (!edn_value(&d, &v)) … d.problem …
//
// EDN has more kinds than linchpin. They are kept apart by how a string begins:
//
//     :key  ":key"     sym  "'sym"     \c  "\c"     1/2  "'1/2"
//
// A string that looks like one of these gets a quote before it, so nothing that
// differs becomes equal. Lists are vectors, as they are equal in Clojure. Sets
// and tagged values are tuples: ("#{}" [1 2]), ("#inst" "2020-…").

#ifndef HISTORY_EDN_READ_H
#define HISTORY_EDN_READ_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/value.h>

enum { EDN_MAX_DEPTH = 64, EDN_MAX_STRING = 1 << 24 };

typedef struct edn {
    lp_pool *pool;
    const char *at, *end, *line_start;
    const char *limit; // a token that begins after it is an error; NULL: no limit
    uint64_t line;
    uint64_t token_line, token_column; // where the last token began, or the problem is
    int depth;
    int skipping;       // values are checked but not made
    bool plain_strings; // no quote is put before strings
    text word;
    const char *problem;
} edn;

void edn_init(edn *d, lp_pool *pool, const char *bytes, size_t length);
void edn_fini(edn *d);

// Passes over blanks, commas, comments and what #_ discards. False: the input
// is over, or there is a problem.
bool edn_more(edn *d);
// The next byte after edn_more; 0 at the end.
char edn_peek(const edn *d);
bool edn_value(edn *d, lp_value *out);                   // false: d->problem says why
bool edn_skip(edn *d);                                   // reads a value and forgets it
bool edn_problem(edn *d, const char *problem);           // here; returns false
bool edn_fail(const edn *d, const char *file, error *e); // as file:line:column; returns false

// A value as EDN. What edn_value read is written so that it is read the same.
void edn_write(const lp_pool *pool, lp_value v, text *out);
// Whether a string of linchpin stands for another kind of EDN, or would be
// taken for one.
bool edn_special(const char *bytes, size_t length);
bool edn_symbol(const char *bytes, size_t length); // only bytes a symbol may have

#endif
