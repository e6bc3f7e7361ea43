// SPDX-License-Identifier: MIT
// Components of random graphs and random automata, which need not come from formulas, against the definition:
// all vertices of the product, runs that have ended among them, as rows of bits, and the components by their closure.
// Graphs are as a search has them in the middle, too: some edges lead to states that were not expanded yet.

#include "base/memory.h"
#include "base/random.h"
#include "setting.h"
#include "temporal/lasso_evaluate.h"
#include "verify/temporal/lasso_path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 10, DEGREE = 6, QS = 5, ATOMS = 3, WHO = 3, VERTICES = 2 * STATES * QS };

typedef struct listed {
    uint32_t count; // states that were expanded
    uint64_t holds[STATES];
    uint32_t degree[STATES], to[STATES][DEGREE];
    graph_label label[STATES][DEGREE];
} listed;

typedef struct bits {
    uint64_t words[VERTICES / 64 + 1];
} bits;

typedef struct product {
    const listed *g;
    const omega_automaton *a;
    fairness fair;
    bits next[VERTICES];
} product;

static bool has(const bits *b, uint32_t i)
{
    return b->words[i / 64] >> i % 64 & 1;
}

static void put(bits *b, uint32_t i)
{
    b->words[i / 64] |= (uint64_t)1 << i % 64;
}

static bool add_all(bits *b, const bits *more)
{
    bool grown = false;
    for (size_t k = 0; k < sizeof b->words / sizeof *b->words; k++) {
        grown |= (more->words[k] & ~b->words[k]) != 0;
        b->words[k] |= more->words[k];
    }
    return grown;
}

static listed random_listed(rng *r)
{
    listed g = {.count = 1 + (uint32_t)rng_below(r, STATES)};
    uint32_t all = g.count + (uint32_t)rng_below(r, 3);
    for (uint32_t s = 0; s < g.count; s++) {
        g.holds[s] = rng_below(r, 1 << (ATOMS - 1));
        g.degree[s] = (uint32_t)rng_below(r, DEGREE);
        for (uint32_t i = 0; i < g.degree[s]; i++) {
            g.to[s][i] = (uint32_t)rng_below(r, all);
            g.label[s][i] =
                (graph_label){.who = rng_below(r, 4) ? (uint32_t)rng_below(r, WHO) : GRAPH_NOBODY,
                              .events = rng_below(r, 2) << (ATOMS - 1)};
        }
    }
    for (uint32_t s = 1; s < g.count; s++) { // each is reached from one before it
        uint32_t from = (uint32_t)rng_below(r, s);
        if (g.degree[from] == DEGREE)
            return random_listed(r);
        g.to[from][g.degree[from]++] = s;
    }
    return g;
}

static omega_automaton *random_automaton(rng *r)
{
    uint32_t states = 1 + (uint32_t)rng_below(r, QS), marks = (uint32_t)rng_below(r, 3);
    omega_automaton *a = omega_new(marks);
    for (uint32_t s = 0; s < states; s++) {
        for (uint64_t n = rng_below(r, 5); n > 0; n--) {
            omega_edge e = {.to = (uint32_t)rng_below(r, states)};
            e.positive = rng_below(r, 3) ? 0 : rng_below(r, 1 << ATOMS);
            e.negative = rng_below(r, 3) ? 0 : rng_below(r, 1 << ATOMS) & ~e.positive;
            e.marks = rng_below(r, 2) ? 0 : rng_below(r, 1 << marks);
            omega_add_edge(a, e);
        }
        omega_end_state(a);
    }
    for (uint64_t n = rng_below(r, 2) ? 0 : 1 + rng_below(r, 3); n > 0; n--) {
        letter_cube cube = {.positive = rng_below(r, 1 << ATOMS)};
        cube.negative = rng_below(r, 1 << ATOMS) & ~cube.positive;
        omega_add_recurring(a, cube, a->letter_marks == 0 || rng_below(r, 2));
    }
    return a;
}

// Which of its marks a letter has, behind those of edges.
static uint64_t marks_of(const omega_automaton *a, uint64_t letter)
{
    uint64_t marks = 0;
    for (uint32_t i = 0; i < a->recurring_count; i++) {
        const omega_recurring *x = &a->recurring[i];
        if ((letter & x->cube.positive) == x->cube.positive && !(letter & x->cube.negative))
            marks |= (uint64_t)1 << (a->mark_count + x->which);
    }
    return marks;
}

static bool rests(const listed *g, uint32_t s)
{
    for (uint32_t i = 0; i < g->degree[s]; i++)
        if (g->label[s][i].who != GRAPH_NOBODY)
            return false;
    return true;
}

static uint32_t vertex(uint32_t s, uint32_t q, bool ended)
{
    return ((ended ? STATES : 0) + s) * QS + q;
}

// An edge of the product. `step`: of the state, or the state's degree, where the run has ended.
typedef void (*visit)(void *context, uint32_t to, uint64_t marks, uint32_t s, uint32_t step);

static void each_edge(const product *p, uint32_t v, visit f, void *context)
{
    const listed *g = p->g;
    uint32_t q = v % QS, s = v / QS % STATES;
    bool ended = v / QS >= STATES;
    if (s >= g->count || q >= p->a->state_count)
        return;
    for (uint32_t i = ended ? g->degree[s] : 0; i <= g->degree[s]; i++) {
        bool end = i == g->degree[s];
        if (end ? !rests(g, s) : g->to[s][i] >= g->count)
            continue;
        uint64_t letter = g->holds[s] | (end ? 0 : g->label[s][i].events);
        for (uint32_t k = p->a->first[q]; k < p->a->first[q + 1]; k++)
            if (omega_edge_allows(&p->a->edges[k], letter))
                f(context, vertex(end ? s : g->to[s][i], p->a->edges[k].to, end),
                  p->a->edges[k].marks | marks_of(p->a, letter), s, i);
    }
}

static void note_next(void *context, uint32_t to, uint64_t marks, uint32_t s, uint32_t step)
{
    (void)marks, (void)s, (void)step;
    put(context, to);
}

// What can be reached within the set, by at least one step.
static void close_within(const product *p, const bits *within, bits *reach)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        memset(&reach[v], 0, sizeof reach[v]);
        for (uint32_t w = 0; has(within, v) && w < VERTICES; w++)
            if (has(&p->next[v], w) && has(within, w))
                put(&reach[v], w);
    }
    for (uint32_t k = 0; k < VERTICES; k++)
        for (uint32_t v = 0; v < VERTICES; v++)
            if (has(&reach[v], k))
                add_all(&reach[v], &reach[k]);
}

typedef struct inside {
    const product *p;
    const bits *component;
    uint64_t marks, moved, taken[STATES];
} inside;

static void look(void *context, uint32_t to, uint64_t marks, uint32_t s, uint32_t step)
{
    inside *x = context;
    if (!has(x->component, to))
        return;
    x->marks |= marks;
    x->taken[s] |= (uint64_t)1 << step;
    uint32_t who = step < x->p->g->degree[s] ? x->p->g->label[s][step].who : GRAPH_NOBODY;
    x->moved |= who == GRAPH_NOBODY ? 0 : (uint64_t)1 << who;
}

static bool some_run(const product *p, const bits *within);

static bool accepted(const product *p, const bits *component)
{
    inside x = {.p = p, .component = component};
    uint64_t always = UINT64_MAX;
    bits good = {0};
    bool bad = false;
    for (uint32_t v = 0; v < VERTICES; v++)
        if (has(component, v))
            each_edge(p, v, look, &x);
    if (x.marks != ((uint64_t)1 << (p->a->mark_count + p->a->letter_marks)) - 1)
        return false;
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (!has(component, v))
            continue;
        uint32_t s = v / QS % STATES;
        uint64_t able = 0;
        bool missed = false;
        for (uint32_t i = 0; i < p->g->degree[s]; i++) {
            uint32_t who = p->g->label[s][i].who;
            able |= who == GRAPH_NOBODY ? 0 : (uint64_t)1 << who;
            missed |= who != GRAPH_NOBODY && !(x.taken[s] >> i & 1);
        }
        always &= able;
        if (p->fair == FAIR_STRONG ? (able & ~x.moved) != 0 : p->fair == FAIR_GLOBAL && missed)
            bad = true;
        else
            put(&good, v);
    }
    if (p->fair == FAIR_WEAK)
        return !(always & ~x.moved);
    return !bad || some_run(p, &good);
}

static bool some_run(const product *p, const bits *within)
{
    bits *reach = memory_new(VERTICES, sizeof *reach);
    bool found = false;
    close_within(p, within, reach);
    for (uint32_t v = 0; v < VERTICES && !found; v++) {
        bits component = {0};
        bool first = has(&reach[v], v);
        for (uint32_t w = 0; first && w < VERTICES; w++)
            if (has(&reach[v], w) && has(&reach[w], v)) {
                put(&component, w);
                first = w >= v;
            }
        found = first && accepted(p, &component);
    }
    free(reach);
    return found;
}

static bool by_definition(product *p)
{
    bits reached = {0};
    for (uint32_t v = 0; v < VERTICES; v++) {
        p->next[v] = (bits){0};
        each_edge(p, v, note_next, &p->next[v]);
    }
    put(&reached, vertex(0, 0, false));
    for (bool more = true; more;) {
        more = false;
        for (uint32_t v = 0; v < VERTICES; v++)
            more |= has(&reached, v) && add_all(&reached, &p->next[v]);
    }
    return some_run(p, &reached);
}

static state_graph *graph_of(const listed *g)
{
    state_graph *out = graph_new(&(graph_reader){.who_count = WHO}, 1);
    graph_writer *w = &out->writers[0];
    graph_level_begin(out, g->count);
    for (uint32_t s = 0; s < g->count; s++) {
        graph_state_begin(w);
        for (uint32_t i = 0; i < g->degree[s]; i++)
            graph_add_edge(w, s, g->to[s][i], graph_step(w, g->label[s][i]));
        graph_state_end(w, s, g->holds[s]);
    }
    graph_level_end(out);
    return out;
}

// What is found is a run of the graph, and its word is accepted.
static void check_run(const product *p, const state_graph *g, fair_component *c)
{
    lasso_path path;
    uint32_t state = 0, turn = 0;
    assert_true(lasso_path_make(&path, c));
    uint64_t *letters = memory_new(path.count, sizeof *letters);
    for (size_t i = 0; i < path.count; i++) {
        bool end = path.steps[i] == RUN_ENDED;
        uint64_t step = end ? 0 : path.steps[i] - graph_first(g, state);
        turn = i == path.loop ? state : turn;
        letters[i] = p->g->holds[state];
        assert_true(end ? rests(p->g, state) && i + 1 == path.count : step < p->g->degree[state]);
        if (end)
            continue;
        letters[i] |= p->g->label[state][step].events;
        state = p->g->to[state][step];
        assert_true(state < p->g->count);
    }
    assert_int_equal(state, turn);
    assert_true(lasso_accepted((lasso){letters, (uint32_t)path.count, (uint32_t)path.loop}, p->a));
    free(letters);
    lasso_path_fini(&path);
}

static void test_against_closures(void **state)
{
    (void)state;
    static product p;
    uint64_t found = 0, cases = 0;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = setting("LINCHPIN_CASES", 20000); n > 0; n--) {
        listed g = random_listed(&r);
        omega_automaton *a = random_automaton(&r);
        state_graph *kept = graph_of(&g);
        for (fairness fair = FAIR_NOT; fair <= FAIR_GLOBAL; fair++, cases++) {
            run_graph product_of;
            fair_component c = {.r = &product_of, .fair = fair};
            p = (product){.g = &g, .a = a, .fair = fair};
            assert_true(run_graph_init(&product_of, kept, a));
            component_end end = fair_component_find(&c);
            assert_int_equal(end == COMPONENT_FOUND, by_definition(&p));
            if (end == COMPONENT_FOUND)
                check_run(&p, kept, &c);
            found += end == COMPONENT_FOUND;
            fair_component_fini(&c);
        }
        graph_free(kept);
        omega_free(a);
    }
    assert_true(found * 5 > cases && found * 5 < 4 * cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_closures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
