// SPDX-License-Identifier: MIT
// What certainly comes to a value: nothing in it is divided by zero, outside its range, none, or an
// item of nothing. Ints that have no range may overflow wherever they are calculated with.

#ifndef MODEL_CANNOT_FAIL_H
#define MODEL_CANNOT_FAIL_H

#include "model/syntax/ast.h"

// What is known of a local that holds a name of an enum, where x in TYPE decides (see check_in).
typedef struct narrowed {
    uint32_t local;
    int64_t low, high;
    const struct narrowed *outer;
} narrowed;

// What is known in c ? then : other. Where x in TYPE holds, x is one of those; where it does not,
// and they are the first names or the last, it is one of the others.
typedef struct narrowing {
    const narrowed *then, *other;
    narrowed in, out;
} narrowing;

void condition_narrows(const expr *condition, const narrowed *outer, narrowing *out);

// In the text of this method, or function.
bool expr_cannot_fail(const model *m, const method *in, const narrowed *known, const expr *x);
// `room`: there is always room in a channel that is sent to.
bool block_cannot_fail(const model *m, const method *in, const block *b, bool room);

#endif
