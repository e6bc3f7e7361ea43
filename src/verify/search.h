// SPDX-License-Identifier: MIT
// Breadth-first search over the product of a state space and an observer, level
// by level, on all cores.
//
// A product state is the vector of cells and the observer's number. States are
// numbered in the order of their discovery, so the numbers are the queue, and a
// level is a range of numbers. Where a state came from is not stored: a path to it
// is found by going through the level before, and so on back to the start.

#ifndef VERIFY_SEARCH_H
#define VERIFY_SEARCH_H

#include "base/limits.h"
#include "verify/canon.h"
#include "verify/code.h"
#include "verify/mover.h"
#include "verify/pairs.h"
#include "verify/reduction.h"
#include "verify/store.h"

#include <pthread.h>

// What watches the calls and returns go by. Its functions are called by one
// thread at a time.
enum { OBSERVED_VIOLATION = 0, OBSERVED_STOP = UINT32_MAX };
typedef struct observer {
    void *context;
    uint32_t start;
    // What a call, an effect (m->lin) or a return makes of its state;
    // OBSERVED_VIOLATION: not allowed. NULL: nothing is observed.
    uint32_t (*event)(void *context, uint32_t state, const move *m);
    // Thread order[i] is called i from now on. NULL: the observer does not know threads.
    uint32_t (*reorder)(void *context, uint32_t state, const uint32_t *order);
    // Whatever `less` allows in the future, `more` allows. NULL: not known.
    bool (*covers)(void *context, uint32_t less, uint32_t more);
    void (*ended)(void *context, uint32_t state); // no move is left; may be NULL
    // No open operation can go on: may they all wait here? May be NULL.
    bool (*rests)(void *context, uint32_t state);
    // Nothing is open: is this normalised state the right one? May be NULL.
    bool (*agrees)(void *context, uint32_t state, const int32_t *cells);
} observer;

typedef enum search_end {
    SEARCH_COMPLETE,
    SEARCH_LIMIT,     // of time, memory, or numbers
    SEARCH_PROBLEM,   // a step failed: `run` says how
    SEARCH_INVARIANT, // an invariant does not hold, or fails itself: `run` says how
    SEARCH_VIOLATED,  // the observer did not allow what happened
    SEARCH_STUCK,     // operations are open and nobody can move, or `rests` does not allow it
    SEARCH_WIDE,      // a cell does not fit: again, with wide cells
} search_end;

typedef struct search_options {
    uint32_t reductions;
    uint32_t jobs; // threads; 0: all cores
    bool raw_heap, wide, marks, find_stuck, invariants, leaks;
    limits *limits;
} search_options;

typedef struct search search;
typedef struct worker worker;

struct search {
    const space *space;
    observer observer;
    search_options o;
    bool symmetric;
    store *seen;
    code code;
    pairs *pairs; // NULL: no pruning
    pthread_mutex_t observing, ending;
    uint32_t *levels; // first state of each level
    uint32_t depth, level_capacity;
    worker *workers;
    uint32_t worker_count;
    _Atomic uint32_t next; // to be expanded
    _Atomic bool stopped;

    search_end end;
    uint32_t last;      // the state whose move ended the search
    uint32_t last_move; // and which of its moves
    run run;
    const char *reason; // of SEARCH_LIMIT, when it was not the limits'
    uint64_t transitions;
};

void search_init(search *q, const space *s, observer o, const search_options *options);
void search_fini(search *q);
void search_run(search *q);
uint32_t search_count(const search *q);
uint32_t search_expanded(const search *q);
uint64_t search_bytes(const search *q); // of the states alone

// For following a path, after the search: by one thread.
worker *search_worker(search *q);
mover *worker_mover(worker *w);
// A product state's cells and observer state.
uint32_t worker_get(worker *w, uint32_t number, int32_t *cells);
// The product state's number as it was stored; `observed` and `cells` need not be canonical.
uint32_t worker_find(worker *w, const int32_t *cells, uint32_t observed);
// What a path makes of the observer's state.
uint32_t worker_observe(worker *w, uint32_t observed, const mover *path);
// Is there a node in this state, as entered last, that is in use and cannot be reached?
bool worker_leaks(const worker *w, const int32_t *cells);
uint32_t search_level(const search *q, uint32_t number);

#endif
