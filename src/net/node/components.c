// SPDX-License-Identifier: MIT
#include "net/node/components.h"

static bool component_table_used(const component_slot *e)
{
    return e->component != NULL;
}

static uint64_t component_table_key(const component_slot *e)
{
    return e->name;
}

static uint64_t component_table_hash(uint64_t name)
{
    name ^= name >> 32;
    name *= 0x9e3779b97f4a7c15;
    return name ^ name >> 29;
}

static bool component_table_same(const component_slot *e, uint64_t name)
{
    return e->name == name;
}

HASH_TABLE_FUNCTIONS(component_table, component_slot, uint64_t);

static void component_table_clear(component_slot *e)
{
    *e = (component_slot){0};
}

HASH_TABLE_REMOVAL(component_table, component_slot)

void components_init(components *all)
{
    *all = (components){0};
    component_table_start(&all->table, 16);
}

static void discard(component *c)
{
    if (c->kind->end)
        c->kind->end(c->state);
    bytes_fini(&c->saved);
    free(c);
}

void components_fini(components *all)
{
    for (uint64_t i = 0; i <= all->table.mask; i++)
        if (all->table.slots[i].component)
            discard(all->table.slots[i].component);
    free(all->table.slots);
    free(all->dirty.items);
    free(all->ready.items);
    free(all->over.items);
    *all = (components){0};
}

component *components_find(const components *all, uint64_t name)
{
    return component_table_slot(&all->table, name)->component;
}

component *components_add(components *all, uint64_t name, const lp_component_kind *kind,
                          lp_component me, int64_t key)
{
    assert(!components_find(all, name));
    component *c = memory_new(1, sizeof *c + kind->size);
    c->kind = kind;
    c->me = me;
    c->key = key;
    if (kind->begin)
        kind->begin(c->state, me);
    if (kind->timed) {
        c->after = all->timed;
        if (c->after)
            c->after->before = c;
        all->timed = c;
    }
    component_table_reserve(&all->table);
    *component_table_slot(&all->table, name) = (component_slot){name, c};
    all->table.count++;
    return c;
}

void components_remove(components *all, uint64_t name)
{
    component_slot *slot = component_table_slot(&all->table, name);
    component *c = slot->component;
    assert(c && !c->ready && !c->dirty);
    if (c->kind->timed) {
        if (c->after)
            c->after->before = c->before;
        if (c->before)
            c->before->after = c->after;
        else
            all->timed = c->after;
    }
    component_table_close(&all->table, slot);
    discard(c);
}

void component_list_add(component_list *list, component *c)
{
    MEMORY_GROW(list->items, list->capacity, list->count + 1);
    list->items[list->count++] = c;
}
