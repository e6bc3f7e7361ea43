// SPDX-License-Identifier: MIT
// Random processes against an oracle that has rules of its own and the sets of the denotational models,
// to a depth (naive_process.h). What the library finds at a greater depth is no matter of the oracle;
// what it does not find must not be there.

#include "judge/evidence/verdict.h"
#include "model/syntax/ast_process.h"
#include "naive_process.h"
#include "setting.h"
#include "verify/compare/refinement_check.h"
#include "verify/front/front_ends.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEPTH = 5, ITEMS = 2, MOST_STATES = 400 };

// A process of the file, for the interpreter: nothing is compiled.
typedef struct subject {
    instance v;
    transition_system s;
    move_labels seen;
} subject;

typedef struct batch {
    naive_processes *naive;
    model *m;
    lp_pool *pool;
    visible_labels *labels;
    subject subjects[NAIVE_ALL];
    naive_graph *graphs;
} batch;

static void subject_init(batch *b, uint32_t which)
{
    subject *s = &b->subjects[which];
    error e = {0};
    char name[8];
    snprintf(name, sizeof name, "P%u", which);
    s->v = b->m->instances[0];
    s->v.process = b->m->processes->list[process_find(b->m, name)];
    s->s = (transition_system){.m = b->m, .pool = b->pool, .front = &process_front};
    s->s.p = program_new(b->m, s->v.subject,
                         &(program_options){.threads = 1, .nodes = 1, .items = ITEMS});
    assert_true(s->s.front->declare(&s->s, &s->v, &(system_options){.threads = 1}, &e));
    move_labels_init(&s->seen, b->labels, &s->s, true);
}

static void batch_init(batch *b, rng *r)
{
    text written = {0};
    *b = (batch){.naive = naive_new(r), .pool = lp_pool_new(), .labels = visible_labels_new()};
    naive_print(b->naive, &written);
    text_add(&written, "verify P0 { }\n");
    b->m = written_model(written.bytes);
    text_fini(&written);
    b->graphs = calloc(NAIVE_ALL, sizeof *b->graphs);
    for (uint32_t i = 0; i < NAIVE_ALL; i++) {
        subject_init(b, i);
        naive_explore(b->naive, i, &b->graphs[i]);
    }
}

static void batch_fini(batch *b)
{
    for (uint32_t i = 0; i < NAIVE_ALL; i++) {
        move_labels_fini(&b->subjects[i].seen);
        program_free(b->subjects[i].s.p);
        b->subjects[i].s.front->release(b->subjects[i].s.context);
        free(b->subjects[i].s.offers);
    }
    visible_labels_free(b->labels);
    model_free(b->m);
    lp_pool_free(b->pool);
    naive_free(b->naive);
    free(b->graphs);
}

static step_graph *graph_of(subject *s)
{
    return step_graph_new(&(graph_options){.system = &s->s, .seen = &s->seen, .interpreted = true});
}

// How it ends; *length is that of the trace.
static refinement_end check_pair(batch *b, uint32_t p, uint32_t q, refinement_kind kind,
                                 uint32_t *length)
{
    refinement_check c = {.kind = kind, .a = graph_of(&b->subjects[p])};
    if (kind != CHECK_DIVERGENCE_FREE)
        c.b = graph_of(&b->subjects[q]);
    refinement_end end = refinement_run(&c);
    *length = 0;
    for (uint32_t i = 0; i < c.path_count; i++)
        *length += c.path[i].label != LABEL_UNSEEN;
    assert_int_not_equal(end, REFINEMENT_STOPPED);
    assert_true(c.lap_count > 0 || end != REFINEMENT_DIVERGES);
    refinement_fini(&c);
    step_graph_free(c.a);
    step_graph_free(c.b);
    return end;
}

static void show(const batch *b, uint32_t p, uint32_t q, const char *what, bool naive)
{
    text written = {0};
    naive_print(b->naive, &written);
    print_message("%sP%u and P%u, %s: the oracle says %s\n", written.bytes, p, q, what,
                  naive ? "yes" : "no");
    text_fini(&written);
}

typedef struct counts {
    uint64_t pairs, yes, no, deep, kinds[3];
} counts;

static void compare(batch *b, uint32_t p, uint32_t q, counts *n)
{
    static const struct {
        refinement_kind kind;
        naive_model model;
        const char *name;
    } models[] = {{CHECK_FAILURES, NAIVE_FAILURES, "failures"},
                  {CHECK_DIVERGENCES, NAIVE_DIVERGENCES, "divergences"}};
    uint32_t length;
    n->pairs++;
    for (size_t i = 0; i < 2; i++) {
        refinement_end end = check_pair(b, p, q, models[i].kind, &length);
        bool naive = naive_refines(&b->graphs[p], &b->graphs[q], models[i].model, DEPTH);
        bool deep = end != REFINEMENT_HOLDS && length > DEPTH;
        bool agree = deep ? naive : naive == (end == REFINEMENT_HOLDS);
        if (!agree)
            show(b, p, q, models[i].name, naive);
        assert_true(agree);
        n->yes += naive;
        n->no += !naive;
        n->deep += deep;
        if (end != REFINEMENT_HOLDS)
            n->kinds[end - REFINEMENT_TRACE]++;
        // A shortest trace is found first, so that the oracle finds none of fewer events.
        if (!naive && length > 0)
            assert_true(naive_refines(&b->graphs[p], &b->graphs[q], models[i].model, length - 1) ||
                        end == REFINEMENT_TRACE);
    }
    bool traces = naive_refines(&b->graphs[p], &b->graphs[q], NAIVE_TRACES, DEPTH);
    refinement_end end = check_pair(b, p, q, CHECK_FAILURES, &length);
    if (!traces)
        assert_int_not_equal(end, REFINEMENT_HOLDS);
    if (end == REFINEMENT_TRACE && length <= DEPTH)
        assert_false(traces);
}

// What is said of one process alone, and how many states it has at least.
static void check_one(batch *b, uint32_t p)
{
    const naive_graph *g = &b->graphs[p];
    uint32_t length;
    refinement_end end = check_pair(b, p, p, CHECK_DIVERGENCE_FREE, &length);
    if ((end == REFINEMENT_DIVERGES) != naive_diverges(g))
        show(b, p, p, "divergence", naive_diverges(g));
    assert_int_equal(end == REFINEMENT_DIVERGES, naive_diverges(g));
    end = check_pair(b, p, p, CHECK_DETERMINISTIC, &length);
    bool deterministic = naive_deterministic(g, DEPTH);
    if (end == REFINEMENT_HOLDS || length <= DEPTH) {
        if ((end == REFINEMENT_HOLDS) != deterministic)
            show(b, p, p, "deterministic", deterministic);
        assert_int_equal(end == REFINEMENT_HOLDS, deterministic);
    }
    assert_int_equal(check_pair(b, p, p, CHECK_FAILURES, &length), REFINEMENT_HOLDS);
    assert_int_equal(check_pair(b, p, p, CHECK_DIVERGENCES, &length), REFINEMENT_HOLDS);
}

// A state from which nothing leads on, and the process has not terminated.
static bool deadlocks(batch *b, uint32_t p)
{
    step_graph *g = graph_of(&b->subjects[p]);
    const transition_system *s = &b->subjects[p].s;
    bool found = false;
    assert_int_equal(step_graph_start(g), 0);
    for (uint32_t i = 0; i < step_graph_count(g) && i < MOST_STATES; i++) {
        uint32_t count;
        assert_non_null(step_graph_edges(g, i, &count));
        found |= count == 0 && system_obliged(s, step_graph_cells(g, i));
    }
    step_graph_free(g);
    return found;
}

static void agree_with_the_definitions(void **state)
{
    (void)state;
    rng r;
    counts n = {0};
    uint64_t cases = setting("LINCHPIN_CASES", 24000), usable = 0;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    while (n.pairs < cases) {
        batch b;
        batch_init(&b, &r);
        for (uint32_t p = 0; p < NAIVE_ALL; p++) {
            if (!b.graphs[p].usable)
                continue;
            usable++;
            check_one(&b, p);
            if (deadlocks(&b, p) != naive_deadlocks(&b.graphs[p]))
                show(&b, p, p, "deadlock", naive_deadlocks(&b.graphs[p]));
            assert_int_equal(deadlocks(&b, p), naive_deadlocks(&b.graphs[p]));
            for (uint32_t k = 0; k < 8; k++) {
                uint32_t q = (uint32_t)rng_below(&r, NAIVE_ALL);
                if (b.graphs[q].usable)
                    compare(&b, p, q, &n);
            }
        }
        batch_fini(&b);
    }
    print_message(
        "%llu processes, %llu pairs: %llu refine, %llu do not (%llu traces, %llu refusals, "
        "%llu divergences), %llu deeper than the oracle looks\n",
        (unsigned long long)usable, (unsigned long long)n.pairs, (unsigned long long)n.yes,
        (unsigned long long)n.no, (unsigned long long)n.kinds[0], (unsigned long long)n.kinds[1],
        (unsigned long long)n.kinds[2], (unsigned long long)n.deep);
    // All outcomes occur.
    assert_true(n.yes > n.pairs / 50 && n.no > n.pairs / 50);
    assert_true(n.kinds[0] && n.kinds[1] && (n.kinds[2] || n.pairs < 2000));
}

// The whole way, compiled and on two threads: what is claimed of P.
static void judge_by(const batch *b, const instance *v, uint32_t reductions, lp_verdict *out)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 2};
    lp_verdict_init(out);
    if (!verify_instance(v, &o, b->pool, out, &e)) {
        show(b, (uint32_t)atoi(v->object + 1), 0, v->implements ? v->implements : "", false);
        fail_msg("%s: %s", v->object, e.message);
    }
}

// A search for all of it says what one over states, and one over pairs after it, do.
static void compare_searches(const batch *b, const instance *v, const lp_verdict *one)
{
    static const lp_figure_id kinds[] = {LP_FIGURE_STATES, LP_FIGURE_TRANSITIONS, LP_FIGURE_DEPTH};
    lp_verdict two;
    judge_by(b, v, REDUCE_ALL & ~(uint32_t)REDUCE_ANTICHAIN, &two);
    assert_int_equal(one->outcome, two.outcome);
    assert_int_equal(one->violation, two.violation);
    assert_string_equal(one->coverage, two.coverage);
    if (one->outcome == LP_HOLDS) {
        const lp_model_coverage *x = one->model_coverage, *y = two.model_coverage;
        assert_string_equal(one->reason, two.reason);
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            assert_int_equal((int)verdict_figure_get(one, kinds[i], -1),
                             (int)verdict_figure_get(&two, kinds[i], -2));
        assert_int_equal(x->unreached_count, y->unreached_count);
        for (uint32_t i = 0; i < x->unreached_count; i++)
            assert_string_equal(x->unreached[i].where, y->unreached[i].where);
    }
    lp_verdict_fini(&two);
}

// Its evidence is confirmed.
static lp_outcome judge_claim(const batch *b, const instance *v, lp_violation *kind,
                              uint32_t seen[2])
{
    lp_verdict out;
    judge_by(b, v, REDUCE_ALL, &out);
    lp_outcome outcome = out.outcome;
    *kind = out.violation;
    assert_true(outcome == LP_HOLDS || (outcome == LP_VIOLATED && out.rechecked));
    if (v->refinement || v->divergencefree || v->deterministic)
        compare_searches(b, v, &out);
    seen[outcome == LP_VIOLATED]++;
    lp_verdict_fini(&out);
    return outcome;
}

static void judge_pair(const batch *b, uint32_t p, uint32_t q, uint32_t seen[2])
{
    static const naive_model models[] = {NAIVE_TRACES, NAIVE_FAILURES, NAIVE_DIVERGENCES};
    char one[8], two[8];
    lp_violation kind;
    instance v = b->m->instances[0];
    snprintf(one, sizeof one, "P%u", p);
    snprintf(two, sizeof two, "P%u", q);
    v.object = one;
    v.process = b->subjects[p].v.process;
    v.implements = two;
    v.against = v.subject;
    v.against_in = b->m;
    v.against_process = b->subjects[q].v.process;
    v.claim = CLAIM_IMPLEMENTS;
    for (uint32_t i = 0; i < 3; i++) {
        v.refinement = (refinement)i;
        lp_outcome outcome = judge_claim(b, &v, &kind, seen);
        // To a depth that no counterexample of these few states goes beyond in practice.
        bool naive = naive_refines(&b->graphs[p], &b->graphs[q], models[i], DEPTH + 3);
        if (naive != (outcome == LP_HOLDS))
            show(b, p, q, "compiled", naive);
        assert_int_equal(naive, outcome == LP_HOLDS);
        // And of its states: what is wrong with those comes first, but for what is wrong with traces.
        v.deadlockfree = true;
        outcome = judge_claim(b, &v, &kind, seen);
        bool stuck = naive_deadlocks(&b->graphs[p]);
        assert_int_equal(naive && !stuck, outcome == LP_HOLDS);
        assert_true(!stuck || i == 0 || kind == LP_VIOLATION_DEADLOCK);
        v.deadlockfree = false;
    }
    v.implements = NULL;
    v.claim = CLAIM_NOTHING;
    v.refinement = REFINE_TRACES;
    v.deadlockfree = true;
    assert_int_equal(judge_claim(b, &v, &kind, seen) == LP_VIOLATED,
                     naive_deadlocks(&b->graphs[p]));
    v.deadlockfree = false;
    v.divergencefree = true;
    assert_int_equal(judge_claim(b, &v, &kind, seen) == LP_VIOLATED, naive_diverges(&b->graphs[p]));
    v.deterministic = true; // which says both
    judge_claim(b, &v, &kind, seen);
}

static void whole_verdicts(void **state)
{
    (void)state;
    rng r;
    uint32_t seen[2] = {0};
    uint64_t models = setting("LINCHPIN_MODELS", 60);
    rng_init(&r, setting("LINCHPIN_SEED", 1) + 77);
    for (uint64_t i = 0; i < models; i++) {
        batch b;
        batch_init(&b, &r);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t p = NAIVE_SIMPLE + (uint32_t)rng_below(&r, NAIVE_ALL - NAIVE_SIMPLE);
            uint32_t q = (uint32_t)rng_below(&r, NAIVE_ALL);
            if (b.graphs[p].usable && b.graphs[q].usable)
                judge_pair(&b, p, q, seen);
        }
        batch_fini(&b);
    }
    print_message("%u claims hold, %u are violated\n", seen[0], seen[1]);
    assert_true(seen[0] > models && seen[1] > models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree_with_the_definitions),
                                       cmocka_unit_test(whole_verdicts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
