// SPDX-License-Identifier: MIT
// See ltl_translate.h.
//
// The construction is that of Couvreur ("On-the-fly verification of linear temporal logic", FM 1999),
// as Duret-Lutz explains it ("LTL translation improvements in Spot", VECoS 2011). A state is a set of
// formulas which all have to hold from now on. Each formula is expanded into what it asks of this
// letter and of the rest of the word: a U b = b || (a && X (a U b) && promise of b). The alternatives
// of a state are the products of those of its formulas: these are its edges. An edge has the mark of b
// unless it promises b; so a run that puts b off for ever is not accepting.
//
// We deviate in three points. Alternatives are lists of cubes without dominated ones (ltl_terms.h), as
// Gastin and Oddoux have them (CAV 2001), not BDDs: formulas of models are small, and their order is
// the same on every machine. States whose alternatives are equal are one at once, as theirs are. W, M,
// <> and [] are expanded as they are, not as abbreviations. A formula that asks for many things again and again, as
// the negation of `[] <> a && [] <> b && … -> …` does, would have an edge for each subset of them; these are left
// to the letters (ltl_recurring.h).

#include "temporal/ltl_translate.h"

#include "base/intern.h"
#include "base/memory.h"
#include "temporal/automaton/omega_reduce.h"
#include "temporal/formula/ltl_rewrite.h"
#include "temporal/ltl_expansion.h"
#include "temporal/ltl_recurring.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 20000,
    MOST_EDGES = 200000,
    MOST_TERMS = 20000,
    MOST_STEPS = 200000000,
};

typedef struct target_set {
    uint64_t words[TERM_WORDS];
} target_set;

// While it is made, an edge leads to a set; each set has a state in the end, several may have the same.
typedef struct translator {
    ltl_translation how;
    ltl_expansion *expansion;
    term_limits limits;
    intern *sets;       // of formulas
    intern *states;     // the terms of each
    uint32_t *state_of; // by set
    size_t state_of_capacity;
    omega_automaton *automaton;
    error *error;
} translator;

static uint32_t set_number(translator *t, const uint64_t *words)
{
    target_set set;
    memcpy(set.words, words, sizeof set.words);
    return intern_add(t->sets, &set, sizeof set);
}

static bool too_large(translator *t)
{
    if (t->automaton->state_count > t->how.most_states)
        error_set(t->error, "the automaton of the formula has more than %u states",
                  t->how.most_states);
    else if (t->automaton->edge_count > t->how.most_edges)
        error_set(t->error, "the automaton of the formula has more than %u edges",
                  t->how.most_edges);
    else if (t->limits.reached)
        error_set(t->error, "the formula has too many alternatives");
    else
        return false;
    return true;
}

// The state with these terms, which is made if there is none.
static uint32_t state_with(translator *t, ltl_terms *terms)
{
    terms_sort(terms);
    bool fresh;
    uint32_t state = intern_add_fresh(t->states, terms->count ? (const void *)terms->items : "",
                                      terms->count * sizeof *terms->items, &fresh);
    if (!fresh)
        return state;
    assert(state == t->automaton->state_count);
    uint64_t all = omega_all_marks(t->automaton);
    for (uint32_t i = 0; i < terms->count; i++) {
        const ltl_term *x = &terms->items[i];
        omega_add_edge(t->automaton, (omega_edge){x->cube.positive, x->cube.negative,
                                                  all & ~x->promises, set_number(t, x->next)});
    }
    omega_end_state(t->automaton);
    return state;
}

static ltl_terms terms_of_set(translator *t, uint32_t set)
{
    target_set members;
    memcpy(&members, intern_get(t->sets, set, &(size_t){0}), sizeof members);
    ltl_terms terms = {0};
    terms_add(&terms, (ltl_term){0}, &t->limits);
    // Larger formulas first: what they ask for often includes what is asked for by smaller ones.
    for (uint32_t i = TERM_MAX_ELEMENTS; i-- > 0 && !t->limits.reached;) {
        if (!(members.words[i / 64] >> i % 64 & 1))
            continue;
        ltl_terms more = terms_product(&terms, expansion_of_element(t->expansion, i), &t->limits);
        terms_fini(&terms);
        terms = more;
    }
    return terms;
}

static bool make_states(translator *t, ltl f)
{
    ltl_terms start = {0};
    terms_add_all(&start, expansion_of(t->expansion, f), &t->limits);
    state_with(t, &start);
    terms_fini(&start);
    for (uint32_t set = 0; set < intern_count(t->sets) && !too_large(t); set++) {
        ltl_terms terms = terms_of_set(t, set);
        MEMORY_GROW(t->state_of, t->state_of_capacity, (size_t)set + 1);
        t->state_of[set] = state_with(t, &terms);
        terms_fini(&terms);
    }
    return !too_large(t);
}

static omega_automaton *make(translator *t, ltl f)
{
    if (!make_states(t, f))
        return NULL;
    omega_automaton *a = t->automaton;
    for (uint32_t i = 0; i < a->edge_count; i++)
        a->edges[i].to = t->state_of[a->edges[i].to];
    omega_check(a);
    t->automaton = NULL;
    return a;
}

static omega_automaton *finish(omega_automaton *a, ltl_translation how, error *e)
{
    if (!how.plain)
        a = omega_reduced(a);
    if (!how.buchi)
        return a;
    omega_automaton *b = omega_degeneralised(a, how.most_states, e);
    omega_free(a);
    return b;
}

static omega_automaton *translate(ltl_pool *pool, ltl f, ltl_translation how, error *e)
{
    translator t = {.how = how, .limits = {.steps = MOST_STEPS, .most = MOST_TERMS}, .error = e};
    t.expansion = expansion_new(pool, f, &t.limits, e);
    if (!t.expansion)
        return NULL;
    t.sets = intern_new();
    t.states = intern_new();
    t.automaton = omega_new(expansion_mark_count(t.expansion));
    omega_automaton *a = make(&t, f);
    omega_free(t.automaton);
    intern_free(t.sets);
    intern_free(t.states);
    free(t.state_of);
    expansion_free(t.expansion);
    return a ? finish(a, how, e) : NULL;
}

// Letters that satisfy b have one more mark. False: with the error.
static bool add_recurring(omega_automaton *a, ltl_pool *pool, ltl b, error *e)
{
    term_limits limits = {.steps = MOST_STEPS, .most = MOST_TERMS};
    ltl_expansion *x = expansion_new(pool, b, &limits, e);
    if (!x)
        return false;
    const ltl_terms *cubes = expansion_of(x, b);
    // That of no letter has no cube: nothing is accepted then.
    a->letter_marks += cubes->count == 0;
    for (uint32_t i = 0; i < cubes->count; i++)
        omega_add_recurring(a, cubes->items[i].cube, i == 0);
    expansion_free(x);
    return true;
}

// What recurs is left to the letters, if that is much and there are marks enough.
static omega_automaton *translate_rest(ltl_pool *pool, ltl f, ltl_translation how, error *e)
{
    ltl_recurring taken;
    ltl rest = recurring_take(pool, f, &taken);
    if (!how.recurring || how.buchi || how.plain || taken.count < how.recurring)
        return translate(pool, f, how, e);
    omega_automaton *a = translate(pool, rest, how, e);
    bool ok = a && a->mark_count + taken.count <= OMEGA_MAX_MARKS;
    if (a && !ok)
        error_set(e, "the formula waits for more than %d different things", OMEGA_MAX_MARKS);
    for (uint32_t i = 0; ok && i < taken.count; i++)
        ok = add_recurring(a, pool, taken.of[i], e);
    if (!ok)
        omega_free(a);
    return ok ? a : NULL;
}

omega_automaton *ltl_translate(const ltl_pool *pool, ltl f, ltl_translation how, error *e)
{
    if (ltl_get(pool, f).depth > LTL_MAX_DEPTH) {
        error_set(e, "the formula is nested more than %d deep", LTL_MAX_DEPTH);
        return NULL;
    }
    how.most_states = how.most_states ? how.most_states : MOST_STATES;
    how.most_edges = how.most_edges ? how.most_edges : MOST_EDGES;
    // In a pool of its own, what else is in the caller's makes no difference.
    ltl_pool *own = ltl_pool_new();
    ltl g = ltl_copy(pool, f, own);
    g = how.plain ? ltl_negation_normal(own, g) : ltl_simplify(own, g);
    omega_automaton *a = translate_rest(own, g, how, e);
    ltl_pool_free(own);
    return a;
}
