// SPDX-License-Identifier: MIT
// A history as the independent histories of its objects and keys. Linearizability is local
// (Herlihy and Wing, 1990, Theorem 1); splitting by key as well is the P-compositionality of Horn
// and Kroening, "Faster linearizability checking via P-compositionality", 2015.

#ifndef JUDGE_PARTITION_H
#define JUDGE_PARTITION_H

#include "judge/judge.h"

typedef struct partition {
    const lp_history *whole;
    const uint32_t *methods;
    uint32_t count;
    uint32_t *of;     // of each operation: its part
    uint32_t *from;   // of each part, and past the last: its first event in …
    uint32_t *events; // … events of the whole, part by part
} partition;

// If any operation is on the whole of an object, keys do not split.
void partition_init(partition *p, const judge *j, const lp_history *h, const lp_spec *spec,
                    const uint32_t *methods);
void partition_fini(partition *p);

// One part, as a history of its own. The arrays are used again for the next part.
typedef struct part {
    lp_history history;
    uint32_t *methods;
    uint32_t *original; // number in the whole of each operation
    uint32_t *renamed;  // the other way round
    size_t methods_capacity, original_capacity;
} part;

void part_init(part *t, const partition *p);
void part_fini(part *t);
void part_load(part *t, const partition *p, uint32_t number);

#endif
