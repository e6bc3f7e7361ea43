// SPDX-License-Identifier: MIT
// Random formulas about random processes, under each kind of fairness, by the whole of `verify`. The
// oracle has rules of its own for what processes do and who takes part in it (naive_process.h). On its
// graph, what is claimed is decided by components (which test_random_lassos.c has against the
// definition), and all short runs are tried, too.

#include "base/memory.h"
#include "naive_process.h"
#include "setting.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/ltl_translate.h"
#include "temporal/random_formula.h"
#include "verify/system/reduction.h"
#include "verify/temporal/fair_component.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STATES = 24, ATOMS = 3, CLAIMS = 12, MOST_LENGTH = 5, KINDS = 6, PARTS = 32 };

// What formulas are about: an event by the labels that it is, or a condition.
static const struct {
    const char *written;
    uint32_t labels; // a bit each, of naive_process.h
} atoms[] = {
    {"a", 1},     {"b", 2},      {"d", 12},   {"d.0", 4},      {"d.1", 8},
    {"s", 16},    {"s.0", 16},   {"q!0", 32}, {"q?_", 64},     {"q", 96},
    {"tau", 256}, {"Skip", 128}, {"d.v", 0},  {"(x == 0)", 0}, {"(q.empty() && x != 0)", 0},
};
enum { ALL_ATOMS = sizeof atoms / sizeof *atoms, OF_VALUE = 12, OF_X = 13, OF_QUEUE = 14 };

static const struct {
    const char *written;
    fairness fair;
    bool events;
} kinds[KINDS] = {{"none", FAIR_NOT, false},
                  {"weak", FAIR_WEAK, false},
                  {"strong", FAIR_STRONG, false},
                  {"weak events", FAIR_WEAK, true},
                  {"strong events", FAIR_STRONG, true},
                  {"global", FAIR_GLOBAL, false}};

typedef struct run_case {
    uint32_t process;
    ltl_pool *pool;
    ltl formula;
    uint32_t atoms[ATOMS]; // which they are
} run_case;

typedef struct oracle {
    const naive_graph *g;
    const run_case *c;
    uint32_t kind, value; // of d.v
    const omega_automaton *automaton;
} oracle;

static uint64_t letter_of(const oracle *o, uint32_t state, const naive_edge *e)
{
    uint64_t letter = 0;
    for (uint32_t i = 0; i < ATOMS; i++) {
        uint32_t atom = o->c->atoms[i];
        uint32_t labels = atom == OF_VALUE ? 4u << o->value : atoms[atom].labels;
        bool holds = atom == OF_X       ? o->g->x[state] == 0
                     : atom == OF_QUEUE ? o->g->x[state] != 0 && !o->g->queued[state]
                                        : e && (labels >> e->label & 1);
        letter |= (uint64_t)holds << i;
    }
    return letter;
}

static uint32_t who_of(const oracle *o, const naive_edge *e, uint32_t *list)
{
    uint32_t count = 0;
    if (kinds[o->kind].events || kinds[o->kind].fair == FAIR_GLOBAL) {
        list[0] = e->act;
        return 1;
    }
    for (uint32_t i = 0; i < PARTS; i++)
        if (e->parts >> i & 1)
            list[count++] = i;
    return count;
}

static uint32_t members(void *context, uint32_t who, const uint32_t **list)
{
    static uint32_t found[PARTS];
    const oracle *o = context;
    *list = found;
    return who_of(o, &o->g->edge[who], found);
}

// An edge is called by its own number, so that it can be asked who takes it.
static state_graph *graph_of(const oracle *o)
{
    graph_reader read = {.who_count = 256, .members = members, .context = (void *)(uintptr_t)o};
    state_graph *g = graph_new(&read, 1);
    graph_level_begin(g, o->g->states);
    graph_writer *w = &g->writers[0];
    for (uint32_t s = 0; s < o->g->states; s++) {
        bool any = false;
        graph_state_begin(w);
        for (uint32_t i = 0; i < o->g->edges; i++) {
            const naive_edge *e = &o->g->edge[i];
            if (e->from != s)
                continue;
            any = true;
            graph_add_edge(w, s, e->to,
                           graph_step(w, (graph_label){.events = letter_of(o, s, e), .who = i}));
        }
        graph_state_end(w, s, any ? 0 : letter_of(o, s, NULL));
    }
    graph_level_end(g);
    return g;
}

static bool breaks_by_components(const oracle *o)
{
    state_graph *g = graph_of(o);
    run_graph r;
    fair_component c = {.r = &r, .fair = kinds[o->kind].fair};
    assert_true(run_graph_init(&r, g, o->automaton));
    component_end end = fair_component_find(&c);
    fair_component_fini(&c);
    graph_free(g);
    return end == COMPONENT_FOUND;
}

// A short run: edges, and where it comes round; or its end.
typedef struct short_run {
    uint32_t steps[MOST_LENGTH], states[MOST_LENGTH + 1], count, loop;
} short_run;

static bool takes(const oracle *o, const short_run *y, uint32_t who)
{
    for (uint32_t i = y->loop; i < y->count; i++) {
        uint32_t list[PARTS], count = who_of(o, &o->g->edge[y->steps[i]], list);
        for (uint32_t k = 0; k < count; k++)
            if (list[k] == who)
                return true;
    }
    return false;
}

static bool able(const oracle *o, uint32_t state, uint32_t who)
{
    for (uint32_t i = 0; i < o->g->edges; i++) {
        uint32_t list[PARTS], count = who_of(o, &o->g->edge[i], list);
        for (uint32_t k = 0; o->g->edge[i].from == state && k < count; k++)
            if (list[k] == who)
                return true;
    }
    return false;
}

static bool is_fair(const oracle *o, const short_run *y)
{
    fairness fair = kinds[o->kind].fair;
    for (uint32_t i = y->loop; fair == FAIR_GLOBAL && i < y->count; i++)
        for (uint32_t e = 0; e < o->g->edges; e++) {
            bool taken = o->g->edge[e].from != y->states[i];
            for (uint32_t k = y->loop; !taken && k < y->count; k++)
                taken = y->steps[k] == e;
            if (!taken)
                return false;
        }
    if (fair == FAIR_GLOBAL || fair == FAIR_NOT)
        return true;
    for (uint32_t who = 0; who < 256; who++) {
        bool always = true, ever = false;
        for (uint32_t i = y->loop; i < y->count; i++) {
            bool here = able(o, y->states[i], who);
            always &= here;
            ever |= here;
        }
        if ((fair == FAIR_WEAK ? always : ever) && !takes(o, y, who))
            return false;
    }
    return true;
}

static bool breaks(const oracle *o, const short_run *y, bool ended)
{
    uint64_t letters[MOST_LENGTH + 1];
    for (uint32_t i = 0; i < y->count; i++)
        letters[i] = letter_of(o, y->states[i], &o->g->edge[y->steps[i]]);
    if (ended)
        letters[y->count] = letter_of(o, y->states[y->count], NULL);
    lasso word = {letters, y->count + ended, ended ? y->count : y->loop};
    return !lasso_satisfies(word, o->c->pool, o->c->formula);
}

static bool short_run_breaks(const oracle *o, short_run *y, uint32_t state)
{
    bool stuck = true;
    y->states[y->count] = state;
    for (y->loop = 0; y->loop < y->count; y->loop++)
        if (y->states[y->loop] == state && breaks(o, y, false) && is_fair(o, y))
            return true;
    for (uint32_t i = 0; i < o->g->edges; i++) {
        if (o->g->edge[i].from != state)
            continue;
        stuck = false;
        if (y->count == MOST_LENGTH)
            break;
        y->steps[y->count++] = i;
        if (short_run_breaks(o, y, o->g->edge[i].to))
            return true;
        y->count--;
    }
    return stuck && breaks(o, y, true);
}

typedef struct figures {
    uint64_t cases, violated[KINDS], tried;
} figures;

// Is there a run that breaks it? With d.v, for a value that some event has.
static bool oracle_breaks(oracle *o, figures *f)
{
    bool values[2] = {false}, any = false, broken = false;
    for (uint32_t i = 0; i < ATOMS; i++)
        any |= o->c->atoms[i] == OF_VALUE && (ltl_atoms(o->c->pool, o->c->formula) >> i & 1);
    for (uint32_t i = 0; i < o->g->edges; i++)
        if (o->g->edge[i].label == 2 || o->g->edge[i].label == 3)
            values[o->g->edge[i].label - 2] = true;
    for (o->value = 0; o->value < (any ? 2u : 1u); o->value++) {
        short_run y = {.count = 0};
        if (any && !values[o->value])
            continue;
        bool found = breaks_by_components(o);
        bool small = o->g->edges < 60;
        f->tried += small;
        if (small && short_run_breaks(o, &y, 0))
            assert_true(found);
        broken |= found;
    }
    return broken;
}

static void print_claim(const run_case *c, text *out)
{
    const char *names[ATOMS];
    for (uint32_t i = 0; i < ATOMS; i++)
        names[i] = atoms[c->atoms[i]].written;
    text_add(out, "verify P%u |= ", c->process);
    ltl_print(c->pool, c->formula, names, out);
    text_add(out, " { }\n");
}

static void check_claim(const run_case *c, instance v, const naive_graph *g, const char *written,
                        figures *f)
{
    error e = {0};
    omega_automaton *a =
        ltl_translate(c->pool, ltl_not(c->pool, c->formula), (ltl_translation){0}, &e);
    assert_non_null(a);
    for (uint32_t k = 0; k < KINDS; k++) {
        limits l = {0};
        lp_verdict out;
        lp_pool *pool = lp_pool_new();
        verify_options o = {.limits = &l, .reductions = REDUCE_ALL, .jobs = 2};
        oracle by = {.g = g, .c = c, .kind = k, .automaton = a};
        v.temporal.fair = kinds[k].fair;
        v.temporal.fair_actions = v.temporal.fair_events = kinds[k].events;
        limits_start(&l);
        lp_verdict_init(&out);
        if (!verify_instance(&v, &o, pool, &out, &e))
            FAIL(written, "%s", e.message);
        bool broken = oracle_breaks(&by, f);
        text shown = {0};
        print_claim(c, &shown);
        if (out.outcome != (broken ? LP_VIOLATED : LP_HOLDS) || (broken && !out.rechecked))
            FAIL(written, "%s fair %s: the oracle says %s", shown.bytes, kinds[k].written,
                 broken ? "violated" : "holds");
        f->cases++;
        f->violated[k] += broken;
        text_fini(&shown);
        lp_verdict_fini(&out);
        lp_pool_free(pool);
    }
    omega_free(a);
}

static bool may_end(const naive_graph *g)
{
    uint64_t goes_on = 0;
    for (uint32_t i = 0; i < g->edges; i++)
        goes_on |= (uint64_t)1 << g->edge[i].from;
    return goes_on != ((uint64_t)1 << g->states) - 1;
}

// Can somebody be passed over for ever: is there a cycle, and from one of its states a step of others?
static bool may_be_unfair(const naive_graph *g)
{
    uint64_t to[NAIVE_STATES] = {0};
    for (uint32_t i = 0; i < g->edges; i++)
        to[g->edge[i].from] |= (uint64_t)1 << g->edge[i].to;
    for (uint32_t k = 0; k < g->states; k++)
        for (uint32_t i = 0; i < g->states; i++)
            to[i] |= to[i] >> k & 1 ? to[k] : 0;
    for (uint32_t i = 0; i < g->edges; i++)
        for (uint32_t k = 0; k < g->edges; k++) {
            const naive_edge *a = &g->edge[i], *b = &g->edge[k];
            if (a->from == b->from && (to[a->to] >> a->from & 1) && a->parts != b->parts)
                return true;
        }
    return false;
}

static bool is_suitable(const naive_graph *g, rng *r)
{
    return g->usable && g->states <= MOST_STATES &&
           (may_be_unfair(g) ? !may_end(g) || rng_below(r, 8) == 0 : rng_below(r, 80) == 0);
}

// Mostly of what can happen.
static uint32_t random_atom(rng *r, const naive_graph *g)
{
    uint32_t labels = 0, atom;
    for (uint32_t i = 0; i < g->edges; i++)
        labels |= 1u << g->edge[i].label;
    do
        atom = (uint32_t)rng_below(r, ALL_ATOMS);
    while (atoms[atom].labels && !(atoms[atom].labels & labels) && rng_below(r, 8));
    return atom;
}

static void random_claim(rng *r, const naive_graph *g, run_case *c)
{
    c->pool = ltl_pool_new();
    if (rng_below(r, 3) == 0) // something happens again and again
        c->formula =
            ltl_make(c->pool, LTL_ALWAYS,
                     ltl_make(c->pool, LTL_EVENTUALLY, ltl_atom(c->pool, 0), LTL_NONE), LTL_NONE);
    else
        c->formula = rng_below(r, 2) ? random_formula(r, c->pool, ATOMS, 3)
                                     : random_fairness(r, c->pool, ATOMS);
    for (uint32_t i = 0; i < ATOMS; i++)
        c->atoms[i] = random_atom(r, g);
}

static void check_batch(rng *r, figures *f)
{
    naive_processes *n = naive_new_lively(r);
    naive_graph *graphs = memory_new(NAIVE_ALL, sizeof *graphs);
    run_case claims[CLAIMS];
    text written = {0};
    uint32_t suitable[NAIVE_ALL], found = 0, count = 0;
    for (uint32_t i = NAIVE_SIMPLE; i < NAIVE_ALL; i++) {
        naive_explore(n, i, &graphs[i]);
        if (is_suitable(&graphs[i], r))
            suitable[found++] = i;
    }
    naive_print(n, &written);
    for (; found && count < CLAIMS; count++) {
        claims[count].process = suitable[rng_below(r, found)];
        random_claim(r, &graphs[claims[count].process], &claims[count]);
        print_claim(&claims[count], &written);
    }
    model *m = count ? written_model(written.bytes) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        check_claim(&claims[i], m->instances[i], &graphs[claims[i].process], written.bytes, f);
        ltl_pool_free(claims[i].pool);
    }
    model_free(m);
    text_fini(&written);
    free(graphs);
    naive_free(n);
}

static void agree_with_the_oracle(void **state)
{
    (void)state;
    rng r;
    figures f = {0};
    uint64_t models = setting("LINCHPIN_MODELS", 30);
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    while (f.cases < models * CLAIMS * KINDS)
        check_batch(&r, &f);
    print_message("%llu cases, %llu with all short runs; violated:", (unsigned long long)f.cases,
                  (unsigned long long)f.tried);
    for (uint32_t k = 0; k < KINDS; k++)
        print_message(" %s %llu", kinds[k].written, (unsigned long long)f.violated[k]);
    print_message("\n");
    // All outcomes occur, and fairness excludes runs.
    for (uint32_t k = 0; k < KINDS; k++)
        assert_true(f.violated[k] * 50 > f.cases / KINDS && f.violated[k] < f.cases / KINDS);
    assert_true(models < 10 || f.violated[0] > f.violated[KINDS - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree_with_the_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
