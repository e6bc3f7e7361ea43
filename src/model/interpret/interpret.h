// SPDX-License-Identifier: MIT
// Runs a program instruction by instruction, without the C that it becomes and
// without a compiler: slow, simple, and a second opinion. Every step of a
// counterexample is run here too before it is shown.

#ifndef MODEL_INTERPRET_H
#define MODEL_INTERPRET_H

#include "model/emit/emitted.h"
#include "model/steps/program.h"

// As linchpin_init, linchpin_call and linchpin_step in emitted.h.
void interpret_init(const program *p, int32_t *cells, run *r);
void interpret_call(const program *p, int32_t *cells, uint32_t thread, uint32_t which,
                    const int32_t *args, run *r);
void interpret_step(const program *p, int32_t *cells, uint32_t thread, run *r);

// What a function without parameters gives, of this state; NULL: it sees none. False: it fails.
bool interpret_function(const program *p, int32_t *cells, uint32_t which, int32_t *result);

// What the thread's next step finds where it reads, compares or writes.
typedef struct look {
    int32_t found;
    type type;
    bool compares, writes; // a cas; a plain write
    bool differs;          // from what a cas expects, or from what is written
} look;

// False: it does nothing of it, or cannot.
bool interpret_look(const program *p, const int32_t *cells, uint32_t thread, look *out);

// Where the thread's next step reads or writes what is shared, if that is all it does.
typedef struct step_place {
    const instr *by;
    uint32_t cell, second; // of a dcas; else UINT32_MAX
    bool fails;            // a cas, a dcas, an sc: it writes nothing
} step_place;

bool interpret_place(const program *p, const int32_t *cells, uint32_t thread, step_place *out);

#endif
