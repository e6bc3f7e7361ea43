// SPDX-License-Identifier: MIT
// Breadth-first search over the product of a state space and an observer.
//
// A product state is the packed vector of cells and the observer's number; the
// states are interned, so their numbers are the queue. Each keeps the number of
// the state it was first reached from: counterexamples are shortest.

#ifndef VERIFY_SEARCH_H
#define VERIFY_SEARCH_H

#include "base/intern.h"
#include "base/limits.h"
#include "verify/space.h"

// What watches the calls and returns go by.
enum { OBSERVED_VIOLATION = 0, OBSERVED_STOP = UINT32_MAX };
typedef struct observer {
    void *context;
    uint32_t start;
    // What a call or return makes of its state; OBSERVED_VIOLATION: not allowed.
    // NULL: nothing is observed.
    uint32_t (*event)(void *context, uint32_t state, const move *m);
    void (*ended)(void *context, uint32_t state); // no move is left; may be NULL
} observer;

typedef enum search_end {
    SEARCH_COMPLETE,
    SEARCH_LIMIT,    // of time, memory, or numbers
    SEARCH_PROBLEM,  // a step failed: `run` says how
    SEARCH_VIOLATED, // the observer did not allow a return
} search_end;

typedef struct search {
    space *space;
    observer observer;
    limits *limits;
    intern *seen;
    uint32_t *parents;
    uint32_t parent_capacity;
    uint32_t current; // being expanded
    uint64_t transitions;
    uint32_t depth, level_end;

    search_end end;
    uint32_t last_move; // which move of `current` ended the search
    run run;
    const char *reason; // of SEARCH_LIMIT, when it was not the limits'

    uint32_t moves; // of `current` so far
    int32_t *cells, *normal;
    uint8_t *key;
} search;

void search_init(search *q, space *s, observer o, limits *l);
void search_fini(search *q);
void search_run(search *q);

// A product state's cells and observer state.
uint32_t search_get(const search *q, uint32_t number, int32_t *cells);
// The bytes under which normalised cells and an observer state are stored.
size_t search_key(search *q, const int32_t *normal, uint32_t observed);
uint32_t search_observe(const search *q, uint32_t observed, const move *m);

#endif
