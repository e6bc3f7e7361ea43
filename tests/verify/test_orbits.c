// SPDX-License-Identifier: MIT
// What tells names of an enum apart, by example: how many permutations are left. And an observer
// that knows a name follows it.

#include "base/text.h"
#include "model/model.h"
#include "verify/canonical/orbit_form.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A model that stays while its plan is used.
typedef struct planned {
    model *m;
    program *p;
    orbit_plan *plan;
} planned;

static planned plan_of(const char *written)
{
    error e = {0};
    planned x = {.m = model_read("orbits.lin", written, strlen(written), &e)};
    if (!x.m)
        fail_msg("%s\n%s", e.message, written);
    const instance *v = &x.m->instances[0];
    enum_symmetry found;
    x.p = program_new(v->in, v->subject, &(program_options){.threads = 1, .nodes = 2});
    enum_symmetry_find(&found, x.p, v);
    x.plan = orbit_plan_new(x.p, &found);
    return x;
}

static void planned_fini(planned *x)
{
    orbit_plan_free(x->plan);
    program_free(x->p);
    model_free(x->m);
}

static uint32_t orders_of(const char *written)
{
    planned x = plan_of(written);
    uint32_t orders = x.plan ? x.plan->orders : 1;
    planned_fini(&x);
    return orders;
}

static void expect(uint32_t orders, const char *before, const char *inside, const char *effect,
                   const char *reachable)
{
    text out = {0};
    text_add(&out,
             "enum A { a1, a2, a3 }\ntype last = A a2..a3;\n%s\nautomaton t {\n  set<A> s;\n"
             "  A? h;\n  bool[A] f;\n  int n;\n  %s\n"
             "  action go(A x, A y) when !(x in s) && x != y do { s.add(x); f[y] = true; %s }\n"
             "}\nverify t { reachable %s; }\n",
             before, inside, effect, reachable);
    uint32_t is = orders_of(out.bytes);
    if (is != orders)
        fail_msg("%u permutations, not %u:\n%s", is, orders, out.bytes);
    text_fini(&out);
}

static void test_cuts(void **state)
{
    (void)state;
    expect(6, "", "", "", "s.len() == 3");
    expect(6, "", "", "h = choose(s);", "exists v in A, w in s : v != w && f[v]");
    expect(6, "", "", "s = {v in A : f[v]};", "forall v in A : f[v] || v in s || h == v");
    expect(6, "", "init { h = a2; s = {a1}; }", "", "true");
    expect(2, "", "", "if (x == a1) h = x;", "true");
    expect(1, "", "", "if (x == a2) h = x;", "true");
    expect(2, "", "", "", "a3 in s");
    expect(2, "", "invariant i { !f[a1] }", "", "true");
    expect(2, "", "let l = s - {a3};", "if (l.empty()) h = x;", "true");
    expect(6, "", "let l = s - {a3};", "", "true"); // nobody asks
    expect(2, "", "", "if (x < a3) h = x;", "true");
    expect(2, "", "", "if (a1 >= x) h = x;", "true");
    expect(6, "", "", "if (x <= a3) h = x;", "true");
    expect(1, "", "", "if (x < y) h = x;", "true");
    expect(1, "", "", "if ((1, x) < (1, y)) h = x;", "true");
    expect(1, "", "", "h = min(s);", "true");
    expect(1, "", "", "", "max(v : v in A : v in s) == max(s)");
    expect(2, "", "", "if (s == {a1, a2}) h = x;", "true");
    expect(6, "", "", "if (s == {a1, a2, a3}) h = x;", "true");
    expect(1, "", "", "if (x in {a1, a3}) h = x;", "true");
    expect(2, "", "", "A k; h = k;", "true");
    expect(6, "", "", "A k = x; h = k;", "true");
    expect(2, "", "set<last> l;", "if (x in l) h = x;", "true");
    expect(1, "", "", "int 0..3[A] k = {1, 2, 3}; n = k[x];", "true");
    expect(1, "struct node { int n; }", "node* p;", "", "true");
    // What may fail behind the item that decides.
    expect(1, "", "", "if (exists v in A : f[v] || value(h) == v) n = 1;", "true");
    expect(1, "", "", "if (forall v in A : n + 1 > 2 || f[v]) n = 1;", "true");
    expect(6, "", "int 0..3 k;", "if (forall v in A : k + 1 > 2 || f[v]) n = 1;", "true");
    expect(6, "", "", "if ({v in A : value(h) == v}.empty()) n = 1;", "true");
}

static void test_quorums(void **state)
{
    (void)state;
    static const char form[] =
        "enum R { r1, r2, r3, r4 }\nautomaton t {\n  set<R> s;\n  let q = %s;\n"
        "  action go(R x) when !(x in s) do s.add(x);\n  action end() when %s do s = {};\n}\n"
        "verify t {}\n";
    static const struct {
        const char *quorums, *guard;
        uint32_t orders;
    } cases[] = {
        {"{{r1, r2}, {r3, r4}}", "exists p in q : p <= s", 4},
        {"{{r1, r2}, {r3, r4}, {r1, r3}, {r2, r4}}", "exists p in q : p <= s", 1},
        {"3", "s.len() >= q", 24},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text out = {0};
        text_add(&out, form, cases[i].quorums, cases[i].guard);
        assert_int_equal(orders_of(out.bytes), cases[i].orders);
        text_fini(&out);
    }
}

// Composition copies actions for instances, which tells nothing apart; an order does.
static void test_systems(void **state)
{
    (void)state;
    static const char form[] =
        "enum C { c1, c2 }\nenum R { r1, r2, r3 }\nmessage ask(C x), tell(R p);\n"
        "automaton client(C x) {\n  set<R> known;\n"
        "  output go(x) when known.empty() do send ask(x) to server;\n"
        "  input receive tell(R q) from server[p] do { %s known.add(q); }\n}\n"
        "automaton server(R p) {\n  set<C> seen;\n  bool first;\n"
        "  input go(C x) do { %s seen.add(x); }\n"
        "  input receive ask(C y) from client[z] do send tell(p) to client;\n}\n"
        "system all = client[x in C] || server[p in R] { channel client <-> server %s; }\n"
        "verify all { }\n";
    static const struct {
        const char *received, *heard, *channel;
        uint32_t orders;
    } cases[] = {
        {"", "", "reliable", 12},
        {"", "", "fifo bounded 2", 12},
        {"", "first = p == r1;", "reliable", 4},
        {"if (q > p)", "", "reliable", 2},
        {"", "if (seen.len() > 0) first = x == min(seen);", "reliable", 6},
        {"assert(known.len() < 3);", "", "bounded 1", 12},
        {"", "assert(seen.len() < 2);", "reliable", 12},
        // One server may have to wait, and another fail.
        {"", "assert(seen.len() < 2); send tell(p) to client;", "bounded 1", 1},
        {"", "send tell(p) to client;", "bounded 1", 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text out = {0};
        text_add(&out, form, cases[i].received, cases[i].heard, cases[i].channel);
        uint32_t is = orders_of(out.bytes);
        if (is != cases[i].orders)
            fail_msg("%u permutations, not %u:\n%s", is, cases[i].orders, out.bytes);
        text_fini(&out);
    }
}

// A component that forgets has first values again, which may be names.
static void test_crashes(void **state)
{
    (void)state;
    static const char form[] =
        "enum P { p1, p2 }\nenum Q { q1, q2, q3 }\nautomaton node(P p) {\n  %s\n  set<Q> s;\n"
        "  action add(Q x) when !(x in s) do s.add(x);\n}\n"
        "system all = node[p in P] { crashes 1 of node%s; }\nverify all { }\n";
    static const struct {
        const char *variable, *mode;
        uint32_t orders;
    } cases[] = {
        {"Q last;", "", 12},
        {"Q last;", " recovering", 12},
        {"Q last;", " forgetting", 4},
        {"Q? last;", " forgetting", 12},
        {"(bool, Q) last;", " forgetting", 4},
        {"bool[Q] f;", " forgetting", 12},
        {"bool[Q] f = {true, false, false};", " recovering", 12},
        {"bool[Q] f = {true, false, false};", " forgetting", 1},
        {"P first = p;", " forgetting", 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text out = {0};
        text_add(&out, form, cases[i].variable, cases[i].mode);
        uint32_t is = orders_of(out.bytes);
        if (is != cases[i].orders)
            fail_msg("%u permutations, not %u:\n%s", is, cases[i].orders, out.bytes);
        text_fini(&out);
    }
}

// Its state is a name, + 1.
static uint32_t follow(void *context, uint32_t observed, uint32_t permutation)
{
    enum_permutation e;
    orbit_permutation(context, permutation, &e);
    return 1u + e.to[0][observed - 1];
}

static void test_observed(void **state)
{
    (void)state;
    planned x = plan_of("enum A { a1, a2, a3 }\nautomaton t {\n  set<A> s;\n  bool[A] f;\n"
                        "  action go(A x) do { s.add(x); f[x] = true; }\n}\nverify t {}\n");
    orbit_form form;
    orbit_form_init(&form, x.plan);
    form.observed = follow;
    form.context = x.plan;
    const uint32_t *at = x.p->layout.variable;
    int32_t *cells = calloc(2, x.p->layout.cells * sizeof *cells);
    int32_t *other = cells + x.p->layout.cells;
    assert_non_null(cells);
    for (uint32_t n = 0; n < 64 * 3 * 6; n++) {
        enum_permutation e;
        orbit_permutation(x.plan, n % 6, &e);
        uint32_t set = n / 6 % 8, flags = n / 48 % 8, name = n / 384;
        cells[at[0]] = (int32_t)set;
        other[at[0]] = 0;
        for (uint32_t i = 0; i < 3; i++) {
            cells[at[1] + i] = flags >> i & 1;
            other[at[1] + e.to[0][i]] = flags >> i & 1;
            other[at[0]] |= (int32_t)(set >> i & 1) << e.to[0][i];
        }
        uint32_t a = orbit_form_make(&form, cells, 1 + name);
        uint32_t b = orbit_form_make(&form, other, 1u + e.to[0][name]);
        assert_int_equal(a, b);
        assert_memory_equal(cells, other, x.p->layout.cells * sizeof *cells);
    }
    free(cells);
    orbit_form_fini(&form);
    planned_fini(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts), cmocka_unit_test(test_quorums), cmocka_unit_test(test_systems),
        cmocka_unit_test(test_crashes), cmocka_unit_test(test_observed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
