// SPDX-License-Identifier: MIT
// `never decreases E` and step invariants of random automata, systems and simulations, against the
// definition: every step that can be reached is looked at, by tables. Two cells move around 0..4,
// one of them or both at a time; what is claimed is a table of each, of both, or of the system.

#include "base/io/limits.h"
#include "base/random.h"
#include "base/text.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OF_A_FILE = 30, VALUES = 5, CELLS = 2, DISABLED = 7 };

// What is claimed of: the automaton by itself; each cell of a system by itself; the system; the
// pairs of a simulation, in which a watcher counts up.
typedef enum shape { ALONE, PARTS, SYSTEM, PAIRS, SHAPES } shape;

typedef struct moving {
    uint8_t one[CELLS][VALUES]; // where a cell goes from each value
    uint8_t both[VALUES];       // where the other goes, by the first; the first stays
    uint8_t worth[VALUES];      // what the value of a cell is worth
    uint8_t may[VALUES];        // of a step invariant: from each value, to which; a bit for each
} moving;

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

// Upward mostly.
static void random_moving(rng *r, moving *m)
{
    uint32_t down = below(r, 8);
    for (uint32_t v = 0; v < VALUES; v++) {
        for (uint32_t i = 0; i < CELLS; i++) {
            uint32_t to = below(r, VALUES);
            m->one[i][v] = to >= v || below(r, 24) < down ? (uint8_t)to : DISABLED;
        }
        m->both[v] = below(r, 4) ? DISABLED : (uint8_t)below(r, VALUES);
        m->worth[v] = (uint8_t)(below(r, 6) ? v : below(r, VALUES));
        m->may[v] = (uint8_t)(31 & ~(below(r, 3) ? 0 : 1U << below(r, VALUES)));
    }
}

// Here.

typedef struct cells {
    uint8_t of[CELLS], seen; // seen: steps of cell 0 that the watcher has counted, to 2
} cells;

static bool may(const moving *m, uint32_t from, uint32_t to)
{
    return m->may[from % VALUES] >> to % VALUES & 1;
}

static bool breaks(shape s, const moving *m, cells a, cells b)
{
    uint32_t was = a.of[0] + a.of[1] + (s == PAIRS ? a.seen : 0u),
             is = b.of[0] + b.of[1] + (s == PAIRS ? b.seen : 0u);
    if (s == SYSTEM || s == PAIRS)
        return !may(m, was, is);
    return !may(m, a.of[0], b.of[0]) || !may(m, a.of[1], b.of[1]);
}

static bool decreases(shape s, const moving *m, cells a, cells b)
{
    bool each = m->worth[b.of[0]] < m->worth[a.of[0]] || m->worth[b.of[1]] < m->worth[a.of[1]];
    uint32_t was = m->worth[a.of[0]] + m->worth[a.of[1]],
             is = m->worth[b.of[0]] + m->worth[b.of[1]];
    if (s == SYSTEM)
        return is < was;
    return s == PAIRS ? is + b.seen < was + a.seen : each;
}

// What the step makes of the cells; false: it is not enabled. Steps 0 and 1 move one, 2 both.
static bool take(const moving *m, uint32_t step, cells *c)
{
    uint8_t to = step < CELLS ? m->one[step][c->of[step]] : m->both[c->of[0]];
    if (to == DISABLED)
        return false;
    c->of[step < CELLS ? step : 1] = to;
    c->seen = (uint8_t)(step == 0 && c->seen < 2 ? c->seen + 1 : c->seen);
    return true;
}

static bool claim_holds(shape s, bool named, const moving *m)
{
    static bool seen[VALUES][VALUES][3];
    static cells queue[VALUES * VALUES * 3];
    uint32_t count = 1;
    memset(seen, 0, sizeof seen);
    seen[0][0][0] = true;
    queue[0] = (cells){0};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t step = 0; step < 3; step++) {
            cells c = queue[i];
            if (!take(m, step, &c))
                continue;
            if (named ? breaks(s, m, queue[i], c) : decreases(s, m, queue[i], c))
                return false;
            bool *known = &seen[c.of[0]][c.of[1]][c.seen];
            if (!*known)
                queue[count++] = c;
            *known = true;
        }
    return true;
}

// As a model.

static uint32_t packed(const uint8_t *table)
{
    uint32_t all = 0;
    for (uint32_t v = 0; v < VALUES; v++)
        all |= (uint32_t)table[v] << 3 * v;
    return all;
}

static void write_table(const moving *list, size_t at, const char *name, text *out)
{
    text_add(out, "function %s(int w, int v) -> int {\n  return (", name);
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        text_add(out, "w == %u ? %u : ", i, packed((const uint8_t *)&list[i] + at));
    text_add(out, "0) >> 3 * v & 7;\n}\n");
}

// What is claimed of one cell, of both together, and of pairs.
static const char *const decreasing[SHAPES] = {
    [ALONE] = "  never decreases which < 30 ? worth(which, v[x]) : 0 for x in c;\n",
    [PARTS] = "  never decreases worth_now;\n",
    [SYSTEM] = "  never decreases cell[c1].worth_now + cell[c2].worth_now;\n",
    [PAIRS] = "  never decreases watcher.seen + cell[c1].worth_now + cell[c2].worth_now;\n"};
static const char *const stepping[SHAPES] = {
    [ALONE] = "  step invariant kept { which == 30 || (forall x in c : "
              "may(which, v[x], v[x]') == 1) }\n",
    [PARTS] = "  step invariant kept { which == 30 || may(which, v, v') == 1 }\n",
    [SYSTEM] = "  let picked = cell[c1].which;\n  let sum = cell[c1].v + cell[c2].v;\n"
               "  step invariant kept { picked == 30 || may(picked', sum % 5, sum' % 5) == 1 }\n",
    [PAIRS] = "  let sum(int n) = (cell[c1].v + cell[c2].v + watcher.seen) % n;\n"
              "  step invariant kept { cell[c1].which < 30 ? exists w in 0..30 : w == "
              "cell[c2].which && may(w, sum(5), ((cell[c1].v + cell[c2].v + watcher.seen) % 5)') "
              "== 1 : true }\n"};
static_assert(OF_A_FILE == 30, "it is written in the claims");

// A cell of a system. The step of both is the first one's, which tells what it is.
static void write_parts(shape s, const char *said, text *out)
{
    text_add(out, "automaton cell(c x) {\n  int 0..%d which = %d;\n  int 0..4 v;\n", OF_A_FILE,
             OF_A_FILE);
    text_add(out,
             "  input pick(int w) do which = w;\n"
             "  output one(x) when which < %d && one(which, x, v) < 7 do "
             "v = one(which, x, v);\n"
             "  output both(x, int 0..4 y) when which < %d && x == c1 && y == v && "
             "two(which, v) < 7 do {}\n"
             "  input both(c z, int 0..4 y) do if (z != x) v = two(which, y);\n",
             OF_A_FILE, OF_A_FILE);
    text_add(out, "  let worth_now = which < %d ? worth(which, v) : 0;\n%s}\n", OF_A_FILE,
             s == PARTS ? said : "");
    text_add(out,
             "automaton chooser { bool done; output pick(int w) when !done do done = true; }\n"
             "system made = chooser || cell[x in c] {\n%s}\n",
             s == SYSTEM ? said : "");
    if (s == PAIRS)
        text_add(out,
                 "automaton watcher {\n  int 0..2 seen;\n  output pick(int w) do {}\n"
                 "  output one(c x) do if (x == c1 && seen < 2) seen += 1;\n"
                 "  output both(c x, int 0..4 y) do {}\n}\n"
                 "simulation pairs from made to watcher {\n%s}\n",
                 said);
}

static void write_alone(const char *said, text *out)
{
    text_add(out, "automaton made {\n  int 0..%d which = %d;\n  int 0..4[c] v;\n", OF_A_FILE,
             OF_A_FILE);
    text_add(out,
             "  output pick(int w) when which == %d do which = w;\n"
             "  output one(c x) when which < %d && one(which, x, v[x]) < 7 do "
             "v[x] = one(which, x, v[x]);\n"
             "  internal two() when which < %d && two(which, v[c1]) < 7 do "
             "v[c2] = two(which, v[c1]);\n%s}\n",
             OF_A_FILE, OF_A_FILE, OF_A_FILE, said);
}

// A table of which each item has five bits.
static void write_may(const moving *list, text *out)
{
    text_add(out, "function may(int w, int from, int to) -> int {\n  return (");
    for (uint32_t i = 0; i < OF_A_FILE; i++) {
        uint32_t all = 0;
        for (uint32_t v = 0; v < VALUES; v++)
            all |= (uint32_t)list[i].may[v] << 5 * v;
        text_add(out, "w == %u ? %u : ", i, all);
    }
    text_add(out, "0) >> 5 * from + to & 1;\n}\n");
}

static char *write_file(shape s, bool named, const moving *list)
{
    text out = {0};
    text_add(&out, "enum c[2];\n");
    write_table(list, offsetof(moving, one[0]), "first", &out);
    write_table(list, offsetof(moving, one[1]), "second", &out);
    write_table(list, offsetof(moving, both), "two", &out);
    write_table(list, offsetof(moving, worth), "worth", &out);
    text_add(&out, "function one(int w, c x, int v) -> int {\n"
                   "  return x == c1 ? first(w, v) : second(w, v);\n}\n");
    write_may(list, &out);
    const char *said = (named ? stepping : decreasing)[s];
    if (s == ALONE)
        write_alone(said, &out);
    else
        write_parts(s, said, &out);
    for (uint32_t i = 0; i < OF_A_FILE; i++)
        text_add(&out, "verify %s { int %u..%u; }\n", s == PAIRS ? "pairs" : "made", i, i);
    return text_take(&out);
}

static void compare(shape s, bool named, const moving *list, uint64_t seed, uint64_t *held)
{
    char *written = write_file(s, named, list);
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m) {
        fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
        return;
    }
    for (uint32_t i = 0; i < OF_A_FILE; i++) {
        limits l = {0};
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        limits_start(&l);
        lp_verdict_init(&v);
        verify_options o = {.limits = &l, .reductions = i % 2 ? REDUCE_ALL : 0, .jobs = 1};
        if (!verify_instance(&m->instances[i], &o, pool, &v, &e))
            fail_msg("seed %d, %u: %s\n%s", (int)seed, i, e.message, written);
        bool want = claim_holds(s, named, &list[i]);
        if (v.outcome != (want ? LP_HOLDS : LP_VIOLATED) ||
            (!want && (v.violation != LP_VIOLATION_INVARIANT || !v.trace_count)))
            fail_msg("seed %d, %u: it holds: %d, outcome %d: %s\n%s", (int)seed, i, want,
                     (int)v.outcome, v.reason ? v.reason : "", written);
        *held += want;
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
    model_free(m);
    free(written);
}

static void test_step_claims(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_CASES", 1000) / OF_A_FILE + 1;
    uint64_t first = setting("LINCHPIN_SEED", 1), held = 0;
    for (uint64_t seed = first; seed < first + files; seed++) {
        rng r;
        moving list[OF_A_FILE];
        rng_init(&r, seed);
        for (uint32_t i = 0; i < OF_A_FILE; i++)
            random_moving(&r, &list[i]);
        compare((shape)(seed % SHAPES), seed / SHAPES % 2, list, seed, &held);
    }
    uint64_t all = files * OF_A_FILE;
    print_message("of %d, %d hold\n", (int)all, (int)held);
    assert_true(held > all / 20 && held < all - all / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_step_claims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
