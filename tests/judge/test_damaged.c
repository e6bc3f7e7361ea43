// SPDX-License-Identifier: MIT
// Histories written as JSON Lines and damaged: lines lost, doubled and swapped,
// digits and words changed, the end cut off. What can still be read is judged as
// enumeration judges it; what cannot is an error. (That the reader refuses exactly
// what is not well-formed is tested with the readers.)

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/random_history.h"
#include "judge/resolve.h"
#include "judge/search/oracle.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Some line of the text, with its end.
static char *some_line(rng *r, const text *t, size_t *length)
{
    char *start = t->bytes + rng_below(r, t->length);
    while (start > t->bytes && start[-1] != '\n')
        start--;
    char *end = strchr(start, '\n');
    *length = end ? (size_t)(end + 1 - start) : strlen(start);
    return start;
}

static void replace(text *t, size_t at, size_t gone, const char *by, size_t length)
{
    text out = {0};
    text_add_bytes(&out, t->bytes, at);
    text_add_bytes(&out, by, length);
    text_add_bytes(&out, t->bytes + at + gone, t->length - at - gone);
    text_fini(t);
    *t = out;
}

static void damage(rng *r, text *t)
{
    static const char *const words[] = {"ok",   "fail", "info", "invoke", "null",  "1", "2",
                                        "true", "0",    "3",    "[1]",    "\"x\"", "{", "}"};
    size_t length;
    char *line = some_line(r, t, &length);
    size_t at = (size_t)(line - t->bytes);
    char *copy = memory_string_n(line, length);
    switch (rng_below(r, 16)) {
    case 0: // lost
        replace(t, at, length, "", 0);
        break;
    case 1: // doubled
        replace(t, at, 0, copy, length);
        break;
    case 2: // moved to elsewhere
        replace(t, at, length, "", 0);
        if (t->length) {
            size_t ignored;
            replace(t, (size_t)(some_line(r, t, &ignored) - t->bytes), 0, copy, length);
        }
        break;
    case 3: // cut off
        at += rng_below(r, length);
        replace(t, at, t->length - at, "", 0);
        break;
    default: { // what stands after a colon changed: mostly the value
        char *colon = strstr(line, "\"value\":");
        colon = colon && rng_below(r, 8) ? colon + 7 : strchr(line + rng_below(r, length), ':');
        if (!colon)
            break;
        size_t from = (size_t)(colon + 1 - t->bytes);
        const char *word = words[rng_below(r, sizeof words / sizeof *words)];
        replace(t, from, strcspn(t->bytes + from, ",}\n"), word, strlen(word));
    }
    }
    free(copy);
}

typedef struct tally {
    uint64_t holds, violated, refused;
} tally;

static void judge_damaged(const lp_spec *spec, const text *t, tally *count)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    if (!history_read(history_format_find("jsonl"), "damaged", t->bytes, t->length, h, &e)) {
        assert_true(e.message[0]);
        count->refused++;
    } else {
        lp_verdict v;
        lp_verdict_init(&v);
        uint32_t *methods = memory_new(h->op_count, sizeof *methods);
        // A second copy: resolving changes results into what the spec emits.
        lp_history *again = lp_history_new(pool);
        error ignored = {0};
        history_read(history_format_find("jsonl"), "damaged", t->bytes, t->length, again, &ignored);
        bool known = resolve_methods(again, spec, methods, &ignored);
        lp_history_free(again);
        bool fine = judge_history(judge_find("linearizable", &e), h, spec, NULL, false, &v, &e);
        assert_int_equal(fine, known);
        if (fine) {
            judge_task task = {.history = h, .methods = methods, .spec = spec};
            lp_outcome truth = oracle_enumerate(&task, lp_op_precedes, 0);
            if (v.outcome != truth)
                fail_msg("%s: enumeration says %s, the judge %s:\n%s", spec->name,
                         outcome_name(truth), outcome_name(v.outcome), t->bytes);
            (truth == LP_HOLDS ? &count->holds : &count->violated)[0]++;
        } else {
            assert_true(e.message[0]);
            count->refused++;
        }
        free(methods);
        lp_verdict_fini(&v);
    }
    lp_history_free(h);
    lp_pool_free(pool);
}

static void damaged_histories_are_refused_or_judged_right(void **state)
{
    (void)state;
    static const char *const names[] = {"queue", "register", "stack", "set",    "cas-register",
                                        "kv",    "mutex",    "bag",   "counter"};
    enum { NAMES = sizeof names / sizeof *names };
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    uint64_t cases = setting("LINCHPIN_CASES", 20000);
    tally count = {0};
    for (uint64_t n = 0; n < cases; n++) {
        const lp_spec *spec = spec_find(names[n % NAMES], NULL);
        lp_pool *pool = lp_pool_new();
        random_shape shape = {.processes = 3, .ops = 7, .values = 3, .pending_percent = 5};
        uint32_t *methods;
        lp_history *h = random_history(&r, pool, spec, &shape, &methods);
        text t = {0};
        history_format_find("jsonl")->write(h, NULL, &t);
        for (uint64_t k = 1 + rng_below(&r, 3); k && t.length; k--)
            damage(&r, &t);
        if (t.length)
            judge_damaged(spec, &t, &count);
        text_fini(&t);
        free(methods);
        lp_history_free(h);
        lp_pool_free(pool);
    }
    printf("%llu hold, %llu violated, %llu refused\n", (unsigned long long)count.holds,
           (unsigned long long)count.violated, (unsigned long long)count.refused);
    assert_true(count.holds > cases / 20);
    assert_true(count.violated > cases / 20);
    assert_true(count.refused > cases / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_histories_are_refused_or_judged_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
