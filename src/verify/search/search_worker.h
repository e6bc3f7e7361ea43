// SPDX-License-Identifier: MIT
// What one thread of the search works with.

#ifndef VERIFY_SEARCH_WORKER_H
#define VERIFY_SEARCH_WORKER_H

#include "verify/search/known_rows.h"
#include "verify/search/level_search.h"
#include "verify/store/recent_states.h"
#include "verify/system/invariant_reads.h"

// What the observer answered, remembered so that it need not be asked again by
// way of the lock.
typedef struct answer {
    uint32_t state, what;
    uint64_t data, lins;
    uint32_t value;
} answer;

enum { ANSWERS = 1 << 14 };

// Of a state that was added to the store.
typedef struct waiting {
    uint32_t agreed;     // what the observer says, before the threads change places
    uint32_t from, move; // which state's which move leads there
    uint64_t held;       // the invariants that hold there as they did before, a bit each
    uint16_t label;      // of that move, in the graph
} waiting;

struct worker {
    search *q;
    store_view *view, *into; // where states are got from and put into: mostly the same
    canon canon;
    orbit_form orbits; // where the search has some
    successors successors;
    dead_filter *filter; // NULL: no messages are dropped
    uint8_t *looked;     // at which channels, by claims; NULL: none that matters
    dead_filter *looker; // and in which local states
    known_rows *rows;    // of tables; NULL: there are none
    int32_t *cells, *normal;
    uint64_t *words;
    bool flat;            // cells are the state: no nodes, no threads to sort (near_form.h). Then
    bool near;            // `cells` are those of
    uint64_t *base;       // the words of the state that is expanded,
    cell_changes changed; // and where the one that it leads to differs from it
    invariant_reads asked;
    uint64_t held;        // there, as in the state that is expanded
    bool plain;           // of several threads, but a state is its own canonical form
    recent_states recent; // words if flat or plain, else cells
    graph_writer *writer; // NULL: the graph is not kept
    uint16_t label;       // of the move that is made
    answer *answers;
    waiting waiting[STORE_BATCH]; // as many as were added to `into`
    int32_t *kept;                // the cells of those that wait
    uint64_t transitions;
    uint32_t peak; // nodes of one struct in one state, at most
    uint32_t current, observed, moves;
    uint32_t faults; // moves that nobody has to make
    uint32_t steps;  // moves that are no calls, or calls of a scenario: those are made
    uint32_t moved;  // the threads that have one, a bit each
    uint32_t *waits; // with find_stuck: states in which an open operation cannot go on
    size_t waits_count, waits_capacity;
    uint8_t apart[2 * TABLE_LINE];
};

void worker_init(worker *w, search *q);
void worker_fini(worker *w);
// Expands a state, and makes ready what it leads to.
void worker_expand(worker *w, uint32_t number);
// Enters what is ready. False: the search ends.
bool worker_flush(worker *w);
// With hash compaction, between levels.
void worker_advance(worker *w);
// Do the invariants hold, those that are not `held` anyway? `r` says how they fail.
bool worker_holds(const worker *w, const int32_t *cells, uint64_t held, run *r);
// Notes which conditions hold in this state. False: looking fails, as `r` says.
bool worker_reaches(const worker *w, const int32_t *cells, uint32_t number, run *r);
// When nothing is open: is the state what the observer wants?
bool worker_agrees(const worker *w, const int32_t *cells, uint32_t observed);
// Does nobody have to go on?
static inline bool worker_idle(const worker *w, const int32_t *cells)
{
    return system_obliged(w->q->system, cells) == 0;
}
// What the graph says of the state that was expanded.
void worker_keep_traits(worker *w);
// No open operation can go on: may they all wait?
bool worker_rests(const worker *w, uint32_t observed);
// What a move makes of the observer's state.
uint32_t worker_observe_move(worker *w, uint32_t observed, const move *m);
// The canonical form, in `normal` and `words`. False: a cell does not fit, or the
// observer stops.
bool worker_make(worker *w, const int32_t *cells, uint32_t *observed);
// The same, and enters it.
bool worker_enter(worker *w, const int32_t *cells, uint32_t observed, uint32_t *number,
                  bool *fresh);

// What the observer says.
uint32_t worker_ask_event(worker *w, uint32_t state, const move *m);
uint32_t worker_ask_order(void *worker, uint32_t state, const uint32_t *order);
uint32_t worker_ask_names(void *worker, uint32_t state, const uint32_t *to);
uint32_t worker_ask_permuted(void *worker, uint32_t state, uint32_t permutation);
bool worker_ask_subsumes(void *worker, uint32_t less, uint32_t more);

#endif
