// SPDX-License-Identifier: MIT
// Breadth-first search over the product of a state space and an observer, level
// by level, on all cores.
//
// A product state is the vector of cells and the observer's number. States are
// numbered in the order of their discovery, so the numbers are the queue, and a
// level is a range of numbers. Pruned: a state is dropped when one was seen with the
// same cells and an observer state that allows no more. What the dropped one could do
// wrong, the other one does wrong too (De Wulf, Doyen, Henzinger and Raskin,
// "Antichains", 2006). States are entered when they are discovered and never taken out,
// so every one entered is expanded. Where a state came from is not stored: a path to it
// is found by going through the level before, and so on back to the start.

#ifndef VERIFY_LEVEL_SEARCH_H
#define VERIFY_LEVEL_SEARCH_H

#include "base/io/limits.h"
#include "base/text.h"
#include "verify/canonical/canonical_form.h"
#include "verify/canonical/orbit_form.h"
#include "verify/canonical/state_packing.h"
#include "verify/canonical/value_renaming.h"
#include "verify/property/property.h"
#include "verify/search/kept_graph.h"
#include "verify/search/search_course.h"
#include "verify/store/hash_compaction.h"
#include "verify/store/state_store.h"
#include "verify/system/claim_looks.h"
#include "verify/system/dead_messages.h"
#include "verify/system/reduction.h"
#include "verify/system/successors.h"

#include <pthread.h>

enum { SEARCH_MAX_JOBS = 64 };

typedef struct search search;

typedef enum search_end {
    SEARCH_COMPLETE,
    SEARCH_LIMIT,     // of time, memory, or numbers
    SEARCH_PROBLEM,   // a step failed: `run` says how
    SEARCH_INVARIANT, // an invariant does not hold, or fails itself: `run` says how
    SEARCH_VIOLATED,  // the observer did not allow what happened
    SEARCH_STUCK,     // operations are open and nobody can move, or `rests` does not allow it
    SEARCH_ENDED,     // nobody has to move, and a condition of those states does not hold: `unmet`
    SEARCH_LASSO,     // a run, that may have no end, is not as it should be: `found`
    SEARCH_WIDE,      // a cell does not fit: again, with wide cells
    SEARCH_EXPOSED, // a claim looks at a channel from which messages were dropped: again, with them
} search_end;

typedef enum stuck_kind {
    STUCK_ALL,      // nobody can go on
    STUCK_SOME,     // some can never go on again, whatever others do
    STUCK_SPINNING, // no return, and no end of steps
} stuck_kind;

// A transition as it is taken: from the state of this number, by its move of this number.
typedef struct seen_transition {
    uint32_t from, number;
    const int32_t *before, *after; // cells; `after` is not normalised yet
    const move *move;              // the first one
} seen_transition;

// States one after the other, as cells; of processes, whose cells are numbers of terms that mean
// nothing to another search, in words.
typedef struct state_trail {
    int32_t *cells;
    size_t count, capacity, width; // capacity: of the cells of all
    text *words;
    size_t word_capacity;
} state_trail;

void state_trail_clear(state_trail *t);
void state_trail_fini(state_trail *t);

typedef struct search_options {
    uint32_t reductions;
    uint32_t jobs; // threads; 0: all cores
    heap_form heap;
    bool wide, marks, find_stuck, invariants, leaks;
    bool events;                 // a counterexample is a trace: what is seen keeps its order
    bool steps;                  // and is to say what its steps do to memory
    uint64_t reachable;          // conditions that are asked for, a bit each,
    uint64_t ends;               // and those of states in which nobody has to move
    bool compact;                // only hashes of states are kept, and those of two levels
    const scalarset *scalarset;  // values that may be renamed; NULL: none
    dead_messages *dead;         // those that may be dropped; NULL: none
    claim_looks *looks;          // of claims that might see the difference; NULL: none does
    const eager_receipts *eager; // messages that are received at once; NULL: none
    const independent_steps *independent; // those that are taken at once; NULL: none
    const independent_actions *actions;   // likewise
    const orbit_plan *orbits;             // names of enums that may be permuted; NULL: none
    // Told of every transition, by several threads at once; NULL: nobody.
    void (*told)(void *context, const struct seen_transition *t);
    void *context;
    // Told of each move of a counterexample when it is run again; NULL: nobody.
    void (*followed)(void *context, const move *m);
    void *follower;
    // The graph is kept. When a level is done, it is looked at; false: enough. NULL: it is not.
    state_graph *graph;
    bool (*looked_at)(void *context, search *q);
    void *looker;
    uint32_t most;         // states: the search ends soon after it has met more; 0: any number
    search_course *course; // is filled in; NULL: nobody wants it
    state_trail *trail;    // likewise, the states that a counterexample goes through
    limits *limits;
} search_options;

typedef struct worker worker;
struct way; // counterexample.h

struct search {
    const transition_system *system;
    property property;
    search_options o;
    bool symmetric;
    store *seen;
    // Hash compaction: `seen` is the level that is expanded, `into` the next one.
    compact *compact;
    store *into;
    uint32_t expanded; // in levels that are forgotten
    packing packing;
    renaming_table *renamed; // NULL: values are not renamed, or nobody observes them
    pthread_mutex_t observing, ending;
    uint32_t *levels; // first state of each level
    uint32_t depth, level_capacity;
    worker *workers;
    uint32_t worker_count;
    double looked;             // at the limits, by the first worker
    uint8_t apart[TABLE_LINE]; // what is written often does not lie beside what is read often
    _Atomic uint32_t next;     // to be expanded
    uint8_t apart_too[TABLE_LINE];
    _Atomic bool stopped;

    search_end end;
    uint32_t last;                   // the state whose move ended the search
    uint32_t last_move;              // and which of its moves
    const operation_label *unpaired; // the action at its end makes no history; NULL: it does
    const struct way *found;         // the way there, where it was walked; NULL: it is to be found
    run run;
    _Atomic uint64_t reached;                      // those that hold in some state,
    uint32_t reached_at[MODEL_MAX_REACHABLE];      // and in which one
    _Atomic int64_t extremes[MODEL_MAX_REACHABLE]; // of ints, the best rank so far: that state's
    uint32_t unmet;      // of SEARCH_ENDED: the condition, unless it fails itself as `run` says
    const char *reason;  // of SEARCH_LIMIT, when it was not the limits'
    stuck_kind stuck;    // of SEARCH_STUCK
    const uint32_t *lap; // of STUCK_SPINNING: states from the last one on, back to it
    size_t lap_count;
    uint64_t transitions;
};

void search_init(search *q, const transition_system *s, property o, const search_options *options);
void search_fini(search *q);
void search_run(search *q);
bool search_look_if_late(
    search *q); // the first worker: at the limits, now and then. False: one is reached
uint32_t search_count(const search *q);
uint32_t search_expanded(const search *q);
uint64_t search_bytes(const search *q); // of the states alone
uint32_t search_peak(const search *q);  // nodes of one struct in one state, at most

// For following a path, after the search: by one thread.
worker *search_worker(search *q);
successors *worker_successors(worker *w);
// A product state's cells and observer state.
uint32_t worker_get(worker *w, uint32_t number, int32_t *cells);
// What a path makes of the observer's state.
uint32_t worker_observe(worker *w, uint32_t observed, const successors *path);
// Is there a node in this state, as entered last, that is in use and cannot be reached?
bool worker_leaks(const worker *w, const int32_t *cells);
uint32_t search_level(const search *q, uint32_t number);

#endif
