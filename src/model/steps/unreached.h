// SPDX-License-Identifier: MIT
// Which parts of an object a search reached, as SPIN's "unreached".
//
// The compiled model notes where control went, at the few places where it may go two ways or
// wait: the call of a method, both sides of a branch, and what comes after a wait. All else
// follows from the control flow, because a complete search lets every thread go on from
// every state. No reduction changes it: they leave out orders and names, never a step that
// some thread could make. What an atomic block does before it has to wait counts as reached.

#ifndef MODEL_UNREACHED_H
#define MODEL_UNREACHED_H

#include "model/steps/program.h"

typedef enum unreached_lack {
    UNREACHED_STATEMENT, // is never reached
    UNREACHED_TRUE,      // a condition that is never true,
    UNREACHED_FALSE,     // or never false
} unreached_lack;

typedef struct unreached_place {
    unreached_lack lack;
    uint32_t from, end; // the statement, in the source
} unreached_place;

typedef struct unreached {
    uint32_t method_count; // of the object
    bool called[MODEL_MAX_ACTIONS], returned[MODEL_MAX_ACTIONS];
    unreached_place *places; // in the order of the source
    size_t count, capacity;
} unreached;

enum { UNREACHED_NOWHERE = UINT32_MAX };

// So many bytes the compiled model has for its notes.
uint32_t unreached_notes(const program *p);
// Of a call: the routine was entered. UNREACHED_NOWHERE: nobody asks, as before all steps.
uint32_t unreached_entry(const program *p, const routine *r);
// Of a branch, or of what may wait: control went on; the next note: it jumped.
uint32_t unreached_note(const program *p, const routine *r, const instr *i);

void unreached_find(unreached *c, const program *p, const uint8_t *seen);
void unreached_fini(unreached *c);

#endif
