// SPDX-License-Identifier: MIT
// Interpreting the methods of a spec block and the functions they call, straight
// from the tree.

#ifndef MODEL_SPEC_EVAL_H
#define MODEL_SPEC_EVAL_H

#include "model/spec_state.h"

// A method of the spec, or a function, being run.
typedef struct spec_frame {
    const model *m;
    error *failure; // the first of all
    const method *f;
    spec_state *state; // NULL in a function
    int64_t locals[MODEL_MAX_NAMES];
    int64_t result[MODEL_MAX_PARTS];
    uint32_t *turns; // of loops, in all
    uint32_t depth;  // of functions
    bool failed;
    bool refused; // an await does not hold: the operation cannot take effect now
} spec_frame;

// All cells of a value.
void spec_eval(spec_frame *f, const expr *x, int64_t *out);
void spec_run(spec_frame *f); // the body of f->f

#endif
