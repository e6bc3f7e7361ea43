// SPDX-License-Identifier: MIT
// Linearization points that are inferred, and strong linearizability, against the definitions. A flag is made of
// two bits; what its methods do with them is a function of a number, the case, so that one model, which is
// compiled once, has as many cases as there are numbers. For each case
// - every kind of game is played by the rules of point_game.h as they are written down here once more, on all pairs of a
//   state and a configuration, from which what is lost is taken away until nothing changes;
// - every step of the strategy that inferred_points.h tells of is an answer that the rules allow, and no step of the
//   object is left out;
// - who wins is linearizable, as the monitor says, who knows nothing of points;
// - marks that are written for a strategy are accepted by `using points`.

#include "base/io/limits.h"
#include "base/memory.h"
#include "model/model.h"
#include "model/spec/spec_block.h"
#include "setting.h"
#include "spec/registry.h"
#include "spec/spec_get.h"
#include "verify/points/inferred_points.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FLIP, LOOK, TAKE, METHODS };

static const char written[] =
    "function h(int w, int i) -> int {\n"
    "  int x = (w % 30011 * 113 + i * 271 + 7) % 30011;\n"
    "  x = (x * x + 1009 + i) % 30011;\n"
    "  return (x * 211 + w / 30011 + x / 7) % 30011 / 3;\n"
    "}\n"
    "shared int[2] bit;\n"
    "shared int step;\n"
    "shared bool offered;\n"
    "object pair {\n"
    "  flip(int w) {\n"
    "    int k = h(w, 0) % 7; int i = h(w, 1) % 2; int j = h(w, 2) % 2;\n"
    "    if (k == 0) atomic { bit[i] = 1 - bit[i]; }\n"
    "    else if (k == 1) { int a = bit[i]; bit[i] = 1 - a; }\n"
    "    else if (k == 2) { loop { int a = bit[i]; if (cas(bit[i], a, 1 - a)) break; } }\n"
    "    else if (k == 3) {\n"
    "      atomic { bit[i] = 1 - bit[i]; } atomic { bit[j] = 1 - bit[j]; }\n"
    "      atomic { bit[i] = 1 - bit[i]; }\n"
    "    } else if (k == 4) { atomic { bit[i] = 1 - bit[i]; } int a = bit[j]; a = a + 0; }\n"
    "    else if (k == 5) {\n" // two flips at once are none: the second completes the first
    "      bool first;\n"
    "      atomic { first = !offered; offered = first; }\n"
    "      if (first) atomic { if (offered) { offered = false; bit[i] = 1 - bit[i]; } }\n"
    "    } else { int a = bit[j]; a = a + 0; atomic { bit[i] = 1 - bit[i]; } step = 1 - step; }\n"
    "  }\n"
    "  look(int w) -> int {\n"
    "    int k = h(w, 3) % 6; int i = h(w, 4) % 2; int a; int b;\n"
    "    if (k == 0) { atomic { a = bit[0]; b = bit[1]; } return (a + b) % 2; }\n"
    "    if (k == 1) { a = bit[i]; b = bit[1 - i]; return (a + b) % 2; }\n"
    "    if (k == 2) { loop { a = bit[i]; b = bit[1 - i]; if (a == bit[i]) break; } "
    "return (a + b) % 2; }\n"
    "    if (k == 3) { int s = step; a = bit[i]; b = bit[1 - i]; "
    "return s == step ? (a + b) % 2 : (1 + a + b) % 2; }\n"
    "    if (k == 4) { choose y in 0..1; a = bit[y]; b = bit[1 - y]; return (a + b) % 2; }\n"
    "    a = bit[i]; return a;\n"
    "  }\n"
    "  take(int w) -> int {\n"
    "    int k = h(w, 5) % 4; int i = h(w, 6) % 2; int a; int b;\n"
    "    if (k == 0) { atomic { a = bit[0]; b = bit[1]; bit[i] = 1 - bit[i]; } "
    "return (a + b) % 2; }\n"
    "    if (k == 1) { loop { a = bit[i]; b = bit[1 - i]; if (cas(bit[i], a, 1 - a)) "
    "return (a + b) % 2; } }\n"
    "    if (k == 2) { atomic { a = bit[i]; bit[i] = 1 - a; } b = bit[1 - i]; "
    "return (a + b) % 2; }\n"
    "    b = bit[1 - i]; atomic { a = bit[i]; bit[i] = 1 - a; } return (a + b) % 2;\n"
    "  }\n"
    "}\n"
    "spec flag {\n"
    "  int v;\n"
    "  flip(int w) { v = 1 - v; }\n"
    "  look(int w) -> int { return v; }\n"
    "  take(int w) -> int { int r = v; v = 1 - v; return r; }\n"
    "}\n"
    "verify pair refines flag { threads 2; int 0..0; }\n"
    "verify pair refines flag { threads 3; operations 3; int 0..0; }\n";

// One configuration. What flip returns is 2.
enum { MOST_THREADS = 3, RESULTS = 3 };

typedef struct naive_thread {
    uint8_t open, method, taken, result, looks;
} naive_thread;

typedef struct naive {
    uint8_t v;
    naive_thread of[MOST_THREADS];
} naive;

typedef struct naive_list {
    naive items[64];
    uint32_t count;
} naive_list;

static void put(naive_list *l, const naive *c)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (memcmp(&l->items[i], c, sizeof *c) == 0)
            return;
    assert_true(l->count < 64);
    l->items[l->count++] = *c;
}

static void look_now(naive *c, int t)
{
    naive_thread *x = &c->of[t];
    if (x->open && !x->taken && x->method == LOOK)
        x->looks |= (uint8_t)(1 << c->v);
}

static bool effect(naive *c, int t)
{
    naive_thread *x = &c->of[t];
    if (!x->open || x->taken)
        return false;
    x->taken = 1;
    x->looks = 0;
    x->result = x->method == FLIP ? 2 : c->v;
    if (x->method != LOOK)
        c->v = (uint8_t)(1 - c->v);
    for (int i = 0; x->method != LOOK && i < MOST_THREADS; i++)
        look_now(c, i);
    return true;
}

// All that may take effect, in any order.
static void effects(naive_list *l, int own)
{
    for (uint32_t i = 0; i < l->count; i++)
        for (int t = 0; t < MOST_THREADS; t++) {
            naive c = l->items[i];
            if ((own < 0 || t == own) && effect(&c, t))
                put(l, &c);
        }
}

// The rules once more. `anywhere`: strong linearizability, in calls, steps and returns.
typedef struct naive_rules {
    bool others, late, anywhere;
    uint32_t hindsight[METHODS];
} naive_rules;

static void answers(const naive_rules *r, const naive *from, const operation_step *step,
                    uint32_t which, uint32_t kind, naive_list *out)
{
    naive_list before = {.items = {*from}, .count = 1};
    int t = (int)step->thread;
    out->count = 0;
    if (step->kind != LABEL_RETURN) {
        naive *c = &before.items[0];
        if (step->kind == LABEL_CALL) {
            c->of[t] = (naive_thread){.open = 1, .method = (uint8_t)which};
            look_now(c, t);
        }
        if (!r->late || r->anywhere)
            effects(&before, r->others || r->anywhere ? -1 : t);
        *out = before;
        return;
    }
    if (r->late || r->anywhere)
        effects(&before, -1);
    for (uint32_t i = 0; i < before.count; i++) {
        naive c = before.items[i];
        naive_thread x = c.of[t];
        int result = which == FLIP ? 2 : (int)step->result.bits;
        bool looked = !x.taken && (r->hindsight[which] >> kind & 1) && (x.looks >> result & 1);
        c.of[t] = (naive_thread){0};
        if ((x.taken && x.result == result) || looked)
            put(out, &c);
    }
}

// The pairs of a state and a configuration, with their steps and answers.
typedef struct naive_pair {
    uint32_t s;
    naive c;
    size_t step_from, step_to;
    bool lost;
} naive_pair;

typedef struct naive_step {
    size_t from, to; // answers
} naive_step;

typedef struct naive_game {
    naive_pair *pairs;
    intern *numbers;
    size_t pair_capacity;
    naive_step *steps;
    size_t step_count, step_capacity;
    uint32_t *answers;
    size_t answer_count, answer_capacity;
} naive_game;

static uint32_t pair_of(naive_game *g, uint32_t s, const naive *c)
{
    struct {
        uint32_t s;
        naive c;
    } key;
    memset(&key, 0, sizeof key);
    key.s = s;
    key.c = *c;
    bool fresh;
    uint32_t n = intern_add_fresh(g->numbers, &key, sizeof key, &fresh);
    MEMORY_GROW(g->pairs, g->pair_capacity, (size_t)n + 1);
    if (fresh)
        g->pairs[n] = (naive_pair){.s = s, .c = *c};
    return n;
}

typedef struct subject {
    step_graph *graph; // by the interpreter
    operation_steps *steps;
} subject;

static void expand(naive_game *g, const subject *x, const naive_rules *r, uint32_t n)
{
    naive_pair p = g->pairs[n];
    uint32_t count;
    const graph_edge *edges = step_graph_edges(x->graph, p.s, &count);
    assert_non_null(edges);
    g->pairs[n].step_from = g->step_count;
    for (uint32_t i = 0; i < count; i++) {
        operation_step step = operation_step_get(x->steps, edges[i].label);
        operation_place at = operation_step_place(x->steps, step.place);
        naive_list list = {0};
        answers(r, &p.c, &step, at.method, at.result, &list);
        MEMORY_GROW(g->steps, g->step_capacity, g->step_count + 1);
        naive_step *made = &g->steps[g->step_count++];
        made->from = g->answer_count;
        for (uint32_t k = 0; k < list.count; k++) {
            uint32_t to = pair_of(g, edges[i].to, &list.items[k]);
            MEMORY_GROW(g->answers, g->answer_capacity, g->answer_count + 1);
            g->answers[g->answer_count++] = to;
        }
        made->to = g->answer_count;
    }
    g->pairs[n].step_to = g->step_count;
}

static bool has_answer(const naive_game *g, const naive_step *s)
{
    for (size_t i = s->from; i < s->to; i++)
        if (!g->pairs[g->answers[i]].lost)
            return true;
    return false;
}

static bool naive_wins(const subject *x, const naive_rules *r)
{
    naive_game g = {.numbers = intern_new()};
    naive start = {0};
    pair_of(&g, step_graph_start(x->graph), &start);
    for (uint32_t i = 0; i < intern_count(g.numbers); i++)
        expand(&g, x, r, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = intern_count(g.numbers); i-- > 0;)
            for (size_t k = g.pairs[i].step_from; k < g.pairs[i].step_to && !g.pairs[i].lost; k++)
                changed |= g.pairs[i].lost = !has_answer(&g, &g.steps[k]);
    }
    bool won = !g.pairs[0].lost;
    intern_free(g.numbers);
    free(g.pairs);
    free(g.steps);
    free(g.answers);
    return won;
}

// What is looked at of one case.
typedef struct one_case {
    int w;
    uint32_t which; // verify block
    lp_pool *pool;
    instance v;
    transition_system system;
    spec_block *block;
    uint32_t methods[METHODS];
    operation_steps *steps;
    subject interpreted;
    point_game given;
} one_case;

static void begin(one_case *c, const model *m, uint32_t which, int w)
{
    error e = {0};
    *c = (one_case){.w = w, .which = which, .pool = lp_pool_new(), .v = m->instances[which]};
    c->v.low = c->v.high = w;
    system_options o = {.threads = c->v.threads, .nodes = 1, .items = 1, .clear = true};
    o.operations = c->v.operations;
    o.has_range = true;
    o.low = o.high = w;
    if (!system_init(&c->system, &c->v, &o, c->pool, &e))
        fail_msg("case %d: %s", w, e.message);
    c->block = spec_block_new(m, c->v.spec);
    for (uint32_t i = 0; i < METHODS; i++)
        c->methods[i] = spec_method(spec_block_spec(c->block), c->v.subject->methods[i]->name);
    c->steps = operation_steps_new(&c->system, true);
    graph_options g = {.system = &c->system, .label = operation_step_label, .labeller = c->steps};
    c->given = (point_game){.graph = step_graph_new(&g), .steps = c->steps};
    c->given.object = atomic_object_new(spec_block_spec(c->block), c->methods, c->pool,
                                        c->system.processes, true);
    c->interpreted.steps = operation_steps_new(&c->system, true);
    g.labeller = c->interpreted.steps;
    g.interpreted = true;
    c->interpreted.graph = step_graph_new(&g);
}

static void end(one_case *c)
{
    step_graph_free(c->given.graph);
    step_graph_free(c->interpreted.graph);
    atomic_object_free(c->given.object);
    operation_steps_free(c->steps);
    operation_steps_free(c->interpreted.steps);
    spec_block_free(c->block);
    system_fini(&c->system);
    lp_pool_free(c->pool);
}

static bool plays(one_case *c, const naive_rules *r)
{
    point_game g = c->given;
    g.rules = (point_rules){.others = r->others, .late = r->late};
    memcpy(g.rules.hindsight, r->hindsight, sizeof r->hindsight);
    point_game_play(&g);
    assert_int_not_equal(g.end, GAME_STOPPED);
    bool won = g.end == GAME_WON;
    point_game_fini(&g);
    return won;
}

static lp_outcome judged(one_case *c, bool strong, bool infer, lp_verdict *out)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    verify_options o = {.limits = &l, .jobs = 1, .strong = strong, .infer_points = infer};
    o.reductions = REDUCE_ALL;
    lp_verdict_init(out);
    if (!verify_instance(&c->v, &o, c->pool, out, &e))
        fail_msg("case %d: %s", c->w, e.message);
    return out->outcome;
}

// The strategy, step by step, against the rules.
typedef struct strategy_check {
    one_case *c;
    const inferred_points *p;
    naive_rules rules;
    uint32_t from, steps; // the pair whose steps are told of
    uint64_t checked;
} strategy_check;

static naive naive_of(const one_case *c, uint32_t number)
{
    naive out = {0};
    text t = {0};
    atomic_state *s = memory_new(1, atomic_size(c->given.object));
    atomic_object_get(c->given.object, number, s);
    // The spec's state is what it prints: v = 0, or v = 1.
    atomic_print(c->given.object, number, &t);
    out.v = strncmp(t.bytes, "v = 1", 5) == 0;
    text_fini(&t);
    for (uint32_t i = 0; i < atomic_processes(c->given.object); i++) {
        naive_thread *x = &out.of[i];
        if (!s->of[i].call)
            continue;
        x->open = 1;
        x->taken = s->of[i].result != 0;
        x->method = (uint8_t)atomic_method(c->given.object, s, i);
        if (x->taken)
            x->result = x->method == FLIP ? 2 : (uint8_t)atomic_result(c->given.object, s, i).bits;
        for (int r = 0; r < 2; r++)
            if (atomic_result_among(c->given.object, lp_int(r), s->of[i].looks))
                x->looks |= (uint8_t)(1 << r);
    }
    free(s);
    return out;
}

static void check_answer(void *context, won_pair from, uint32_t tag, won_pair to)
{
    strategy_check *k = context;
    uint32_t count;
    const graph_edge *edges = step_graph_edges(k->c->given.graph, from.s, &count);
    k->steps = k->checked && k->from == from.number ? k->steps + 1 : 0;
    k->from = from.number;
    k->checked++;
    assert_int_equal(tag, k->steps); // none is left out
    assert_true(tag < count);
    operation_step step = operation_step_get(k->c->steps, edges[tag].label);
    operation_place at = operation_step_place(k->c->steps, step.place);
    naive before = naive_of(k->c, from.u), after = naive_of(k->c, to.u);
    naive_list list = {0};
    answers(&k->rules, &before, &step, at.method, at.result, &list);
    bool found = false;
    for (uint32_t i = 0; i < list.count; i++)
        found |= memcmp(&list.items[i], &after, sizeof after) == 0;
    if (!found)
        fail_msg("case %d: an answer that the rules do not allow", k->c->w);
    assert_int_equal(edges[tag].to, to.s);
}

typedef struct counts {
    uint64_t cases, won[6], linearizable, marked, fixed, hindsight, helped;
} counts;

static const naive_rules kinds[] = {
    {0},
    {.hindsight = {31, 31, 31}},
    {.others = true},
    {.others = true, .hindsight = {31, 31, 31}},
    {.late = true, .hindsight = {31, 31, 31}},
    {.anywhere = true},
};

static void check_strategy(one_case *c, const bool *won, counts *n)
{
    inferred_points p;
    inferred_points_find(&p, &c->given, METHODS);
    assert_int_equal(p.game.end == GAME_WON, won[0] || won[1] || won[2] || won[3] || won[4]);
    strategy_check k = {.c = c, .p = &p};
    k.rules.others = p.game.rules.others;
    k.rules.late = p.game.rules.late;
    memcpy(k.rules.hindsight, p.game.rules.hindsight, sizeof k.rules.hindsight);
    if (p.game.end == GAME_WON) {
        game_strategy(p.game.game, check_answer, &k);
        assert_true(k.checked > 0);
        // The simplest that there is.
        assert_int_equal(p.game.rules.others, !won[0] && !won[1]);
        n->fixed += won[0];
        n->hindsight += !won[0] && won[1];
        n->helped += p.help_count > 0;
    }
    inferred_points_fini(&p);
}

static void try_case(const model *m, uint32_t which, int w, counts *n)
{
    one_case c;
    lp_verdict v;
    bool won[6];
    begin(&c, m, which, w);
    for (int i = 0; i < 6; i++) {
        won[i] = naive_wins(&c.interpreted, &kinds[i]);
        bool says = i < 5 ? plays(&c, &kinds[i]) : judged(&c, true, false, &v) == LP_HOLDS;
        if (i == 5)
            lp_verdict_fini(&v);
        if (says != won[i])
            fail_msg("case %d, block %u, game %d: won is %d by definition, but %d", w, which, i,
                     won[i], says);
        n->won[i] += won[i];
    }
    bool linearizable = judged(&c, false, false, &v) == LP_HOLDS;
    lp_verdict_fini(&v);
    for (int i = 0; i < 6; i++)
        if (won[i] && !linearizable)
            fail_msg("case %d, block %u: game %d is won, but it is not linearizable", w, which, i);
    if (won[0] && !won[2])
        fail_msg("case %d: more is allowed, and lost", w);
    check_strategy(&c, won, n);
    n->cases++;
    n->linearizable += linearizable;
    if (linearizable && w % 8 == 0) { // marks are compiled each time
        lp_outcome outcome = judged(&c, false, true, &v);
        assert_int_equal(outcome, won[4] || won[3] || won[1] ? LP_HOLDS : LP_VIOLATED);
        assert_true(outcome == LP_HOLDS || v.rechecked);
        n->marked += v.detail && strstr(v.detail, "The same as marks") != NULL;
        lp_verdict_fini(&v);
    }
    end(&c);
}

static void test_games(void **state)
{
    (void)state;
    model *m = written_model(written);
    counts n = {0};
    int first = (int)setting("LINCHPIN_SEED", 1), cases = (int)setting("LINCHPIN_MODELS", 200);
    for (int w = first; w < first + cases; w++)
        try_case(m, w % 16 == 0, w, &n);
    print_message("of %llu: %llu linearizable, %llu strongly; %llu with fixed points, %llu by "
                  "hindsight, %llu "
                  "with help, %llu of an eighth with marks\n",
                  (unsigned long long)n.cases, (unsigned long long)n.linearizable,
                  (unsigned long long)n.won[5], (unsigned long long)n.fixed,
                  (unsigned long long)n.hindsight, (unsigned long long)n.helped,
                  (unsigned long long)n.marked);
    assert_true(n.linearizable < n.cases);
    assert_true(n.won[5] < n.linearizable);
    assert_true(n.fixed > 0 && n.hindsight > 0 && n.helped > 0 && n.marked > 0);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
