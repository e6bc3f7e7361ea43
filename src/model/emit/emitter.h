// SPDX-License-Identifier: MIT
// What the files that emit C share.

#ifndef MODEL_EMITTER_H
#define MODEL_EMITTER_H

#include "model/steps/program.h"

typedef struct emitter {
    const program *p;
    const routine *r;
    text *out;
    bool is_init, is_function;
} emitter;

void emit_named(emitter *e, const char *before, const char *name);
const char *emit_symbol(const method *m);
void emit_arguments(emitter *e, const routine *r); // to its parameters
// How many instructions are the guard of an action, its first statement, which only reads. 0: it has
// none.
uint32_t guard_end(const routine *r);
void emit_guard(emitter *e, const routine *r);
void emit_enabled(emitter *e);
void emit_local(emitter *e, uint32_t index); // the C name of a local
void emit_temp(emitter *e, uint32_t index);
void emit_check(emitter *e, const expr *x); // the step ends here if x has failed
void emit_slot(emitter *e, slot s);
void emit_place(emitter *e, const place *p);
void emit_temps(emitter *e); // declares those that are C variables
void emit_expr(emitter *e, const expr *x);
void emit_whole(emitter *e, const expr *x); // also shared variables and fields
void emit_arithmetic(emitter *e);           // the C functions that expressions call
void emit_invariants(emitter *e);
void emit_touches(emitter *e); // what the next step of a thread accesses
void emit_instr(emitter *e, const instr *i);
void emit_seen(emitter *e, uint32_t note); // notes that control came by: see unreached.h

// The place of an instruction can be touched: else the step fails.
void emit_access_check(emitter *e, const instr *i);
void emit_new(emitter *e, const instr *i);
void emit_choose(emitter *e, const instr *i);
void emit_blocked(emitter *e, const instr *i); // after "if (condition": the step is not possible
void emit_rmw(emitter *e, const instr *i);     // reads and writes one place in one step

void emit_functions(emitter *e);
void emit_call(emitter *e, const instr *i);

void emit_collections(emitter *e); // what their operations need
void emit_many(emitter *e, const instr *i);
void emit_asked(emitter *e, const expr *x); // an operation in an invariant

void emit_rows(emitter *e); // what asks for the rows of tables
// Between instructions that are part of these rows, + 1, of which one that is not due is passed over.
void emit_row_edge(emitter *e, uint32_t last, uint32_t next);
void emit_tables(emitter *e);               // linchpin_fill, where there are rows
void emit_read(emitter *e, const instr *i); // a function reads a place, or in emit_many `c`

void emit_links(emitter *e); // what breaks links
void emit_unlink(emitter *e, const place *p);
void emit_ll(emitter *e, const instr *i);
void emit_sc(emitter *e, const instr *i);

#endif
