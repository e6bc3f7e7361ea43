// SPDX-License-Identifier: MIT
// What a move did, in the model's own names. Nodes are called after their
// struct and the order in which they were made, and keep that name while the
// canonical form renumbers them.

#ifndef VERIFY_MOVE_DESCRIPTION_H
#define VERIFY_MOVE_DESCRIPTION_H

#include "verify/canonical/heap_order.h"
#include "verify/system/transition_system.h"

#include <linchpin/judge.h>

typedef struct describer {
    const transition_system *s;
    uint32_t *names, *moved; // of each node of each struct
    uint32_t made[MODEL_MAX_RECORDS];
} describer;

void describer_init(describer *d, const transition_system *s, const int32_t *start);
void describer_fini(describer *d);
// What the shared variables hold: "top = node1, n = 2".
// Where the operations of these threads, a bit each, stand, a line for each.
void describe_waiting(describer *d, const int32_t *cells, uint32_t threads, lp_verdict *v);
void describe_shared(describer *d, const int32_t *cells, text *out);
// Those that belong to the specification of a simulation.
void describe_specification(describer *d, const int32_t *cells, text *out);
// What is different in the second state, but for messages on their way: "ordered + {r1}, n = 2"; of
// the specification of a simulation, or of all but that.
void describe_difference(describer *d, const int32_t *was, const int32_t *is, bool specified,
                         text *out);
// What was read and what changed, in brackets; nothing for a call that did neither.
void describe_changes(describer *d, const move *m, const int32_t *before, const int32_t *after,
                      text *out);
// Of a step that failed: what it read, in brackets, if anything.
void describe_read(describer *d, const move *m, const int32_t *before, text *out);
// After heap_normalise: the nodes have new numbers.
void describer_follow(describer *d, const heap *h);
// "call push(1)", "return 1", or the statement; `before` is the state it is made in.
void describe_move(describer *d, const move *m, const int32_t *before, text *what, text *where);

#endif
