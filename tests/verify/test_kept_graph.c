// SPDX-License-Identifier: MIT
// The graph that a search keeps, against lists: levels, several writers, few and many labels, one
// word of those who can go on and several, and more states than a block has.

#include "base/memory.h"
#include "base/random.h"
#include "setting.h"
#include "verify/search/kept_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { WRITERS = 3, MOST_EDGES = 6, WHO = 150, WORDS = WHO / 64 + 1 };

typedef struct listed {
    uint64_t holds;
    uint64_t able[WORDS];
    bool rests;
    uint32_t edges, to[MOST_EDGES];
    graph_label labels[MOST_EDGES];
} listed;

typedef struct kind {
    uint32_t states, labels, who;
} kind;

static void list_state(rng *r, const kind *k, listed *s)
{
    *s = (listed){.rests = true, .edges = (uint32_t)rng_below(r, MOST_EDGES + 1)};
    s->holds = rng_below(r, 3) ? rng_below(r, 4) : rng_next(r);
    for (uint32_t i = 0; i < s->edges; i++) {
        uint32_t n = (uint32_t)rng_below(r, k->labels);
        graph_label l = {.events = n % 5, .seen = n, .who = GRAPH_NOBODY};
        if (n % 3)
            l.who = n * 7 % k->who;
        s->to[i] = (uint32_t)rng_below(r, k->states);
        s->labels[i] = l;
        if (l.who == GRAPH_NOBODY)
            continue;
        s->able[l.who / 64] |= (uint64_t)1 << l.who % 64;
        s->rests = false;
    }
}

// States of a level are expanded by any writer, in any order.
static void write_level(rng *r, state_graph *g, const listed *all, uint32_t from, uint32_t end)
{
    uint32_t *order = memory_new(end - from + 1, sizeof *order);
    graph_level_begin(g, end);
    for (uint32_t i = 0; i < end - from; i++) {
        uint32_t k = (uint32_t)rng_below(r, i + 1);
        order[i] = order[k];
        order[k] = from + i;
    }
    for (uint32_t i = 0; i < end - from; i++) {
        graph_writer *w = &g->writers[rng_below(r, WRITERS)];
        const listed *s = &all[order[i]];
        graph_state_begin(w);
        for (uint32_t e = 0; e < s->edges; e++)
            graph_add_edge(w, order[i], s->to[e], graph_step(w, s->labels[e]));
        graph_state_end(w, order[i], s->holds);
    }
    graph_level_end(g);
    free(order);
}

static void same_as_listed(const state_graph *g, const listed *all, uint32_t states)
{
    uint64_t edges = 0, able[WORDS];
    assert_int_equal(g->count, states);
    for (uint32_t s = 0; s < states; s++) {
        const listed *x = &all[s];
        assert_int_equal(graph_first(g, s), edges);
        assert_true(graph_holds(g, s) == x->holds);
        assert_int_equal(graph_rests(g, s), x->rests);
        graph_able(g, s, able);
        for (size_t k = 0; k < graph_who_words(g); k++)
            assert_true(able[k] == x->able[k]);
        for (uint32_t i = 0; i < x->edges; i++, edges++) {
            const graph_label *l = graph_edge_label(g, edges);
            assert_int_equal(g->to[edges], x->to[i]);
            assert_int_equal(l->seen, x->labels[i].seen);
            assert_int_equal(l->who, x->labels[i].who);
            assert_true(l->events == x->labels[i].events);
        }
        assert_true(x->edges <= g->degree);
    }
    assert_int_equal(graph_first(g, states), edges);
}

static void check(rng *r, const kind *k)
{
    graph_reader read = {.who_count = k->who};
    state_graph *g = graph_new(&read, WRITERS);
    listed *all = memory_new(k->states, sizeof *all);
    for (uint32_t s = 0; s < k->states; s++)
        list_state(r, k, &all[s]);
    for (uint32_t from = 0; from < k->states;) {
        uint32_t end = from + 1 + (uint32_t)rng_below(r, k->states - from);
        write_level(r, g, all, from, end);
        same_as_listed(g, all, end);
        from = end;
    }
    assert_false(g->full);
    assert_int_equal(g->label_up != NULL, intern_count(g->label_numbers) > 256);
    free(all);
    graph_free(g);
}

static void test_against_lists(void **state)
{
    (void)state;
    const kind kinds[] = {{20, 4, 3},       {200, 300, WHO},          {1500, 2000, 60},
                          {4095, 40, 5},    {GRAPH_BLOCK, 255, WHO},  {GRAPH_BLOCK + 1, 256, 64},
                          {9000, 257, WHO}, {3 * GRAPH_BLOCK, 900, 2}};
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = setting("LINCHPIN_CASES", 400) / 100 + 1; n > 0; n--)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            check(&r, &kinds[i]);
}

// A label more than can be numbered is no label of others: the graph says so.
static void test_too_many_labels(void **state)
{
    (void)state;
    graph_reader read = {.who_count = 1};
    state_graph *g = graph_new(&read, 1);
    graph_writer *w = &g->writers[0];
    graph_level_begin(g, 1);
    graph_state_begin(w);
    for (uint32_t i = 0; i <= GRAPH_MAX_LABELS; i++) {
        assert_false(g->full);
        graph_add_edge(w, 0, 0, graph_step(w, (graph_label){.seen = i}));
    }
    assert_true(g->full);
    graph_state_end(w, 0, 0);
    graph_level_end(g);
    graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_lists),
                                       cmocka_unit_test(test_too_many_labels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
