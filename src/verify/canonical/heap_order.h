// SPDX-License-Identifier: MIT
// One vector for all states that differ only in how nodes are numbered.
//
// Canonical: nodes are renumbered in the order in which they are reached, first
// from the shared variables, then from the threads' locals; what is not reached is
// dropped. That is garbage collection and heap symmetry at once. It is sound
// because models can only compare pointers for equality.
//
// With memory managed by hand, a node is used, freed, or free. A freed node that
// something still points to keeps its identity like any other: `new` may hand it
// out again, and the old pointer then equals the new one. A freed node that
// nothing points to is like memory never used, and a used node that nothing
// points to (a leak) can never matter again, since memory does not run out: both
// are dropped. What freed nodes hold counts as pointing only where it can be read
// (`reuse`); otherwise `free` has zeroed it.
//
// Values of a scalarset can be renumbered in the same way (`scalarset`): the first one
// that is met gets the lowest number.
//
// Raw: nodes keep their numbers; what is not reached is zeroed.
//
// Late: raw, but what is not reached stays as it is until no node of its struct, or of
// another, is free: a collector that runs when memory is used up. States that differ only
// in garbage are then different ones (Vechev, Yahav and Yorsh, §3.2, tried this first).

#ifndef VERIFY_HEAP_ORDER_H
#define VERIFY_HEAP_ORDER_H

#include "model/steps/program.h"
#include "model/steps/value_symmetry.h"

#include <stdbool.h>

typedef struct heap_node {
    uint32_t of, node; // which struct, and which of its nodes, from 0
} heap_node;

typedef enum heap_form { HEAP_CANONICAL, HEAP_RAW, HEAP_LATE } heap_form;

typedef struct heap {
    const layout *l;
    heap_form form;
    const scalarset *scalarset; // NULL: values keep their names
    uint32_t *map;              // new number of each node from the last call; 0: dropped
    heap_node *queue;           // in the order in which they were found
    uint32_t found, counts[MODEL_MAX_RECORDS];
    uint32_t shared_found, shared_counts[MODEL_MAX_RECORDS]; // from the shared variables alone
    uint32_t names[SCALARSET_MAX_VALUES]; // of each value: its new one's number, + 1; 0: not met
    uint32_t named, shared_named;
} heap;

const char *heap_form_name(heap_form f);
bool heap_form_read(const char *name, heap_form *out); // false: there is none of this name

void heap_init(heap *h, const layout *l, heap_form form);
void heap_fini(heap *h);
void heap_normalise(heap *h, const int32_t *in, int32_t *out);

// The same in two parts. What the shared variables lead to does not depend on
// the order of the threads, so it is done once; then thread order[i] becomes thread i.
void heap_put_shared(heap *h, const int32_t *in, int32_t *out);
void heap_put_threads(heap *h, const int32_t *in, const uint32_t *order, uint32_t threads,
                      int32_t *out);
// Takes the second part back, where it was put.
void heap_take_threads(heap *h, int32_t *out);

// How many nodes of one struct the last `out` has, at most.
uint32_t heap_most(const heap *h);
// Is there a way to the node that does not begin in a local of this thread?
bool heap_shared(heap *h, const int32_t *in, uint32_t thread, uint32_t of, uint32_t node);
// The number that a node of the last `in` has in its `out`; 0: none, or none yet.
uint32_t heap_moved(const heap *h, uint32_t of, uint32_t node);
// Is a node of the last `in` used that has no number in its `out`?
bool heap_leaks(const heap *h, const int32_t *in);

#endif
