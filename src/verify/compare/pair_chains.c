// SPDX-License-Identifier: MIT
// See pair_chains.h.

#include "verify/compare/pair_chains.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FIRST_MET = 64 };

void pair_chains_fini(pair_chains *c)
{
    free(c->pairs);
    free(c->first);
    free(c->met.slots);
}

static uint32_t *first_of(pair_chains *c, uint32_t a)
{
    MEMORY_GROW_ZERO(c->first, c->first_capacity, (size_t)a + 1);
    return &c->first[a];
}

static void enter(pair_chains *c, const met_pair *p, uint32_t next)
{
    MEMORY_GROW(c->pairs, c->capacity, (size_t)c->count + 1);
    c->pairs[c->count] = *p;
    c->pairs[c->count++].next = next;
}

static void meet_exactly(pair_chains *c, const met_pair *p)
{
    const pair_key key = {p->a, p->set};
    if (!c->met.slots)
        pair_memo_start(&c->met, FIRST_MET);
    if (pair_memo_used(pair_memo_slot(&c->met, key)))
        return;
    pair_memo_put(&c->met, key, c->count);
    enter(c, p, 0);
}

void pair_chains_meet(pair_chains *c, const met_pair *p)
{
    if (c->exact) {
        meet_exactly(c, p);
        return;
    }
    uint32_t *link = first_of(c, p->a);
    while (*link) {
        uint32_t number = *link - 1;
        met_pair *old = &c->pairs[number];
        c->compared++;
        if (old->set == p->set || (c->normal && normal_form_within(c->normal, old->set, p->set)))
            return;
        if (normal_form_within(c->normal, p->set, old->set)) {
            *link = old->next;
            // One of an earlier level has a shorter trace, and is looked at all the same.
            old->next = number >= c->level ? NO_PAIR : 0;
        } else {
            link = &old->next;
        }
    }
    enter(c, p, *first_of(c, p->a));
    *first_of(c, p->a) = c->count;
}
