// SPDX-License-Identifier: MIT
// What the files that lower methods share.

#ifndef MODEL_LOWERING_H
#define MODEL_LOWERING_H

#include "model/steps/program.h"

// What a `return` does where a procedure was called.
typedef struct inlined {
    const callee *callee;
    slot result; // the first of them
    uint32_t done;
    const struct inlined *outer;
} inlined;

typedef struct lowering {
    program *p;
    routine *r;
    const stmt *s; // the statement around
    uint32_t atomic;
    bool is_init;   // or a function: there are no steps
    uint32_t owner; // in the initial value of a thread's own variable: that thread
    uint32_t break_label, continue_label;
    bool continue_back;    // it is before this
    const inlined *inside; // NULL: in the method itself
    const call_site *via;
} lowering;

instr *lower_add(lowering *l, instr_kind kind, uint32_t at);
slot temp_new(lowering *l, type t);
slot temps_new(lowering *l, type t); // for the cells of a value, side by side; gives the first
const expr *temp_expr(lowering *l, slot s);
uint32_t label_new(lowering *l);
void label_here(lowering *l, uint32_t label);
void branch_unless(lowering *l, const expr *condition, uint32_t label, uint32_t first_temp);

// The value of x as a pure expression; accesses become instructions before it.
const expr *lower_value(lowering *l, const expr *x);
// The same for each cell of a value, at most MODEL_MAX_PARTS of them.
void lower_parts(lowering *l, const expr *x, const expr **out);
void lower_into(lowering *l, const expr *x, slot to);
place lower_place(lowering *l, const expr *x);
// Writes each cell of a value to its place, in one step.
void lower_store(lowering *l, const place *where, const expr *const *values, uint32_t count,
                 uint32_t at);
void lower_move(lowering *l, slot to, const expr *value, uint32_t at);
// The value, looked at on its way if it may not be in the range of the type.
const expr *lower_fit(lowering *l, const expr *value, type want);

// Without operands; sets them, which are not written to.
expr *made_expr(lowering *l, expr_kind kind, uint32_t at, type t);
void set_operands(expr *x, const expr *a, const expr *b);
const expr *not_expr(lowering *l, const expr *a, uint32_t at);
const expr *int_expr(lowering *l, int64_t number);
// As `like`, with other operands.
const expr *arithmetic_expr(lowering *l, const expr *like, const expr *a, const expr *b);
const expr *binary_expr(lowering *l, binary_op op, const expr *a, const expr *b, uint32_t at);
const expr *condition_expr(lowering *l, const expr *a, const expr *b, const expr *c);
const expr *none_expr(lowering *l, type t);
// The least or the greatest item of a set, which is none if there is no item: a failure.
const expr *extreme_expr(lowering *l, const expr *a, uint32_t at);
// Sets of finite types, what is said of their items, and messages. Is it one of those?
bool is_set_expr(const expr *x);
// The rank of a value of this type; of a type that is not finite, the value itself.
const expr *lower_rank(lowering *l, const expr *x, type t);
void lower_set(lowering *l, const expr *x, const expr **out); // its cells
const expr *lower_less(lowering *l, const expr *const *a, const expr *const *b, uint32_t count,
                       uint32_t at);
// An access to it is no step: a ghost variable, or the thread's own.
bool place_silent(const lowering *l, const place *p);
// Reads all cells of a place in one step, into temporaries.
void load_parts(lowering *l, const place *where, type t, uint32_t at, const expr **out);
// Loads, and what reads and writes one place at once.
void lower_access(lowering *l, const expr *x, instr_kind kind, slot to);
void lower_cas(lowering *l, const expr *x, slot to);
void lower_swap(lowering *l, const expr *x, const expr **out); // of a tuple; gives the old parts
void lower_dcas(lowering *l, const expr *x, slot to);
void lower_many(lowering *l, const expr *x, slot to);        // an operation of a seq, set or map
void lower_shortcut(lowering *l, const expr *x, slot to);    // && and ||
void lower_branches(lowering *l, const expr *x, slot first); // of a conditional expression
// The steps of a procedure; what it gives is in the slots from `to`.
void lower_procedure(lowering *l, const expr *x, slot to);
void lower_procedure_return(lowering *l, const stmt *s, uint32_t first_temp);
void lower_block(lowering *l, const block *b);
void clear_from(lowering *l, uint32_t first_temp);
void lower_choose(lowering *l, const expr *x, slot to);

#endif
