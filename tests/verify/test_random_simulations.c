// SPDX-License-Identifier: MIT
// Random simulations (simulation_cases.h) against the definition, evaluated on tables: of the pairs
// that are met, and with --all-related of every reachable state of the specification that is
// related to one of the implementation. What both are for is computed too: the second implies the
// first, and that implies that every trace of one automaton is one of the other.

#include "base/io/limits.h"
#include "model/model.h"
#include "setting.h"
#include "simulation_cases.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FROM_STATES = 2 * STATES };

static from_state from_numbered(uint32_t n)
{
    return (from_state){n / 2, n % 2};
}

static uint32_t from_number(from_state s)
{
    return 2 * s.s + s.h;
}

// The pairs that the matching steps lead to.
static bool met_pairs_hold(const simulation_file *f, const simulation_case *c, uint32_t *count)
{
    bool seen[FROM_STATES * STATES] = {true};
    uint32_t queue[FROM_STATES * STATES] = {0};
    *count = 1;
    if (!is_related(c, 0, 0))
        return false;
    for (uint32_t i = 0; i < *count; i++)
        for (uint32_t n = 0; n < 2 * FROM_STEPS; n++) {
            from_state at = from_numbered(queue[i] / STATES);
            from_step a = (from_step)(n / 2);
            if (!from_enabled(c, a, at))
                continue;
            from_state to = from_after(c, a, at, n % 2);
            uint32_t u = match_from(f, c, a, to.s, queue[i] % STATES);
            if (u == NO_MATCH || !is_related(c, to.s, u))
                return false;
            uint32_t pair = from_number(to) * STATES + u;
            if (!seen[pair])
                queue[(*count)++] = pair;
            seen[pair] = true;
        }
    return true;
}

static void reach_from(const simulation_case *c, bool *seen)
{
    uint32_t queue[FROM_STATES] = {0}, count = 1;
    seen[0] = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t n = 0; n < 2 * FROM_STEPS; n++) {
            from_state at = from_numbered(queue[i]);
            if (!from_enabled(c, (from_step)(n / 2), at))
                continue;
            uint32_t to = from_number(from_after(c, (from_step)(n / 2), at, n % 2));
            if (!seen[to])
                queue[count++] = to;
            seen[to] = true;
        }
}

// All states that steps of this kind lead to; `which`: bits of steps.
static uint32_t reach_to(const simulation_case *c, uint32_t states, uint32_t which)
{
    for (uint32_t before = 0; before != states;) {
        before = states;
        for (uint32_t n = 0; n < 2 * TO_STEPS; n++)
            for (uint32_t u = 0; u < STATES; u++)
                if ((states >> u & 1) && (which >> n / 2 & 1) && c->to[n / 2][0][u] < STATES)
                    states |= 1u << c->to[n / 2][n % 2][u];
    }
    return states;
}

static bool all_related_hold(const simulation_file *f, const simulation_case *c)
{
    bool seen[FROM_STATES] = {false};
    uint32_t reached = reach_to(c, 1, (1u << TO_STEPS) - 1);
    reach_from(c, seen);
    if (!is_related(c, 0, 0))
        return false;
    for (uint32_t i = 0; i < FROM_STATES; i++)
        for (uint32_t n = 0; seen[i] && n < 2 * FROM_STEPS; n++) {
            from_state at = from_numbered(i);
            from_step a = (from_step)(n / 2);
            if (!from_enabled(c, a, at))
                continue;
            from_state to = from_after(c, a, at, n % 2);
            for (uint32_t u = 0; u < STATES; u++) {
                if (!(reached >> u & 1) || !is_related(c, at.s, u))
                    continue;
                uint32_t after = match_from(f, c, a, to.s, u);
                if (after == NO_MATCH || !is_related(c, to.s, after))
                    return false;
            }
        }
    return true;
}

// Where the specification may be after the steps of a trace: sets of its states.
static bool traces_included(const simulation_file *f, const simulation_case *c)
{
    uint32_t internal = 1u << TO_K | 1u << TO_L0 | 1u << TO_L1 | 1u << TO_M;
    internal |= f->hidden ? 1u << TO_B : 0;
    static bool seen[FROM_STATES][1 << STATES];
    static uint32_t queue[FROM_STATES << STATES];
    uint32_t count = 1, first = reach_to(c, 1, internal);
    memset(seen, 0, sizeof seen);
    queue[0] = first;
    seen[0][first] = true;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t n = 0; n < 2 * FROM_STEPS; n++) {
            from_state at = from_numbered(queue[i] >> STATES);
            from_step a = (from_step)(n / 2);
            if (!from_enabled(c, a, at))
                continue;
            uint32_t sets = queue[i] & ((1u << STATES) - 1), after = 0;
            bool hidden = a == FROM_I || a == FROM_J || (a == FROM_B && f->hidden);
            for (uint32_t u = 0; u < STATES; u++)
                if ((sets >> u & 1) && !hidden && c->to[a][0][u] < STATES)
                    after |= 1u << c->to[a][0][u];
            after = hidden ? sets : reach_to(c, after, internal);
            if (!after)
                return false;
            uint32_t to = from_number(from_after(c, a, at, n % 2));
            if (!seen[to][after])
                queue[count++] = to << STATES | after;
            seen[to][after] = true;
        }
    return true;
}

typedef struct tally {
    uint64_t held, all_held, included, cases;
} tally;

static void judged(const model *m, uint32_t which, const verify_options *given, lp_verdict *v,
                   const char *written)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    lp_pool *pool = lp_pool_new();
    verify_options o = *given;
    o.limits = &l;
    o.jobs = 1;
    if (!verify_instance(&m->instances[which], &o, pool, v, &e))
        fail_msg("claim %u: %s\n%s", which, e.message, written);
    // What is broken is the simulation, and steps lead there.
    if (v->outcome == LP_VIOLATED && v->violation != LP_VIOLATION_SIMULATION)
        fail_msg("claim %u: %s\n%s", which, v->reason, written);
    lp_pool_free(pool);
}

// A simulation that is given is one that can be found, and one that is found includes traces.
static void found_or_not(const model *m, uint32_t which, lp_verdict *v, const char *written)
{
    judged(m, which, &(verify_options){.reductions = REDUCE_ALL, .find_simulation = true}, v,
           written);
}

static void compare(const simulation_file *f, uint64_t seed, tally *t)
{
    char *written = simulation_file_write(f);
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m) {
        fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
        return;
    }
    for (uint32_t i = 0; i < OF_A_FILE; i++) {
        const simulation_case *c = &f->of[i];
        uint32_t pairs;
        bool met = met_pairs_hold(f, c, &pairs), all = all_related_hold(f, c);
        bool included = traces_included(f, c);
        assert_true((met || !all) && (included || !met));
        for (uint32_t k = 0; k < 2; k++) {
            lp_verdict v;
            lp_verdict_init(&v);
            uint32_t reductions = (seed + i) % 2 ? REDUCE_ALL : 0;
            judged(m, i, &(verify_options){.reductions = reductions, .all_related = k}, &v,
                   written);
            bool want = k ? all : met;
            if (v.outcome != (want ? LP_HOLDS : LP_VIOLATED))
                fail_msg("seed %d, claim %u%s: it holds: %d, outcome %d: %s\n%s", (int)seed, i,
                         k ? ", all related" : "", want, (int)v.outcome, v.reason ? v.reason : "",
                         written);
            lp_verdict_fini(&v);
        }
        // To compile both automata takes long: one file in fifty.
        if (seed % 50 == 1) {
            lp_verdict v;
            lp_verdict_init(&v);
            found_or_not(m, OF_A_FILE + i, &v, written);
            if ((v.outcome == LP_HOLDS && !included) || (v.outcome != LP_HOLDS && met))
                fail_msg("seed %d, claim %u: found: %d, given: %d, traces included: %d\n%s",
                         (int)seed, i, v.outcome == LP_HOLDS, met, included, written);
            lp_verdict_fini(&v);
        }
        t->cases++;
        t->held += met;
        t->all_held += all;
        t->included += included;
    }
    model_free(m);
    free(written);
}

static void test_simulations(void **state)
{
    (void)state;
    uint64_t files = setting("LINCHPIN_CASES", 1500) / OF_A_FILE + 1;
    uint64_t first = setting("LINCHPIN_SEED", 1);
    tally t = {0};
    for (uint64_t seed = first; seed < first + files; seed++) {
        rng r;
        simulation_file f;
        rng_init(&r, seed);
        simulation_file_random(&r, &f);
        compare(&f, seed, &t);
    }
    print_message("of %d: %d from all related states, %d from those met; traces included of %d\n",
                  (int)t.cases, (int)t.all_held, (int)t.held, (int)t.included);
    // All three must differ, or the test would show little.
    assert_true(t.all_held > t.cases / 20 && t.held > t.all_held + t.cases / 20 &&
                t.included > t.held && t.included < t.cases - t.cases / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_simulations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
