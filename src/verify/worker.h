// SPDX-License-Identifier: MIT
// What one thread of the search works with.

#ifndef VERIFY_WORKER_H
#define VERIFY_WORKER_H

#include "verify/search.h"

// What the observer answered, remembered so that it need not be asked again by
// way of the lock.
typedef struct answer {
    uint32_t state, what;
    uint64_t data, lins;
    uint32_t value;
} answer;

struct worker {
    search *q;
    store_view *view, *into; // where states are got from and put into: mostly the same
    canon canon;
    mover mover;
    int32_t *cells, *normal;
    uint64_t *words;
    answer *answers;
    uint64_t transitions;
    uint32_t peak; // nodes of one struct in one state, at most
    uint32_t current, observed, moves;
    uint32_t steps; // moves that are no calls
};

// Where a product state is stored: in `object` alone, or as a pair.
typedef struct product {
    uint32_t object, observed;
} product;

void worker_init(worker *w, search *q);
void worker_fini(worker *w);
// Expands a state, and enters what it leads to.
void worker_expand(worker *w, uint32_t number);
// With hash compaction, between levels.
void worker_advance(worker *w);
// It will be expanded soon.
void worker_prefetch(const worker *w, uint32_t number);
// Do the invariants hold in the state just entered?
bool worker_holds(worker *w);
// False: a cell does not fit.
bool worker_enter(worker *w, const int32_t *cells, uint32_t observed, product *where, bool *fresh);

#endif
