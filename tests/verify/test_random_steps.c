// SPDX-License-Identifier: MIT
// Partial order reduction: random objects whose threads have items of arrays, methods and variables of their
// own and in common, and random automata whose processes do. Whatever is claimed of them, the verdict is that
// of the search without reductions, and what is reached is the same.

#include "base/random.h"
#include "base/text.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ANY(r, list) (list)[rng_below(r, COUNT(list))]

static const uint32_t sets[] = {REDUCE_STEPS,
                                REDUCE_STEPS | REDUCE_FOLD,
                                REDUCE_FOLD,
                                REDUCE_STEPS | REDUCE_THREADS | REDUCE_PRIVATE | REDUCE_DEAD,
                                REDUCE_ALL & ~REDUCE_STEPS,
                                REDUCE_ALL};

// What an object's steps are: of the thread's own item, of any item, of variables.
static const char *const steps[] = {
    "a[me] = v; ",
    "v = a[me]; ",
    "a[i] = v; ",
    "v = a[i]; ",
    "i = v; ",
    "i = me; ",
    "b[me] = 1 - v; ",
    "v = b[me]; ",
    "v = b[0]; ",
    "v = b[i]; ",
    "b[me] = true ? 1 : 0; ",
    "x = v; ",
    "v = x; ",
    "y = 1 - v; ",
    "v = y; ",
    "z = v; ",
    "v = z; ",
    "cas(x, v, 1); ",
    "v = swap(b[me], v); ",
    "if (cas(a[me], v, 0)) v = 1; ",
    "lock(l); x = v; l = false; ",
    "lock(l); v = x; l = false; ",
    "lock(m[me]); y = v; m[me] = false; ",
    "atomic { v = a[me]; y = v; } ",
    "atomic { a[me] = v; v = b[me]; } ",
    "if (a[me] == v) { x = 0; } ",
    "while (b[me] == 1) { b[me] = 0; } ",
    "v = a[me]; b[me] = v; ",
    "n.val = v; ",
    "v = n.val; ",
    "top = n; n = new node{v}; ",
    "n = top; ",
    "q.add(v); ",
    "if (q.has(v)) v = 1 - v; ",
    "own = v; ",
    "v = own; ",
};
static const char *const rare[] = {
    "await(x == 0 || a[me] == v); ",
    "await(b[i] == 0); ",
    "lock(l); lock(k); k = false; l = false; ",
    "lock(k); lock(l); l = false; k = false; ",
    "lock(k); ",
    "k = false; ",
    "while (a[me] == 0) { v = a[me]; } ",
    "loop { if (b[me] == 1) break; } ",
    "{ choose c in 0..1; v = c; } ",
    "{ choose c in 0..1; a[me] = c; } ",
    "v = ll(x); if (sc(x, 1 - v)) v = 0; ",
    "return 1; ",
};
static const char *const proofs[] = {
    "ghost { g = a[me]; } ",
    "ghost { g = v; } ",
    "ghost { if (x == 1) g = 0; } ",
    "assert(g == 0 || x == 0 || v == 0); ",
    "assert(a[me] == v || y == 0); ",
    "assert(v == 0 || z == 0 || b[me] == 0); ",
    "assert(b[1] == 0 || b[0] == 0); ",
};
static const char *const conditions[] = {
    "a[0] == 0 || x == 0", "x == 0 || y == 0",         "a[0] == a[1] || z == 0",
    "g == 0 || y == 0",    "b[0] + b[1] < 2",          "top.val == 0 || z == 0",
    "!q.has(1) || x == 0", "!(m[0] && m[1])",          "!l || x == 0",
    "b[1] == 0",           "a[1] == 0 || y == 1 || k", "z == 0 || !q.has(0)",
};
static const char *const heads[] = {"", "", "", "@only(0) ", "@only(1) ", "@only(0..1) "};
static const char *const settings[] = {"operations 2; ", "operations 3; ",
                                       "operations 2; deadlockfree; ",
                                       "operations 3; deadlockfree; "};

enum { STEPS = 5 };
typedef struct writer {
    rng r;
    const char *steps[STEPS];
    bool marks, proves;
} writer;

static void write_body(writer *w, text *out)
{
    uint64_t count = 1 + rng_below(&w->r, 3), mark = w->marks ? rng_below(&w->r, count) : count;
    for (uint64_t k = 0; k < count; k++) {
        text_add(out, "%s", ANY(&w->r, w->steps));
        if (w->proves && rng_below(&w->r, 3) == 0)
            text_add(out, "%s", ANY(&w->r, proofs));
        if (k == mark)
            text_add(out, "@lin ");
    }
}

// Points need the second one, which leaves no choice. The spec is one of those that some of these objects refine: of results, of the state, of anything.
static const char *const specs[] = {
    "spec s { f(int v) -> int { choose r in 0..1; return r; } h(int v) -> int { return v; } }\n",
    "spec s { int n; f(int v) -> int { int r = n; n = v; return r; } h(int v) -> int { return n; } "
    "}\n",
    "spec s { int n; f(int v) -> int { n = 1; choose r in 0..1; return r; }\n"
    "  h(int v) -> int { choose r in 0..1; if (n == 0) r = v; return r; } }\n",
};

static char *random_object(uint64_t seed)
{
    writer w = {0};
    rng_init(&w.r, seed);
    w.proves = rng_below(&w.r, 3) == 0;
    const char *claims[] = {
        "", "", "refines s", "refines s", "refines s using points", "commit-atomic"};
    const char *said = ANY(&w.r, claims);
    w.marks = strstr(said, "points") || strstr(said, "atomic");
    // What is compared with itself has to come to an end when it is alone, and must not fail.
    bool alone = strstr(said, "atomic"), waits = seed % 2 && !alone;
    w.proves &= !alone;
    for (int i = 0; i < STEPS; i++)
        w.steps[i] = i == 0 && waits ? ANY(&w.r, rare) : ANY(&w.r, steps);
    text body[2] = {{0}, {0}}, asked = {0};
    for (int i = 0; i < 2; i++)
        write_body(&w, &body[i]);
    if (rng_below(&w.r, 3) == 0)
        text_add(&asked, "reachable %s; ", ANY(&w.r, conditions));
    // What was returned to whom: lost behaviour shows there.
    const char *told = "";
    if (rng_below(&w.r, 2)) {
        told = "r[me] = v + 1; ";
        text_add(&asked, "reachable r[0] == %u && r[1] == %u; ", 1 + (unsigned)rng_below(&w.r, 2),
                 1 + (unsigned)rng_below(&w.r, 2));
    }
    bool always = rng_below(&w.r, 2) == 0;
    char *written = text_format(
        "struct node { int val; }\n"
        "shared int[3] a;\nshared int[3] b;\nshared int x;\nshared int y;\nshared int z;\n"
        "shared bool l;\nshared bool k;\nshared bool[3] m;\nshared set<int> q;\n"
        "shared int[3] r;\n"
        "shared node* top = new node{0};\nthread int own;\nghost int g;\n"
        "object o {\n  f(int v) -> int %s{ int i = 0; node* n = new node{v}; %s%sreturn v; }\n"
        "  h(int v) -> int %s{ int i = 1; node* n = top; %s%sreturn v; }\n}\n%s"
        "%sinvariant i { %s }\n"
        "verify o %s { threads %u; int 0..1; %s%s}\n",
        ANY(&w.r, heads), body[0].bytes, told, ANY(&w.r, heads), body[1].bytes, told,
        w.marks ? specs[1] : ANY(&w.r, specs), rng_below(&w.r, 4) ? "" : "quiescent ",
        always ? ANY(&w.r, conditions) : "true", said, 2 + (unsigned)(rng_below(&w.r, 4) == 0),
        ANY(&w.r, settings), asked.bytes ? asked.bytes : "");
    text_fini(&body[0]);
    text_fini(&body[1]);
    text_fini(&asked);
    return written;
}

typedef struct counts {
    uint64_t outcomes[4], fewer;
} counts;

static void compare(const char *written, uint64_t seed, counts *c)
{
    text reached = {0};
    double all = 0, reduced = 0;
    lp_outcome want = written_measured(written, 0, &all, &reached);
    for (size_t i = 0; i < COUNT(sets); i++) {
        text other = {0};
        lp_outcome is = written_measured(written, sets[i], &reduced, &other);
        if (is != want)
            FAIL(written, "seed %d: %d with %u, and %d without", (int)seed, (int)is, sets[i],
                 (int)want);
        if (want == LP_HOLDS && strcmp(other.bytes, reached.bytes) != 0)
            FAIL(written, "seed %d: reached with %u:\n%s\nwithout:\n%s", (int)seed, sets[i],
                 other.bytes, reached.bytes);
        c->fewer += i == 0 && want == LP_HOLDS && reduced < all;
        text_fini(&other);
    }
    c->outcomes[want]++;
    text_fini(&reached);
}

static void compare_all(char *(*write)(uint64_t seed), const char *what)
{
    uint64_t models = setting("LINCHPIN_MODELS", 150), first = setting("LINCHPIN_SEED", 1);
    counts c = {0};
    for (uint64_t seed = first; seed < first + models; seed++) {
        char *written = write(seed);
        compare(written, seed, &c);
        free(written);
    }
    print_message("%s: %d hold, %d do not, %d have fewer states\n", what, (int)c.outcomes[LP_HOLDS],
                  (int)c.outcomes[LP_VIOLATED], (int)c.fewer);
    assert_true(c.outcomes[LP_HOLDS] + c.outcomes[LP_VIOLATED] > models * 9 / 10);
    assert_true(c.outcomes[LP_HOLDS] > models / 10 && c.outcomes[LP_VIOLATED] > models / 10);
    assert_true(c.fewer > models / 50);
}

// Processes p that go from place to place, with items of their own and variables in common.
static const char *const guards[] = {
    "",
    "",
    "",
    " && a[p] == 0",
    " && x == 0",
    " && a[1 - p] == 1",
    " && 1 / (1 - a[p]) == 1",
    " && c[p] == v",
    " && !f[p]",
};
static const char *const effects[] = {
    "a[p] = 1 - a[p]; ",
    "a[p] = v; ",
    "c[p] = a[p]; ",
    "c[p] = v; ",
    "x = v; ",
    "x = a[p]; ",
    "y = 1 - y; ",
    "a[1 - p] = v; ",
    "f[p] = !f[p]; ",
    "f[p] = true; ",
    "s.add(v); ",
    "if (v in s) { a[p] = 0; } ",
    "{ choose n in 0..1; a[p] = n; } ",
    "assert(a[p] == 0 || x == 0 || c[p] == 0); ",
    "at[1 - p] = 0; ",
    "u[(p, v)] = !u[(p, v)]; ",
    "if (u[(p, 1)]) { c[p] = 0; } ",
};
static const char *const strays[] = {
    "x == v",
    "1 / (1 - x) == 1 && at[p] == 2",
    "f[p] && at[p] == 1",
    "a[p] == 1",
};
static const char *const asked_of_automata[] = {
    "a[0] == 0 || x == 0",       "x == 0 || y == 0",    "c[0] + c[1] < 2",
    "at[0] != 2 || at[1] != 2",  "!f[0] || !f[1]",      "!(1 in s) || y == 0",
    "a[0] == a[1] || c[0] == 0", "u[(0, 1)] || y == 0", "at[0] < 3 || a[1] == 0",
};

static void write_action(rng *r, text *out, unsigned number, unsigned from)
{
    bool values = rng_below(r, 4) == 0, local = rng_below(r, 2) == 0;
    text_add(out, "  action go%u(int 0..1 p, int 0..%u v) when at[p] == %u%s do { ", number,
             values ? 1u : 0u, from, ANY(r, guards));
    for (uint64_t k = rng_below(r, 3); k > 0; k--)
        text_add(out, "%s", local ? effects[rng_below(r, 4)] : ANY(r, effects));
    if (rng_below(r, 8))
        text_add(out, "at[p] = %u; ", rng_below(r, 5) ? (from + 1) % 4 : (unsigned)rng_below(r, 4));
    text_add(out, "}\n");
}

static char *random_automaton(uint64_t seed)
{
    rng r;
    text actions = {0}, claims = {0};
    rng_init(&r, seed);
    unsigned number = 0;
    for (unsigned from = 0; from < 4; from++)
        for (uint64_t k = rng_below(&r, 4) ? 1 : rng_below(&r, 3); k > 0; k--)
            write_action(&r, &actions, number++, from);
    if (rng_below(&r, 3) == 0)
        text_add(&actions, "  action stray(int 0..1 p, int 0..1 v) when %s do { %s}\n",
                 ANY(&r, strays), ANY(&r, effects));
    if (rng_below(&r, 3))
        text_add(&actions, "  invariant i { %s }\n", ANY(&r, asked_of_automata));
    if (rng_below(&r, 2))
        text_add(&claims, "deadlockfree; ");
    if (rng_below(&r, 3) == 0)
        text_add(&claims, "reachable %s; ", ANY(&r, asked_of_automata));
    if (rng_below(&r, 2) == 0)
        text_add(&claims, "ends %s; ", ANY(&r, asked_of_automata));
    char *written =
        text_format("automaton o {\n  int 0..3[2] at;\n  int 0..1[2] a;\n"
                    "  int 0..1[2] c;\n  int 0..1 x;\n  int 0..1 y;\n  bool[2] f;\n"
                    "  set<int 0..1> s;\n  bool[(int 0..1, int 0..1)] u;\n%s}\n"
                    "verify o { %s}\n",
                    actions.bytes ? actions.bytes : "", claims.bytes ? claims.bytes : "");
    text_fini(&actions);
    text_fini(&claims);
    return written;
}

static void test_automata(void **state)
{
    (void)state;
    compare_all(random_automaton, "automata");
}

// Clients that go from place to place, send and hear, and a server; names are mostly alike.
static const char *const client_steps[] = {
    "a = 1 - a; ",
    "c = a; ",
    "send ping(a) to server; ",
    "send ping(c) to server; ",
    "c = 1; ",
    "if (c == 1) { a = 0; } ",
    "assert(a == 0 || c == 0 || got == 0); ",
    "got = 0; ",
};
static const char *const heard[] = {"got = v; ", "if (v == 1) { got = 1; } ", "c = v; ", ""};
static const char *const served[] = {"k = v; ", "k = 1 - k; ", "if (v == k) { last = x; } ",
                                     "assert(k == 0 || v == 0); "};
static const char *const answers[] = {"send pong(v) to client[x]; ", "send pong(k) to client; ", "",
                                      "if (last != x) { send pong(1) to client[x]; } "};
static const char *const kinds[] = {"reliable",
                                    "bounded 1",
                                    "fifo bounded 2",
                                    "lossy bounded 1",
                                    "reliable",
                                    "duplicating bounded 1",
                                    "fifo lossy bounded 1"};
static const char *const kinds_back[] = {"bounded 1", "bounded 2", "fifo bounded 2",
                                         "lossy bounded 1"};
static const char *const asked_of_systems[] = {
    "client[n1].a == 1 && server.k == 1",
    "exists x in N : client[x].got == 1",
    "forall x in N : client[x].at == 2",
    "server.last == n2",
    "exists x in N : client[x].c == 1 && client[x].a == 0",
    "client[n2].to_server.len() == 1",
};

static char *random_system(uint64_t seed)
{
    rng r;
    text out = {0};
    rng_init(&r, seed);
    text_add(&out, "enum N { n1, n2 }\nmessage ping(int 0..1 v), pong(int 0..1 v);\n"
                   "automaton client(N p) {\n  int 0..3 at;\n  int 0..1 a;\n  int 0..1 c;\n"
                   "  int 0..1 got;\n");
    for (unsigned from = 0; from < 3; from++) {
        text_add(&out, "  %s go%u(p) when at == %u%s do { ",
                 rng_below(&r, 4) ? "internal" : "output", from, from,
                 rng_below(&r, 4) ? "" : " && got == 0");
        for (uint64_t k = rng_below(&r, 2) + 1; k > 0; k--)
            text_add(&out, "%s", ANY(&r, client_steps));
        text_add(&out, "at = %u; }\n", from + 1);
    }
    text_add(&out, "  input receive pong(int 0..1 v) from server do { %s}\n}\n", ANY(&r, heard));
    text_add(&out,
             "automaton server {\n  int 0..1 k;\n  N? last;\n"
             "  input receive ping(int 0..1 v) from client[x] do { %s%s}\n}\n",
             ANY(&r, served), ANY(&r, answers));
    text_add(&out,
             "system random = client[p in N] || server {\n  channel client -> server %s;\n"
             "  channel server -> client %s;\n%s",
             ANY(&r, kinds), ANY(&r, kinds_back),
             rng_below(&r, 5) ? "" : "  crashes 1 of client;\n");
    if (rng_below(&r, 2))
        text_add(&out, "  invariant i { !(%s) }\n", ANY(&r, asked_of_systems));
    text_add(&out, "}\nverify random { %s", rng_below(&r, 4) ? "" : "deadlockfree; ");
    if (rng_below(&r, 3) == 0)
        text_add(&out, "reachable %s; ", ANY(&r, asked_of_systems));
    if (rng_below(&r, 3) == 0)
        text_add(&out, "ends !(%s); ", ANY(&r, asked_of_systems));
    text_add(&out, "}\n");
    return text_take(&out);
}

static void test_systems(void **state)
{
    (void)state;
    compare_all(random_system, "systems");
}

static void test_objects(void **state)
{
    (void)state;
    compare_all(random_object, "objects");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_objects),
                                       cmocka_unit_test(test_automata),
                                       cmocka_unit_test(test_systems)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
