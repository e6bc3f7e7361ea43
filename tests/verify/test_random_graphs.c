// SPDX-License-Identifier: MIT
// Two random graphs, compared by traces, failures and divergences: the search over pairs with and without
// antichains, of the graphs themselves and of their quotients, against the denotational sets
// (naive_denotation.c). The length of the trace that is found is the smallest depth at which the oracle
// says no, and the run that is found is one of the graph.

#include "naive_process.h"
#include "setting.h"
#include "verify/compare/bisimulation.h"
#include "verify/compare/refinement_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STATES = 9, DEPTH = 9, LABELS = 2, LESS = 97 };

static naive_graph *random_graph(rng *r)
{
    naive_graph *g = calloc(1, sizeof *g);
    g->usable = true;
    g->states = 1 + (uint32_t)rng_below(r, MOST_STATES);
    uint32_t edges = (uint32_t)rng_below(r, 2 * g->states + 2), unseen = (uint32_t)rng_below(r, 8);
    for (uint32_t i = 0; i < edges; i++) {
        naive_edge *e = &g->edge[g->edges++];
        e->from = (uint8_t)rng_below(r, g->states);
        e->to = (uint8_t)rng_below(r, g->states);
        e->label = rng_below(r, 8) < unseen ? NAIVE_TAU : (uint8_t)rng_below(r, LABELS);
    }
    return g;
}

// One that differs in little: mostly more can be done, so that refinement is not rare.
static naive_graph *more_of(const naive_graph *from, rng *r)
{
    naive_graph *g = calloc(1, sizeof *g);
    *g = *from;
    for (uint32_t k = (uint32_t)rng_below(r, 4); k > 0; k--) {
        naive_edge *e = &g->edge[rng_below(r, 5) ? g->edges++ : rng_below(r, g->edges + 1)];
        if (e == &g->edge[g->edges])
            g->edges++;
        e->from = (uint8_t)rng_below(r, g->states);
        e->to = (uint8_t)rng_below(r, g->states);
        e->label = rng_below(r, 3) ? (uint8_t)rng_below(r, LABELS) : NAIVE_TAU;
    }
    return g;
}

// Labels from 1 on; edges in order, none twice.
static step_graph *graph_of(const naive_graph *n)
{
    size_t first[NAIVE_STATES + 1] = {0}, count = 0;
    graph_edge *edges = calloc(n->edges + 1, sizeof *edges);
    for (uint32_t s = 0; s < n->states; s++) {
        first[s] = count;
        for (uint32_t label = 0; label <= LABELS; label++)
            for (uint32_t to = 0; to < n->states; to++)
                for (uint32_t i = 0; i < n->edges; i++) {
                    const naive_edge *e = &n->edge[i];
                    uint32_t seen = e->label == NAIVE_TAU ? 0 : e->label + 1u;
                    if (e->from != s || e->to != to || seen != label)
                        continue;
                    edges[count++] = (graph_edge){label, to};
                    break;
                }
    }
    first[n->states] = count;
    return step_graph_of_edges(0, n->states, first, edges);
}

static bool has_edge(const naive_graph *n, uint32_t from, graph_edge e)
{
    for (uint32_t i = 0; i < n->edges; i++)
        if (n->edge[i].from == from && n->edge[i].to == e.to &&
            (n->edge[i].label == NAIVE_TAU ? 0 : n->edge[i].label + 1u) == e.label)
            return true;
    return false;
}

// The states after a label, 0 for what is not seen, and after all unseen steps from there.
static uint32_t after(const naive_graph *n, uint32_t set, uint32_t label)
{
    uint32_t to = label ? 0 : set;
    for (uint32_t round = 0; round <= n->states; round++)
        for (uint32_t i = 0; i < n->edges; i++) {
            const naive_edge *e = &n->edge[i];
            uint32_t seen = e->label == NAIVE_TAU ? 0 : e->label + 1u;
            if (seen == label && label && (set >> e->from & 1))
                to |= 1u << e->to;
            if (!seen && (to >> e->from & 1))
                to |= 1u << e->to;
        }
    return to;
}

static uint32_t offers(const naive_graph *n, uint32_t state)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < n->edges; i++)
        if (n->edge[i].from == state)
            all |= 1u << n->edge[i].label;
    return all;
}

// No stable state of Q after the trace offers as little as the state at the end of the run.
static void check_refusal(const refinement_check *c, const naive_graph *q, uint32_t offered)
{
    uint32_t set = after(q, 1, LABEL_UNSEEN);
    for (uint32_t i = 0; i < c->path_count; i++)
        if (c->path[i].label != LABEL_UNSEEN)
            set = after(q, set, c->path[i].label);
    for (uint32_t s = 0; s < q->states; s++)
        if (set >> s & 1)
            assert_true((offers(q, s) & ~offered) != 0);
}

static void check_run(const refinement_check *c, const naive_graph *p, const naive_graph *q,
                      refinement_end end, uint32_t *length)
{
    uint32_t at = 0, last;
    *length = 0;
    for (uint32_t i = 0; i < c->path_count; i++) {
        assert_true(has_edge(p, at, c->path[i]));
        at = c->path[i].to;
        *length += c->path[i].label != LABEL_UNSEEN;
    }
    last = at;
    assert_int_equal(c->lap_count > 0, end == REFINEMENT_DIVERGES);
    for (uint32_t i = 0; i < c->lap_count; i++) {
        assert_true(has_edge(p, at, (graph_edge){LABEL_UNSEEN, c->lap[i]}));
        at = c->lap[i];
    }
    assert_int_equal(at, last);
    if (end == REFINEMENT_REFUSES) {
        assert_false(offers(p, at) >> NAIVE_TAU & 1);
        check_refusal(c, q, offers(p, at));
    }
}

static void show(const char *name, const naive_graph *g)
{
    print_message("%s: %u states\n", name, g->states);
    for (uint32_t i = 0; i < g->edges; i++)
        print_message("  %u -%u-> %u\n", g->edge[i].from, g->edge[i].label, g->edge[i].to);
}

typedef struct counts {
    uint64_t ends[REFINEMENT_COSTLY];
    uint64_t pairs[4]; // with and without antichains; of graphs, of quotients
} counts;

static void compare(const naive_graph *p, const naive_graph *q, counts *n)
{
    static const naive_model models[] = {NAIVE_TRACES, NAIVE_FAILURES, NAIVE_DIVERGENCES};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t lengths[4];
        refinement_end ends[4];
        for (uint32_t way = 0; way < 4; way++) {
            refinement_check c = {.kind = (refinement_kind)k, .exact = way & 1};
            c.minimise = way & 2 ? MINIMISE_ALWAYS : MINIMISE_NEVER;
            c.a = graph_of(p);
            c.b = graph_of(q);
            ends[way] = refinement_run(&c);
            assert_true(ends[way] < REFINEMENT_STOPPED);
            check_run(&c, p, q, ends[way], &lengths[way]);
            n->pairs[way] += c.pairs;
            refinement_fini(&c);
            step_graph_free(c.a);
            step_graph_free(c.b);
        }
        // The shortest trace that is wrong; deeper than that the oracle does not look.
        uint32_t depth = 0;
        while (depth <= DEPTH && naive_refines(p, q, models[k], depth))
            depth++;
        bool holds = ends[0] == REFINEMENT_HOLDS;
        for (uint32_t way = 0; way < 4; way++) {
            bool agree = (ends[way] == REFINEMENT_HOLDS) == holds && lengths[way] == lengths[0];
            agree &= holds ? depth > DEPTH : lengths[way] > DEPTH || lengths[way] == depth;
            if (!agree) {
                show("P", p);
                show("Q", q);
                print_message("model %u, way %u: end %u, length %u; the oracle: %u\n", k, way,
                              ends[way], lengths[way], depth);
            }
            assert_true(agree);
        }
        n->ends[ends[0]]++;
    }
}

static void agree_with_the_definitions(void **state)
{
    (void)state;
    rng r;
    counts n = {0};
    uint64_t cases = setting("LINCHPIN_CASES", 3000);
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t i = 0; i < cases; i++) {
        naive_graph *p = random_graph(&r),
                    *q = rng_below(&r, 4) ? more_of(p, &r) : random_graph(&r);
        compare(p, q, &n);
        free(p);
        free(q);
    }
    print_message("%llu hold, %llu traces, %llu refusals, %llu divergences\n",
                  (unsigned long long)n.ends[REFINEMENT_HOLDS],
                  (unsigned long long)n.ends[REFINEMENT_TRACE],
                  (unsigned long long)n.ends[REFINEMENT_REFUSES],
                  (unsigned long long)n.ends[REFINEMENT_DIVERGES]);
    print_message("pairs: %llu, without antichains %llu, of quotients %llu and %llu\n",
                  (unsigned long long)n.pairs[0], (unsigned long long)n.pairs[1],
                  (unsigned long long)n.pairs[2], (unsigned long long)n.pairs[3]);
    for (uint32_t i = 0; i < REFINEMENT_STOPPED; i++)
        assert_true(n.ends[i] > cases / 100);
    // Each of the two leaves something out.
    assert_true(n.pairs[0] * 100 < n.pairs[1] * LESS && n.pairs[2] * 100 < n.pairs[0] * LESS);
}

static uint32_t quotient_states(step_graph *g, bool divergences)
{
    step_graph *q = bisimulation_quotient(g, divergences, UINT32_MAX, NULL);
    assert_non_null(q);
    uint32_t states = step_graph_count(q);
    step_graph *again = bisimulation_quotient(q, divergences, UINT32_MAX, NULL);
    assert_non_null(again);
    assert_int_equal(step_graph_count(again), states);
    step_graph_free(again);
    step_graph_free(q);
    return states;
}

static void quotients_are_small(void **state)
{
    (void)state;
    // Five visible steps with two unseen ones before each; the last unseen one comes back.
    naive_graph *g = calloc(1, sizeof *g);
    g->states = 16;
    for (uint32_t i = 0; i < 15; i++)
        g->edge[g->edges++] = (naive_edge){(uint8_t)i, (uint8_t)(i + 1), i % 3 < 2 ? NAIVE_TAU : 0};
    step_graph *s = graph_of(g);
    assert_int_equal(quotient_states(s, true), 6);
    step_graph_free(s);
    g->edge[g->edges++] = (naive_edge){14, 13, NAIVE_TAU};
    s = graph_of(g);
    assert_int_equal(quotient_states(s, true), 6);
    assert_int_equal(quotient_states(s, false), 6);
    step_graph_free(s);
    // One that may go on for ever, beside one that may not.
    *g = (naive_graph){.states = 3, .edges = 3};
    g->edge[0] = (naive_edge){0, 1, 0};
    g->edge[1] = (naive_edge){0, 2, 0};
    g->edge[2] = (naive_edge){2, 2, NAIVE_TAU};
    s = graph_of(g);
    assert_int_equal(quotient_states(s, true), 3);
    assert_int_equal(quotient_states(s, false), 2);
    step_graph_free(s);
    free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quotients_are_small),
                                       cmocka_unit_test(agree_with_the_definitions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
