// SPDX-License-Identifier: MIT
// View abstraction (Abdulla, Haziza and Holík, All for the price of few, VMCAI 2013): a set of views (view_form.h) that covers every
// state with any number of threads.
//
// A state with n threads beside the fixed ones is covered by a set V if all its views of `kept` threads are in V. The start is: its only view
// is that of idle threads. Let a state be covered and thread i take a step. A view of the state after it
// - with i in it, or where i is fixed: the step reads and writes the shared part, what i holds, and nodes that i reaches, and
//   all of that is in the view of the same threads before, which is in V. So the same step is taken there.
// - without i: the same is so of these threads and i, which are kept + 1. The state that these make has only views that are in V, and
//   the step is taken there. How their nodes are the same ones is unknown: all ways that views allow are taken.
// So V covers all states once it is closed under both, and what no step in it breaks no step of any number of threads breaks. To look
// at states of kept + 1 threads gives as much as to look at larger ones: their views say no more of these kept + 1.
//
// Steps that nobody else can see need not be taken by a thread that is glued on: view_step_is_seen.

#ifndef VERIFY_VIEW_CLOSURE_H
#define VERIFY_VIEW_CLOSURE_H

#include "base/io/limits.h"
#include "verify/views/view_steps.h"

typedef struct view_options {
    const transition_system *system; // of fixed + kept + 1 threads, without a capacity of its own
    points *points;                  // NULL: assertions and invariants only
    uint32_t fixed, kept;
    const uint32_t *capacity; // NULL: none
    uint32_t most;            // views; 0: any number
    limits *limits;
} view_options;

typedef enum views_end {
    VIEWS_CLOSED,
    VIEWS_BROKEN, // a step is wrong, or there are not enough nodes or items: see view_closure_wrong
    VIEWS_LIMIT,
} views_end;

typedef struct view_closure view_closure;

view_closure *view_closure_new(const view_options *o);
void view_closure_free(view_closure *c);
views_end view_closure_run(view_closure *c);
const view_steps *view_closure_wrong(const view_closure *c);
uint32_t view_closure_count(const view_closure *c);
uint64_t view_closure_steps(const view_closure *c);
const int32_t *view_closure_get(const view_closure *c, uint32_t view);
const view_form *view_closure_form(const view_closure *c);
uint32_t view_closure_most_nodes(const view_closure *c); // of one struct, in a view

#endif
