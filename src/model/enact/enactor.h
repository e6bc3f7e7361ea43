// SPDX-License-Identifier: MIT
// What the files of this folder share: a component in the middle of a step.

#ifndef MODEL_ENACTOR_H
#define MODEL_ENACTOR_H

#include "model/enact/enact.h"
#include "model/enact/enact_many.h"

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
    int64_t *made; // blocks of enact_many.h that are released when the step is over
    uint32_t made_count, made_capacity;
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

// Sets of what has no end, arrays whose index has none, seqs. What is made is there until the step is over.
enact_many *enact_open_new(enactor *e, uint32_t width);
void enact_open_end(enactor *e);
void enact_open_store(enactor *e, int64_t *place, int64_t cell); // of a variable
void enact_open_put(const enactor *e, enact_many *m, type item, const enact_value *v);
enact_value enact_open_literal(enactor *e, const expr *x);
bool enact_open_has(const enactor *e, type item, int64_t set, const enact_value *v);
enact_value enact_open_binary(enactor *e, binary_op op, type item, int64_t a, int64_t b);
void enact_open_change(enactor *e, const expr *x);    // add, remove
bool enact_is_entry(const enactor *e, const expr *x); // an item of such an array
enact_value enact_open_entry(enactor *e, const expr *x);
void enact_open_assign(enactor *e, const expr *to, const enact_value *value);
enact_value enact_seq_operation(enactor *e, const expr *x);

// Machines.
void enact_machine_begin(enactor *e, int64_t *cells);
enact_value enact_machine_operation(enactor *e, const expr *x);

// A function gives what it returns.
enact_value enact_call(enactor *e, const expr *x);
void enact_run(enactor *e, const block *b, uint32_t from); // without a result

#endif
