// SPDX-License-Identifier: MIT
// Failures and divergences of objects and of automata, against the definitions (naive_denotation.c) on
// graphs that are made here, from the same tables by other code. What objects and automata do is a function
// of a number, the case, so that one model, which is compiled once, has as many cases as there are numbers.
// The second object, or automaton, mostly does what the first one does; and an automaton that does what the
// object of the same table does takes the place of one of two objects. The graphs that --aut writes get the
// same verdicts when the files are compared.

#include "base/io/limits.h"
#include "model/model.h"
#include "naive_process.h"
#include "setting.h"
#include "temporary.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { STATEMENTS = 2, STATES = 5, ACTIONS = 3, HIDDEN = 2, DISABLED = 7 };
enum { OBJECTS, AUTOMATA, OBJECT_AUTOMATON, AUTOMATON_OBJECT };

// What B does is what A does where the first look at the table says so.
static const char tables[] =
    "function h(int w, int i) -> int {\n"
    "  int x = (w % 30011 * 113 + i * 271 + 7) % 30011;\n"
    "  x = (x * x + 1009 + i) % 30011;\n"
    "  return (x * 211 + w / 30011 + x / 7) % 30011 / 3;\n"
    "}\n"
    "function t(int w, int who, int i) -> int {\n"
    "  return who == 1 && h(w, i + 100) % 8 != 0 ? h(w, i) : h(w, i + who * 200);\n"
    "}\n"
    "function kind(int w, int who, int i) -> int { return t(w, who, i) % 9; }\n"
    "function c(int w, int who, int i) -> int { return t(w, who, i) / 9 % 2; }\n"
    "function d(int w, int who, int i) -> int { return t(w, who, i) / 18 % 2; }\n"
    "function to(int w, int who, int a, int s, int y) -> int {\n"
    "  int one = t(w, who, 20 + a * 10 + s * 2);\n"
    "  int v = y == 0 ? one : t(w, who, 21 + a * 10 + s * 2);\n"
    "  return one % 3 == 0 ? 7 : y == 1 && v % 2 == 0 ? one / 3 % 5 : v / 3 % 5;\n"
    "}\n";

static int h(int w, int i)
{
    int x = (w % 30011 * 113 + i * 271 + 7) % 30011;
    x = (x * x + 1009 + i) % 30011;
    return (x * 211 + w / 30011 + x / 7) % 30011 / 3;
}

static int t(int w, int who, int i)
{
    return who == 1 && h(w, i + 100) % 8 != 0 ? h(w, i) : h(w, i + who * 200);
}

static int to(int w, int who, int a, int s, int y)
{
    int one = t(w, who, 20 + a * 10 + s * 2);
    int v = y == 0 ? one : t(w, who, 21 + a * 10 + s * 2);
    if (one % 3 == 0)
        return DISABLED;
    return y == 1 && v % 2 == 0 ? one / 3 % STATES : v / 3 % STATES;
}

// One statement of a method: writes, waits, turns in a circle, and what does two of these at once.
static void write_statement(text *out, int who, int i)
{
    char at[24];
    snprintf(at, sizeof at, "(w, %d, %d)", who, i);
    text_add(out,
             "    int k%d = kind%s; int c%d = c%s; int d%d = d%s;\n"
             "    if (k%d <= 1) x = c%d;\n"
             "    else if (k%d == 2) await(x == c%d);\n"
             "    else if (k%d == 3) while (x == c%d) { }\n"
             "    else if (k%d == 4) atomic { await(x == c%d); x = d%d; }\n"
             "    else if (k%d == 5) atomic { if (x == c%d) x = d%d; }\n"
             "    else if (k%d == 6) { choose y in 0..1; x = y; }\n",
             i, at, i, at, i, at, i, i, i, i, i, i, i, i, i, i, i, i, i);
}

static void write_object(text *out, const char *name, int who)
{
    text_add(out, "object %s {\n", name);
    for (int f = 0; f < 2; f++) {
        text_add(out, "  %s @only(%d) {\n", f ? "g(int w) -> int" : "f(int w)", f);
        for (int i = 0; i < STATEMENTS; i++)
            write_statement(out, who, f * STATEMENTS + i);
        text_add(out, "%s  }\n", f ? "    int r = x;\n    return r;\n" : "");
    }
    text_add(out, "}\n");
}

static void write_automaton(text *out, const char *name, int who)
{
    static const char *const heads[] = {"output a()", "input b()", "internal i()"};
    text_add(out,
             "automaton %s {\n  bool picked;\n  int w;\n  int 0..4 s;\n"
             "  output pick(int v) when !picked do { picked = true; w = v; }\n",
             name);
    for (int a = 0; a < ACTIONS; a++) {
        bool input = *heads[a] == 'i' && heads[a][2] == 'p';
        text_add(out, "  %s %s", heads[a], input ? "do { if (" : "when ");
        text_add(out, "picked && to(w, %d, %d, s, 0) < 5%s", who, a, input ? ") {" : " do {");
        text_add(out, " choose y in 0..1; s = to(w, %d, %d, s, y); }%s\n", who, a,
                 input ? " }" : "");
    }
    text_add(out, "}\n");
}

// An automaton with the calls, steps and returns of the object: f and g say how far its threads are.
static void write_alike(text *out, const char *name, int who)
{
    text_add(out,
             "automaton %s {\n  int w;\n  int 0..1 x;\n  int 0..5 f;\n  int 0..5 g;\n"
             "  output f_inv(int 0..0 t, int v) when f == 0 do { f = 1; w = v; }\n"
             "  output f_res(int 0..0 t) when f == 3 do f = 0;\n"
             "  output g_inv(int 1..1 t, int v) when g == 0 do { g = 1; w = v; }\n"
             "  internal look() when g == 3 do g = 4 + x;\n"
             "  output g_res(int 1..1 t, int 0..1 r) when g == 4 + r do g = 0;\n",
             name);
    for (int i = 0; i < 2 * STATEMENTS; i++) {
        const char *pc = i < STATEMENTS ? "f" : "g";
        char at[24];
        snprintf(at, sizeof at, "(w, %d, %d)", who, i);
        text_add(out,
                 "  internal do%d(int 0..1 y) when %s == %d && (kind%s != 2 && kind%s != 4 || "
                 "x == c%s) do {\n    bool same = x == c%s;\n    %s = kind%s == 3 && same ? %s : "
                 "%s + 1;\n"
                 "    if (kind%s <= 1) x = c%s;\n"
                 "    if (kind%s == 4 || kind%s == 5 && same) x = d%s;\n"
                 "    if (kind%s == 6) x = y;\n  }\n",
                 i, pc, 1 + i % STATEMENTS, at, at, at, at, pc, at, pc, pc, at, at, at, at, at, at);
    }
    text_add(out, "}\n");
}

// The graphs, by other code. A state of the objects: x, and how far each thread is.
enum { IDLE, FIRST, RETURNS = FIRST + STATEMENTS, RETURNS_ONE, LOOKS };
enum { F_CALLS, F_RETURNS, G_CALLS, G_RETURNS, G_RETURNS_ONE };

typedef struct maker {
    naive_graph *g;
    int w, who;
    int state[NAIVE_STATES][3];
} maker;

static uint32_t number(maker *m, int x, int f, int g)
{
    const int all[3] = {x, f, g};
    for (uint32_t i = 0; i < m->g->states; i++)
        if (memcmp(m->state[i], all, sizeof all) == 0)
            return i;
    if (m->g->states == NAIVE_STATES) {
        m->g->usable = false;
        return 0;
    }
    memcpy(m->state[m->g->states], all, sizeof all);
    return m->g->states++;
}

static void add(maker *m, uint32_t from, uint32_t label, uint32_t to_state)
{
    m->g->edge[m->g->edges++] =
        (naive_edge){.from = (uint8_t)from, .to = (uint8_t)to_state, .label = (uint8_t)label};
}

// Thread i goes on from `at` with what it finds and leaves in x.
static void go(maker *m, uint32_t from, uint32_t label, int i, int x, int at)
{
    const int *s = m->state[from];
    add(m, from, label, i == 0 ? number(m, x, at, s[2]) : number(m, x, s[1], at));
}

static void do_statement(maker *m, uint32_t from, int i, int at)
{
    int entry = t(m->w, m->who, i * STATEMENTS + at - FIRST);
    int x = m->state[from][0], c = entry / 9 % 2, d = entry / 18 % 2;
    int next = at + 1 < RETURNS ? at + 1 : i == 0 ? RETURNS : LOOKS;
    switch (entry % 9) {
    case 0:
    case 1:
        go(m, from, NAIVE_TAU, i, c, next);
        break;
    case 2:
        if (x == c)
            go(m, from, NAIVE_TAU, i, x, next);
        break;
    case 3:
        go(m, from, NAIVE_TAU, i, x, x == c ? at : next);
        break;
    case 4:
        if (x == c)
            go(m, from, NAIVE_TAU, i, d, next);
        break;
    case 5:
        go(m, from, NAIVE_TAU, i, x == c ? d : x, next);
        break;
    case 6:
        go(m, from, NAIVE_TAU, i, 0, next);
        go(m, from, NAIVE_TAU, i, 1, next);
        break;
    default:
        go(m, from, NAIVE_TAU, i, x, next);
        break;
    }
}

static void go_on(maker *m, uint32_t from, int i)
{
    int x = m->state[from][0], at = m->state[from][1 + i];
    if (at == IDLE)
        go(m, from, i == 0 ? F_CALLS : G_CALLS, i, x, FIRST);
    else if (at == LOOKS)
        go(m, from, NAIVE_TAU, i, x, RETURNS + x);
    else if (at >= RETURNS)
        go(m, from, i == 0 ? F_RETURNS : (uint32_t)(G_RETURNS + at - RETURNS), i, x, IDLE);
    else
        do_statement(m, from, i, at);
}

static void make_object(naive_graph *g, int w, int who)
{
    maker m = {.g = g, .w = w, .who = who};
    number(&m, 0, IDLE, IDLE);
    for (uint32_t i = 0; i < g->states && g->usable; i++)
        for (int k = 0; k < 2; k++)
            go_on(&m, i, k);
}

// State 0 is before the case is picked, the others are those of the table, where they are reached.
static void make_automaton(naive_graph *g, int w, int who)
{
    maker m = {.g = g};
    number(&m, 0, 0, 0);
    add(&m, 0, 2, number(&m, 1, 0, 0));
    add(&m, 0, 1, 0);
    for (uint32_t from = 1; from < g->states; from++) {
        int s = m.state[from][0] - 1;
        for (int a = 0; a < ACTIONS; a++)
            for (int y = 0; y < 2; y++) {
                int next = to(w, who, a, s, y);
                uint32_t label = a == HIDDEN ? NAIVE_TAU : (uint32_t)a;
                if (next != DISABLED)
                    add(&m, from, label, number(&m, next + 1, 0, 0));
                else if (a == 1) // an input is always enabled
                    add(&m, from, label, from);
            }
    }
}

static naive_graph *make(int sort, int w, int who)
{
    naive_graph *g = calloc(1, sizeof *g);
    g->usable = true;
    if (sort == AUTOMATA)
        make_automaton(g, w, who);
    else
        make_object(g, w, who);
    return g;
}

static char *write_model(int sort)
{
    static const char *const claims[] = {"implements B", "implements B failures",
                                         "implements B failures-divergences"};
    text out = {0};
    text_add(&out, "%s%s", tables, sort == AUTOMATA ? "" : "shared int 0..1 x;\n");
    for (int who = 0; who < 2; who++) {
        bool object = sort == OBJECTS || sort == (who ? AUTOMATON_OBJECT : OBJECT_AUTOMATON);
        const char *name = who ? "B" : "A";
        if (sort == AUTOMATA)
            write_automaton(&out, name, who);
        else
            (object ? write_object : write_alike)(&out, name, who);
    }
    const char *threads = sort == AUTOMATA ? "" : "threads 2; ";
    for (int i = 0; i < 3; i++)
        text_add(&out, "verify A %s { %sint 0..0; }\n", claims[i], threads);
    if (sort == AUTOMATON_OBJECT)
        threads = "";
    text_add(&out, "verify A { %sint 0..0; divergencefree; }\n", threads);
    text_add(&out, "verify A { %sint 0..0; deterministic; }\n", threads);
    return out.bytes;
}

typedef struct counts {
    uint64_t cases, holds[5], violated[5], kinds[3];
} counts;

// The claim of that number, of this case; with its evidence.
static bool judge(const model *m, uint32_t which, int w, lp_violation *kind)
{
    error e = {0};
    limits l = {0};
    lp_verdict out;
    lp_pool *pool = lp_pool_new();
    instance v = m->instances[which];
    v.low = v.high = w;
    limits_start(&l);
    verify_options o = {.limits = &l, .reductions = w % 2 ? REDUCE_ALL : 0, .jobs = 1};
    lp_verdict_init(&out);
    if (!verify_instance(&v, &o, pool, &out, &e))
        fail_msg("case %d, claim %u: %s", w, which, e.message);
    bool holds = out.outcome == LP_HOLDS;
    assert_true(holds || (out.outcome == LP_VIOLATED && out.rechecked));
    *kind = holds ? LP_VIOLATION_NONE : out.violation;
    lp_verdict_fini(&out);
    lp_pool_free(pool);
    return holds;
}

static bool compare_files(const model *m, int w, refinement how)
{
    error e = {0};
    limits l = {0};
    lp_verdict out;
    lp_pool *pool = lp_pool_new();
    instance v = m->instances[how];
    char left[TEMPORARY_SIZE], right[TEMPORARY_SIZE];
    temporary_name(left, "refusals");
    temporary_name(right, "refusals");
    close(mkstemp(left));
    close(mkstemp(right));
    v.low = v.high = w;
    limits_start(&l);
    verify_options o = {.limits = &l, .jobs = 1};
    lp_verdict_init(&out);
    compared_files given = {.left = left, .right = right, .model = how, .limits = &l};
    if (!verify_write_aut(&v, &o, pool, false, left, &e) ||
        !verify_write_aut(&v, &o, pool, true, right, &e) || !verify_files(&given, &out, &e))
        fail_msg("case %d: %s", w, e.message);
    bool holds = out.outcome == LP_HOLDS;
    lp_verdict_fini(&out);
    lp_pool_free(pool);
    unlink(left);
    unlink(right);
    return holds;
}

static void check_case(const model *m, const naive_graph *a, const naive_graph *b, int w, counts *n)
{
    static const naive_model models[] = {NAIVE_TRACES, NAIVE_FAILURES, NAIVE_DIVERGENCES};
    n->cases++;
    for (uint32_t i = 0; i < 5; i++) {
        lp_violation kind;
        bool naive = i < 3    ? naive_includes(a, b, models[i])
                     : i == 3 ? !naive_diverges(a)
                              : naive_determined(a);
        bool holds = judge(m, i, w, &kind);
        if (holds != naive || (i < 3 && w % 4 == 0 && compare_files(m, w, (refinement)i) != naive))
            fail_msg("case %d, claim %u: %s, the definition says %s", w, i, holds ? "yes" : "no",
                     naive ? "yes" : "no");
        (holds ? n->holds : n->violated)[i]++;
        n->kinds[0] += kind == LP_VIOLATION_TRACE;
        n->kinds[1] += kind == LP_VIOLATION_REFUSAL;
        n->kinds[2] += kind == LP_VIOLATION_DIVERGENCE;
    }
}

static void check_sort(int sort)
{
    counts n = {0};
    char *written = write_model(sort);
    model *m = written_model(written);
    int first = (int)setting("LINCHPIN_SEED", 1) * 1000, cases = (int)setting("LINCHPIN_CASES", 40);
    for (int w = first; w < first + cases; w++) {
        naive_graph *a = make(sort, w, 0), *b = make(sort, w, 1);
        if (a->usable && b->usable)
            check_case(m, a, b, w, &n);
        free(a);
        free(b);
    }
    print_message("%llu cases:", (unsigned long long)n.cases);
    for (uint32_t i = 0; i < 5; i++)
        print_message(" %llu yes, %llu no;", (unsigned long long)n.holds[i],
                      (unsigned long long)n.violated[i]);
    print_message(" %llu traces, %llu refusals, %llu divergences\n", (unsigned long long)n.kinds[0],
                  (unsigned long long)n.kinds[1], (unsigned long long)n.kinds[2]);
    assert_true(n.cases > (uint64_t)cases / 2);
    for (uint32_t i = 0; i < 5; i++)
        assert_true(n.holds[i] > n.cases / 100 && n.violated[i] > n.cases / 100);
    for (uint32_t i = 0; i < 3; i++)
        assert_true(n.kinds[i] > n.cases / 50);
    model_free(m);
    free(written);
}

static void objects(void **state)
{
    (void)state;
    check_sort(OBJECTS);
}

static void automata(void **state)
{
    (void)state;
    check_sort(AUTOMATA);
}

static void object_and_automaton(void **state)
{
    (void)state;
    check_sort(OBJECT_AUTOMATON);
}

static void automaton_and_object(void **state)
{
    (void)state;
    check_sort(AUTOMATON_OBJECT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(objects), cmocka_unit_test(automata),
                                       cmocka_unit_test(object_and_automaton),
                                       cmocka_unit_test(automaton_and_object)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
