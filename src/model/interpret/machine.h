// SPDX-License-Identifier: MIT
// What the files of the interpreter share: a thread in the middle of a step.

#ifndef MODEL_MACHINE_H
#define MODEL_MACHINE_H

#include "model/emit/emitted.h"
#include "model/steps/program.h"

typedef struct machine {
    const program *p;
    const routine *r;
    int32_t *cells, *mine; // of the thread; in a function, its locals
    int32_t *before;       // the cells before the step, where it looks back at them; else NULL
    int32_t *result;
    uint32_t thread;
    int32_t *temps; // those that do not outlive the step
    run *run;
    uint32_t at; // the next instruction
    bool done, in_function;
} machine;

int64_t machine_fail(machine *m, problem what, uint32_t where); // gives 0
int32_t *machine_temp(machine *m, uint32_t index);
int64_t machine_fit(machine *m, int64_t n, uint32_t where);
int64_t machine_within(machine *m, int64_t n, type t, uint32_t where);
int64_t machine_eval(machine *m, const expr *x);
void machine_put(machine *m, slot to, int64_t value);

int32_t *machine_place(machine *m, const place *p, uint32_t where); // NULL: it failed
uint32_t machine_way(machine *m, uint32_t ways, uint32_t where);    // one of so many
bool machine_linked(machine *m, const place *p);                    // the thread has a link to it

// One instruction each.
void machine_new(machine *m, const instr *i);
void machine_free(machine *m, const instr *i);
void machine_access(machine *m, const instr *i); // what reads or writes a place
void machine_choose(machine *m, const instr *i);
void machine_many(machine *m, const instr *i); // of a seq, set or map

#endif
