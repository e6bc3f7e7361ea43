// SPDX-License-Identifier: MIT
// What is promised to operations in runs without an end, of random objects whose threads wait, spin
// and hold locks: found by the definitions on the graph of all states, in which a thread that waits
// looks at its condition, which is a step that leads nowhere else. The search must say the same, with
// reductions and without; and what is promised implies what is weaker.

#include "base/memory.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"
#include "waiting_objects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KINDS = PROGRESS_DEADLOCKFREE + 1 };

static const waiting_claim claims[KINDS] = {
    [PROGRESS_WAITFREE] = {"progress waitfree", ""},
    [PROGRESS_LOCKFREE] = {"progress lockfree", ""},
    [PROGRESS_OBSTRUCTIONFREE] = {"progress obstructionfree", ""},
    [PROGRESS_STARVATIONFREE] = {"progress starvationfree", ""},
    [PROGRESS_DEADLOCKFREE] = {"progress deadlockfree", ""},
};

static void add_looks(world *w)
{
    for (uint32_t n = 0; n < w->count; n++)
        for (uint32_t t = 0; t < w->threads; t++)
            if ((w->open[n] & ~w->can[n]) >> t & 1) {
                MEMORY_GROW(w->arcs, w->arc_capacity, w->arc_count + 1);
                w->arcs[w->arc_count++] = (arc){n, n, t, LABEL_INTERNAL};
            }
}

typedef struct runs {
    const world *w;
    progress kind;
    uint32_t thread; // whose operation does not return
} runs;

// May a run that breaks the promise take this arc for ever?
static bool takes(const void *context, const arc *a)
{
    const runs *r = context;
    bool step = a->kind == LABEL_INTERNAL, own = a->thread == r->thread;
    switch (r->kind) {
    case PROGRESS_WAITFREE:
    case PROGRESS_STARVATIONFREE:
        return step || !own;
    case PROGRESS_OBSTRUCTIONFREE:
        return step && own;
    default:
        return step;
    }
}

// Does the largest way round through this state break it?
static bool breaks(const runs *r, const uint64_t *rows, uint32_t n)
{
    const world *w = r->w;
    uint32_t moved = 0, always = UINT32_MAX;
    bool of_all = r->kind == PROGRESS_LOCKFREE || r->kind == PROGRESS_DEADLOCKFREE;
    if (!world_has(w, rows, n, n) || !(of_all ? w->open[n] : w->open[n] >> r->thread & 1))
        return false;
    for (size_t i = 0; i < w->arc_count; i++) {
        const arc *a = &w->arcs[i];
        if (takes(r, a) && world_has(w, rows, n, a->from) && world_has(w, rows, a->to, n))
            moved |= 1u << a->thread;
    }
    for (uint32_t k = 0; k < w->count; k++)
        if (world_has(w, rows, n, k) && world_has(w, rows, k, n))
            always &= w->can[k];
    bool fair = !(always & ~moved);
    return r->kind == PROGRESS_WAITFREE ? moved >> r->thread & 1
                                        : r->kind < PROGRESS_STARVATIONFREE || fair;
}

static bool is_broken(const world *w, progress kind)
{
    bool broken = false;
    for (uint32_t t = 0; t < w->threads && !broken; t++) {
        runs r = {w, kind, t};
        uint64_t *rows = world_reach(w, takes, &r);
        for (uint32_t n = 0; n < w->count && !broken; n++)
            broken = breaks(&r, rows, n);
        free(rows);
    }
    return broken;
}

static bool judged_broken(const instance *v, uint32_t reductions)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    lp_verdict out;
    lp_verdict_init(&out);
    verify_options o = {.limits = &l, .reductions = reductions, .jobs = 2};
    if (!verify_instance(v, &o, pool, &out, &e))
        fail_msg("%s", e.message);
    assert_true(out.outcome == LP_HOLDS || out.outcome == LP_VIOLATED);
    bool broken = out.outcome == LP_VIOLATED;
    assert_true(!broken || (out.rechecked && out.history && out.trace_count));
    lp_verdict_fini(&out);
    lp_pool_free(pool);
    return broken;
}

// False: too large.
static bool compare(const model *m, uint32_t which, uint64_t seed, const char *written,
                    uint64_t *broken)
{
    world w;
    bool small = world_init(&w, &m->instances[(size_t)KINDS * which]), found[KINDS] = {0};
    if (small)
        add_looks(&w);
    for (int kind = 0; small && kind < KINDS; kind++) {
        const instance *v = &m->instances[KINDS * which + (uint32_t)kind];
        found[kind] = is_broken(&w, (progress)kind);
        broken[kind] += found[kind];
        for (int all = (seed + which) % 4 != 0; all < 2; all++)
            if (judged_broken(v, all ? REDUCE_ALL : 0) != found[kind])
                fail_msg("seed %d, object %u, %s: broken %d\n%s", (int)seed, which,
                         claims[kind].claim, found[kind], written);
    }
    world_fini(&w);
    // Herlihy and Shavit's diagram, from strong to weak.
    assert_true(found[PROGRESS_WAITFREE] || !found[PROGRESS_LOCKFREE]);
    assert_true(found[PROGRESS_LOCKFREE] || !found[PROGRESS_OBSTRUCTIONFREE]);
    assert_true(found[PROGRESS_WAITFREE] || !found[PROGRESS_STARVATIONFREE]);
    assert_true(found[PROGRESS_STARVATIONFREE] || !found[PROGRESS_DEADLOCKFREE]);
    assert_true(found[PROGRESS_LOCKFREE] || !found[PROGRESS_DEADLOCKFREE]);
    return small;
}

static void test_promises(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_MODELS", 20), first = setting("LINCHPIN_SEED", 1);
    uint64_t broken[KINDS] = {0}, objects = 0;
    for (uint64_t seed = first; seed < first + files; seed++) {
        char *written = waiting_objects(seed, claims, KINDS, true);
        error e = {0};
        model *m = model_read("random.lin", written, strlen(written), &e);
        if (!m) {
            fail_msg("%s\n%s", e.message, written);
            return;
        }
        for (uint32_t i = 0; i < WAITING_OBJECTS; i++)
            objects += compare(m, i, seed, written, broken);
        model_free(m);
        free(written);
    }
    print_message("of %d, not", (int)objects);
    for (int kind = 0; kind < KINDS; kind++) {
        print_message("%s %s %d", kind ? "," : "", claims[kind].claim, (int)broken[kind]);
        assert_true(broken[kind] > 0 && broken[kind] < objects);
    }
    print_message("\n");
    assert_true(objects > files * WAITING_OBJECTS / 2);
    // None is the same as another.
    assert_true(broken[PROGRESS_WAITFREE] > broken[PROGRESS_LOCKFREE] &&
                broken[PROGRESS_LOCKFREE] > broken[PROGRESS_OBSTRUCTIONFREE]);
    assert_true(broken[PROGRESS_WAITFREE] > broken[PROGRESS_STARVATIONFREE] &&
                broken[PROGRESS_STARVATIONFREE] > broken[PROGRESS_DEADLOCKFREE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_promises)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
