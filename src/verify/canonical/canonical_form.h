// SPDX-License-Identifier: MIT
// One vector for all states that differ only in how nodes are numbered, in which
// of several interchangeable threads does what, and in how the values of a scalarset are called.
//
// Threads are sorted by what their cells hold, where a pointer counts as the
// number that its node has from the shared variables, which does not depend on
// threads, and a value as the name it gets from there. Where several threads look alike, all their orders are tried and the
// smallest vector is taken; where that is the same, the smallest observer state.
// Values that the vector does not mention are named in all ways, for the observer.

#ifndef VERIFY_CANONICAL_FORM_H
#define VERIFY_CANONICAL_FORM_H

#include "verify/canonical/heap_order.h"

enum { CANON_MAX_ORDERS = 5040 };

// What an observer's state becomes when thread order[i] is called i.
typedef uint32_t (*canon_observed)(void *context, uint32_t state, const uint32_t *order);

// What it becomes when value number i is called to[i].
typedef uint32_t (*canon_renamed)(void *context, uint32_t state, const uint32_t *to);

typedef struct canon {
    heap heap;
    const layout *l;
    uint32_t threads;
    bool symmetric;          // threads are interchangeable
    const uint32_t *classes; // of each thread; only those of one class are interchangeable
    canon_observed observed; // NULL: the observer does not look at threads
    canon_renamed renamed;   // NULL: nor at values
    void *context;
    const int32_t *in;
    uint32_t order[MODEL_MAX_THREADS + 1];  // tried last
    uint32_t places[MODEL_MAX_THREADS + 1]; // class by class: those of one need not be neighbours
    bool track;                             // `placed` is wanted
    uint32_t placed[MODEL_MAX_THREADS + 1]; // thread placed[i] became number i of `out`
    uint32_t *points_to; // of each cell of a thread: which struct, + 1, or scalarset
    int32_t *other;
} canon;

void canon_init(canon *c, const program *p, heap_form form, bool symmetric, const uint32_t *classes,
                const scalarset *d);
void canon_fini(canon *c);
// Gives the observer's state that belongs to `out`.
uint32_t canon_make(canon *c, const int32_t *in, uint32_t observed, int32_t *out);

#endif
