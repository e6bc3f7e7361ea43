// SPDX-License-Identifier: MIT
// Random objects whose threads wait, spin and hold locks (waiting_objects.h). Whether an operation can
// be stuck is found by the definitions, on the graph of all states: by reachability between any two
// states. The searches must say the same, with reductions and without, for every assumption about
// the scheduler.

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

#define COUNT(list) (sizeof(list) / sizeof *(list))

// Whoever is open may return.
static const waiting_claim claims[] = {{"", "deadlockfree;"}, {"progressible s", ""}};

static bool any_arc(const void *context, const arc *a)
{
    (void)context;
    (void)a;
    return true;
}

static bool steps_only(const void *context, const arc *a)
{
    (void)context;
    return a->kind == LABEL_INTERNAL;
}

// Somebody is open who can never make a step again.
static bool deadlocks(const world *w)
{
    uint64_t *far = world_reach(w, any_arc, NULL);
    bool found = false;
    for (uint32_t n = 0; n < w->count; n++)
        for (uint32_t t = 0; t < w->threads; t++) {
            bool ever = !(w->open[n] >> t & 1) || (w->can[n] >> t & 1);
            for (uint32_t k = 0; !ever && k < w->count; k++)
                ever = world_has(w, far, n, k) && (w->can[k] >> t & 1);
            found |= !ever;
        }
    free(far);
    return found;
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

static bool diverges(const world *w, const uint64_t *near, uint32_t n, scheduling assumed)
{
    uint32_t moved, always, all = (1u << w->threads) - 1;
    if (!world_has(w, near, n, n))
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
    uint64_t *near = world_reach(w, steps_only, NULL);
    bool found = false;
    for (uint32_t n = 0; n < w->count && !found; n++)
        found = w->open[n] && (!w->can[n] || diverges(w, near, n, assumed));
    free(near);
    return found;
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
        char *written = waiting_objects(seed, claims, COUNT(claims), false);
        error e = {0};
        model *m = model_read("random.lin", written, strlen(written), &e);
        if (!m) {
            fail_msg("%s\n%s", e.message, written);
            return;
        }
        for (uint32_t i = 0; i < WAITING_OBJECTS; i++)
            models += compare(m, i, seed, written, stuck);
        model_free(m);
        free(written);
    }
    print_message("of %d: deadlocks %d; stuck, if minimal %d, wakeups %d, fair %d, fair-locks %d\n",
                  (int)models, (int)stuck[0], (int)stuck[1], (int)stuck[2], (int)stuck[3],
                  (int)stuck[4]);
    assert_true(models > files * WAITING_OBJECTS / 2 && stuck[0] > 0 && stuck[0] < models);
    assert_true(stuck[1] > stuck[2] && stuck[2] > stuck[3] && stuck[3] > stuck[4] && stuck[4] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stuck)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
