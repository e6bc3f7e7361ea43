// SPDX-License-Identifier: MIT
// Random formulas on random graphs, under each kind of fairness. What is found is a run of the graph
// that is fair and breaks the formula, both by definition; where nothing is found, no short run does.

#include "base/memory.h"
#include "setting.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/ltl_translate.h"
#include "temporal/random_formula.h"
#include "verify/temporal/lasso_path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { CONDITIONS = 2, ATOMS = 3, WHO = 3, MOST_STATES = 5, MOST_EDGES = 3, MOST_LENGTH = 7 };

typedef struct subject {
    state_graph *g;
    ltl_pool *pool;
    ltl formula;
    fairness fair;
} subject;

typedef struct figures {
    uint64_t cases, found[FAIR_GLOBAL + 1], held[FAIR_GLOBAL + 1], ended;
} figures;

// Some take steps together: a number from WHO on is that of several, a bit for each.
static uint32_t members(void *context, uint32_t who, const uint32_t **list)
{
    static uint32_t found[WHO];
    uint32_t count = 0;
    (void)context;
    for (uint32_t i = 0; i < WHO; i++)
        if (who < WHO ? i == who : (who - WHO) >> i & 1)
            found[count++] = i;
    *list = found;
    return count;
}

static uint64_t those(uint32_t who)
{
    return who == GRAPH_NOBODY ? 0 : who < WHO ? (uint64_t)1 << who : who - WHO;
}

typedef struct listed_edge {
    uint32_t to;
    graph_label label;
} listed_edge;

static graph_label random_label(rng *r, bool together)
{
    graph_label l = {.who = rng_below(r, 3) ? (uint32_t)rng_below(r, WHO) : GRAPH_NOBODY};
    l.events = rng_below(r, 3) ? 0 : (uint64_t)1 << CONDITIONS;
    if (together && l.who != GRAPH_NOBODY && rng_below(r, 2))
        l.who = WHO + 1 + (uint32_t)rng_below(r, (1 << WHO) - 1);
    return l;
}

// As a search would find it: states are numbered as they are met, and all of them are.
static state_graph *random_graph(rng *r)
{
    graph_reader read = {.who_count = WHO, .members = rng_below(r, 2) ? members : NULL};
    state_graph *g = graph_new(&read, 1);
    graph_writer *w = &g->writers[0];
    listed_edge edges[MOST_STATES][MOST_EDGES];
    uint32_t states = 1 + (uint32_t)rng_below(r, MOST_STATES), met[MOST_STATES] = {0}, count = 1;
    uint32_t number[MOST_STATES] = {0}, degree[MOST_STATES];
    for (uint32_t s = 0; s < states; s++) {
        number[s] = s ? UINT32_MAX : 0;
        degree[s] = (uint32_t)rng_below(r, MOST_EDGES + 1);
        for (uint32_t i = 0; i < degree[s]; i++)
            edges[s][i] = (listed_edge){(uint32_t)rng_below(r, states),
                                        random_label(r, read.members != NULL)};
    }
    for (uint32_t n = 0; n < count; n++) {
        uint32_t s = met[n];
        graph_level_begin(g, n + 1);
        graph_state_begin(w);
        for (uint32_t i = 0; i < degree[s]; i++) {
            uint32_t to = edges[s][i].to;
            if (number[to] == UINT32_MAX) {
                number[to] = count;
                met[count++] = to;
            }
            graph_add_edge(w, n, number[to], graph_step(w, edges[s][i].label));
        }
        graph_state_end(w, n, rng_below(r, 1 << CONDITIONS));
        graph_level_end(g);
    }
    return g;
}

static void fail_with(const subject *x, const char *what)
{
    text t = {0};
    ltl_print(x->pool, x->formula, NULL, &t);
    text_add(&t, ", fairness %d: %s\n", (int)x->fair, what);
    for (uint32_t s = 0; s < x->g->count; s++) {
        text_add(&t, "%u [%x]:", s, (unsigned)graph_holds(x->g, s));
        for (uint64_t i = graph_first(x->g, s); i < graph_first(x->g, s + 1); i++)
            text_add(&t, " %u/%d%s", x->g->to[i], (int)graph_edge_label(x->g, i)->who,
                     graph_edge_label(x->g, i)->events ? "!" : "");
        text_add(&t, "\n");
    }
    fail_msg("%s", t.bytes);
}

// A run as edges, the last of which may be that there is none.
typedef struct short_run {
    uint64_t steps[4 * LASSO_MOST];
    uint32_t states[4 * LASSO_MOST]; // before each
    uint32_t count, loop;
} short_run;

static uint64_t able_in(const subject *x, uint32_t state)
{
    uint64_t able = 0;
    for (uint64_t i = graph_first(x->g, state); i < graph_first(x->g, state + 1); i++) {
        able |= those(graph_edge_label(x->g, i)->who);
    }
    return able;
}

static bool taken(const short_run *y, uint64_t step)
{
    for (uint32_t i = y->loop; i < y->count; i++)
        if (y->steps[i] == step)
            return true;
    return false;
}

static bool fair_by_definition(const subject *x, const short_run *y)
{
    uint64_t always = UINT64_MAX, ever = 0, moved = 0;
    for (uint32_t i = y->loop; i < y->count; i++) {
        uint64_t able = able_in(x, y->states[i]);
        always &= able;
        ever |= able;
        for (uint64_t k = graph_first(x->g, y->states[i]);
             x->fair == FAIR_GLOBAL && k < graph_first(x->g, y->states[i] + 1); k++)
            if (graph_edge_label(x->g, k)->who != GRAPH_NOBODY && !taken(y, k))
                return false;
        if (y->steps[i] != RUN_ENDED)
            moved |= those(graph_edge_label(x->g, y->steps[i])->who);
    }
    return x->fair == FAIR_WEAK     ? !(always & ~moved)
           : x->fair == FAIR_STRONG ? !(ever & ~moved)
                                    : true;
}

static bool breaks(const subject *x, const short_run *y)
{
    uint64_t *letters = memory_new(y->count, sizeof *letters);
    for (uint32_t i = 0; i < y->count; i++) {
        letters[i] = graph_holds(x->g, y->states[i]);
        if (y->steps[i] != RUN_ENDED)
            letters[i] |= graph_edge_label(x->g, y->steps[i])->events;
    }
    bool broken = !lasso_satisfies((lasso){letters, y->count, y->loop}, x->pool, x->formula);
    free(letters);
    return broken;
}

// All runs from here on that lead round within the length.
static bool some_run_breaks(const subject *x, short_run *y, uint32_t state)
{
    y->states[y->count] = state;
    if (!able_in(x, state)) {
        y->steps[y->count] = RUN_ENDED;
        y->loop = y->count++;
        bool broken = breaks(x, y);
        y->count--;
        if (broken)
            return true;
    }
    for (y->loop = 0; y->loop < y->count; y->loop++)
        if (y->states[y->loop] == state && fair_by_definition(x, y) && breaks(x, y))
            return true;
    for (uint64_t i = graph_first(x->g, state);
         y->count < MOST_LENGTH && i < graph_first(x->g, state + 1); i++) {
        y->steps[y->count++] = i;
        if (some_run_breaks(x, y, x->g->to[i]))
            return true;
        y->count--;
    }
    return false;
}

static void check_found(const subject *x, fair_component *c, figures *f)
{
    static short_run y;
    lasso_path p;
    if (!lasso_path_make(&p, c))
        fail_with(x, "no run is made of what is found");
    uint32_t state = 0;
    y = (short_run){.count = (uint32_t)p.count, .loop = (uint32_t)p.loop};
    if (!p.whole || p.count > sizeof y.steps / sizeof *y.steps || p.loop >= p.count)
        fail_with(x, "a run of a small graph is long");
    for (uint32_t i = 0; i < y.count; i++) {
        bool ends = p.steps[i] == RUN_ENDED;
        y.states[i] = state;
        y.steps[i] = p.steps[i];
        if (ends ? able_in(x, state) || i + 1 < y.count
                 : p.steps[i] < graph_first(x->g, state) ||
                       p.steps[i] >= graph_first(x->g, state + 1))
            fail_with(x, "what is found is no run");
        state = ends ? state : x->g->to[p.steps[i]];
        f->ended += ends;
    }
    if (state != y.states[y.loop])
        fail_with(x, "what is found does not lead round");
    if (!fair_by_definition(x, &y))
        fail_with(x, "what is found is not fair");
    if (!breaks(x, &y))
        fail_with(x, "what is found does not break the formula");
    lasso_path_fini(&p);
}

static void check_case(subject *x, const omega_automaton *a, figures *f)
{
    static short_run y;
    run_graph r;
    fair_component c = {.r = &r, .fair = x->fair};
    assert_true(run_graph_init(&r, x->g, a));
    component_end end = fair_component_find(&c);
    y = (short_run){0};
    if (end == COMPONENT_FOUND)
        check_found(x, &c, f);
    else if (some_run_breaks(x, &y, 0))
        fail_with(x, "a run was not found");
    f->found[x->fair] += end == COMPONENT_FOUND;
    f->held[x->fair] += end == COMPONENT_NONE;
    f->cases++;
    fair_component_fini(&c);
}

static void test_against_runs(void **state)
{
    (void)state;
    figures f = {0};
    uint64_t recurring = 0; // left to letters
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = setting("LINCHPIN_CASES", 20000); n > 0; n--) {
        subject x = {.g = random_graph(&r), .pool = ltl_pool_new()};
        error e = {0};
        x.formula = rng_below(&r, 4) ? random_formula(&r, x.pool, ATOMS, 4)
                                     : random_fairness(&r, x.pool, ATOMS);
        ltl_translation how = {.recurring = (uint32_t)rng_below(&r, 3)};
        omega_automaton *a = ltl_translate(x.pool, ltl_not(x.pool, x.formula), how, &e);
        assert_non_null(a);
        recurring += a->letter_marks > 0;
        for (x.fair = FAIR_NOT; x.fair <= FAIR_GLOBAL; x.fair++)
            check_case(&x, a, &f);
        omega_free(a);
        ltl_pool_free(x.pool);
        graph_free(x.g);
    }
    assert_true(recurring > 0);
    for (int i = 0; i <= FAIR_GLOBAL; i++) {
        assert_true(f.found[i] * 20 > f.cases / 4);
        assert_true(f.held[i] * 20 > f.cases / 4);
    }
    assert_true(f.ended * 100 > f.cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
