// SPDX-License-Identifier: MIT
// On histories too large for enumeration the judges are held against each other:
// each fast judge and the search, on generated histories whose results are then
// shuffled a little, right up to where one of them breaks.

#include "base/memory.h"
#include "base/random.h"
#include "gen/gen.h"
#include "history/history_format.h"
#include "judge/fast/fast.h"
#include "judge/resolve.h"
#include "judge/search/jit_search.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_STEPS = 200000 };

static void put(void *to, const char *bytes, size_t length)
{
    text_add_bytes(to, bytes, length);
}

static lp_history *generate(const lp_spec *spec, rng *r, lp_pool *pool, uint64_t seed)
{
    gen_options o = {.ops = 20 + rng_below(r, 180),
                     .processes = 2 + (uint32_t)rng_below(r, 6),
                     .overlap = 1.2 + (double)rng_below(r, 3),
                     .seed = seed,
                     .keys = 1,
                     .pending = rng_below(r, 4) ? 0 : 2};
    if (o.overlap > o.processes)
        o.overlap = o.processes;
    text lines = {0};
    error e = {0};
    if (!gen_history(spec, &o, put, &lines, &e))
        fail_msg("%s", e.message);
    lp_history *h = lp_history_new(pool);
    if (!history_read(history_format_find("jsonl"), "made", lines.bytes, lines.length, h, &e))
        fail_msg("%s", e.message);
    text_fini(&lines);
    return h;
}

// Two neighbouring operations that return something swap their results: often
// still right, often subtly wrong.
static void shuffle(rng *r, lp_history *h, const judge_task *t)
{
    uint32_t from = (uint32_t)rng_below(r, h->op_count), last = UINT32_MAX;
    for (uint32_t i = from; i < h->op_count; i++) {
        if (lp_op_pending(&h->ops[i]) || t->spec->methods[t->methods[i]].returns_nothing)
            continue;
        if (last != UINT32_MAX && t->methods[last] == t->methods[i]) {
            lp_value swap = h->ops[last].result;
            h->ops[last].result = h->ops[i].result;
            h->ops[i].result = swap;
            return;
        }
        last = i;
    }
}

typedef struct tally {
    uint64_t holds, violated, open;
} tally;

static void compare(const fast_judge *f, const lp_spec *spec, rng *r, uint64_t seed, tally *t)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = generate(spec, r, pool, seed);
    uint32_t *methods = memory_new(h->op_count, sizeof *methods);
    error e = {0};
    assert_true(resolve_methods(h, spec, methods, &e));
    judge_task task = {.history = h, .methods = methods, .spec = spec, .budget = MOST_STEPS};
    for (uint64_t n = rng_below(r, 3); n; n--)
        shuffle(r, h, &task);
    lp_outcome fast = f->run(&task);
    jit_search *s = jit_search_new(spec, pool);
    lp_verdict v;
    lp_verdict_init(&v);
    jit_search_run(s, &task, &v);
    if (fast == LP_UNKNOWN || v.outcome == LP_UNKNOWN)
        t->open++;
    else if (fast != v.outcome)
        fail_msg("%s, seed %llu: the fast judge says %s, the search %s", spec->name,
                 (unsigned long long)seed, outcome_name(fast), outcome_name(v.outcome));
    else
        (fast == LP_HOLDS ? &t->holds : &t->violated)[0]++;
    lp_verdict_fini(&v);
    jit_search_free(s);
    free(methods);
    lp_history_free(h);
    lp_pool_free(pool);
}

static void fast_judges_agree_with_the_search(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 40, seed = setting("LINCHPIN_SEED", 1);
    for (size_t i = 0; fast_judges[i]; i++) {
        const lp_spec *spec = spec_find(fast_judges[i]->spec, NULL);
        rng r;
        rng_init(&r, seed);
        tally t = {0};
        for (uint64_t n = 0; n < cases; n++)
            compare(fast_judges[i], spec, &r, seed * 1000000 + n, &t);
        printf("%s: %llu hold, %llu violated, %llu open\n", spec->name, (unsigned long long)t.holds,
               (unsigned long long)t.violated, (unsigned long long)t.open);
        assert_true(t.holds > cases / 10);
        assert_true(t.violated > cases / 20);
        assert_true(t.open < cases / 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_judges_agree_with_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
