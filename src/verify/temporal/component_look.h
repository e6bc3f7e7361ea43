// SPDX-License-Identifier: MIT
// What is in a component of the product: which marks of the automaton are on its edges, who takes steps in
// it, and who could; or, where every step is to be treated fairly, which are taken.

#ifndef VERIFY_COMPONENT_LOOK_H
#define VERIFY_COMPONENT_LOOK_H

#include "model/syntax/ast_formula.h"
#include "verify/temporal/run_core.h"

typedef struct component_look {
    const run_core *core;
    fairness fair;
    const uint32_t *part; // by vertex of the core
    // Of the component that was looked at last: bits of who, or of steps.
    uint64_t *moved, *always;
    uint64_t *able; // room for those of a state
    size_t who_words;
} component_look;

void component_look_init(component_look *f, const run_core *core, fairness fair);
void component_look_fini(component_look *f);

// All that is in the component of these vertices, which have this part: gives its marks.
uint64_t component_look_at(component_look *f, const uint32_t *items, size_t count, uint32_t part);
// Of a vertex of it: can somebody go on there who takes no step in it, or is there a step that is not in it?
bool component_passes_over(const component_look *f, uint32_t vertex);
bool component_weakly_fair(const component_look *f);
// Steps of one component are no business of the next.
void component_forget(component_look *f, const uint32_t *items, size_t count);

#endif
