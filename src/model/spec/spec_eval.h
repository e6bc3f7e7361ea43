// SPDX-License-Identifier: MIT
// Interpreting the methods of a spec block and the functions they call, straight
// from the tree.

#ifndef MODEL_SPEC_EVAL_H
#define MODEL_SPEC_EVAL_H

#include "model/spec/spec_state.h"

// A synchronisation of the spec (a method is one with a single participant), or a
// function, being run.
typedef struct spec_frame {
    const model *m;
    error *failure; // the first of all
    const method *f;
    const synchronisation *sync; // NULL in a function
    spec_state *state;           // NULL in a function
    int64_t locals[MODEL_MAX_NAMES];
    collection many[MODEL_MAX_NAMES]; // what groups brought, by local
    // Of a function the first; else one for each participant.
    int64_t result[MODEL_MAX_MEETING][MODEL_MAX_PARTS];
    struct run *run; // which way to go where there is a choice; NULL in a function
    int64_t me;      // who calls
    uint32_t *turns; // of loops, in all
    uint32_t depth;  // of functions
    bool failed;
    bool refused; // an await does not hold: the operation cannot take effect now
} spec_frame;

// Something that the spec has no meaning for: there is no verdict then.
int64_t spec_fail(spec_frame *f, uint32_t at, const char *what);
// All cells of a value.
void spec_eval(spec_frame *f, const expr *x, int64_t *out);
void spec_run(spec_frame *f); // the body of f->f

#endif
