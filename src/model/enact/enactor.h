// SPDX-License-Identifier: MIT
// What the files of this folder share: a component in the middle of a step.

#ifndef MODEL_ENACTOR_H
#define MODEL_ENACTOR_H

#include "model/enact/enact.h"

enum { ENACT_LOCALS = 256 };

typedef struct enact_local {
    const char *name;
    type type;
    enact_value value;
} enact_local;

typedef struct enactor {
    const enact_part *part;
    const component_system *s;
    int64_t who, *state;
    enact_outcome *out;
    enact_local locals[ENACT_LOCALS]; // the latest last; those of a function from `frame` on
    uint32_t count, frame, depth;
} enactor;

// Notes the first thing that goes wrong, and gives a value that nobody will look at.
enact_value enact_fail(enactor *e, uint32_t at, const char *problem);
static inline bool enact_failed(const enactor *e)
{
    return e->out->problem != NULL;
}
void enact_bind(enactor *e, const char *name, type t, const enact_value *value, uint32_t at);

enact_value enact_eval(enactor *e, const expr *x);
// The value, which has to be one of this type.
enact_value enact_eval_as(enactor *e, const expr *x, type want);
bool enact_true(enactor *e, const expr *x);
int enact_ordered(enactor *e, const expr *a, const enact_value *x, const expr *b,
                  const enact_value *y);
// Where a variable is kept, or a part of it. NULL: that failed.
int64_t *enact_place(enactor *e, const expr *x);

// Sets.
enact_value enact_eval_set(enactor *e, const expr *x); // a literal
enact_value enact_eval_bind(enactor *e, const expr *x);
enact_value enact_eval_operation(enactor *e, const expr *x);
enact_value enact_set_binary(enactor *e, binary_op op, int64_t a, int64_t b);
bool enact_member(enactor *e, const expr *item, const expr *set);
uint64_t enact_bit(enactor *e, type item, const expr *x); // that x is in a set of these

// A function gives what it returns.
enact_value enact_call(enactor *e, const expr *x);
void enact_run(enactor *e, const block *b);

#endif
