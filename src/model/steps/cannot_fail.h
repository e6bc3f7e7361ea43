// SPDX-License-Identifier: MIT
// What certainly comes to a value: nothing in it is divided by zero, outside its range, none, or an
// item of nothing. Ints that have no range may overflow wherever they are calculated with.

#ifndef MODEL_CANNOT_FAIL_H
#define MODEL_CANNOT_FAIL_H

#include "model/syntax/ast.h"

// What a condition has said of locals: x in reader ? … : …
typedef struct known_ranges {
    struct known_range {
        uint32_t local;
        int64_t low, high;
    } list[MODEL_MAX_ARGS];
    uint32_t count;
} known_ranges;

// Adds what is known where the test has come out so.
void known_after(known_ranges *k, const expr *test, bool holds);

// In the text of this method, or function.
bool expr_cannot_fail(const model *m, const method *in, const known_ranges *k, const expr *x);
// `room`: there is always room in a channel that is sent to.
bool block_cannot_fail(const model *m, const method *in, const block *b, bool room);

#endif
