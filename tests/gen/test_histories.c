// SPDX-License-Identifier: MIT
// Generated histories of every built-in spec: all are well-formed and have as many
// operations as asked for, the bad ones are violated, all others hold.
// LINCHPIN_CASES scales the number of seeds.

#include "base/text.h"
#include "gen/gen.h"
#include "history/history_format.h"
#include "judge/judge.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void put(void *to, const char *bytes, size_t length)
{
    text_add_bytes(to, bytes, length);
}

static void describe(const lp_spec *spec, const gen_options *o, const char *what, const text *lines)
{
    fail_msg("gen %s --ops %llu --procs %u --overlap %.3f --seed %llu --values %llu --keys %u "
             "--pending %llu --failed %llu%s: %s\n%s",
             spec->name, (unsigned long long)o->ops, o->processes, o->overlap,
             (unsigned long long)o->seed, (unsigned long long)o->values, o->keys,
             (unsigned long long)o->pending, (unsigned long long)o->failed, o->bad ? " --bad" : "",
             what, lines->bytes ? lines->bytes : "");
}

static void judge_generated(const lp_spec *spec, const gen_options *o, const text *lines)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    if (!history_read(history_format_find("jsonl"), "generated", lines->bytes, lines->length, h,
                      &e))
        describe(spec, o, e.message, lines);
    lp_verdict v;
    lp_verdict_init(&v);
    if (!judge_history(judge_find("linearizable", &e), h, spec, NULL, false, &v, &e))
        describe(spec, o, e.message, lines);
    if (v.outcome != (o->bad ? LP_VIOLATED : LP_HOLDS))
        describe(spec, o, outcome_name(v.outcome), lines);
    uint32_t pending = 0;
    for (uint32_t i = 0; i < h->op_count; i++)
        pending += lp_op_pending(&h->ops[i]);
    assert_true(pending <= o->pending);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
}

// False: gen found no place for a violation, and said so.
static bool try_seed(const lp_spec *spec, uint64_t seed)
{
    gen_options o = {.ops = 24 + seed * 7 % 60, .keys = 3, .seed = seed};
    o.processes = 2 + (uint32_t)(seed % 4);
    if (spec->syncs && o.processes < spec->syncs[0].count)
        o.processes = spec->syncs[0].count;
    o.overlap = 1 + (double)(seed % 3) / 2;
    o.values = seed % 5 < 3 ? 0 : 1 + seed % 4;
    o.bad = seed % 2;
    o.pending = seed % 6 == 2 || seed % 6 == 3 ? 3 : 0;
    o.failed = seed % 7 == 0 ? 4 : 0;
    text lines = {0}, again = {0};
    error e = {0};
    // The largest of few values is soon there, and nothing can be wrong any more; few
    // members of a family have soon all met.
    if (strcmp(spec->name, "max-register") == 0 || strstr(spec->name, "famil"))
        o.values = 0;
    if (!gen_history(spec, &o, put, &lines, &e)) {
        if (!o.bad || !strstr(e.message, "no violation could be placed"))
            describe(spec, &o, e.message, &lines);
        text_fini(&lines);
        return false;
    }
    size_t calls = 0;
    for (const char *at = lines.bytes; (at = strstr(at, "\"invoke\"")); at++)
        calls++;
    assert_int_equal(calls, o.ops);
    judge_generated(spec, &o, &lines);
    assert_true(gen_history(spec, &o, put, &again, &e));
    assert_string_equal(lines.bytes, again.bytes);
    text_fini(&lines);
    text_fini(&again);
    return true;
}

// Objects whose operations meet in several ways, or in groups of any size: gen says that it does not know them.
static bool is_declined(const lp_spec *spec)
{
    if (spec->sync_count < 2 && !(spec->syncs && spec->syncs[0].up_to))
        return false;
    gen_options o = {.ops = 20, .processes = 4, .overlap = 2};
    text lines = {0};
    error e = {0};
    assert_false(gen_history(spec, &o, put, &lines, &e));
    assert_non_null(strstr(e.message, "gen cannot make up histories"));
    text_fini(&lines);
    return true;
}

static void good_ones_hold_and_bad_ones_are_violated(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 50;
    for (size_t i = 0; spec_builtins[i]; i++) {
        uint64_t unplaced = 0;
        // A filter-channel's operations hardly ever suit each other by chance, and gen
        // says that it finds no place for a violation.
        if (is_declined(spec_builtins[i]) || strcmp(spec_builtins[i]->name, "filter-channel") == 0)
            continue;
        for (uint64_t seed = 1; seed <= cases; seed++)
            unplaced += !try_seed(spec_builtins[i], seed);
        if (unplaced > 1 + cases / 100)
            fail_msg("%s: %llu of %llu without a violation", spec_builtins[i]->name,
                     (unsigned long long)unplaced, (unsigned long long)cases);
    }
}

// The mean number of open operations, from the lines alone.
static double measured_overlap(const text *lines)
{
    int64_t open = 0;
    double sum = 0, count = 0;
    for (const char *at = lines->bytes; *at; at = strchr(at, '\n') + 1) {
        open += strstr(at, "\"type\":\"invoke\"") == strstr(at, "\"type\"") ? 1 : -1;
        sum += (double)open;
        count++;
    }
    return sum / count;
}

static void overlap_is_about_what_was_asked_for(void **state)
{
    (void)state;
    error e = {0};
    for (uint32_t want = 2; want <= 16; want *= 2) {
        text lines = {0};
        gen_options o = {.ops = 500, .processes = 32, .overlap = want, .seed = want, .keys = 1};
        assert_true(gen_history(lp_spec_find("register"), &o, put, &lines, &e));
        double got = measured_overlap(&lines);
        if (got < want / 1.5 || got > want * 1.5)
            fail_msg("overlap %u: %f", want, got);
        text_fini(&lines);
    }
}

static void options_that_cannot_be_followed_are_refused(void **state)
{
    (void)state;
    const lp_spec *queue = lp_spec_find("queue");
    const gen_options wrong[] = {
        {.ops = 0, .processes = 1, .overlap = 1, .keys = 1},
        {.ops = 5, .processes = 0, .overlap = 1, .keys = 1},
        {.ops = 5, .processes = 2, .overlap = 3, .keys = 1},
        {.ops = 5, .processes = 2, .overlap = 0.5, .keys = 1},
        {.ops = 5, .processes = 2, .overlap = 1, .keys = 1, .pending = 3, .failed = 3},
        {.ops = 1, .processes = 2, .overlap = 1, .keys = 1, .bad = true},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        text lines = {0};
        error e = {0};
        assert_false(gen_history(queue, &wrong[i], put, &lines, &e));
        assert_true(e.message[0]);
        text_fini(&lines);
    }
    error e = {0};
    text lines = {0};
    gen_options alone = {.ops = 5, .processes = 1, .overlap = 1, .keys = 1};
    assert_false(gen_history(lp_spec_find("channel"), &alone, put, &lines, &e));
    text_fini(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_ones_hold_and_bad_ones_are_violated),
        cmocka_unit_test(overlap_is_about_what_was_asked_for),
        cmocka_unit_test(options_that_cannot_be_followed_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
