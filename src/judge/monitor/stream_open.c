// SPDX-License-Identifier: MIT
// See stream_open.h.

#include "judge/monitor/stream_open.h"

#include "base/error.h"

static bool stream_open_used(const stream_op *e)
{
    return e->op_plus_one != 0;
}

static void stream_open_clear(stream_op *e)
{
    e->op_plus_one = 0;
}

static uint64_t stream_open_key(const stream_op *e)
{
    return e->op_plus_one;
}

static uint64_t stream_open_hash(uint64_t key)
{
    uint64_t h = key * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static bool stream_open_same(const stream_op *e, uint64_t key)
{
    return e->op_plus_one == key;
}

HASH_TABLE_FUNCTIONS(stream_open, stream_op, uint64_t);
HASH_TABLE_REMOVAL(stream_open, stream_op)

void stream_open_init(stream_open *t)
{
    stream_open_start(t, 64);
}

void stream_open_fini(stream_open *t)
{
    free(t->slots);
}

void stream_open_add(stream_open *t, uint64_t op, stream_op entry)
{
    stream_open_reserve(t);
    stream_op *e = stream_open_slot(t, op + 1);
    REQUIRE(!e->op_plus_one);
    *e = entry;
    e->op_plus_one = op + 1;
    t->count++;
}

stream_op *stream_open_find(const stream_open *t, uint64_t op)
{
    stream_op *e = stream_open_slot(t, op + 1);
    REQUIRE(e->op_plus_one);
    return e;
}

void stream_open_remove(stream_open *t, stream_op *o)
{
    stream_open_close(t, o);
}

stream_op *stream_open_next(const stream_open *t, uint32_t lane, stream_op *o)
{
    for (o = o ? o + 1 : t->slots; o <= t->slots + t->mask; o++)
        if (o->op_plus_one && o->lane == lane)
            return o;
    return NULL;
}
