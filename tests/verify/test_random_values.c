// SPDX-License-Identifier: MIT
// Random objects that pass values on and compare them, and nothing else, against the
// same statements as a spec. With their steps apart some are linearizable and some
// are not: renaming values must not change which, alone or with all other reductions,
// nor what can be observed.

#include "base/io/limits.h"
#include "base/random.h"
#include "base/text.h"
#include "model/model.h"
#include "same_traces.h"
#include "setting.h"
#include "verify/system/reduction.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *any(rng *r, const char *const *words, uint64_t count)
{
    return words[rng_below(r, count)];
}

static void write_stmt(rng *r, text *out, int depth)
{
    static const char *const targets[] = {"x", "y", "z", "v"};
    static const char *const values[] = {"x", "y", "z", "v", "a", "0", "9"};
    static const char *const signs[] = {"==", "!="};
    if (depth > 0 && rng_below(r, 3) == 0) {
        text_add(out, "if (%s %s %s) { ", any(r, values, 5), any(r, signs, 2), any(r, values, 7));
        write_stmt(r, out, depth - 1);
        text_add(out, "} ");
    } else if (rng_below(r, 5) == 0) {
        text_add(out, "l.push(%s); ", any(r, values, 7));
    } else if (rng_below(r, 8) == 0) {
        text_add(out, "if (l.has(%s)) %s = l.front(); ", any(r, values, 7), any(r, targets, 4));
    } else {
        text_add(out, "%s = %s; ", any(r, targets, 4), any(r, values, 7));
    }
}

static char *random_model(uint64_t seed)
{
    rng r;
    rng_init(&r, seed);
    text body[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        for (uint64_t n = rng_below(&r, 3) + 1; n > 0; n--)
            write_stmt(&r, &body[i], 2);
    // A method in one step beside one in several: not always wrong.
    bool atomic = rng_below(&r, 2) == 0;
    // What each thread keeps for itself is renamed, too.
    bool own = rng_below(&r, 3) == 0;
    char *f = text_format("(int a) -> int { int v = a; %s return v; }", body[0].bytes);
    char *g = text_format("(int a) -> int { int v = a; %s return x; }", body[1].bytes);
    char *model_text =
        text_format("shared int x;\nshared int y;\n%s int z = 9;\nshared seq<int> l;\n"
                    "object o { f(int a) -> int { int v = a; %s%s%s return v; } g%s }\n"
                    "spec s { int x; int y; int z = 9; seq<int> l; f%s g%s }\n"
                    "verify o refines s { threads 2; int 1..3; operations 3; }\n",
                    own ? "thread" : "shared", atomic ? "atomic { " : "", body[0].bytes,
                    atomic ? "}" : "", g, f, g);
    free(f);
    free(g);
    text_fini(&body[0]);
    text_fini(&body[1]);
    return model_text;
}

static void test_values(void **state)
{
    (void)state;
    uint64_t outcomes[4] = {0}, fewer = 0, models = setting("LINCHPIN_MODELS", 40);
    uint64_t first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + models; seed++) {
        char *written = random_model(seed);
        double plain, renamed, reduced, all;
        lp_outcome want = written_outcome(written, 0, &plain);
        if (written_outcome(written, REDUCE_VALUES, &renamed) != want ||
            written_outcome(written, REDUCE_ALL & ~REDUCE_VALUES, &reduced) != want ||
            written_outcome(written, REDUCE_ALL, &all) != want)
            fail_msg("seed %d: another verdict\n%s", (int)seed, written);
        // At most six states become one.
        if (want == LP_HOLDS && (renamed > plain || renamed * 6 < plain))
            fail_msg("seed %d: %.0f states of %.0f\n%s", (int)seed, renamed, plain, written);
        fewer += renamed < plain;
        outcomes[want]++;
        free(written);
    }
    assert_true(outcomes[LP_HOLDS] > 5 && outcomes[LP_VIOLATED] > 5);
    assert_int_equal(outcomes[LP_HOLDS] + outcomes[LP_VIOLATED], models);
    assert_true(fewer > models / 2);
}

static void test_traces(void **state)
{
    (void)state;
    uint64_t renamed = 0, models = setting("LINCHPIN_MODELS", 40) / 2;
    uint64_t first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + models; seed++) {
        char *written = random_model(seed);
        error e = {0};
        model *m = model_read("random.lin", written, strlen(written), &e);
        assert_non_null(m);
        limits l = {0};
        limits_start(&l);
        system_options bounds = {.threads = 2,
                                 .items = 16,
                                 .operations = 3,
                                 .has_range = true,
                                 .low = 1,
                                 .high = 3,
                                 .limits = &l};
        traces_seen seen;
        same_traces(written, &m->instances[0], &bounds, &seen);
        renamed += seen.renamed < seen.all;
        model_free(m);
        free(written);
    }
    assert_true(renamed > models / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_traces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
