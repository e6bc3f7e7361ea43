// SPDX-License-Identifier: MIT
// Which arguments are mere data. Whatever looks at more than equality is found, in the
// object, in a function, in an invariant and in the spec.

#include "model/model.h"
#include "model/steps/value_symmetry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define STACK                                                                                      \
    "struct node { int val; node* next; }\nshared node* top;\n"                                    \
    "object o { push(int v) { loop { node* t = top; node* n = new node{v, t};"                     \
    " if (cas(top, t, n)) return; } }\n"                                                           \
    "  pop() -> int? { node* t = top; if (t == null) return none; top = t.next; return t.val; } "  \
    "}\n"
#define LIFO                                                                                       \
    "spec s { seq<int> q; push(int v) { q.push(v); }"                                              \
    " pop() -> int? { if (q.empty()) return none; return q.pop(); } }\n"
#define VERIFY "verify o refines s { threads 2; int 1..3; }\n"
#define CELL(body) "shared int x;\nobject o { f(int a) { " body " } }\n"
#define ALONE "verify o { threads 2; int 1..3; }\n"

#define MEET(body)                                                                                 \
    "shared int x;\nobject o { put(int v) { x = v; } get() -> int { return x; } }\nspec s { " body \
    " }\n" VERIFY

static const struct {
    const char *text;
    bool data;
} models[] = {
    {STACK LIFO VERIFY, true},
    {STACK "verify o refines stack { threads 2; int 1..3; }\n", true},
    // The spec may look at more than the object does.
    {STACK "spec s { seq<int> q; push(int v) { if (v > 1) q.push(v); }"
           " pop() -> int? { if (q.empty()) return none; return q.pop(); } }\n" VERIFY,
     false},
    {STACK "spec s { int n; push(int v) { n = v + n; } pop() -> int? { return n; } }\n" VERIFY,
     false},
    {STACK
     "spec s { set<int> q; push(int v) { q.add(v); } pop() -> int? { return none; } }\n" VERIFY,
     true},
    {STACK
     "spec s { map<int, int> q; push(int v) { q.put(v, v); } pop() -> int? { return q.get(1); "
     "} }\n" VERIFY,
     false},
    // Operations that meet exchange values with both.
    {MEET("sync put(int v) with get() -> int { return v; }"), true},
    {MEET("sync put(int v) with get() -> int { await(v != 9); return v; }"), true},
    {MEET("sync put(int v) with get() -> int { await(v > 1); return v; }"), false},
    {MEET("sync put(int v) with get() -> int { return v * 1; }"), false},
    {MEET("int n; sync put(int v) with get() -> int { n = v; return n; }"), true},
    {MEET("int n; sync put(int v) with get() -> int { n = n + 1; return n; }"), false},
    {MEET("sync put(int v) with get() -> int { return v; } sync put(int v) { await(v < 2); }"),
     false},
    // A group is sorted.
    {MEET("sync put(int v) with get() -> int { return v; } sync 2 put(int v) {}"), false},
    {MEET("sync put(int v) with n = 1..2 get() -> int { return v; }"), true},
    {MEET("sync put(int v) with n = 1..2 get() -> int { return n; }"), false},
    {CELL("x = a;") ALONE, true},
    {CELL("if (x == a) x = 0;") ALONE, true},
    {CELL("cas(x, 0, a);") ALONE, true},
    {CELL("cas(x, 9, a);") ALONE, true}, // no client says 9
    {CELL("cas(x, 2, a);") ALONE, false},
    {CELL("x = a + 1;") ALONE, false},
    {CELL("x = -a;") ALONE, false},
    {CELL("if (x < a) x = a;") ALONE, false},
    {CELL("faa(x, a);") ALONE, false},
    {CELL("int y = x; y = a; faa(x, 1);") ALONE, false}, // by way of y
    {CELL("int y = swap(x, a); assert(y == x);") ALONE, true},
    {CELL("x = choose(1..3); assert(x == a || x != a);") ALONE, false},
    {"const TWO = 2;\n" CELL("if (a == TWO) x = a;") ALONE, false},
    {"shared int[4] x;\nobject o { f(int a) { x[a] = 0; } }\n" ALONE, false},
    {"shared int[4] x;\nobject o { f(int a) { x[0] = a; } }\n" ALONE, true},
    {"struct node { int[2] v; }\nshared node* n = new node{};\n"
     "object o { f(int a) { n.v[1] = a; assert(n.v[0] == n.v[1] || a != 0); } }\n" ALONE,
     true},
    {"struct node { int[2] v; }\nshared node* n = new node{};\n"
     "object o { f(int a) { n.v[1] = a; assert(n.v[1] < 5); } }\n" ALONE,
     false},
    {"struct node { int[2] v; }\nshared node* n = new node{};\n"
     "object o { f(int a) { n.v[1] = a; } }\ninvariant low { n.v[0] < 4 }\n" ALONE,
     false},
    {"thread int[2] x;\nobject o { f(int a) { int[2] y; y[0] = a; x[1] = y[1]; } }\n" ALONE, true},
    {"thread int[2] x;\nobject o { f(int a) { int[2] y; y[0] = a; x[1] = y[1] + 1; } }\n" ALONE,
     false},
    {"thread int[2] x;\nobject o { f(int a) { int[2] y; y[a] = a; } }\n" ALONE, false},
    {"shared seq<int> x;\nobject o { f(int a) { x.push(a); } }\n" ALONE, true},
    {"shared seq<int> x;\nobject o { f(int a) { x.push(a); int y = x.pop(); assert(y < 3); } "
     "}\n" ALONE,
     false},
    {"shared seq<int> x;\nobject o { f(int a) { x.push(a); if (x.len() < 3) x.push(0); } }\n" ALONE,
     true},
    {"shared seq<int> x;\nobject o { f(int a) { x.push(a); } }\n"
     "invariant low { x.empty() || x.front() < 9 }\n" ALONE,
     false},
    // They are kept in order.
    {"shared set<int> x;\nobject o { f(int a) { x.add(a); } }\n" ALONE, false},
    {"ghost set<int> x;\nshared int y;\n"
     "object o { f(int a) { y = a; assert(!x.has(a)); } }\n" ALONE,
     false},
    {"shared map<int, int> x;\nobject o { f(int a) { x.put(a, 0); } }\n" ALONE, false},
    {"thread int x;\nobject o { f(int a) { x = a; } g() { x = -x; } }\n" ALONE, false},
    {"function same(int a) -> int { return a; }\n" CELL("x = same(a);") ALONE, true},
    {"function next(int a) -> int { return a + 1; }\n" CELL("x = next(a);") ALONE, false},
    {CELL("x = a;") "invariant small { x < 3 }\n" ALONE, false},
    {CELL("x = a;") "invariant any { x == 0 || x != 0 }\n" ALONE, true},
    {"shared int 0..3 x;\nobject o { f(int a) { x = a; } }\n" ALONE, false},
    {STACK "invariant order { sorted(top, next, val) }\n" ALONE, false},
    {STACK "invariant shape { acyclic(top, next) }\n" ALONE, true},
};

static void test_data(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        error e = {0};
        model *m = model_read("data.lin", models[i].text, strlen(models[i].text), &e);
        if (!m)
            fail_msg("%s\n%s", e.message, models[i].text);
        program_options shape = {.threads = 2, .nodes = 2};
        program *p = program_new(m->instances[0].in, m->instances[0].subject, &shape);
        scalarset d;
        scalarset_find(&d, p, &m->instances[0], true);
        if (d.args[0][0] != models[i].data || d.count != (models[i].data ? 3 : 0))
            fail_msg("%u values may be renamed\n%s", d.count, models[i].text);
        scalarset_fini(&d);
        if (!m->instances[0].spec && m->instances[0].refines) {
            scalarset_find(&d, p, &m->instances[0], false);
            assert_int_equal(d.count, 0);
            scalarset_fini(&d);
        }
        program_free(p);
        model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_data)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
