// SPDX-License-Identifier: MIT
// A sorted array behind a lock, all but `deq_min`. Each value counts how often it was
// passed over.

#ifndef PRIORITY_LIST_H
#define PRIORITY_LIST_H

#include "priority.h"
#include "relaxed.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PRIORITY_ROOM = 256 };

typedef struct entry {
    int value, rank;
    unsigned passed_over;
} entry;

struct priority {
    pthread_mutex_t lock;
    unsigned count;
    entry entries[PRIORITY_ROOM];
};

priority *priority_new(void)
{
    priority *p = calloc(1, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void priority_free(priority *p)
{
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void priority_enq(priority *p, int value, int rank)
{
    pthread_mutex_lock(&p->lock);
    if (p->count == PRIORITY_ROOM)
        abort();
    unsigned at = p->count++;
    for (; at && p->entries[at - 1].rank > rank; at--)
        p->entries[at] = p->entries[at - 1];
    p->entries[at] = (entry){.value = value, .rank = rank};
    pthread_mutex_unlock(&p->lock);
}

// Takes out this one, passing over all before it.
static inline void take_out(priority *p, unsigned at, int *value, int *rank)
{
    *value = p->entries[at].value;
    *rank = p->entries[at].rank;
    for (unsigned i = 0; i < at; i++)
        p->entries[i].passed_over++;
    p->count--;
    memmove(p->entries + at, p->entries + at + 1, (p->count - at) * sizeof *p->entries);
}

#endif
