// SPDX-License-Identifier: MIT
// Random quorum systems as constants, written out: what is claimed of their intersection, and what
// an automaton that waits for quorums can do, against the definitions, with the reductions and
// without: names that a constant tells apart must not be interchanged.

#include "base/io/limits.h"
#include "base/random.h"
#include "base/text.h"
#include "model/model.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NAMES = 4, SETS = 1 << NAMES, PER_MODEL = 30 };

// A set of names is a number below SETS; a bit of each of these says whether it is a quorum.
typedef struct quorums {
    uint32_t waited, watched; // a quorum of the first is waited for, then none of the second heard
    uint32_t common;          // 0: nothing is claimed
} quorums;

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

// Some treat all names, or some of them, alike.
static uint32_t random_system(rng *r)
{
    uint32_t made = 0, size = below(r, NAMES + 1), kind = below(r, 3), names = below(r, SETS);
    for (uint32_t q = 0; q < SETS; q++) {
        bool sized = (uint32_t)__builtin_popcount(q) == size;
        bool parted =
            (uint32_t)__builtin_popcount(q & names) * 2 > (uint32_t)__builtin_popcount(names);
        bool in = kind == 0 ? sized : kind == 1 ? parted : !below(r, 10);
        made |= (uint32_t)in << q;
    }
    return made;
}

// Here.

static bool claim_holds(const quorums *of)
{
    for (uint32_t q = 0; q < SETS; q++)
        for (uint32_t w = 0; w < SETS; w++)
            if (of->waited >> q & 1 && of->watched >> w & 1 &&
                (uint32_t)__builtin_popcount(q & w) < of->common)
                return false;
    return true;
}

// Names are heard one by one until there is a quorum, then forgotten one by one.
static bool never_watched(const quorums *of)
{
    bool seen[2 * SETS] = {true};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t s = 0; s < 2 * SETS; s++) {
            uint32_t heard = s % SETS, done = s / SETS;
            for (uint32_t p = 0; seen[s] && p < NAMES; p++) {
                uint32_t to = done ? heard & ~(1U << p) : heard | 1U << p;
                more |= !seen[done * SETS + to];
                seen[done * SETS + to] = true;
            }
            for (uint32_t q = 0; seen[s] && q < SETS; q++)
                if (of->waited >> q & 1 && (q & heard) == q && !seen[SETS + heard]) {
                    more = true;
                    seen[SETS + heard] = true;
                }
        }
    }
    for (uint32_t heard = 0; heard < SETS; heard++)
        if (seen[SETS + heard] && of->watched >> heard & 1)
            return false;
    return true;
}

// As a model.

static void write_system(uint32_t of, const char *name, text *out)
{
    text_add(out, "let %s = {q in some : q.len() == 7", name);
    for (uint32_t q = 0; q < SETS; q++) {
        if (!(of >> q & 1))
            continue;
        text_add(out, " || q == {");
        for (uint32_t p = 0, first = 1; p < NAMES; p++)
            if (q >> p & 1) {
                text_add(out, "%sp%u", first ? "" : ", ", p + 1);
                first = 0;
            }
        text_add(out, "}");
    }
    text_add(out, "};\n");
}

static char *write_model(const quorums *of)
{
    text out = {0};
    text_add(&out, "enum P { p1, p2, p3, p4 }\ntype some = set<P>;\n");
    write_system(of->waited, "waited", &out);
    write_system(of->watched, "watched", &out);
    if (of->common)
        text_add(&out, "quorums waited, watched intersect in %u;\n", of->common);
    text_add(&out,
             "automaton a {\n  set<P> heard;\n  bool done;\n"
             "  action hear(P p) when !done && !(p in heard) do heard.add(p);\n"
             "  action enough(some q) when q in waited && q <= heard && !done do done = true;\n"
             "  action forget(P p) when done && p in heard do heard.remove(p);\n"
             "  invariant never { !(done && heard in watched) }\n}\nverify a {}\n");
    return text_take(&out);
}

static void compare(const quorums *of, uint64_t seed, uint32_t *held, uint32_t *broken)
{
    char *written = write_model(of);
    error e = {0};
    model *m = model_read("random.lin", written, strlen(written), &e);
    if (!m) {
        fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
        return;
    }
    bool claimed = claim_holds(of), want = claimed && never_watched(of);
    for (int reduced = 0; reduced < 2; reduced++) {
        limits l = {0};
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        limits_start(&l);
        lp_verdict_init(&v);
        verify_options o = {.limits = &l, .reductions = reduced ? REDUCE_ALL : 0, .jobs = 1};
        if (!verify_instance(&m->instances[0], &o, pool, &v, &e))
            fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
        bool said = v.reason && strstr(v.reason, "do not intersect as claimed");
        if (v.outcome != (want ? LP_HOLDS : LP_VIOLATED) || said == claimed)
            fail_msg("seed %d, %d: claim %d, all %d, outcome %d: %s\n%s", (int)seed, reduced,
                     claimed, want, (int)v.outcome, v.reason ? v.reason : "", written);
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
    *held += want;
    *broken += !claimed;
    model_free(m);
    free(written);
}

static void test_quorums(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_CASES", 1000) / PER_MODEL + 3;
    uint64_t first = setting("LINCHPIN_SEED", 1);
    uint32_t held = 0, broken = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        rng_init(&r, seed);
        quorums of = {.waited = random_system(&r), .watched = random_system(&r)};
        of.common = below(&r, 2) ? 0 : 1 + below(&r, 2);
        compare(&of, seed, &held, &broken);
    }
    print_message("of %d, %d hold, %d do not intersect\n", (int)models, (int)held, (int)broken);
    assert_true(held && broken && held + broken < models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quorums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
