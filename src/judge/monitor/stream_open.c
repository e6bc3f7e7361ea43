// SPDX-License-Identifier: MIT
// A hash table with linear probing: see stream_open.h.

#include "judge/monitor/stream_open.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

void stream_open_init(stream_open *t)
{
    *t = (stream_open){.mask = 63};
    t->table = memory_new(t->mask + 1, sizeof *t->table);
}

void stream_open_fini(stream_open *t)
{
    free(t->table);
}

static uint64_t place(const stream_open *t, uint64_t op)
{
    uint64_t h = op * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 32) & t->mask;
}

static stream_op *find(const stream_open *t, uint64_t op)
{
    uint64_t at = place(t, op);
    while (t->table[at].op_plus_one && t->table[at].op_plus_one != op + 1)
        at = (at + 1) & t->mask;
    return &t->table[at];
}

static void grow(stream_open *t)
{
    stream_op *old = t->table;
    uint64_t size = t->mask + 1;
    t->mask = t->mask * 2 + 1;
    t->table = memory_new(t->mask + 1, sizeof *t->table);
    for (uint64_t i = 0; i < size; i++)
        if (old[i].op_plus_one)
            *find(t, old[i].op_plus_one - 1) = old[i];
    free(old);
}

void stream_open_add(stream_open *t, uint64_t op, stream_op entry)
{
    if (t->used * 2 > t->mask)
        grow(t);
    stream_op *o = find(t, op);
    REQUIRE(!o->op_plus_one);
    *o = entry;
    o->op_plus_one = op + 1;
    t->used++;
}

stream_op *stream_open_find(const stream_open *t, uint64_t op)
{
    stream_op *o = find(t, op);
    REQUIRE(o->op_plus_one);
    return o;
}

// Moves up those that were behind it.
void stream_open_remove(stream_open *t, stream_op *o)
{
    uint64_t hole = (uint64_t)(o - t->table);
    t->used--;
    for (uint64_t at = (hole + 1) & t->mask; t->table[at].op_plus_one; at = (at + 1) & t->mask) {
        uint64_t home = place(t, t->table[at].op_plus_one - 1);
        if (((at - home) & t->mask) >= ((at - hole) & t->mask)) {
            t->table[hole] = t->table[at];
            hole = at;
        }
    }
    t->table[hole].op_plus_one = 0;
}

stream_op *stream_open_next(const stream_open *t, uint32_t lane, stream_op *o)
{
    for (o = o ? o + 1 : t->table; o <= t->table + t->mask; o++)
        if (o->op_plus_one && o->lane == lane)
            return o;
    return NULL;
}
