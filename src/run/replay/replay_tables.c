// SPDX-License-Identifier: MIT
// The components of a run that is replayed, and what operations were called with.

#include "run/replay/replaying.h"

#include "base/text.h"

#include <stdlib.h>

static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t h = a * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ b) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

static bool replay_component_table_used(const replay_component *e)
{
    return e->state != NULL;
}

static replay_component replay_component_table_key(const replay_component *e)
{
    return *e;
}

static uint64_t replay_component_table_hash(replay_component key)
{
    return mixed((uint64_t)key.who.who ^ key.who.part, (uint64_t)key.key);
}

static bool replay_component_table_same(const replay_component *e, replay_component key)
{
    return replay_who_same(e->who, key.who) && e->key == key.key;
}

static void replay_component_table_clear(replay_component *e)
{
    *e = (replay_component){0};
}

HASH_TABLE_FUNCTIONS(replay_component_table, replay_component, replay_component);
HASH_TABLE_REMOVAL(replay_component_table, replay_component)

static bool replay_argument_table_used(const replay_argument *e)
{
    return e->id != 0;
}

static int64_t replay_argument_table_key(const replay_argument *e)
{
    return e->id;
}

static uint64_t replay_argument_table_hash(int64_t key)
{
    return mixed((uint64_t)key, 0);
}

static bool replay_argument_table_same(const replay_argument *e, int64_t key)
{
    return e->id == key;
}

HASH_TABLE_FUNCTIONS(replay_argument_table, replay_argument, int64_t);

void replay_tables_init(replay *r)
{
    replay_network_init(&r->network);
    replay_component_table_start(&r->components, 64);
    replay_argument_table_start(&r->arguments, 64);
}

void replay_tables_fini(replay *r)
{
    replay_network_fini(&r->network);
    for (uint64_t i = 0; i <= r->components.mask; i++)
        enact_state_free(&r->parts[r->components.slots[i].who.part], r->components.slots[i].state);
    free(r->components.slots);
    free(r->arguments.slots);
}

replay_component *replay_find(replay *r, replay_who who, int64_t key)
{
    replay_component *c =
        replay_component_table_slot(&r->components, (replay_component){.who = who, .key = key});
    return c->state ? c : NULL;
}

replay_component *replay_add(replay *r, replay_who who, int64_t key)
{
    replay_component made = {.who = who, .key = key};
    made.state = enact_state_new(&r->parts[who.part]);
    replay_component_table_reserve(&r->components);
    replay_component *c = replay_component_table_slot(&r->components, made);
    *c = made;
    r->components.count++;
    return c;
}

void replay_remove(replay *r, replay_who who, int64_t key)
{
    replay_component *c = replay_find(r, who, key);
    enact_state_free(&r->parts[who.part], c->state);
    replay_component_table_close(&r->components, c);
}

void replay_forget(replay *r, replay_who who)
{
    for (uint64_t i = 0; i <= r->components.mask;) {
        replay_component *c = &r->components.slots[i];
        if (c->state && replay_who_same(c->who, who))
            replay_remove(r, who, c->key); // another one may be here then
        else
            i++;
    }
}

void replay_note_argument(replay *r, int64_t id, int64_t value)
{
    replay_argument_table_reserve(&r->arguments);
    replay_argument *a = replay_argument_table_slot(&r->arguments, id);
    r->arguments.count += a->id == 0;
    *a = (replay_argument){id, value};
}

int64_t replay_argument_of(const replay *r, int64_t id)
{
    return replay_argument_table_slot(&r->arguments, id)->value;
}
