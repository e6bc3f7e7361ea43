// SPDX-License-Identifier: MIT
// See open_table.h.

#include "history/open_table.h"

typedef struct open_key {
    int64_t process;
    lp_value id;
} open_key;

static bool open_table_used(const open_op *e)
{
    return e->used;
}

static void open_table_clear(open_op *e)
{
    e->used = false;
}

static open_key open_table_key(const open_op *e)
{
    return (open_key){e->process, e->id};
}

static uint64_t open_table_hash(open_key key)
{
    uint64_t h = (uint64_t)key.process * 0x9e3779b97f4a7c15u;
    h ^= ((uint64_t)key.id.bits ^ key.id.kind << 56) * 0xc2b2ae3d27d4eb4fu;
    return h ^ h >> 29;
}

static bool open_table_same(const open_op *e, open_key key)
{
    return e->process == key.process && lp_value_equal(e->id, key.id);
}

HASH_TABLE_FUNCTIONS(open_table, open_op, open_key);
HASH_TABLE_REMOVAL(open_table, open_op)

void open_table_init(open_table *t)
{
    open_table_start(t, 16);
}

void open_table_fini(open_table *t)
{
    free(t->slots);
}

open_op *open_table_find(const open_table *t, int64_t process, lp_value id)
{
    open_op *e = open_table_slot(t, (open_key){process, id});
    return e->used ? e : NULL;
}

open_op *open_table_add(open_table *t, int64_t process, lp_value id)
{
    open_table_reserve(t);
    open_op *e = open_table_slot(t, (open_key){process, id});
    assert(!e->used);
    *e = (open_op){.process = process, .id = id, .used = true};
    t->count++;
    return e;
}

void open_table_remove(open_table *t, open_op *op)
{
    open_table_close(t, op);
}
