// SPDX-License-Identifier: MIT
// See event_merge.h.

#include "run/record/event_merge.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FULL = 1 << 18 }; // events: what others do in some seconds while one client is stopped

typedef struct queue {
    client_event *ring;
    size_t first, count, capacity; // a power of two
    uint64_t known;                // of what is to come, nothing is earlier
} queue;

struct event_merge {
    queue *queues;
    size_t count;
};

event_merge *event_merge_new(size_t clients)
{
    event_merge *m = memory_new(1, sizeof *m);
    m->queues = memory_new(clients, sizeof *m->queues);
    m->count = clients;
    return m;
}

void event_merge_free(event_merge *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->count; i++)
        free(m->queues[i].ring);
    free(m->queues);
    free(m);
}

static void grow(queue *q)
{
    size_t capacity = q->capacity ? 2 * q->capacity : 64;
    client_event *ring = memory_new(capacity, sizeof *ring);
    for (size_t i = 0; i < q->count; i++)
        ring[i] = q->ring[(q->first + i) & (q->capacity - 1)];
    free(q->ring);
    q->ring = ring;
    q->first = 0;
    q->capacity = capacity;
}

void event_merge_add(event_merge *m, size_t client, const client_event *it)
{
    queue *q = &m->queues[client];
    if (q->count == q->capacity)
        grow(q);
    q->ring[(q->first + q->count++) & (q->capacity - 1)] = *it;
    q->known = it->time;
}

void event_merge_mark(event_merge *m, size_t client, uint64_t time)
{
    queue *q = &m->queues[client];
    if (time > q->known)
        q->known = time;
}

void event_merge_end(event_merge *m, size_t client)
{
    m->queues[client].known = UINT64_MAX;
}

bool event_merge_empty(const event_merge *m, size_t client)
{
    return m->queues[client].count == 0;
}

bool event_merge_full(const event_merge *m, size_t client)
{
    return m->queues[client].count >= FULL;
}

// Of events at the same time either may be first: a return has come before its time was read, and a call
// begins after, so that what returned at the time of a call did precede it.
bool event_merge_take(event_merge *m, size_t *client, client_event *it)
{
    size_t best = m->count;
    uint64_t time = UINT64_MAX;
    for (size_t i = 0; i < m->count; i++) {
        const queue *q = &m->queues[i];
        if (q->count && q->ring[q->first].time < time) {
            time = q->ring[q->first].time;
            best = i;
        }
    }
    if (best == m->count)
        return false;
    for (size_t i = 0; i < m->count; i++)
        if (!m->queues[i].count && m->queues[i].known < time)
            return false;
    queue *q = &m->queues[best];
    *client = best;
    *it = q->ring[q->first];
    q->first = (q->first + 1) & (q->capacity - 1);
    q->count--;
    return true;
}
