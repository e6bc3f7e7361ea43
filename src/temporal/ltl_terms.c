// SPDX-License-Identifier: MIT
// See ltl_terms.h.

#include "temporal/ltl_terms.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void terms_fini(ltl_terms *t)
{
    free(t->items);
    *t = (ltl_terms){0};
}

// Whatever continues after `less` continues after `more`, too.
static bool dominated(const ltl_term *less, const ltl_term *more)
{
    if (!cube_contains(more->cube, less->cube) || (more->promises & ~less->promises))
        return false;
    for (int i = 0; i < TERM_WORDS; i++)
        if (more->next[i] & ~less->next[i])
            return false;
    return true;
}

void terms_add(ltl_terms *t, ltl_term item, term_limits *l)
{
    if (l->reached || l->steps < t->count || t->count == l->most) {
        l->reached = true;
        return;
    }
    l->steps -= t->count;
    for (uint32_t i = 0; i < t->count; i++)
        if (dominated(&item, &t->items[i]))
            return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (!dominated(&t->items[i], &item))
            t->items[kept++] = t->items[i];
    t->count = kept;
    MEMORY_GROW(t->items, t->capacity, (size_t)t->count + 1);
    t->items[t->count++] = item;
}

void terms_add_all(ltl_terms *t, const ltl_terms *other, term_limits *l)
{
    for (uint32_t i = 0; i < other->count && !l->reached; i++)
        terms_add(t, other->items[i], l);
}

static bool dominated_by_some(const ltl_term *less, const ltl_terms *by)
{
    for (uint32_t i = 0; i < by->count; i++)
        if (dominated(less, &by->items[i]))
            return true;
    return false;
}

// The terms of t that ask for all that some term of `other` asks for are the product of the two, and
// dominate their products with all others: they go to *all, and the others stay.
static ltl_terms take_stronger(const ltl_terms *t, const ltl_terms *other, ltl_terms *all,
                               term_limits *l)
{
    ltl_terms rest = {0};
    for (uint32_t i = 0; i < t->count && !l->reached; i++) {
        l->reached = l->steps < other->count;
        l->steps -= l->reached ? 0 : other->count;
        if (dominated_by_some(&t->items[i], other)) {
            MEMORY_GROW(all->items, all->capacity, (size_t)all->count + 1);
            all->items[all->count++] = t->items[i]; // none of t dominates another
        } else {
            MEMORY_GROW(rest.items, rest.capacity, (size_t)rest.count + 1);
            rest.items[rest.count++] = t->items[i];
        }
    }
    return rest;
}

static void add_product(const ltl_term *x, const ltl_term *y, ltl_terms *all, term_limits *l)
{
    if (!l->steps--) {
        l->steps = 0;
        l->reached = true;
    }
    if (!cube_meets(x->cube, y->cube))
        return;
    ltl_term both = {cube_meet(x->cube, y->cube), x->promises | y->promises, {0}};
    for (int w = 0; w < TERM_WORDS; w++)
        both.next[w] = x->next[w] | y->next[w];
    terms_add(all, both, l);
}

static ltl_terms take(ltl_terms *t)
{
    ltl_terms all = *t;
    *t = (ltl_terms){0};
    return all;
}

ltl_terms terms_product(const ltl_terms *a, const ltl_terms *b, term_limits *l)
{
    ltl_terms all = {0}, from_b = {0};
    ltl_terms rest_a = take_stronger(a, b, &all, l);
    if (rest_a.count) {
        ltl_terms rest_b = take_stronger(b, a, &from_b, l);
        if (all.count)
            terms_add_all(&all, &from_b, l);
        else
            all = take(&from_b);
        for (uint32_t i = 0; i < rest_a.count; i++)
            for (uint32_t k = 0; k < rest_b.count && !l->reached; k++)
                add_product(&rest_a.items[i], &rest_b.items[k], &all, l);
        terms_fini(&rest_b);
        terms_fini(&from_b);
    }
    terms_fini(&rest_a);
    return all;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(ltl_term));
}

void terms_sort(ltl_terms *t)
{
    static_assert(sizeof(ltl_term) == (3 + TERM_WORDS) * sizeof(uint64_t), "no padding");
    if (t->count)
        qsort(t->items, t->count, sizeof *t->items, by_bytes);
}
