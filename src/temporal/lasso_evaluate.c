// SPDX-License-Identifier: MIT
// See lasso_evaluate.h.
//
// A formula has one value at each of the finitely many positions of the word. Values of subformulas
// are computed from the leaves up. Each temporal operator is a fixed point of its expansion
// (a U b = b || (a && X (a U b)), …): U, M and <> the least, W, R and [] the greatest, computed by
// iteration from all-false or all-true.
//
// An automaton accepts if the product of its states with the positions has an accepting run from the
// start: Emerson and Lei's fixed point (LICS 1986). Pairs are removed until, from each that is left,
// an edge of every mark can be reached through pairs that are left.

#include "temporal/lasso_evaluate.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint32_t after(lasso word, uint32_t at)
{
    return at + 1 < word.length ? at + 1 : word.loop;
}

static bool expand(ltl_kind kind, bool a, bool b, bool later)
{
    switch (kind) {
    case LTL_NOT:
        return !a;
    case LTL_AND:
        return a && b;
    case LTL_OR:
        return a || b;
    case LTL_IMPLIES:
        return !a || b;
    case LTL_IFF:
        return a == b;
    case LTL_EVENTUALLY:
        return a || later;
    case LTL_ALWAYS:
        return a && later;
    case LTL_UNTIL:
    case LTL_WEAK:
        return b || (a && later);
    case LTL_RELEASE:
    case LTL_STRONG:
        return b && (a || later);
    default:
        return false;
    }
}

// The values of `n` at all positions, from those of its operands.
static void evaluate(lasso word, ltl_node n, const bool *left, const bool *right, bool *value)
{
    assert(!left == (ltl_arity(n.kind) == 0));
    bool greatest = n.kind == LTL_ALWAYS || n.kind == LTL_WEAK || n.kind == LTL_RELEASE;
    memset(value, greatest, word.length);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t at = word.length; at-- > 0;) {
            bool now;
            if (!left)
                now =
                    n.kind == LTL_TRUE || (n.kind == LTL_ATOM && (word.letters[at] >> n.atom & 1));
            else if (n.kind == LTL_NEXT)
                now = left[after(word, at)];
            else
                now = expand(n.kind, left[at], right && right[at], value[after(word, at)]);
            changed = changed || now != value[at];
            value[at] = now;
        }
    }
}

bool lasso_satisfies(lasso word, const ltl_pool *pool, ltl f)
{
    REQUIRE(word.loop < word.length);
    bool *in = ltl_subformulas(pool, f);
    bool **values = memory_new((size_t)f + 1, sizeof *values);
    for (ltl g = 0; g <= f; g++) {
        if (!in[g])
            continue;
        ltl_node n = ltl_get(pool, g);
        values[g] = memory_new(word.length, sizeof **values);
        evaluate(word, n, ltl_arity(n.kind) > 0 ? values[n.left] : NULL,
                 ltl_arity(n.kind) > 1 ? values[n.right] : NULL, values[g]);
    }
    bool result = values[f][0];
    for (ltl g = 0; g <= f; g++)
        free(values[g]);
    free(values);
    free(in);
    return result;
}

// Of a formula at one position of a prefix: may it still come true, and is it true already, whatever comes? What
// nothing is known of may be true and is not yet (the weak and the strong view of Eisner et al., CAV 2003).
typedef struct view {
    bool may, is;
} view;

static view view_of(const ltl_node *n, uint64_t letter, const view *now, const view *next, ltl self)
{
    view a = ltl_arity(n->kind) > 0 ? now[n->left] : (view){0};
    view b = ltl_arity(n->kind) > 1 ? now[n->right] : (view){0};
    view later = next[self];
    bool here = n->kind == LTL_TRUE || (n->kind == LTL_ATOM && (letter >> n->atom & 1));
    switch (n->kind) {
    case LTL_FALSE:
    case LTL_TRUE:
    case LTL_ATOM:
        return (view){here, here};
    case LTL_NEXT:
        return next[n->left];
    case LTL_NOT:
        return (view){!a.is, !a.may};
    case LTL_IMPLIES:
        return (view){!a.is || b.may, !a.may || b.is};
    case LTL_IFF:
        return (view){(a.may && b.may) || (!a.is && !b.is), (a.is && b.is) || (!a.may && !b.may)};
    default:
        return (view){expand(n->kind, a.may, b.may, later.may),
                      expand(n->kind, a.is, b.is, later.is)};
    }
}

bool prefix_refutes(const uint64_t *letters, uint32_t length, const ltl_pool *pool, ltl f)
{
    bool *in = ltl_subformulas(pool, f);
    view *now = memory_new((size_t)f + 1, sizeof *now),
         *next = memory_new((size_t)f + 1, sizeof *next);
    for (ltl g = 0; g <= f; g++)
        now[g] = (view){.may = true};
    for (uint32_t at = length; at-- > 0;) {
        view *was = next;
        next = now;
        now = was;
        for (ltl g = 0; g <= f; g++) {
            ltl_node n = ltl_get(pool, g);
            if (in[g])
                now[g] = view_of(&n, letters[at], now, next, g);
        }
    }
    bool refuted = !now[f].may;
    free(in);
    free(now);
    free(next);
    return refuted;
}

// Pairs of a state and a position are numbered state * length + position.
typedef struct product {
    lasso word;
    const omega_automaton *automaton;
    bool *left;    // pairs that may have an accepting run
    bool *reaches; // of these, which reach an edge of the mark in question
    size_t count;
} product;

// May this pair reach an edge with these marks, now or through one of its successors?
static bool reaches_by_step(const product *p, uint32_t state, uint32_t at, uint64_t marks)
{
    const omega_automaton *a = p->automaton;
    for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++) {
        const omega_edge *e = &a->edges[i];
        uint64_t letter = p->word.letters[at];
        if ((letter & e->positive) != e->positive || (letter & e->negative))
            continue;
        size_t to = (size_t)e->to * p->word.length + after(p->word, at);
        if (p->left[to] && ((e->marks & marks) == marks || p->reaches[to]))
            return true;
    }
    return false;
}

// Removes what does not reach an edge with these marks. True: something was.
static bool remove_by_marks(product *p, uint64_t marks)
{
    uint32_t length = p->word.length;
    memset(p->reaches, 0, p->count);
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t v = p->count; v-- > 0;)
            if (p->left[v] && !p->reaches[v] &&
                reaches_by_step(p, (uint32_t)(v / length), (uint32_t)(v % length), marks))
                changed = p->reaches[v] = true;
    }
    bool removed = memcmp(p->left, p->reaches, p->count) != 0;
    memcpy(p->left, p->reaches, p->count);
    return removed;
}

// Does a letter of each mark of letters come again and again?
static bool letters_recur(lasso word, const omega_automaton *a)
{
    uint64_t marks = omega_all_marks(a);
    for (uint32_t i = word.loop; i < word.length; i++)
        marks |= omega_letter_marks(a, word.letters[i]);
    return marks == omega_run_marks(a);
}

bool lasso_accepted(lasso word, const omega_automaton *a)
{
    REQUIRE(word.loop < word.length && a->state_count > 0);
    if (!letters_recur(word, a))
        return false;
    product p = {.word = word, .automaton = a, .count = (size_t)a->state_count * word.length};
    p.left = memory_new(p.count, sizeof *p.left);
    p.reaches = memory_new(p.count, sizeof *p.reaches);
    memset(p.left, true, p.count);
    bool removed = true;
    while (removed) {
        removed = remove_by_marks(&p, 0);
        for (uint32_t mark = 0; mark < a->mark_count; mark++)
            removed = remove_by_marks(&p, (uint64_t)1 << mark) || removed;
    }
    bool accepted = p.left[0]; // of state 0 at position 0
    free(p.left);
    free(p.reaches);
    return accepted;
}
