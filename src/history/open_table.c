// SPDX-License-Identifier: MIT
// Open addressing with linear probing, never more than half full; what was
// removed is closed up by moving later entries back, so no tombstones gather
// in a history that never ends.

#include "history/open_table.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 16 };

void open_table_init(open_table *t)
{
    *t = (open_table){memory_new(FIRST_SLOTS, sizeof *t->slots), FIRST_SLOTS - 1, 0};
}

void open_table_fini(open_table *t)
{
    free(t->slots);
}

static size_t home(const open_table *t, int64_t process, lp_value id)
{
    uint64_t h = (uint64_t)process * 0x9e3779b97f4a7c15u;
    h ^= ((uint64_t)id.bits ^ id.kind << 56) * 0xc2b2ae3d27d4eb4fu;
    return (size_t)(h ^ h >> 29) & t->mask;
}

open_op *open_table_find(const open_table *t, int64_t process, lp_value id)
{
    for (size_t at = home(t, process, id); t->slots[at].used; at = (at + 1) & t->mask)
        if (t->slots[at].process == process && lp_value_equal(t->slots[at].id, id))
            return &t->slots[at];
    return NULL;
}

static open_op *place(open_table *t, int64_t process, lp_value id)
{
    size_t at = home(t, process, id);
    while (t->slots[at].used)
        at = (at + 1) & t->mask;
    return &t->slots[at];
}

static void grow(open_table *t)
{
    open_table old = *t;
    t->mask = old.mask * 2 + 1;
    t->slots = memory_new(t->mask + 1, sizeof *t->slots);
    for (size_t i = 0; i <= old.mask; i++)
        if (old.slots[i].used)
            *place(t, old.slots[i].process, old.slots[i].id) = old.slots[i];
    free(old.slots);
}

open_op *open_table_add(open_table *t, int64_t process, lp_value id)
{
    if (2 * (t->count + 1) > t->mask)
        grow(t);
    open_op *op = place(t, process, id);
    *op = (open_op){.process = process, .id = id, .used = true};
    t->count++;
    return op;
}

void open_table_remove(open_table *t, open_op *op)
{
    size_t hole = (size_t)(op - t->slots);
    for (size_t at = (hole + 1) & t->mask; t->slots[at].used; at = (at + 1) & t->mask) {
        // An entry may fill the hole if its home is not between the two.
        size_t from_home = (at - home(t, t->slots[at].process, t->slots[at].id)) & t->mask;
        if (from_home >= ((at - hole) & t->mask)) {
            t->slots[hole] = t->slots[at];
            hole = at;
        }
    }
    t->slots[hole].used = false;
    t->count--;
}
