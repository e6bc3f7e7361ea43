// SPDX-License-Identifier: MIT
// verify A implements B, against the definition on tables. Both automata take what they do from a
// function of a number, the case, which is scrambled here as it is in the model; so one model, which
// is compiled once, has as many cases as there are numbers. --find-simulation is compared with the
// greatest fixed point of the definition, and may not find one where a trace is lacking. The second
// model has names that
// nothing tells apart, and sets of them: there the search with all reductions is compared with the one
// without any, which the first model has tried. The third has implementations of a register: what the
// atomic object of the spec answers is compared with an atomic register that is written down.

#include "base/io/limits.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STATES = 5, ACTIONS = 4, INTERNAL = 3, DISABLED = 7, EVERY = (1 << STATES) - 1 };

// Of every third case, B decides with its first `a` what A decides later: traces are the same then,
// and there may be no simulation.
static const char tables[] =
    "function h(int w, int i) -> int {\n"
    "  int x = (w % 30011 * 113 + i * 271 + 7) % 30011;\n"
    "  x = (x * x + 1009 + i) % 30011;\n"
    "  return (x * 211 + w / 30011 + x / 7) % 30011;\n"
    "}\n"
    "function to(int w, int a, int s, int y) -> int {\n"
    "  int v = h(w, a * 10 + s * 2 + y);\n"
    "  int other = h(w, a * 10 + s * 2);\n"
    "  if (w % 3 == 0 && a == 0 && s == 0) return 1 + y;\n"
    "  if (w % 3 == 0 && (s == 1 || s == 2)) return a == s ? v / 16 % 5 : 7;\n"
    "  return other % 16 >= h(w, 200) % 16 ? 7 : y == 1 && v % 3 == 0 ? other / 16 % 5 : v / 16 % "
    "5;\n"
    "}\n"
    "function from(int w, int a, int s, int y) -> int {\n"
    "  int v = h(w, 100 + a * 10 + s * 2 + y);\n"
    "  int other = h(w, 100 + a * 10 + s * 2);\n"
    "  if (w % 3 == 0 && a == 0 && s == 0) return 1;\n"
    "  if (w % 3 == 0 && s == 1) return a == 1 || a == 2 ? to(w, a, a, y) : 7;\n"
    "  return other % 16 >= h(w, 201) % 16 ? 7 : v / 16 % 32 < h(w, 202) % 14\n"
    "      ? (a == 3 ? s : v / 512 % 5) : to(w, a, s, 0) == 7 ? 7 : to(w, a, s, v / 16 % 2);\n"
    "}\n";

static int h(int w, int i)
{
    int x = (w % 30011 * 113 + i * 271 + 7) % 30011;
    x = (x * x + 1009 + i) % 30011;
    return (x * 211 + w / 30011 + x / 7) % 30011;
}

static int to(int w, int a, int s, int y)
{
    int v = h(w, a * 10 + s * 2 + y), other = h(w, a * 10 + s * 2);
    if (w % 3 == 0 && a == 0 && s == 0)
        return 1 + y;
    if (w % 3 == 0 && (s == 1 || s == 2))
        return a == s ? v / 16 % 5 : DISABLED;
    if (other % 16 >= h(w, 200) % 16)
        return DISABLED;
    return y == 1 && v % 3 == 0 ? other / 16 % 5 : v / 16 % 5;
}

static int from(int w, int a, int s, int y)
{
    int v = h(w, 100 + a * 10 + s * 2 + y), other = h(w, 100 + a * 10 + s * 2);
    if (w % 3 == 0 && a == 0 && s == 0)
        return 1;
    if (w % 3 == 0 && s == 1)
        return a == 1 || a == 2 ? to(w, a, a, y) : DISABLED;
    if (other % 16 >= h(w, 201) % 16)
        return DISABLED;
    if (v / 16 % 32 < h(w, 202) % 14)
        return a == INTERNAL ? s : v / 512 % 5;
    return to(w, a, s, 0) == DISABLED ? DISABLED : to(w, a, s, v / 16 % 2);
}

// One way of a step, with its guard; both ways may be the same.
static void write_automaton(text *out, const char *name, const char *table)
{
    static const char *const heads[] = {"output a()", "output b(bit x)", NULL, "internal i()"};
    text_add(out,
             "automaton %s {\n  bool picked;\n  int w;\n  int 0..4 s;\n"
             "  output pick(int x) when !picked do { picked = true; w = x; }\n",
             name);
    for (int a = 0; a < ACTIONS; a++)
        if (heads[a])
            text_add(
                out,
                "  %s when picked && %s(w, %d%s, s, 0) < 5 do {\n    choose y in 0..1;\n"
                "    s = %s(w, %d%s, s, y) < 5 ? %s(w, %d%s, s, y) : %s(w, %d%s, s, 0);\n  }\n",
                heads[a], table, a, a == 1 ? " + x" : "", table, a, a == 1 ? " + x" : "", table, a,
                a == 1 ? " + x" : "", table, a, a == 1 ? " + x" : "");
    text_add(out, "}\n");
}

static int step(int (*table)(int, int, int, int), int w, int a, int s, int y)
{
    int next = table(w, a, s, y);
    return next < STATES ? next : table(w, a, s, 0);
}

// By definition.

static uint32_t closed(int w, uint32_t set)
{
    for (uint32_t before = 0; before != set;) {
        before = set;
        for (int u = 0; u < STATES; u++)
            for (int y = 0; y < 2; y++)
                if ((set >> u & 1) && to(w, INTERNAL, u, 0) < STATES)
                    set |= 1u << step(to, w, INTERNAL, u, y);
    }
    return set;
}

static uint32_t after(int w, uint32_t set, int a)
{
    uint32_t next = 0;
    if (a == INTERNAL)
        return set;
    for (int u = 0; u < STATES; u++)
        for (int y = 0; y < 2; y++)
            if ((set >> u & 1) && to(w, a, u, 0) < STATES)
                next |= 1u << step(to, w, a, u, y);
    return closed(w, next);
}

// How many steps the shortest run has whose trace is none of B's; 0: there is none.
static uint32_t shortest_lacking(int w)
{
    bool seen[STATES][EVERY + 1] = {{false}};
    struct {
        int s;
        uint32_t set, depth;
    } queue[STATES * (EVERY + 1)];
    uint32_t count = 1;
    queue[0].s = 0;
    queue[0].set = closed(w, 1);
    queue[0].depth = 1; // pick
    seen[0][queue[0].set] = true;
    for (uint32_t i = 0; i < count; i++)
        for (int a = 0; a < ACTIONS; a++)
            for (int y = 0; y < 2; y++) {
                if (from(w, a, queue[i].s, 0) >= STATES)
                    continue;
                int s = step(from, w, a, queue[i].s, y);
                uint32_t set = after(w, queue[i].set, a);
                if (!set)
                    return queue[i].depth + 1;
                if (seen[s][set])
                    continue;
                seen[s][set] = true;
                queue[count].s = s;
                queue[count].set = set;
                queue[count++].depth = queue[i].depth + 1;
            }
    return 0;
}

// Weak, by definition: before and after what is seen B may do what is not.
static bool answers(int w, bool related[STATES][STATES], int a, int s, int u)
{
    uint32_t set = a == INTERNAL ? closed(w, 1u << u) : after(w, closed(w, 1u << u), a);
    for (int v = 0; v < STATES; v++)
        if ((set >> v & 1) && related[s][v])
            return true;
    return false;
}

static bool is_simulated(int w)
{
    bool related[STATES][STATES], changed = true;
    memset(related, true, sizeof related);
    while (changed) {
        changed = false;
        for (int i = 0; i < STATES * STATES * ACTIONS * 2; i++) {
            int s = i % STATES, u = i / STATES % STATES, a = i / (STATES * STATES) % ACTIONS;
            int y = i / (STATES * STATES * ACTIONS);
            if (!related[s][u] || from(w, a, s, 0) >= STATES ||
                answers(w, related, a, step(from, w, a, s, y), u))
                continue;
            related[s][u] = false;
            changed = true;
        }
    }
    return related[0][0];
}

static bool sought; // --find-simulation

static void judge_case(const model *m, uint32_t which, int w, uint32_t reductions, lp_verdict *v)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    instance one = m->instances[which];
    one.low = one.high = w;
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 1};
    o.find_simulation = sought;
    lp_verdict_init(v);
    if (!verify_instance(&one, &o, pool, v, &e))
        fail_msg("case %d: %s", w, e.message);
    bool compared = one.implements && !sought;
    if (v->outcome == LP_VIOLATED && (compared ? v->violation != LP_VIOLATION_TRACE || !v->rechecked
                                               : sought && v->violation != LP_VIOLATION_SIMULATION))
        fail_msg("case %d: %s", w, v->reason);
    lp_pool_free(pool);
}

static bool holds_so(const model *m, uint32_t which, int w, bool seek)
{
    lp_verdict v;
    sought = seek;
    judge_case(m, which, w, w % 2 ? REDUCE_ALL : 0, &v);
    sought = false;
    bool holds = v.outcome == LP_HOLDS;
    assert_true(holds || v.outcome == LP_VIOLATED);
    lp_verdict_fini(&v);
    return holds;
}

static void test_tables(void **state)
{
    (void)state;
    text out = {0};
    text_add(&out, "type bit = int 0..1;\n%s", tables);
    write_automaton(&out, "A", "from");
    write_automaton(&out, "B", "to");
    text_add(&out, "verify A implements B { int 0..0; }\n");
    model *m = written_model(out.bytes);
    int first = (int)setting("LINCHPIN_SEED", 1), cases = (int)setting("LINCHPIN_CASES", 300);
    int lacking = 0, late = 0, simulated = 0;
    for (int w = first; w < first + cases; w++) {
        uint32_t want = shortest_lacking(w);
        lp_verdict v;
        judge_case(m, 0, w, w % 2 ? REDUCE_ALL : 0, &v);
        if (v.outcome != (want ? LP_VIOLATED : LP_HOLDS) || v.trace_count != want)
            fail_msg("case %d: %u steps to a trace that is lacking, but outcome %d, %u steps: %s",
                     w, want, (int)v.outcome, (unsigned)v.trace_count, v.reason);
        bool simulates = is_simulated(w);
        assert_true(!simulates || !want);
        if (holds_so(m, 0, w, true) != simulates)
            fail_msg("case %d: there is a simulation: %d, but it says the opposite", w, simulates);
        simulated += simulates;
        lacking += want > 0;
        late += want > 3;
        lp_verdict_fini(&v);
    }
    print_message("of %d: %d lack a trace, %d of them of more than two steps; %d are simulated\n",
                  cases, lacking, late, simulated);
    assert_true(simulated > cases / 3 && simulated < cases - lacking - cases / 40);
    assert_true(lacking > cases / 10 && lacking < cases - cases / 10 && late > cases / 50);
    model_free(m);
    text_fini(&out);
}

// Names. The bits of the case say which parts of guards and effects count; B lets some more go.

static void write_named(text *out, const char *name, bool specifies)
{
    static const char *const heads[] = {"output a(n x)", "output b(n x)", "internal i(n x)"};
    static const char *const guards[] = {"x in s", "!(x in t)", "last != x", "s <= t"};
    static const char *const effects[] = {"s.add(x);",  "t.remove(x);",
                                          "last = x;",  "t = s;",
                                          "s = s ^ t;", "if (last != none) t.add(value(last));"};
    text_add(out,
             "automaton %s {\n  bool picked;\n  int w;\n  set<n> s;\n  set<n> t;\n  n? last;\n"
             "  output pick(int x) when !picked do { picked = true; w = x; }\n",
             name);
    for (int a = 0; a < 3; a++) {
        text_add(out, "  %s when picked", heads[a]);
        for (int g = 0; g < 4; g++)
            text_add(out, " && (h(w, %d) %% 4 != 0 || %s)", 300 + a * 4 + g, guards[g]);
        if (specifies)
            text_add(out, " && (h(w, %d) %% 3 != 0 || x in s || last == none)", 500 + a);
        else
            text_add(out, " && (h(w, %d) %% 4 != 0 || x in t)", 400 + a);
        text_add(out, " do {\n");
        for (int f = 0; f < 6; f++)
            text_add(out, "    if (h(w, %d) %% 3 == 0) { %s }\n", 600 + a * 6 + f, effects[f]);
        text_add(out, "  }\n");
    }
    text_add(out, "}\n");
}

static double states_of(const lp_verdict *v)
{
    for (uint32_t i = 0; i < v->figure_count; i++)
        if (v->figures[i].id == LP_FIGURE_STATES)
            return v->figures[i].value;
    return 0;
}

static void test_names(void **state)
{
    (void)state;
    text out = {0};
    text_add(&out, "enum n[3];\n%s", tables);
    write_named(&out, "A", false);
    write_named(&out, "B", true);
    text_add(&out, "verify A implements B { int 0..0; }\n");
    model *m = written_model(out.bytes);
    int first = (int)setting("LINCHPIN_SEED", 1), cases = (int)setting("LINCHPIN_CASES", 300) / 4;
    int lacking = 0, fewer = 0;
    for (int w = first; w < first + cases; w++) {
        lp_verdict all, none;
        judge_case(m, 0, w, REDUCE_ALL, &all);
        judge_case(m, 0, w, 0, &none);
        if (all.outcome != none.outcome || all.trace_count != none.trace_count)
            fail_msg("case %d: outcome %d in %u steps, without reductions %d in %u", w,
                     (int)all.outcome, (unsigned)all.trace_count, (int)none.outcome,
                     (unsigned)none.trace_count);
        lacking += all.outcome == LP_VIOLATED;
        fewer += states_of(&all) < states_of(&none) / 2;
        lp_verdict_fini(&all);
        lp_verdict_fini(&none);
    }
    print_message("of %d with names: %d lack a trace, %d have less than half the states\n", cases,
                  lacking, fewer);
    assert_true(lacking > cases / 10 && lacking < cases - cases / 10 && fewer > cases / 5);
    model_free(m);
    text_fini(&out);
}

// A register that is kept twice; bits of the case say what is asked of it.
static const char registers[] =
    "enum op { w, r, q }\n"
    "type bit = int 0..1;\n"
    "function b(int k, int i) -> bool { return k / i % 2 == 1; }\n"
    "spec reg { int v; write(int x) { v = x; } read() -> int { return v; } }\n"
    "automaton A {\n"
    "  bool picked;\n  int k;\n  set<op> asked;\n  set<op> done;\n  set<op> said;\n"
    "  bit first;\n  bit second;\n  bit[op] got;\n"
    "  output pick(int x) when !picked do { picked = true; k = x; }\n"
    "  output request(op x) when picked && !(x in asked) && (b(k, 1) || x != q || r in said) do\n"
    "    asked.add(x);\n"
    "  internal one() when w in asked && first == 0 do first = 1;\n"
    "  internal two() when first == 1 && second == 0 do second = 1;\n"
    "  internal look(op x) when x in asked && x != w && !(x in done) do {\n"
    "    got[x] = b(k, 2) && x == q ? second : first;\n"
    "    done.add(x);\n"
    "  }\n"
    "  internal again(op x) when b(k, 4) && x in done && !(x in said) do got[x] = first;\n"
    "  internal copy(op x) when b(k, 8) && x in done && first == second do got[x] = second;\n"
    "  output written(op x) when x == w && !(w in said) && (b(k, 16) ? w in asked : second == 1) "
    "do\n"
    "    said.add(w);\n"
    "  output answer(op x, bit v) when x in done && !(x in said) && v == got[x] &&\n"
    "      (b(k, 32) || second == first) do said.add(x);\n"
    "}\n"
    "automaton atom {\n"
    "  bool picked;\n  bit cell;\n  set<op> asked;\n  set<op> done;\n  set<op> said;\n"
    "  bit[op] got;\n"
    "  output pick(int x) when !picked do picked = true;\n"
    "  output request(op x) when !(x in asked) do asked.add(x);\n"
    "  internal perform(op x) when x in asked && !(x in done) do {\n"
    "    if (x == w) cell = 1; else got[x] = cell;\n"
    "    done.add(x);\n"
    "  }\n"
    "  output written(op x) when x == w && w in done && !(w in said) do said.add(w);\n"
    "  output answer(op x, bit v) when x != w && x in done && !(x in said) && v == got[x] do\n"
    "    said.add(x);\n"
    "}\n"
    "verify A implements atom { int 0..0; }\n"
    "verify A refines reg {\n  int 0..0;\n  call request(w) is write(1);\n"
    "  call request(op x) is read();\n  return written(op x);\n"
    "  return answer(op x, bit v) is v;\n}\n";

static void test_atomic(void **state)
{
    (void)state;
    model *m = written_model(registers);
    int strong = 0, linearizable = 0, cases = 64;
    for (int w = 0; w < cases; w++) {
        bool found = holds_so(m, 0, w, true), included = holds_so(m, 0, w, false);
        bool strongly = holds_so(m, 1, w, true), judged = holds_so(m, 1, w, false);
        if (found != strongly || included != judged || (strongly && !judged))
            fail_msg("case %d: simulated by the automaton %d, by the spec's %d; traces %d, %d", w,
                     found, strongly, included, judged);
        strong += strongly;
        linearizable += judged;
    }
    print_message("of %d registers: %d are linearizable, %d strongly\n", cases, linearizable,
                  strong);
    assert_true(strong > 4 && linearizable > strong + 4 && linearizable < cases - 4);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_atomic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
