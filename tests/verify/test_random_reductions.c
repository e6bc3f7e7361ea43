// SPDX-License-Identifier: MIT
// Random objects with shared variables, nodes that are shared or not, variables of
// threads, ghosts, collections, assertions and invariants, in steps and atomic blocks.
// Some fail and some do not: no reduction may change which, nor what of them is reached.

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

static const uint32_t sets[] = {REDUCE_DEAD, REDUCE_THREADS, REDUCE_PRIVATE,
                                REDUCE_FOLD, REDUCE_VALUES,  REDUCE_PRIVATE | REDUCE_FOLD,
                                REDUCE_ALL};

static const char *const steps[] = {"x = v; ",
                                    "y = 1 - v; ",
                                    "v = x; ",
                                    "v = y; ",
                                    "n.val = v; ",
                                    "v = n.val; ",
                                    "top = n; ",
                                    "n = top; ",
                                    "mine = n; ",
                                    "n = mine; ",
                                    "kept = v; ",
                                    "v = kept; ",
                                    "cas(x, v, 1); ",
                                    "v = swap(y, v); ",
                                    "if (l.len() < 3) l.push(v); ",
                                    "s.add(v); ",
                                    "n.val = 1; ",
                                    "if (s.remove(v)) v = 1 - v; ",
                                    "n.next = top; ",
                                    "n = new node{v}; ",
                                    "if (cas(top, n.next, n)) v = 0; ",
                                    "x = 1; ",
                                    "x = 0; "};
// What waits, links and frees: in some of the models only.
static const char *const rare[] = {
    "await(x == 0 || y == v); ",
    "v = ll(x); ",
    "if (sc(x, v)) v = 0; ",
    "v = 1 - ll(y); if (sc(y, v)) kept = v; ",
    "if (n != top && n != mine) { free(n); n = top; } ",
    "n = mine; mine = new node{v}; free(n); n = top; ",
};
static const char *const settings[] = {"", "", "deadlockfree; ", "capacity 2; "};
static const char *const proofs[] = {
    "ghost { g = v; } ",
    "ghost { g = x; } ",
    "ghost { g = 1; } ",
    "ghost { seen = g; } ",
    "ghost { if (y == v) h.add(v); } ",
    "ghost { h.remove(v); } ",
    "assert(g == 0 || seen == 0); ",
    "assert(!h.has(1) || x == 0); ",
    "assert(g == 0 || v == 1); ",
    "assert(seen == g || kept == 0); ",
    "assert(g == v); ",
};
static const char *const conditions[] = {"v == 0",      "x == v", "kept != v",
                                         "mine == top", "y == 0", "n == mine"};
static const char *const invariants[] = {
    "g == x || g == 0",       "y == 0 || g == 0",
    "!h.has(0) || s.has(0)",  "l.len() < 3 || g == 0",
    "top.val == 0 || x == 0", "l.empty() || l.front() == 0 || !s.has(1)",
    "acyclic(top, next)",     "true",
};

// Few different statements, so that they have to do with each other.
enum { STEPS = 5, PROOFS = 3 };
typedef struct writer {
    rng r;
    const char *steps[STEPS], *proofs[PROOFS];
} writer;

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ANY(w, list) (list)[rng_below(&(w)->r, COUNT(list))]

static void write_stmts(writer *w, text *out, int depth, uint64_t most);

static void write_stmt(writer *w, text *out, int depth)
{
    uint64_t kind = rng_below(&w->r, depth > 0 ? 10 : 8);
    if (kind < 5) {
        text_add(out, "%s", ANY(w, w->steps));
    } else if (kind < 8) {
        text_add(out, "%s", ANY(w, w->proofs));
    } else if (kind == 8) {
        text_add(out, "if (%s) { ", ANY(w, conditions));
        write_stmts(w, out, depth - 1, 2);
        text_add(out, "} ");
    } else {
        text_add(out, "atomic { ");
        write_stmts(w, out, 0, 2);
        text_add(out, "} ");
    }
}

static void write_stmts(writer *w, text *out, int depth, uint64_t most)
{
    for (uint64_t n = rng_below(&w->r, most) + most / 2; n > 0; n--)
        write_stmt(w, out, depth);
}

static char *random_model(uint64_t seed)
{
    writer w = {0};
    rng_init(&w.r, seed);
    for (int i = 0; i < STEPS; i++)
        w.steps[i] = ANY(&w, steps);
    for (int i = 0; i < PROOFS; i++)
        w.proofs[i] = ANY(&w, proofs);
    for (int i = 0; i < 2 && seed % 3 == 0; i++)
        w.steps[i] = ANY(&w, rare);
    text body[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        write_stmts(&w, &body[i], 1, 5);
    char *written =
        text_format("struct node { int val; node* next; }\n"
                    "shared int x;\nshared int y;\nshared node* top = new node{0};\n"
                    "shared seq<int> l;\nshared set<int> s;\n"
                    "thread node* mine = new node{0};\nthread int kept;\n"
                    "ghost int g;\nghost thread int seen;\nghost set<int> h;\n"
                    "object o {\n  a(int v) -> int @insert { node* n = new node{v}; %sreturn v; }\n"
                    "  b(int v) @remove { node* n = mine; %s}\n}\n"
                    "%sinvariant i { %s }\n"
                    "verify o { threads 2; int 0..1; operations 3; %s}\n",
                    body[0].bytes, body[1].bytes, rng_below(&w.r, 3) ? "" : "quiescent ",
                    ANY(&w, invariants), ANY(&w, settings));
    text_fini(&body[0]);
    text_fini(&body[1]);
    return written;
}

static void test_reductions(void **state)
{
    (void)state;
    uint64_t outcomes[4] = {0}, missing = 0, models = setting("LINCHPIN_MODELS", 50);
    uint64_t first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + models; seed++) {
        char *written = random_model(seed);
        text reached = {0};
        lp_outcome want = written_coverage(written, 0, &reached);
        for (size_t i = 0; i < COUNT(sets); i++) {
            text other = {0};
            if (written_coverage(written, sets[i], &other) != want)
                fail_msg("seed %d: another verdict with %u\n%s", (int)seed, sets[i], written);
            if (want == LP_HOLDS && strcmp(other.bytes, reached.bytes) != 0)
                fail_msg("seed %d: reached with %u:\n%s\nwithout:\n%s\n%s", (int)seed, sets[i],
                         other.bytes, reached.bytes, written);
            text_fini(&other);
        }
        missing += want == LP_HOLDS && strchr(reached.bytes, ':') != NULL;
        outcomes[want]++;
        text_fini(&reached);
        free(written);
    }
    print_message("%d hold, %d do not; %d have statements that are not reached\n",
                  (int)outcomes[LP_HOLDS], (int)outcomes[LP_VIOLATED], (int)missing);
    assert_int_equal(outcomes[LP_HOLDS] + outcomes[LP_VIOLATED], models);
    assert_true(missing > 0);
    assert_true(outcomes[LP_HOLDS] > models / 5 && outcomes[LP_VIOLATED] > models / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reductions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
