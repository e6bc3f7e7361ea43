// SPDX-License-Identifier: MIT
// A relaxed priority queue: takes one of the first, but goes no further than a value
// that was passed over RELAXED_K times.

#include "priority_list.h"

bool priority_deq_min(priority *p, int *value, int *rank)
{
    pthread_mutex_lock(&p->lock);
    bool got = p->count > 0;
    if (got) {
        unsigned most = 0;
        while (most < RELAXED_K && most + 1 < p->count && p->entries[most].passed_over < RELAXED_K)
            most++;
        take_out(p, relaxed_begin(most + 1, most), value, rank);
    }
    pthread_mutex_unlock(&p->lock);
    return got;
}
