// SPDX-License-Identifier: MIT
// Perfect matchings against trying every pair, on thousands of random graphs; and on
// long ones that need long augmenting paths. LINCHPIN_CASES, LINCHPIN_SEED as elsewhere.

#include "base/memory.h"
#include "base/random.h"
#include "judge/search/matching.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 12 };

typedef struct sample {
    uint32_t count;
    bool edge[MOST][MOST];
    bool optional[MOST];
    bool left[MOST];
} sample;

// Can all be matched but those marked optional? The first that is left either is
// optional and stays alone, or is matched with one of the others.
static bool coverable(const sample *s, bool *used)
{
    uint32_t v = 0;
    while (v < s->count && used[v])
        v++;
    if (v == s->count)
        return true;
    used[v] = true;
    bool can = s->optional[v] && coverable(s, used);
    for (uint32_t w = v + 1; w < s->count && !can; w++) {
        if (used[w] || !s->edge[v][w])
            continue;
        used[w] = true;
        can = coverable(s, used);
        used[w] = false;
    }
    used[v] = false;
    return can;
}

static sample random_sample(rng *r, bool bipartite, bool some_optional)
{
    sample s = {.count = (uint32_t)rng_below(r, MOST + 1)};
    uint64_t density = 5 + rng_below(r, 60);
    for (uint32_t v = 0; v < s.count; v++) {
        s.left[v] = rng_below(r, 2);
        s.optional[v] = some_optional && rng_below(r, 4) == 0;
        for (uint32_t w = 0; w < v; w++) {
            bool is = rng_below(r, 100) < density && !(bipartite && s.left[v] == s.left[w]);
            s.edge[v][w] = s.edge[w][v] = is;
        }
    }
    return s;
}

static void check_mates(const graph *g, const uint32_t *mate)
{
    for (uint32_t v = 0; v < g->count; v++) {
        assert_true(mate[v] < g->count && mate[mate[v]] == v);
        bool neighbours = false;
        for (size_t i = g->start[v]; i < g->start[v + 1]; i++)
            neighbours |= g->to[i] == mate[v];
        assert_true(neighbours);
    }
}

// Those vertices alone cannot be matched either.
static void check_why(const sample *s, const bool *why)
{
    bool used[MOST];
    for (uint32_t v = 0; v < s->count; v++)
        used[v] = !why[v] && !why[v + s->count];
    assert_false(coverable(s, used));
}

static void compare(const sample *s, bool bipartite, uint64_t *perfect)
{
    graph g, doubled;
    graph_begin(&g, s->count);
    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t w = 0; w < v; w++)
            if (s->edge[v][w])
                graph_edge(&g, v, w);
    graph_finish(&g);
    graph_double(&g, s->optional, &doubled);
    uint32_t mate[2 * MOST];
    bool left[2 * MOST], used[MOST] = {0};
    for (uint32_t v = 0; v < doubled.count; v++)
        left[v] = v < s->count ? s->left[v] : !s->left[v - s->count];
    bool truth = coverable(s, used);
    bool why[2 * MOST] = {0};
    bool found = matching_general(&doubled, mate, why);
    assert_int_equal(found, truth);
    if (found)
        check_mates(&doubled, mate);
    else
        check_why(s, why);
    if (bipartite) {
        assert_int_equal(matching_bipartite(&doubled, left, mate), truth);
        if (truth)
            check_mates(&doubled, mate);
    }
    sample strict = *s;
    memset(strict.optional, 0, sizeof strict.optional);
    truth = coverable(&strict, used);
    assert_int_equal(matching_general(&g, mate, NULL), truth);
    if (bipartite)
        assert_int_equal(matching_bipartite(&g, left, mate), truth);
    *perfect += truth;
    graph_fini(&g);
    graph_fini(&doubled);
}

static void agree_with_trying_every_pair(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    for (uint32_t bipartite = 0; bipartite < 2; bipartite++) {
        rng r;
        rng_init(&r, setting("LINCHPIN_SEED", 1) + bipartite);
        uint64_t perfect = 0;
        for (uint64_t i = 0; i < cases; i++) {
            sample s = random_sample(&r, bipartite, i % 2);
            compare(&s, bipartite, &perfect);
        }
        printf("%s: %llu of %llu perfect\n", bipartite ? "bipartite" : "general",
               (unsigned long long)perfect, (unsigned long long)cases);
        assert_true(perfect > cases / 50 && perfect < cases - cases / 50);
    }
}

// A path whose edges are listed so that picking greedily takes every second edge but
// leaves both ends: one augmenting path through all of it.
static void long_path(uint32_t n, bool *left, graph *g)
{
    graph_begin(g, n);
    for (uint32_t v = 1; v + 2 < n; v += 2)
        graph_edge(g, v, v + 1);
    for (uint32_t v = 0; v + 1 < n; v += 2)
        graph_edge(g, v, v + 1);
    graph_finish(g);
    for (uint32_t v = 0; v < n; v++)
        left[v] = v % 2 == 0;
}

static void long_paths_are_found(void **state)
{
    (void)state;
    enum { N = 100000 };
    bool *left = memory_new(N, sizeof *left);
    uint32_t *mate = memory_new(N, sizeof *mate);
    graph g;
    long_path(N, left, &g);
    assert_true(matching_general(&g, mate, NULL));
    check_mates(&g, mate);
    assert_true(matching_bipartite(&g, left, mate));
    check_mates(&g, mate);
    graph_fini(&g);
    free(left);
    free(mate);
}

// Triangles in a row, joined at their tips: blossom within blossom.
static void chains_of_triangles(void **state)
{
    (void)state;
    for (uint32_t triangles = 1; triangles < 200; triangles++) {
        graph g;
        uint32_t n = 3 * triangles, *mate = memory_new(n, sizeof *mate);
        graph_begin(&g, n);
        for (uint32_t t = 0; t < triangles; t++) {
            graph_edge(&g, 3 * t, 3 * t + 1);
            graph_edge(&g, 3 * t + 1, 3 * t + 2);
            graph_edge(&g, 3 * t + 2, 3 * t);
            if (t)
                graph_edge(&g, 3 * t - 1, 3 * t);
        }
        graph_finish(&g);
        bool found = matching_general(&g, mate, NULL);
        assert_int_equal(found, triangles % 2 == 0);
        if (found)
            check_mates(&g, mate);
        graph_fini(&g);
        free(mate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agree_with_trying_every_pair),
        cmocka_unit_test(long_paths_are_found),
        cmocka_unit_test(chains_of_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
