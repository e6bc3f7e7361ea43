// SPDX-License-Identifier: MIT
// See acceptances.h.

#include "verify/compare/acceptances.h"

#include "base/memory.h"
#include "verify/compare/pair_memo.h"

#include <stdlib.h>

enum { UNKNOWN = 0, UNSTABLE = 1, NUMBERED = 2, FIRST_ANSWERS = 64 };

// Of each state of a graph, or of each set: UNKNOWN, UNSTABLE, or NUMBERED + the number.
typedef struct numbering {
    uint32_t *of;
    size_t capacity;
} numbering;

typedef struct number_list {
    uint32_t *items;
    uint32_t count;
    size_t capacity;
} number_list;

struct acceptances {
    step_graph *a, *b;
    normal_form *normal;
    intern *offers, *menus;
    numbering of_a, of_b, of_set;
    number_list work;
    pair_memo matched; // of a menu and an offer
};

acceptances *acceptances_new(step_graph *a, step_graph *b, normal_form *n)
{
    acceptances *c = memory_new(1, sizeof *c);
    *c = (acceptances){.a = a, .b = b, .normal = n, .offers = intern_new(), .menus = intern_new()};
    pair_memo_start(&c->matched, FIRST_ANSWERS);
    return c;
}

void acceptances_free(acceptances *c)
{
    if (!c)
        return;
    intern_free(c->offers);
    intern_free(c->menus);
    free(c->of_a.of);
    free(c->of_b.of);
    free(c->of_set.of);
    free(c->work.items);
    free(c->matched.slots);
    free(c);
}

static uint32_t *slot_of(numbering *n, uint32_t which)
{
    MEMORY_GROW_ZERO(n->of, n->capacity, (size_t)which + 1);
    return &n->of[which];
}

static void put(number_list *l, uint32_t item)
{
    MEMORY_GROW(l->items, l->capacity, (size_t)l->count + 1);
    l->items[l->count++] = item;
}

static uint32_t number_of(intern *in, const number_list *l)
{
    return NUMBERED +
           intern_add(in, l->count ? (const void *)l->items : "", l->count * sizeof *l->items);
}

static const uint32_t *items_of(const intern *in, uint32_t number, uint32_t *count)
{
    size_t length;
    const uint32_t *items = intern_get(in, number - NUMBERED, &length);
    *count = (uint32_t)(length / sizeof *items);
    return items;
}

// What a state offers. UNKNOWN: a step failed.
static uint32_t offer_of(acceptances *c, step_graph *g, numbering *n, uint32_t state)
{
    uint32_t count, *known = slot_of(n, state);
    if (*known)
        return *known;
    const graph_edge *edges = step_graph_edges(g, state, &count);
    if (!edges)
        return UNKNOWN;
    number_list labels = {0};
    bool stable = count == 0 || edges[0].label != LABEL_UNSEEN;
    for (uint32_t i = 0; stable && i < count; i++)
        if (i == 0 || edges[i].label != edges[i - 1].label)
            put(&labels, edges[i].label);
    *known = stable ? number_of(c->offers, &labels) : UNSTABLE;
    free(labels.items);
    return *known;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Offers of the stable states of a set, none twice. UNKNOWN: a step failed.
static uint32_t menu_of(acceptances *c, uint32_t set)
{
    uint32_t count, kept = 0, *known = slot_of(&c->of_set, set);
    if (*known)
        return *known;
    const uint32_t *states = normal_form_states(c->normal, set, &count);
    number_list *menu = &c->work;
    menu->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offered = offer_of(c, c->b, &c->of_b, states[i]);
        if (offered == UNKNOWN)
            return UNKNOWN;
        if (offered != UNSTABLE && (!menu->count || menu->items[menu->count - 1] != offered))
            put(menu, offered);
    }
    if (menu->count > 1)
        qsort(menu->items, menu->count, sizeof *menu->items, by_number);
    for (uint32_t i = 0; i < menu->count; i++)
        if (i == 0 || menu->items[i] != menu->items[i - 1])
            menu->items[kept++] = menu->items[i];
    menu->count = kept;
    *known = number_of(c->menus, menu);
    return *known;
}

static bool is_within(const acceptances *c, uint32_t less, uint32_t more)
{
    uint32_t few, many, k = 0;
    const uint32_t *a = items_of(c->offers, less, &few), *b = items_of(c->offers, more, &many);
    for (uint32_t i = 0; i < few; i++, k++) {
        while (k < many && b[k] < a[i])
            k++;
        if (k == many || b[k] != a[i])
            return false;
    }
    return true;
}

bool acceptances_match(acceptances *c, uint32_t state, uint32_t set, bool *matched)
{
    uint32_t offered = offer_of(c, c->a, &c->of_a, state), menu = menu_of(c, set), count;
    if (offered == UNKNOWN || menu == UNKNOWN)
        return false;
    const pair_key key = {menu, offered};
    const pair_answer *known = pair_memo_slot(&c->matched, key);
    if (pair_memo_used(known)) {
        *matched = known->answer_plus_one - 1;
        return true;
    }
    const uint32_t *list = items_of(c->menus, menu, &count);
    *matched = offered == UNSTABLE;
    for (uint32_t i = 0; i < count && !*matched; i++)
        *matched = is_within(c, list[i], offered);
    pair_memo_put(&c->matched, key, *matched);
    return true;
}
