// SPDX-License-Identifier: MIT
// `reachable E with least X`, and greatest. Random automata are compared with all states of their tables,
// which know nothing of the language (automaton_tables.h). Random objects, systems and processes, in which
// the reductions find something to do, have the same value with each set of reductions; and it is the value
// v for which E && X == v is reachable, and E && X < v is not, without reductions.

#include "automaton_tables.h"
#include "base/text.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ANY(r, list) (list)[rng_below(r, COUNT(list))]

// v0 + 2 * v1 - v2 in the states in which v0 != number
typedef struct question {
    int factors[VARIABLES];
    uint32_t variable, number;
    bool greatest;
} question;

static int64_t answer(const found *f, const question *q, bool *any)
{
    int64_t best = 0;
    *any = false;
    for (uint32_t s = 0; s < MOST; s++) {
        uint32_t v[VARIABLES];
        int64_t x = 0;
        table_numbered(s, v);
        if (!f->seen[s] || v[q->variable] == q->number)
            continue;
        for (uint32_t i = 0; i < VARIABLES; i++)
            x += q->factors[i] * (int64_t)v[i];
        if (!*any || (q->greatest ? x > best : x < best))
            best = x;
        *any = true;
    }
    return best;
}

static void add_question(rng *r, question *q, text *claims)
{
    for (uint32_t i = 0; i < VARIABLES; i++)
        q->factors[i] = (int)rng_below(r, 7) - 3;
    q->variable = (uint32_t)rng_below(r, VARIABLES);
    q->number = (uint32_t)rng_below(r, VALUES + 1);
    q->greatest = rng_below(r, 2);
    text_add(claims, "reachable v%u != %u with %s %d * v0 + (%d) * v1 + (%d) * v2; ", q->variable,
             q->number, q->greatest ? "greatest" : "least", q->factors[0], q->factors[1],
             q->factors[2]);
}

static void test_tables(void **state)
{
    (void)state;
    enum { QUESTIONS = 6 };
    static const char head[] = "verify made { ";
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    uint64_t reached = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        automaton_table t;
        found f;
        text claims = {0}, want = {0}, is = {0};
        bool all = true;
        rng_init(&r, seed);
        table_random(&r, &t);
        table_enumerate(&t, &f);
        for (int i = 0; i < QUESTIONS; i++) {
            question q;
            bool any;
            size_t before = claims.length;
            add_question(&r, &q, &claims);
            int64_t value = answer(&f, &q, &any);
            const char *of = strstr(claims.bytes + before, "with ") + 5;
            if (any)
                text_add(&want, "%.*s = %" PRId64 "\n", (int)(strlen(of) - 2), of, value);
            all &= any;
        }
        char *plain = table_write(&t, DEADLOCKFREE), *from = strstr(plain, head);
        char *written = text_format("%.*s%s%s}\n", (int)(from - plain), plain, head, claims.bytes);
        lp_outcome outcome = written_extremes(written, seed % 2 ? REDUCE_ALL : 0, NULL, &is);
        if (outcome != (all ? LP_HOLDS : LP_VIOLATED) || (all && strcmp(is.bytes, want.bytes) != 0))
            FAIL(written, "seed %d: outcome %d:\n%s\nnot\n%s", (int)seed, (int)outcome,
                 is.bytes ? is.bytes : "", want.bytes ? want.bytes : "");
        reached += all;
        free(written);
        free(plain);
        text_fini(&claims);
        text_fini(&want);
        text_fini(&is);
    }
    assert_true(reached > models / 4);
}

// A model but for its last verify block, and what may be asked of it.
typedef struct made {
    text model;
    const char *head; // of the verify block
    const char *const *conditions, *const *values;
    size_t condition_count, value_count;
} made;

static const char *const steps[] = {
    "b[me] = 2; b[me] = 0; ",
    "b[me] = 2; v = b[me]; b[me] = 1; ",
    "b[me] = v; b[me] = 2; ",
    "a[me] = v; ",
    "v = a[me]; ",
    "a[i] = v; ",
    "i = 1; ",
    "n = n + 1; ",
    "x = v; ",
    "v = x; ",
    "if (q.len() < 2) q.push(v); ",
    "x = a[i]; ",
    "atomic { n = 0; } ",
    "y = v; ",
    "if (cas(x, v, y)) n = 2; ",
    "own = v; ",
    "v = own; ",
    "top.val = v; ",
    "top = new node{v}; ",
};
static const char *const of_objects[] = {"true",  "x == 0",       "x != y",
                                         "n > 0", "a[0] == a[1]", "x == y && n < 2"};
static const char *const ints_of_objects[] = {
    "b[0] + b[1]",
    "b[0] * 2 - b[1]",
    "b[1]",
    "n",
    "x",
    "y - n",
    "a[0] + 2 * n",
    "q.len()",
    "top.val",
    "x + a[1]",
    "x == y ? n : 3 - n",
    "a[0] == x ? 5 : n",
    "n * n - 3 * n",
};

static void make_object(rng *r, made *m)
{
    text_add(&m->model, "struct node { int val; }\nshared int[3] a;\nshared int[3] b;\nshared int "
                        "x;\nshared int y;\n"
                        "shared int n;\nshared seq<int> q;\nshared node* top = new node{0};\n"
                        "thread int own;\nobject o {\n");
    for (int i = 0; i < 2; i++) {
        text_add(&m->model, "  f%d(int v) { int i = 0; ", i);
        for (uint64_t k = 1 + rng_below(r, 3); k > 0; k--)
            text_add(&m->model, "%s", ANY(r, steps));
        text_add(&m->model, "}\n");
    }
    text_add(&m->model, "}\n");
    m->head = rng_below(r, 2) ? "verify o { threads 2; int 0..2; operations 3; "
                              : "verify o { threads 3; int 0..2; operations 2; ";
    m->conditions = of_objects;
    m->condition_count = COUNT(of_objects);
    m->values = ints_of_objects;
    m->value_count = COUNT(ints_of_objects);
}

static const char *const client_steps[] = {
    "a = 1 - a; ",
    "c = a; ",
    "send ping(a) to server; ",
    "send ping(c) to server; ",
    "c = 1; ",
    "if (c == 1) { a = 0; } ",
    "got = 0; ",
    "c = 2; ",
};
static const char *const heard[] = {"got = v; ", "if (v == 1) { got = 1; } ", "c = v; ", ""};
static const char *const served[] = {"k = v; ", "k = 1 - k; ", "if (v == k) { last = x; } "};
static const char *const answers[] = {"send pong(v) to client[x]; ", "send pong(k) to client; ",
                                      ""};
static const char *const kinds[] = {"reliable", "bounded 1", "fifo bounded 2", "lossy bounded 1",
                                    "duplicating bounded 1"};
static const char *const of_systems[] = {
    "true",
    "server.k == 1",
    "exists x in N : client[x].got == 1",
    "forall x in N : client[x].at > 0",
    "client[n1].at == client[n2].at",
};
static const char *const ints_of_systems[] = {
    "server.k",
    "client[n1].a + 2 * client[n1].c",
    "client[n2].to_server.len()",
    "client[n1].to_server.len() + client[n2].to_server.len()",
    "server.to_client[n1].len()",
    "{x in N : client[x].got == 1}.len() - server.k",
    "max(client[x].at * client[x].c : x in N)",
    "client[n1].at - client[n2].at",
};

static void make_system(rng *r, made *m)
{
    text *out = &m->model;
    text_add(out, "enum N { n1, n2 }\nmessage ping(int 0..2 v), pong(int 0..2 v);\n"
                  "automaton client(N p) {\n  int 0..3 at;\n  int 0..1 a;\n  int 0..2 c;\n"
                  "  int 0..2 got;\n");
    for (unsigned from = 0; from < 3; from++) {
        text_add(out, "  internal go%u(p) when at == %u do { ", from, from);
        for (uint64_t k = rng_below(r, 2) + 1; k > 0; k--)
            text_add(out, "%s", ANY(r, client_steps));
        text_add(out, "at = %u; }\n", from + 1);
    }
    text_add(out, "  input receive pong(int 0..2 v) from server do { %s}\n}\n", ANY(r, heard));
    text_add(out,
             "automaton server {\n  int -1..2 k;\n  N? last;\n"
             "  input receive ping(int 0..2 v) from client[x] do { %s%s}\n}\n",
             ANY(r, served), ANY(r, answers));
    text_add(out,
             "system random = client[p in N] || server {\n  channel client -> server %s;\n"
             "  channel server -> client bounded 2;\n}\n",
             ANY(r, kinds));
    m->head = "verify random { ";
    m->conditions = of_systems;
    m->condition_count = COUNT(of_systems);
    m->values = ints_of_systems;
    m->value_count = COUNT(ints_of_systems);
}

static const char *const events[] = {
    "a{ x = 1; } -> ",
    "b{ y = x; } -> ",
    "e{ n = n + x; } -> ",
    "c!1 -> ",
    "c?1 -> ",
    "b{ x = 2; } -> ",
    "e{ if (n < 3) { n = n + 1; } } -> ",
    "[y == 0] a{ y = 2; } -> ",
    "tau -> ",
};
static const char *const of_processes[] = {"true", "x == 1", "y != 0", "!c.empty()", "n > 1"};
static const char *const ints_of_processes[] = {"n", "x + y", "c.len()", "n - c.len()",
                                                "x * n - y"};

static void make_process(rng *r, made *m)
{
    text_add(&m->model, "shared int x;\nshared int y;\nshared int n;\nchannel c 2;\n");
    for (int i = 0; i < 3; i++) {
        text_add(&m->model, "process P%d() = ", i);
        for (uint64_t k = 1 + rng_below(r, 3); k > 0; k--)
            text_add(&m->model, "%s", ANY(r, events));
        text_add(&m->model, "%s;\n", i && rng_below(r, 3) == 0 ? "P0()" : "Skip");
    }
    text_add(&m->model, "process All() = P0() ||| P1() ||| P2();\n");
    m->head = "verify All { ";
    m->conditions = of_processes;
    m->condition_count = COUNT(of_processes);
    m->values = ints_of_processes;
    m->value_count = COUNT(ints_of_processes);
}

static const uint32_t sets[] = {REDUCE_ALL, REDUCE_STEPS | REDUCE_FOLD,
                                REDUCE_ALL & ~(REDUCE_STEPS | REDUCE_FOLD)};

// Is it the value by what `reachable` said before there was a least or greatest one?
static void check_value(const made *m, const char *e, const char *x, bool greatest,
                        const char *said)
{
    long long v = strtoll(strrchr(said, '=') + 1, NULL, 10);
    char *met =
        text_format("%s%sreachable (%s) && (%s) == (%lld); }\n", m->model.bytes, m->head, e, x, v);
    char *passed = text_format("%s%sreachable (%s) && (%s) %c (%lld); }\n", m->model.bytes, m->head,
                               e, x, greatest ? '>' : '<', v);
    if (written_outcome(met, 0, NULL) != LP_HOLDS || written_outcome(passed, 0, NULL) == LP_HOLDS)
        FAIL(passed, "it is not %lld", v);
    free(met);
    free(passed);
}

typedef struct counts {
    uint64_t values, fewer;
} counts;

static void compare(const made *m, rng *r, uint64_t seed, counts *c)
{
    const char *e = m->conditions[rng_below(r, m->condition_count)];
    const char *x = m->values[rng_below(r, m->value_count)];
    bool greatest = rng_below(r, 2);
    double all = 0, some = 0;
    text want = {0};
    char *written = text_format("%s%sreachable %s with %s %s; }\n", m->model.bytes, m->head, e,
                                greatest ? "greatest" : "least", x);
    lp_outcome outcome = written_extremes(written, 0, &all, &want);
    for (size_t i = 0; i < COUNT(sets); i++) {
        text is = {0};
        if (written_extremes(written, sets[i], &some, &is) != outcome ||
            strcmp(is.bytes ? is.bytes : "", want.bytes ? want.bytes : "") != 0)
            FAIL(written, "seed %d: %s with %u, and %s without", (int)seed,
                 is.bytes ? is.bytes : "nothing", sets[i], want.bytes ? want.bytes : "nothing");
        text_fini(&is);
        c->fewer += i == 0 && outcome == LP_HOLDS && some < all;
    }
    if (outcome == LP_HOLDS && seed % 3 == 0)
        check_value(m, e, x, greatest, want.bytes);
    c->values += outcome == LP_HOLDS;
    free(written);
    text_fini(&want);
}

static void compare_all(void (*make)(rng *r, made *m), const char *what)
{
    uint64_t models = setting("LINCHPIN_MODELS", 40), first = setting("LINCHPIN_SEED", 1);
    counts c = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        made m = {0};
        rng_init(&r, seed);
        make(&r, &m);
        compare(&m, &r, seed, &c);
        text_fini(&m.model);
    }
    print_message("%s: %d values of %d, %d with fewer states\n", what, (int)c.values, (int)models,
                  (int)c.fewer);
    assert_true(c.values > models / 3 && c.fewer > models / 10);
}

static void test_objects(void **state)
{
    (void)state;
    compare_all(make_object, "objects");
}

static void test_systems(void **state)
{
    (void)state;
    compare_all(make_system, "systems");
}

static void test_processes(void **state)
{
    (void)state;
    compare_all(make_process, "processes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables), cmocka_unit_test(test_objects),
        cmocka_unit_test(test_systems), cmocka_unit_test(test_processes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
