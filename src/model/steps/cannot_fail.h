// SPDX-License-Identifier: MIT
// What certainly comes to a value: nothing in it is divided by zero, outside its range, none, or an
// item of nothing. Ints that have no range may overflow wherever they are calculated with.

#ifndef MODEL_CANNOT_FAIL_H
#define MODEL_CANNOT_FAIL_H

#include "model/syntax/ast.h"

// In the text of this method, or function.
bool expr_cannot_fail(const model *m, const method *in, const expr *x);
// `room`: there is always room in a channel that is sent to.
bool block_cannot_fail(const model *m, const method *in, const block *b, bool room);

#endif
