// SPDX-License-Identifier: MIT
// Faulty: may take the value that is RELAXED_K + 1 away from the smallest.

#include "priority_list.h"

bool priority_deq_min(priority *p, int *value, int *rank)
{
    pthread_mutex_lock(&p->lock);
    bool got = p->count > 0;
    if (got) {
        unsigned among = p->count < RELAXED_CELLS + 1 ? p->count : RELAXED_CELLS + 1;
        take_out(p, relaxed_begin(among, among - 1), value, rank);
    }
    pthread_mutex_unlock(&p->lock);
    return got;
}
