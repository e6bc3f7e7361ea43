// SPDX-License-Identifier: MIT
// The stream judge against enumeration: random histories are told event by event,
// with operations that fail and operations that are given up. It must say
// "violated" at the first event at which enumeration does; where a judge looks
// now and then, not before that, and at the end it must agree.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/fast/fast.h"
#include "judge/monitor/stream_judge.h"
#include "judge/random_history.h"
#include "judge/search/oracle.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The first `events` events, without those that failed.
static lp_history *told(const lp_history *h, uint32_t events, const bool *failed,
                        const uint32_t *methods, uint32_t *kept_methods)
{
    lp_history *out = lp_history_new(h->pool);
    uint32_t *renamed = memory_new(h->op_count, sizeof *renamed);
    for (uint32_t i = 0; i < events; i++) {
        uint32_t op = h->events[i].op;
        if (failed[op])
            continue;
        if (h->events[i].is_return) {
            lp_history_return(out, renamed[op], h->ops[op].result);
        } else {
            renamed[op] =
                lp_history_call(out, h->ops[op].process, h->ops[op].method, h->ops[op].arg);
            kept_methods[renamed[op]] = methods[op];
        }
    }
    free(renamed);
    return out;
}

static bool tell(stream *s, const lp_history *h, uint32_t event, const bool *fails, rng *r)
{
    uint32_t op = h->events[event].op;
    const lp_op *o = &h->ops[op];
    error e = {0};
    if (!h->events[event].is_return) {
        stream_event call = {o->process, o->method, o->arg, o->object, 0};
        bool fine = stream_call(s, op, &call, &e);
        assert_string_equal(e.message, "");
        // What never returns may be given up at once, or never.
        if (fine && lp_op_pending(o) && rng_below(r, 2))
            fine = stream_abandon(s, op);
        return fine;
    }
    return fails[op] ? stream_fail(s, op) : stream_return(s, op, o->result, 0, &e);
}

static lp_outcome truth_of(const lp_spec *spec, const lp_history *h, uint32_t events,
                           const bool *fails, const uint32_t *methods)
{
    uint32_t kept[32];
    // What fails may have had an effect for all we know, until it fails: an
    // operation that is still open stays.
    bool failed[32] = {0};
    for (uint32_t i = 0; i < h->op_count; i++)
        failed[i] = fails[i] && h->ops[i].ret < events;
    lp_history *some = told(h, events, failed, methods, kept);
    judge_task task = {.history = some, .methods = kept, .spec = spec};
    lp_outcome outcome = oracle_enumerate(&task, lp_op_precedes, 0);
    lp_history_free(some);
    return outcome;
}

typedef struct tally {
    uint64_t holds, violated;
} tally;

static void compare(const lp_spec *spec, rng *r, tally *t)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 3,
                          .ops = 7,
                          .values = 2,
                          .pending_percent = rng_below(r, 2) ? 0 : 20,
                          .change_percent = 60};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    bool fails[32] = {0};
    for (uint32_t i = 0; i < h->op_count; i++)
        fails[i] = !lp_op_pending(&h->ops[i]) && rng_below(r, 12) == 0;
    stream *s = stream_new(spec, pool, NULL);
    bool going = true, at_once = !fast_find(spec) || !fast_find(spec)->settled;
    if (at_once && !spec->syncs && rng_below(r, 3) == 0) {
        stream_bound(s, 1 + rng_below(r, 30)); // the search takes over
        at_once = false;
    }
    lp_outcome truth = LP_HOLDS;
    for (uint32_t i = 0; i < h->event_count && going; i++) {
        going = tell(s, h, i, fails, r) && (rng_below(r, 2) || stream_idle(s));
        truth = truth_of(spec, h, i + 1, fails, methods);
        if (going ? at_once && truth != LP_HOLDS : truth != LP_VIOLATED) {
            text line = {0};
            history_canonical(h, &line);
            fail_msg("%s, after event %u: enumeration says %s: %s", spec->name, i,
                     outcome_name(truth), line.bytes);
        }
    }
    lp_verdict v;
    lp_verdict_init(&v);
    stream_finish(s, &v);
    if (v.outcome != truth) {
        text line = {0};
        history_canonical(h, &line);
        for (uint32_t i = 0; i < h->op_count; i++)
            if (fails[i])
                text_add(&line, " %u failed", i);
        fail_msg("%s, at the end: enumeration says %s, the stream %s: %s", spec->name,
                 outcome_name(truth), outcome_name(v.outcome), line.bytes);
    }
    assert_true(truth == LP_HOLDS || (v.history && v.culprit < v.history->op_count && v.detail));
    (truth == LP_HOLDS ? &t->holds : &t->violated)[0]++;
    lp_verdict_fini(&v);
    stream_free(s);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static void streams_agree_with_enumeration(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10, seed = setting("LINCHPIN_SEED", 1);
    for (size_t i = 0; spec_builtins[i]; i++) {
        if (spec_builtins[i]->needs_result)
            continue;
        rng r;
        rng_init(&r, seed);
        tally t = {0};
        for (uint64_t n = 0; n < cases; n++)
            compare(spec_builtins[i], &r, &t);
        printf("%s: %llu hold, %llu violated (seed %llu)\n", spec_builtins[i]->name,
               (unsigned long long)t.holds, (unsigned long long)t.violated,
               (unsigned long long)seed);
        assert_true(t.holds > cases / 20);
        assert_true(t.violated > cases / 20);
    }
}

static void a_long_stream_is_forgotten(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    const lp_spec *spec = spec_find("counter", NULL);
    stream *s = stream_new(spec, pool, NULL);
    stream_event call = {.method = lp_string(pool, "next", 4)};
    error e = {0};
    uint64_t before = 0, count = setting("LINCHPIN_CASES", 20000) * 10;
    for (uint64_t i = 0; i < count; i++) {
        assert_true(stream_call(s, i, &call, &e));
        assert_true(stream_return(s, i, lp_int((int64_t)i), 0, &e));
        if (i == count / 2)
            before = memory_resident_peak();
    }
#ifndef SETTING_KEEPS_FREED // which keeps what was freed for a while
    // All operations remembered would be twenty megabytes.
    assert_true(memory_resident_peak() - before < 4 << 20);
#endif
    (void)before;
    assert_true(stream_call(s, count, &call, &e));
    assert_false(stream_return(s, count, lp_int(0), 0, &e));
    lp_verdict v;
    lp_verdict_init(&v);
    stream_finish(s, &v);
    assert_int_equal(v.outcome, LP_VIOLATED);
    lp_verdict_fini(&v);
    stream_free(s);
    lp_pool_free(pool);
}

static bool put(stream *s, lp_pool *pool, uint64_t op, int64_t key, int64_t value)
{
    lp_value both[2] = {lp_int(key), lp_int(value)};
    stream_event call = {.method = lp_string(pool, "put", 3), .arg = lp_vector(pool, both, 2)};
    error e = {0};
    return stream_call(s, op, &call, &e) && stream_return(s, op, LP_NIL, 0, &e);
}

// A key that rests is its value and little more; the value is not forgotten.
static void many_keys_are_kept_small(void **state)
{
    (void)state;
    enum { KEYS = 20000, EACH = 1500 }; // bytes; a monitor for each took 13,000
    lp_pool *pool = lp_pool_new();
    stream *s = stream_new(spec_find("kv", NULL), pool, NULL);
    uint64_t before = memory_resident_peak(), op = 0;
    for (int64_t key = 0; key < KEYS; key++)
        assert_true(put(s, pool, op++, key, key + 7));
#ifndef SETTING_KEEPS_FREED
    assert_true(memory_resident_peak() - before < (uint64_t)KEYS * EACH);
#endif
    (void)before;
    error e = {0};
    for (int64_t key = 0; key < KEYS; key += 100) {
        stream_event get = {.method = lp_string(pool, "get", 3), .arg = lp_int(key)};
        assert_true(stream_call(s, op, &get, &e));
        assert_true(stream_return(s, op++, lp_int(key + 7), 0, &e));
    }
    stream_event get = {.method = lp_string(pool, "get", 3), .arg = lp_int(1)};
    assert_true(stream_call(s, op, &get, &e));
    assert_false(stream_return(s, op, lp_int(7), 0, &e));
    lp_verdict v;
    lp_verdict_init(&v);
    stream_finish(s, &v);
    assert_int_equal(v.outcome, LP_VIOLATED);
    assert_non_null(strstr(v.detail, "the value of 1 is 8"));
    lp_verdict_fini(&v);
    stream_free(s);
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_agree_with_enumeration),
        cmocka_unit_test(a_long_stream_is_forgotten),
        cmocka_unit_test(many_keys_are_kept_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
