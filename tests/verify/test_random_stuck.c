// SPDX-License-Identifier: MIT
// Random objects whose threads wait, spin and hold locks. Whether an operation can be stuck
// is found by the definitions, on the graph of all states as the model has them, without
// reductions: by reachability between any two states. The searches must say the same, with
// reductions and without, for every assumption about the scheduler.
//
// Compiling a model takes longer than everything else, so a file holds many: each method looks
// at its argument and does what belongs to that one, and a pair of claims gives the clients only
// one value to call with.

#include "base/intern.h"
#include "base/io/limits.h"
#include "base/memory.h"
#include "base/random.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/system/successors.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

// What ends by itself, if the scheduler is kind.
static const char *const steps[] = {
    "x = 1; ",
    "lock(l); x = 1; l = false; ",
    "lock(l); x = 0; l = false; ",
    "while (!cas(l, false, true)) { } l = false; ",
    "loop { await(!l); if (cas(l, false, true)) break; } l = false; ",
    "y = 1; lock(l); y = 0; l = false; ",
    "loop { lock(l); if (y == 0) break; l = false; } l = false; ",
    "while (y == 1) { } ",
    "await(y == 0); ",
    "if (x == 0) { lock(l); l = false; } ",
};
// What may not.
static const char *const waits[] = {
    "await(x == 1); ",
    "lock(l); ",
    "while (x == 0) { y = 1; y = 0; } ",
    "lock(k); lock(l); l = false; k = false; ",
    "lock(l); lock(k); k = false; l = false; ",
    "loop { if (y == 1) break; y = 1; if (x == 1) break; y = 0; } ",
};

static void write_body(rng *r, text *out)
{
    for (uint64_t n = rng_below(r, 2) + 1; n > 0; n--)
        if (rng_below(r, 10) == 0)
            text_add(out, "%s", waits[rng_below(r, COUNT(waits))]);
        else
            text_add(out, "%s", steps[rng_below(r, COUNT(steps))]);
}

enum { OF_A_FILE = 12 }; // models

// Claim 2 i is "deadlockfree", claim 2 i + 1 is "progressible": whoever is open may return; both
// of model i.
static char *random_file(uint64_t seed)
{
    rng r;
    rng_init(&r, seed);
    text f = {0}, g = {0}, claims = {0};
    uint32_t threads = 2 + (seed % 5 == 0);
    for (int i = 0; i < OF_A_FILE; i++) {
        text_add(&f, "    if (v == %d) { ", i);
        text_add(&g, "    if (v == %d) { ", i);
        if (i % 6 == 0) { // only a fair lock lets the first one through
            text_add(&f, "y = 1; lock(l); y = 0; l = false; ");
            text_add(&g, "loop { lock(l); if (y == 0) break; l = false; } l = false; ");
        }
        write_body(&r, &f);
        write_body(&r, &g);
        text_add(&f, "}\n");
        text_add(&g, "}\n");
        text_add(&claims, "verify o { threads %u; nodes 8; int %d..%d; deadlockfree; }\n", threads,
                 i, i);
        text_add(&claims, "verify o progressible s { threads %u; nodes 8; int %d..%d; }\n", threads,
                 i, i);
    }
    const char *only[] = {"", "", "@only(0) ", "@only(0..1) "};
    char *written = text_format("shared int x; shared int y; shared bool l; shared bool k;\n"
                                "object o {\n  f(int v) %s{\n%s  }\n  g(int v) {\n%s  }\n}\n"
                                "spec s { f(int v) { } g(int v) { } }\n%s",
                                only[rng_below(&r, COUNT(only))], f.bytes, g.bytes, claims.bytes);
    text_fini(&f);
    text_fini(&g);
    text_fini(&claims);
    return written;
}

enum { MAX_STATES = 1000, ITEMS = 4 };

typedef struct arc {
    uint32_t from, to, thread;
    label_kind kind;
} arc;

typedef struct world {
    transition_system s;
    intern *states;
    arc *arcs;
    size_t arc_count, arc_capacity;
    uint32_t count, at, threads;
    uint32_t *can, *open, *wakes; // of each state: threads
    uint32_t words;               // of a row of bits, one for each state
    uint64_t *near;               // row a, bit b: by steps alone, one or more
    uint64_t *far;                // by any moves, one or more
} world;

static bool visit(void *context, const successors *path, const int32_t *after)
{
    world *w = context;
    assert_int_equal(path->run.problem, 0);
    uint32_t to = intern_add(w->states, after, w->s.p->layout.cells * sizeof *after);
    MEMORY_GROW(w->arcs, w->arc_capacity, w->arc_count + 1);
    w->arcs[w->arc_count++] = (arc){w->at, to, path->path[0].thread, path->path[0].kind};
    return true;
}

static bool has(const world *w, const uint64_t *rows, uint32_t from, uint32_t to)
{
    return rows[(size_t)from * w->words + to / 64] >> to % 64 & 1;
}

static void reach(const world *w, bool steps_only, uint64_t *rows)
{
    for (bool changed = true; changed;) { // a few rounds: each at least one step further
        changed = false;
        for (size_t i = w->arc_count; i-- > 0;) {
            const arc *a = &w->arcs[i];
            if (steps_only && a->kind != LABEL_INTERNAL)
                continue;
            uint64_t *from = rows + (size_t)a->from * w->words;
            const uint64_t *to = rows + (size_t)a->to * w->words;
            for (uint32_t k = 0; k < w->words; k++) {
                uint64_t more = to[k] | (k == a->to / 64 ? (uint64_t)1 << a->to % 64 : 0);
                changed |= (more & ~from[k]) != 0;
                from[k] |= more;
            }
        }
    }
}

static void find_threads(world *w)
{
    const program *p = w->s.p;
    for (size_t i = 0; i < w->arc_count; i++)
        if (w->arcs[i].kind != LABEL_CALL)
            w->can[w->arcs[i].from] |= 1u << w->arcs[i].thread;
    for (uint32_t n = 0; n < w->count; n++)
        for (uint32_t t = 0; t < w->threads; t++) {
            size_t length;
            const int32_t *cells = intern_get(w->states, n, &length);
            uint32_t pc = (uint32_t)cells[p->layout.threads + t * p->layout.thread_stride];
            const routine *r;
            const instr *i = program_instr(p, pc, &r);
            if (pc != PC_IDLE)
                w->open[n] |= 1u << t;
            if (pc != PC_IDLE && !(w->can[n] >> t & 1) && i->kind != INSTR_LOCK)
                w->wakes[n] |= 1u << t;
        }
}

// False: it is too large.
static bool world_init(world *w, const instance *v)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    *w = (world){.states = intern_new(), .threads = v->threads};
    // As the claims have them: else it would be compiled once more.
    system_options o = {.threads = w->threads,
                        .nodes = v->nodes,
                        .items = ITEMS,
                        .has_range = true,
                        .low = v->low,
                        .high = v->high,
                        .limits = &l};
    assert_true(system_init(&w->s, v, &o, pool, &e));
    size_t size = w->s.p->layout.cells * sizeof(int32_t);
    int32_t *cells = memory_new(w->s.p->layout.cells, sizeof *cells);
    run r;
    system_start(&w->s, cells, &r);
    intern_add(w->states, cells, size);
    successors each;
    successors_init(&each, &w->s, false, false, false);
    for (; w->at < intern_count(w->states) && w->at < MAX_STATES; w->at++) {
        size_t length;
        memcpy(cells, intern_get(w->states, w->at, &length), size);
        successors_expand(&each, cells, visit, w);
    }
    successors_fini(&each);
    free(cells);
    lp_pool_free(pool);
    w->count = intern_count(w->states);
    if (w->count > MAX_STATES)
        return false;
    w->can = memory_new(w->count, sizeof *w->can);
    w->open = memory_new(w->count, sizeof *w->open);
    w->wakes = memory_new(w->count, sizeof *w->wakes);
    w->words = w->count / 64 + 1;
    w->near = memory_new((size_t)w->count * w->words, sizeof *w->near);
    w->far = memory_new((size_t)w->count * w->words, sizeof *w->far);
    find_threads(w);
    reach(w, true, w->near);
    reach(w, false, w->far);
    return true;
}

static void world_fini(world *w)
{
    system_fini(&w->s);
    intern_free(w->states);
    free(w->arcs);
    free(w->can);
    free(w->open);
    free(w->wakes);
    free(w->near);
    free(w->far);
}

// Somebody is open who can never make a step again.
static bool deadlocks(const world *w)
{
    for (uint32_t n = 0; n < w->count; n++)
        for (uint32_t t = 0; t < w->threads; t++) {
            bool ever = !(w->open[n] >> t & 1) || (w->can[n] >> t & 1);
            for (uint32_t k = 0; !ever && k < w->count; k++)
                ever = has(w, w->far, n, k) && (w->can[k] >> t & 1);
            if (!ever)
                return true;
        }
    return false;
}

// Is there a way round through state n, in which no thread of `still` can go on anywhere? Then
// of the largest such: who moves, and who can go on everywhere.
static bool round_trip(const world *w, uint32_t n, uint32_t still, uint32_t *moved,
                       uint32_t *always)
{
    uint8_t *out = memory_new(w->count, 1), *back = memory_new(w->count, 1);
    bool any = false;
    if (!(w->can[n] & still))
        out[n] = back[n] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < w->arc_count; i++) {
            const arc *a = &w->arcs[i];
            if (a->kind != LABEL_INTERNAL || (w->can[a->from] & still) || (w->can[a->to] & still))
                continue;
            changed |= (out[a->from] && !out[a->to]) || (back[a->to] && !back[a->from]);
            out[a->to] |= out[a->from];
            back[a->from] |= back[a->to];
        }
    }
    *moved = 0;
    *always = UINT32_MAX;
    for (size_t i = 0; i < w->arc_count; i++) {
        const arc *a = &w->arcs[i];
        if (a->kind == LABEL_INTERNAL && out[a->from] && back[a->from] && out[a->to] &&
            back[a->to]) {
            any = true;
            *moved |= 1u << a->thread;
        }
    }
    for (uint32_t k = 0; k < w->count; k++)
        if (out[k] && back[k])
            *always &= w->can[k];
    free(out);
    free(back);
    return any;
}

static bool diverges(const world *w, uint32_t n, scheduling assumed)
{
    uint32_t moved, always, all = (1u << w->threads) - 1;
    if (!has(w, w->near, n, n))
        return assumed == SCHEDULING_MINIMAL && w->wakes[n];
    if (assumed == SCHEDULING_MINIMAL || assumed == SCHEDULING_WAKEUPS)
        return true;
    if (assumed == SCHEDULING_FAIR)
        return round_trip(w, n, 0, &moved, &always) && !(always & ~moved);
    for (uint32_t still = 0; still <= all; still++)
        if (round_trip(w, n, still, &moved, &always) && (moved | still) == all)
            return true;
    return false;
}

static bool gets_stuck(const world *w, scheduling assumed)
{
    for (uint32_t n = 0; n < w->count; n++)
        if (w->open[n] && (!w->can[n] || diverges(w, n, assumed)))
            return true;
    return false;
}

static lp_outcome judged(const model *m, uint32_t which, uint32_t reductions, scheduling assumed)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 2, .assumed = assumed};
    if (!verify_instance(&m->instances[which], &o, pool, &v, &e))
        fail_msg("%s", e.message);
    lp_outcome outcome = v.outcome;
    assert_true(outcome != LP_VIOLATED || (v.rechecked && v.history && v.trace_count));
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    return outcome;
}

// How often threads get stuck: in a deadlock, and under each assumption. False: too large.
static bool compare(const model *m, uint32_t which, uint64_t seed, const char *written,
                    uint64_t *stuck)
{
    static const scheduling levels[] = {SCHEDULING_MINIMAL, SCHEDULING_WAKEUPS, SCHEDULING_FAIR,
                                        SCHEDULING_FAIR_LOCKS};
    static const uint32_t sets[] = {0, REDUCE_ALL};
    world w;
    bool small = world_init(&w, &m->instances[(size_t)2 * which]);
    for (size_t i = 0; small && i <= COUNT(levels); i++) {
        scheduling assumed = i ? levels[i - 1] : SCHEDULING_FAIR;
        bool want = i ? gets_stuck(&w, assumed) : deadlocks(&w);
        // Without reductions, now and then: it is the search that is nearest to the graph.
        for (size_t k = (seed + which + i) % 4 == 0 ? 0 : 1; k < COUNT(sets); k++)
            if ((judged(m, 2 * which + (i > 0), sets[k], assumed) == LP_VIOLATED) != want)
                fail_msg("seed %d, model %u, reductions %u, %s %d: stuck %d\n%s", (int)seed, which,
                         sets[k], i ? "level" : "deadlock", (int)assumed, want, written);
        stuck[i] += want;
    }
    world_fini(&w);
    return small;
}

static void test_stuck(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_MODELS", 25), first = setting("LINCHPIN_SEED", 1);
    uint64_t stuck[5] = {0}, models = 0;
    for (uint64_t seed = first; seed < first + files; seed++) {
        char *written = random_file(seed);
        error e = {0};
        model *m = model_read("random.lin", written, strlen(written), &e);
        if (!m) {
            fail_msg("%s\n%s", e.message, written);
            return;
        }
        for (uint32_t i = 0; i < OF_A_FILE; i++)
            models += compare(m, i, seed, written, stuck);
        model_free(m);
        free(written);
    }
    print_message("of %d: deadlocks %d; stuck, if minimal %d, wakeups %d, fair %d, fair-locks %d\n",
                  (int)models, (int)stuck[0], (int)stuck[1], (int)stuck[2], (int)stuck[3],
                  (int)stuck[4]);
    assert_true(models > files * OF_A_FILE / 2 && stuck[0] > 0 && stuck[0] < models);
    assert_true(stuck[1] > stuck[2] && stuck[2] > stuck[3] && stuck[3] > stuck[4] && stuck[4] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stuck)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
