// SPDX-License-Identifier: MIT
// See ltl_expansion.h. Formulas are expanded in the order of their numbers: operands come first, and
// nothing recurs.

#include "temporal/ltl_expansion.h"

#include "base/memory.h"
#include "temporal/automaton/omega_automaton.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ltl_expansion {
    const ltl_pool *pool;
    ltl root;
    bool *in;       // by subformula: is it one of root?
    bool *later;    // is it, or a part of it, the operand of an X? Then it may be asked of the rest
    ltl_terms *now; // by subformula
    ltl_terms *rest;          // what X of it asks of the rest: terms of any letter
    uint32_t *element, *mark; // by subformula; LTL_NONE: it has none
    ltl of_element[TERM_MAX_ELEMENTS];
    uint32_t element_count, mark_count;
    term_limits *limits;
};

static bool puts_off(ltl_kind kind)
{
    return kind == LTL_EVENTUALLY || kind == LTL_UNTIL || kind == LTL_STRONG;
}

static bool is_literal(ltl_kind kind)
{
    return kind == LTL_ATOM || kind == LTL_NOT;
}

static bool recurs(ltl_kind kind)
{
    return puts_off(kind) || kind == LTL_ALWAYS || kind == LTL_WEAK || kind == LTL_RELEASE;
}

static void find_later(ltl_expansion *x)
{
    for (ltl f = x->root + 1; f-- > 0;) {
        ltl_node n = ltl_get(x->pool, f);
        if (!x->in[f])
            continue;
        if (n.kind == LTL_NEXT)
            x->later[n.left] = true;
        if (x->later[f] && (n.kind == LTL_AND || n.kind == LTL_OR))
            x->later[n.left] = x->later[n.right] = true;
    }
}

// a U b, c U b and <>b all wait for b: they share a mark.
static void give_mark(ltl_expansion *x, ltl f)
{
    ltl_node n = ltl_get(x->pool, f);
    ltl awaited = n.kind == LTL_UNTIL ? n.right : n.left;
    for (ltl g = 0; g < f && n.kind != LTL_STRONG; g++) {
        ltl_node other = ltl_get(x->pool, g);
        bool same = (other.kind == LTL_UNTIL && other.right == awaited) ||
                    (other.kind == LTL_EVENTUALLY && other.left == awaited);
        if (x->in[g] && same) {
            x->mark[f] = x->mark[g];
            return;
        }
    }
    x->mark[f] = x->mark_count++;
}

static bool number_elements(ltl_expansion *x, error *e)
{
    for (ltl f = 0; f <= x->root; f++) {
        ltl_kind kind = ltl_get(x->pool, f).kind;
        x->element[f] = x->mark[f] = LTL_NONE;
        bool asked = recurs(kind) || (x->later[f] && (is_literal(kind) || kind == LTL_NEXT));
        if (!x->in[f] || !asked)
            continue;
        if (x->element_count == TERM_MAX_ELEMENTS)
            return error_set(e, "the formula has more than %d temporal parts", TERM_MAX_ELEMENTS);
        x->of_element[x->element_count] = f;
        x->element[f] = x->element_count++;
        if (puts_off(kind))
            give_mark(x, f);
        if (x->mark_count > OMEGA_MAX_MARKS)
            return error_set(e, "the formula waits for more than %d different things",
                             OMEGA_MAX_MARKS);
    }
    return true;
}

// Any letter, and f of the rest.
static ltl_term term_of_rest(const ltl_expansion *x, ltl f)
{
    ltl_term t = {0};
    uint32_t i = x->element[f];
    assert(i < x->element_count);
    t.next[i / 64] = (uint64_t)1 << i % 64;
    return t;
}

// f once more, put off if it waits for something.
static ltl_terms again(const ltl_expansion *x, ltl f)
{
    ltl_terms terms = {0};
    ltl_term t = term_of_rest(x, f);
    if (x->mark[f] != LTL_NONE)
        t.promises = (uint64_t)1 << x->mark[f];
    terms_add(&terms, t, x->limits);
    return terms;
}

static void expand_leaf(ltl_expansion *x, ltl f, ltl_node n)
{
    ltl_term t = {0};
    if (n.kind == LTL_ATOM)
        t.cube.positive = (uint64_t)1 << n.atom;
    if (n.kind == LTL_NOT)
        t.cube.negative = (uint64_t)1 << ltl_get(x->pool, n.left).atom;
    if (n.kind != LTL_FALSE)
        terms_add(&x->now[f], t, x->limits);
}

static void expand_recurring(ltl_expansion *x, ltl f, ltl_node n)
{
    ltl_terms self = again(x, f), part = {0};
    const ltl_terms *a = &x->now[n.left];
    const ltl_terms *b = ltl_arity(n.kind) > 1 ? &x->now[n.right] : NULL;
    switch (n.kind) {
    case LTL_EVENTUALLY: // a || again
        terms_add_all(&x->now[f], a, x->limits);
        terms_add_all(&x->now[f], &self, x->limits);
        break;
    case LTL_ALWAYS: // a && again
        x->now[f] = terms_product(a, &self, x->limits);
        break;
    case LTL_UNTIL:
    case LTL_WEAK: // b || (a && again)
        part = terms_product(a, &self, x->limits);
        terms_add_all(&x->now[f], b, x->limits);
        terms_add_all(&x->now[f], &part, x->limits);
        break;
    default: // R and M: b && (a || again)
        terms_add_all(&part, a, x->limits);
        terms_add_all(&part, &self, x->limits);
        x->now[f] = terms_product(b, &part, x->limits);
    }
    terms_fini(&part);
    terms_fini(&self);
}

static void expand(ltl_expansion *x, ltl f)
{
    ltl_node n = ltl_get(x->pool, f);
    if (recurs(n.kind)) {
        expand_recurring(x, f, n);
    } else if (n.kind == LTL_AND) {
        x->now[f] = terms_product(&x->now[n.left], &x->now[n.right], x->limits);
    } else if (n.kind == LTL_OR) {
        terms_add_all(&x->now[f], &x->now[n.left], x->limits);
        terms_add_all(&x->now[f], &x->now[n.right], x->limits);
    } else if (n.kind == LTL_NEXT) {
        terms_add_all(&x->now[f], &x->rest[n.left], x->limits);
    } else {
        assert(ltl_arity(n.kind) == 0 || is_literal(n.kind));
        expand_leaf(x, f, n);
    }
}

// Only && and || are taken apart: anything else is asked of the rest as it is.
static void expand_rest(ltl_expansion *x, ltl f)
{
    ltl_node n = ltl_get(x->pool, f);
    if (n.kind == LTL_AND) {
        x->rest[f] = terms_product(&x->rest[n.left], &x->rest[n.right], x->limits);
    } else if (n.kind == LTL_OR) {
        terms_add_all(&x->rest[f], &x->rest[n.left], x->limits);
        terms_add_all(&x->rest[f], &x->rest[n.right], x->limits);
    } else if (n.kind != LTL_FALSE) {
        terms_add(&x->rest[f], n.kind == LTL_TRUE ? (ltl_term){0} : term_of_rest(x, f), x->limits);
    }
}

ltl_expansion *expansion_new(const ltl_pool *pool, ltl f, term_limits *limits, error *e)
{
    ltl_expansion *x = memory_new(1, sizeof *x);
    size_t count = (size_t)f + 1;
    *x = (ltl_expansion){.pool = pool,
                         .root = f,
                         .in = ltl_subformulas(pool, f),
                         .later = memory_new(count, sizeof *x->later),
                         .now = memory_new(count, sizeof *x->now),
                         .rest = memory_new(count, sizeof *x->rest),
                         .element = memory_new(count, sizeof *x->element),
                         .mark = memory_new(count, sizeof *x->mark),
                         .limits = limits};
    find_later(x);
    bool ok = number_elements(x, e);
    for (ltl g = 0; ok && g <= f; g++) {
        if (!x->in[g])
            continue;
        expand(x, g);
        if (x->later[g])
            expand_rest(x, g);
        if (limits->reached)
            ok = error_set(e, "the formula has too many alternatives");
    }
    if (!ok) {
        expansion_free(x);
        return NULL;
    }
    return x;
}

void expansion_free(ltl_expansion *x)
{
    if (!x)
        return;
    for (ltl f = 0; f <= x->root; f++) {
        terms_fini(&x->now[f]);
        terms_fini(&x->rest[f]);
    }
    free(x->in);
    free(x->later);
    free(x->now);
    free(x->rest);
    free(x->element);
    free(x->mark);
    free(x);
}

uint32_t expansion_mark_count(const ltl_expansion *x)
{
    return x->mark_count;
}

const ltl_terms *expansion_of(const ltl_expansion *x, ltl subformula)
{
    assert(subformula <= x->root && x->in[subformula]);
    return &x->now[subformula];
}

const ltl_terms *expansion_of_element(const ltl_expansion *x, uint32_t element)
{
    assert(element < x->element_count);
    return &x->now[x->of_element[element]];
}
