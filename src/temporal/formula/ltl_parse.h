// SPDX-License-Identifier: MIT
// Formulas from text: `[] (p -> <> q)`, `!(p U q) || X r`.
//
// From what binds most to what binds least, as in SPIN and PAT:
//
//     ! X <> []      also F and G for <> and []
//     U W R M        to the right: p U q U r is p U (q U r)
//     &&
//     ||
//     ->             to the right
//     <->            to the right
//
// Names are letters, digits, `_` and `.`, and begin with a letter or `_`; true, false and the letters
// of operators are reserved. The text may be anything: what is too long or nested too deeply is an
// error, too.

#ifndef TEMPORAL_LTL_PARSE_H
#define TEMPORAL_LTL_PARSE_H

#include "base/error.h"
#include "temporal/formula/ltl_formula.h"

enum { LTL_MAX_TEXT = 1 << 16 }; // bytes, of what is parsed and of what is printed

// Which atoms names mean.
typedef struct ltl_names {
    // The atom of that name, or LTL_NONE.
    uint32_t (*find)(void *data, const char *name, size_t length);
    void *data;
} ltl_names;

// Or LTL_NONE, and the error has the line and the column of the text, both from 1.
ltl ltl_parse(ltl_pool *pool, const char *text, size_t length, ltl_names names, error *e);

#endif
